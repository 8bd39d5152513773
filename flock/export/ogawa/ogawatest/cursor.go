package ogawatest

import (
	"encoding/binary"
	"fmt"
	"math"
)

type cursor struct{ rest []byte }

func (c *cursor) number(width int) int { return int(c.bits(width)) }

// bits reads an unsigned number of width bytes, which may not fit in an int.
func (c *cursor) bits(width int) uint64 {
	var b [8]byte
	copy(b[:], c.rest[:width])
	c.rest = c.rest[width:]
	return binary.LittleEndian.Uint64(b[:])
}

func (c *cursor) float() float64 { return math.Float64frombits(c.bits(8)) }

func (c *cursor) text(n int) string {
	s := string(c.rest[:n])
	c.rest = c.rest[n:]
	return s
}

func (c *cursor) end() {
	if len(c.rest) > 0 {
		panic(fmt.Sprintf("%d bytes follow the headers", len(c.rest)))
	}
}
