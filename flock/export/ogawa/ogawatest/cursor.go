package ogawatest

import (
	"encoding/binary"
	"fmt"
	"math"
)

// cursor reads numbers and texts.
type cursor struct{ rest []byte }

func (c *cursor) number(width int) int {
	var b [8]byte
	copy(b[:], c.rest[:width])
	c.rest = c.rest[width:]
	return int(binary.LittleEndian.Uint64(b[:]))
}

func (c *cursor) float() float64 { return math.Float64frombits(uint64(c.number(8))) }

func (c *cursor) text(n int) string {
	s := string(c.rest[:n])
	c.rest = c.rest[n:]
	return s
}

// end panics unless everything has been read.
func (c *cursor) end() {
	if len(c.rest) > 0 {
		panic(fmt.Sprintf("%d bytes follow the headers", len(c.rest)))
	}
}
