package columns

import (
	"encoding/binary"
	"math"
)

// Reader reads numbers from the front of a checkpoint. Beyond the end, it returns zeros and sets Short.
type Reader struct {
	Data  []byte // bytes that have not been read yet
	Short bool   // whether bytes were missing or a value was invalid
}

// Take returns the next n bytes, or nil if there are fewer.
func (r *Reader) Take(n int) []byte {
	if n < 0 || n > len(r.Data) {
		r.Data, r.Short = nil, true
		return nil
	}
	out := r.Data[:n]
	r.Data = r.Data[n:]
	return out
}

// U8 reads an unsigned number of 8 bits.
func (r *Reader) U8() uint8 {
	if b := r.Take(1); b != nil {
		return b[0]
	}
	return 0
}

// U16 reads an unsigned number of 16 bits.
func (r *Reader) U16() uint16 {
	if b := r.Take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

// U32 reads an unsigned number of 32 bits.
func (r *Reader) U32() uint32 {
	if b := r.Take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// U64 reads an unsigned number of 64 bits.
func (r *Reader) U64() uint64 {
	if b := r.Take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Real reads a float32.
func (r *Reader) Real() float32 { return math.Float32frombits(r.U32()) }
