package draco

import (
	"errors"
	"fmt"
	"slices"
)

// errTangled is returned if triangles would overlap at an edge.
var errTangled = errors.New("the triangles do not form a surface")

// edgebreaker decodes triangles of the edgebreaker method. Each symbol adds a triangle at the active edge
// (Draco specification: EdgeBreaker Decoder). An edge is identified by the opposite corner.
type edgebreaker struct {
	surface
	triangles int
	added     int
	vertices  int
	mergedTo  []int32 // for each vertex, the vertex with which it was merged, or itself
	removed   []int32
	interior  []bool // whether triangles surround each vertex
	active    []int32
	symbols   symbolSource
	splits    []split
	// splitEdges contains edges that later symbols S join. The keys are indices of the symbols.
	splitEdges map[int]int32
	start      bitDecoder // whether each component starts with an interior triangle
	seams      []bitDecoder
}

// split says that a symbol S joins an edge of an earlier triangle. Symbols have the indices of the encoder,
// whose order is reversed.
type split struct {
	source, symbol int // indices of the earlier triangle and of the symbol S
	right          bool
}

// readEdgebreaker reads the triangles (Draco specification: EdgeBreaker Decoder,
// DecodeEdgebreakerConnectivityData).
func (d *decoder) readEdgebreaker() {
	traversal := d.byte()
	vertices := d.count("vertices", 3*d.limits.Triangles)
	triangles := d.count("triangles", d.limits.Triangles)
	attributes := int(int8(d.byte()))
	symbols := d.count("symbols of triangles", triangles)
	splits := d.count("split vertices", symbols)
	switch {
	case vertices > 3*triangles:
		d.failf("%d vertices are too many for %d triangles", vertices, triangles)
	case triangles > symbols+symbols/3:
		d.failf("%d triangles are too many for %d symbols", triangles, symbols)
	case attributes < 0:
		d.failf("the stream has %d attributes with seams; at most 127 are possible", 256+attributes)
	}
	e := &edgebreaker{triangles: triangles, splitEdges: map[int]int32{}}
	e.splits = d.readSplits(triangles)
	d.readTraversal(e, traversal, attributes, symbols, vertices+splits)
	const perTriangle, perVertex = 3*4 + 3*4 + 4, 4 + 4 + 4 + 1 // memory in bytes, including the lists of edges and removed vertices
	if !d.spend(triangles, perTriangle) || !d.spend(vertices+splits, perVertex) {
		return
	}
	e.allocate(vertices + splits)
	err := e.addTriangles(symbols)
	if err == nil {
		err = e.closeComponents()
	}
	if err == nil {
		e.settleVertices(attributes == 0)
		d.surface, err = &e.surface, d.assignPoints(e)
	}
	d.fail(err)
}

// readSplits reads the splits (Draco specification: EdgeBreaker Decoder, ParseTopologySplitEvents).
func (d *decoder) readSplits(limit int) []split {
	n, last := d.count("splits", limit), 0
	if n > len(d.rest)/2 {
		d.fail(errShort)
	}
	const perSplit = 24 + 32 // memory in bytes, including the entry in the map of edges
	if !d.spend(n, perSplit) {
		return nil
	}
	out := make([]split, n)
	for i := range out {
		source := last + d.count("symbols between splits", limit)
		out[i] = split{source: source, symbol: source - d.count("symbols of a split", source)}
		last = source
	}
	sides := bitReader{data: d.rest}
	for i := range out {
		right, err := sides.bits(1)
		d.fail(err)
		out[i].right = right != 0
	}
	d.take(sides.used())
	return out
}

func (e *edgebreaker) allocate(vertices int) {
	e.opposite = slices.Repeat([]int32{none}, 3*e.triangles)
	e.vertex = make([]int32, 3*e.triangles)
	e.first = make([]int32, vertices)
	e.mergedTo = make([]int32, vertices)
	e.interior = make([]bool, vertices)
}

