package draco

import (
	"errors"
	"fmt"
)

type symbolSource interface {
	next() (int, error)
	added(symbol int, vertex, next, previous int32)
	merged(kept, merged int32)
}

// readTraversal reads the symbols of the triangles, the starts of the components and the seams of the
// attributes (Draco specification: EdgeBreaker Traversal, and EdgeBreaker Traversal Valence).
func (d *decoder) readTraversal(e *edgebreaker, traversal byte, attributes, symbols, vertices int) {
	const standard, predictive, valence = 0, 1, 2
	if d.err != nil {
		return
	}
	switch traversal {
	case predictive:
		d.fail(errors.New("the predictive edgebreaker traversal is not supported"))
	case standard:
		source := &standardSymbols{bitReader{data: d.sized()}}
		if e.symbols = source; symbols > 8*len(source.data) {
			d.fail(errShort)
		}
	case valence:
	default:
		d.failf("unknown edgebreaker traversal %d", traversal)
	}
	e.start = d.bitDecoder()
	for range attributes {
		e.seams = append(e.seams, d.bitDecoder())
	}
	if traversal == valence {
		e.symbols = d.readValences(symbols, vertices)
	}
}

// standardSymbols decodes symbols of one or three bits (Draco specification: EdgeBreaker Decoder,
// ParseEdgebreakerStandardSymbol).
type standardSymbols struct{ bitReader }

func (s *standardSymbols) next() (int, error) {
	if bit, err := s.bits(1); err != nil || bit == 0 {
		return symbolC, err
	}
	suffix, err := s.bits(2)
	return symbolS + int(suffix), err
}

func (*standardSymbols) added(int, int32, int32, int32) {}
func (*standardSymbols) merged(int32, int32)            {}

// minValence and maxValence limit valences (Draco specification: Descriptions, Constants).
const minValence, maxValence = 2, 7

// valenceSymbols has a list of symbols for each valence of the vertex at the active edge (Draco
// specification: EdgeBreaker Traversal Valence).
type valenceSymbols struct {
	lists   [maxValence - minValence + 1][]int32 // by valence, read from the end
	valence []int32
	active  int // index of the list with the next symbol, or none at the start
}

func (d *decoder) readValences(symbols, vertices int) symbolSource {
	s := &valenceSymbols{active: none}
	for i := range s.lists {
		n := d.count("symbols of a valence", symbols)
		if !d.spend(n, 4) {
			return nil
		}
		s.lists[i] = make([]int32, n)
		d.readSymbols(s.lists[i], 1)
	}
	if d.spend(vertices, 4) {
		s.valence = make([]int32, vertices)
	}
	return s
}

func (s *valenceSymbols) next() (int, error) {
	if s.active == none {
		return symbolE, nil
	}
	list := &s.lists[s.active]
	n := len(*list) - 1
	if n < 0 {
		return 0, errShort
	}
	symbol := (*list)[n]
	*list = (*list)[:n]
	if symbol < 0 || symbol > symbolE {
		return 0, fmt.Errorf("unknown symbol %d of a triangle", uint32(symbol))
	}
	return int(symbol), nil
}

func (s *valenceSymbols) added(symbol int, vertex, next, previous int32) {
	edges := [...][3]int32{symbolC: {0, 1, 1}, symbolS: {0, 1, 1}, symbolL: {1, 2, 1}, symbolR: {1, 1, 2}, symbolE: {2, 2, 2}}[symbol]
	s.valence[vertex] += edges[0]
	s.valence[next] += edges[1]
	s.valence[previous] += edges[2]
	s.active = int(min(max(s.valence[next], minValence), maxValence) - minValence)
}

func (s *valenceSymbols) merged(kept, merged int32) { s.valence[kept] += s.valence[merged] }
