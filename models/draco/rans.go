package draco

import (
	"errors"
	"fmt"
	"math/bits"
)

// rans is the state of a rANS decoder, which reads bytes from the last to the first (Draco specification:
// Rans Decoding).
type rans struct {
	data  []byte
	state uint32
	base  uint32
}

// openRANS reads the first state from the last bytes. The two highest bits of the last byte are the number of
// further bytes.
func openRANS(data []byte, base uint32) (rans, error) {
	if len(data) == 0 {
		return rans{}, errShort
	}
	more := int(data[len(data)-1] >> 6)
	first := len(data) - 1 - more
	if first < 0 {
		return rans{}, errShort
	}
	r := rans{data: data[:first], base: base}
	for i := len(data) - 1; i >= first; i-- {
		r.state = r.state<<8 | uint32(data[i])
	}
	r.state = r.state&(1<<(6+8*more)-1) + base
	if r.state >= base<<8 {
		return rans{}, errors.New("the first state of an entropy code is too large")
	}
	return r, nil
}

// fill reads bytes until the state can decode a symbol.
func (r *rans) fill() bool {
	for r.state < r.base {
		n := len(r.data) - 1
		if n < 0 {
			return false
		}
		r.state = r.state<<8 | uint32(r.data[n])
		r.data = r.data[:n]
	}
	return true
}

// bitDecoder decodes bits of known probability (Draco specification: Rans Decoding, RabsDescRead).
type bitDecoder struct {
	rans
	ones  uint32
	short bool
}

func (s *stream) bitDecoder() bitDecoder {
	const base = 4096
	zeros := s.byte()
	r, err := openRANS(s.sized(), base)
	if s.err == nil && zeros == 0 {
		err = errors.New("the probability of a bit is 0")
	}
	s.fail(err)
	return bitDecoder{rans: r, ones: 256 - uint32(zeros)}
}

func (d *bitDecoder) bit() bool {
	if !d.fill() {
		d.short = true
		return false
	}
	high, low := d.state>>8, d.state&255
	if low < d.ones {
		d.state = high*d.ones + low
		return true
	}
	d.state -= (high + 1) * d.ones
	return false
}

// symbolDecoder decodes symbols of known probabilities (Draco specification: Rans Decoding, RansRead).
type symbolDecoder struct {
	rans
	precision int // probabilities sum to 1 << precision
	symbolAt  []uint32
	symbols   []probability
}

// probability contains the probability of a symbol and the sum of the probabilities of all smaller symbols,
// both times 1 << precision.
type probability struct{ own, below uint32 }

// readTable reads the symbols' probabilities (Draco specification: Rans Decoding, BuildSymbolTables).
func (d *symbolDecoder) readTable(s *stream, limit int) error {
	n := s.count("symbols", limit)
	if !s.spend(n, 8) || !s.spend(1<<d.precision, 4) {
		return s.err
	}
	d.symbols = make([]probability, n)
	for i := 0; i < len(d.symbols); i++ {
		first := s.byte()
		if first&3 == 3 { // a run of unused symbols
			if i += int(first >> 2); i >= len(d.symbols) {
				return errors.New("a run of unused symbols is too long")
			}
			continue
		}
		p := uint32(first >> 2)
		for k := range int(first & 3) {
			p |= uint32(s.byte()) << (8*k + 6)
		}
		d.symbols[i].own = p
	}
	if s.err != nil {
		return s.err
	}
	return d.buildTable()
}

// buildTable assigns remainders of the state to symbols (Draco specification: Rans Decoding,
// rans_build_look_up_table).
func (d *symbolDecoder) buildTable() error {
	size, sum := uint32(1)<<d.precision, uint32(0)
	d.symbolAt = make([]uint32, size)
	for i := range d.symbols {
		p := &d.symbols[i]
		if p.own > size-sum {
			return fmt.Errorf("the probabilities of symbols exceed %d", size)
		}
		p.below = sum
		sum += p.own
		for k := p.below; k < sum; k++ {
			d.symbolAt[k] = uint32(i)
		}
	}
	if sum != size {
		return fmt.Errorf("the probabilities of symbols sum to %d instead of %d", sum, size)
	}
	return nil
}

// openSymbols reads the probabilities and the data of encoded symbols. All symbols are below limit.
func (s *stream) openSymbols(precision, limit int) (*symbolDecoder, error) {
	d := &symbolDecoder{precision: precision}
	if err := d.readTable(s, limit); err != nil {
		return nil, err
	}
	data := s.sized()
	if s.err != nil {
		return nil, s.err
	}
	var err error
	d.rans, err = openRANS(data, 4<<precision)
	return d, err
}

func (d *symbolDecoder) symbol() (uint32, error) {
	if !d.fill() {
		return 0, errShort
	}
	low := d.state & (1<<d.precision - 1)
	value := d.symbolAt[low]
	p := d.symbols[value]
	d.state = d.state>>d.precision*p.own + low - p.below
	return value, nil
}

// readSymbols fills out with decoded numbers in groups (Draco specification: Rans Decoding, DecodeSymbols).
func (s *stream) readSymbols(out []int32, group int) {
	if len(out) == 0 || s.err != nil {
		return
	}
	const tagged, raw = 0, 1
	switch scheme := s.byte(); {
	case s.err != nil:
	case scheme == tagged:
		s.fail(s.readTagged(out, group))
	case scheme == raw:
		s.fail(s.readRaw(out))
	default:
		s.failf("the symbols have the unknown scheme %d", scheme)
	}
}

// readTagged decodes groups of numbers. One symbol per group gives the number of bits of its numbers. The
// bits follow after all symbols. Unlike in the Draco specification, there is no padding between groups.
func (s *stream) readTagged(out []int32, group int) error {
	const precision, longest = 12, 32
	tags, err := s.openSymbols(precision, longest+1)
	if err != nil {
		return err
	}
	numbers := bitReader{data: s.rest}
	for i := 0; i < len(out); i += group {
		length, err := tags.symbol()
		if err != nil {
			return err
		}
		for k := i; k < i+group; k++ {
			v, err := numbers.bits(int(length))
			if err != nil {
				return err
			}
			out[k] = int32(v)
		}
	}
	s.take(numbers.used())
	return nil
}

func (s *stream) readRaw(out []int32) error {
	const longest = 18 // number of bits of a symbol; for larger numbers, Google's encoder uses the encoding of readTagged
	length := int(s.byte())
	if s.err == nil && (length < 1 || length > longest) {
		return fmt.Errorf("the stream has symbols of %d bits instead of 1 to %d", length, longest)
	}
	d, err := s.openSymbols(min(max(3*length/2, 12), 20), 1<<longest)
	if err != nil {
		return err
	}
	for i := range out {
		v, err := d.symbol()
		if err != nil {
			return err
		}
		out[i] = int32(v)
	}
	return nil
}

// unzigzag decodes a zigzag-encoded number (Draco specification: Sequential Integer Attribute Decoder,
// ConvertSymbolToSignedInt).
func unzigzag(v int32) int32 { return int32(uint32(v)>>1) ^ -(v & 1) }

// highestBit returns the index of the highest bit that is set, or -1 for 0.
func highestBit(v uint32) int { return bits.Len32(v) - 1 }