func (e *edgebreaker) vertexAt(c int32) int32 {
	v := e.vertex[c]
	for e.mergedTo[v] != v {
		e.mergedTo[v] = e.mergedTo[e.mergedTo[v]]
		v = e.mergedTo[v]
	}
	e.vertex[c] = v
	return v
}

func (e *edgebreaker) newVertex(c int32) error {
	v := e.vertices
	if v >= len(e.first) {
		return fmt.Errorf("the triangles have more than %d vertices", len(e.first))
	}
	e.vertices++
	e.vertex[c], e.first[v], e.mergedTo[v] = int32(v), c, int32(v)
	return nil
}

// Symbols that add a triangle, in the order of the valence traversal (Draco specification: Descriptions,
// edge_breaker_symbol_to_topology_id).
const (
	symbolC = iota
	symbolS
	symbolL
	symbolR
	symbolE
)

// addTriangles adds a triangle for each symbol (Draco specification: EdgeBreaker Decoder,
// NewActiveCornerReached).
func (e *edgebreaker) addTriangles(symbols int) error {
	for index := range symbols {
		symbol, err := e.symbols.next()
		if err != nil {
			return err
		}
		corner := int32(3 * e.added)
		e.added++
		if symbol != symbolE && len(e.active) == 0 {
			return errTangled
		}
		switch symbol {
		case symbolC:
			err = e.addC(corner)
		case symbolS:
			err = e.addS(corner, index)
		case symbolL:
			err = e.addBeside(corner, corner+1)
		case symbolR:
			err = e.addBeside(corner, corner+2)
		case symbolE:
			err = e.addE(corner)
		}
		if err != nil {
			return err
		}
		e.symbols.added(symbol, e.vertexAt(corner), e.vertexAt(next(corner)), e.vertexAt(previous(corner)))
		if symbol != symbolC && symbol != symbolS {
			e.activateSplits(symbols-index-1, symbols)
		}
	}
	return nil
}

func (e *edgebreaker) top() int32 { return e.active[len(e.active)-1] }

// addC adds a triangle between the active edge and its neighbour. The triangle closes the ring around their
// common vertex.
func (e *edgebreaker) addC(corner int32) error {
	a := e.top()
	x := e.vertexAt(next(a))
	b := next(e.first[x])
	last, other := e.vertexAt(previous(a)), e.vertexAt(next(b))
	if x == last || x == other || e.vertexAt(previous(b)) != x || !e.join(a, corner+1) || !e.join(b, corner+2) {
		return errTangled
	}
	e.vertex[corner], e.vertex[corner+1], e.vertex[corner+2] = x, other, last
	e.first[last] = corner + 2
	e.interior[x] = true
	e.active[len(e.active)-1] = corner
	return nil
}

// addBeside adds a triangle with a new vertex at the active edge. The new vertex is at corner+1 for the
// symbol L, and at corner+2 for the symbol R.
func (e *edgebreaker) addBeside(corner, tip int32) error {
	a := e.top()
	if !e.join(tip, a) {
		return errTangled
	}
	if err := e.newVertex(tip); err != nil {
		return err
	}
	last := e.vertexAt(previous(a))
	e.vertex[next(tip)], e.vertex[previous(tip)] = last, e.vertexAt(next(a))
	e.first[last] = next(tip)
	e.active[len(e.active)-1] = corner
	return nil
}

// addE adds a triangle with three new vertices. Its first edge becomes active.
func (e *edgebreaker) addE(corner int32) error {
	for c := corner; c < corner+3; c++ {
		if err := e.newVertex(c); err != nil {
			return err
		}
	}
	e.active = append(e.active, corner)
	return nil
}

// addS adds a triangle between two active edges and merges the vertices that they then share.
func (e *edgebreaker) addS(corner int32, symbolIndex int) error {
	b := e.top()
	e.active = e.active[:len(e.active)-1]
	if edge, ok := e.splitEdges[symbolIndex]; ok {
		e.active = append(e.active, edge)
	}
	if len(e.active) == 0 {
		return errTangled
	}
	a := e.top()
	if a == b || !e.join(a, corner+2) || !e.join(b, corner+1) {
		return errTangled
	}
	kept, merged, last := e.vertexAt(previous(a)), e.vertexAt(next(b)), e.vertexAt(previous(b))
	if kept == merged {
		return errTangled
	}
	e.vertex[corner], e.vertex[corner+1], e.vertex[corner+2] = kept, e.vertexAt(next(a)), last
	e.first[last] = corner + 2
	e.first[kept] = e.first[merged]
	e.first[merged] = none
	e.mergedTo[merged] = kept
	e.removed = append(e.removed, merged)
	e.symbols.merged(kept, merged)
	e.active[len(e.active)-1] = corner
	return nil
}

// activateSplits stores the edges of the last triangle that later symbols S join (Draco specification:
// EdgeBreaker Decoder, IsTopologySplit). source is the index of its symbol in the encoder.
func (e *edgebreaker) activateSplits(source, symbols int) {
	for n := len(e.splits) - 1; n >= 0 && e.splits[n].source == source; n-- {
		edge := previous(e.top())
		if e.splits[n].right {
			edge = next(e.top())
		}
		e.splitEdges[symbols-e.splits[n].symbol-1] = edge
		e.splits = e.splits[:n]
	}
}

// closeComponents fills the last hole of each component that starts with an interior triangle. It fills it
// with that triangle (Draco specification: EdgeBreaker Decoder, ProcessInteriorEdges).
func (e *edgebreaker) closeComponents() error {
	for len(e.active) > 0 {
		a := e.top()
		e.active = e.active[:len(e.active)-1]
		if e.start.bit() {
			if err := e.closeTriangle(a); err != nil {
				return err
			}
		}
	}
	switch {
	case e.start.short:
		return errShort
	case e.added != e.triangles:
		return fmt.Errorf("the symbols give %d triangles instead of %d", e.added, e.triangles)
	}
	return nil
}

func (e *edgebreaker) closeTriangle(a int32) error {
	if e.added >= e.triangles {
		return fmt.Errorf("the symbols give more than %d triangles", e.triangles)
	}
	n := e.vertexAt(next(a))
	b := next(e.first[n])
	x := e.vertexAt(next(b))
	c := next(e.first[x])
	p := e.vertexAt(next(c))
	corner := int32(3 * e.added)
	e.added++
	if p != e.vertexAt(previous(a)) || e.vertexAt(previous(b)) != n || e.vertexAt(previous(c)) != x ||
		!e.join(corner, a) || !e.join(corner+1, b) || !e.join(corner+2, c) {
		return errTangled
	}
	e.vertex[corner], e.vertex[corner+1], e.vertex[corner+2] = x, p, n
	e.interior[x], e.interior[p], e.interior[n] = true, true, true
	return nil
}

// settleVertices writes the final vertex of each corner. If fill is true, the last vertices get the indices
// of removed vertices, as in Google's decoder for meshes without seams.
func (e *edgebreaker) settleVertices(fill bool) {
	newIndex := make([]int32, e.vertices)
	for v := range newIndex {
		newIndex[v] = int32(v)
	}
	if fill {
		e.fillRemoved(newIndex)
	}
	for c := range e.vertex {
		e.vertex[c] = newIndex[e.vertexAt(int32(c))]
	}
	e.first = e.first[:e.vertices]
}

func (e *edgebreaker) fillRemoved(newIndex []int32) {
	vertexOf := slices.Clone(newIndex) // the vertex that now has each index
	for _, free := range e.removed {
		last := int32(e.vertices - 1)
		for last >= 0 && e.first[last] == none {
			last--
		}
		e.vertices = int(last) + 1
		if last < free {
			continue
		}
		newIndex[vertexOf[last]], vertexOf[free] = free, vertexOf[last]
		e.first[free], e.first[last] = e.first[last], none
		e.interior[free], e.interior[last] = e.interior[last], false
		e.vertices--
	}
}
