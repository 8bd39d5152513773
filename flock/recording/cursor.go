package recording

import "encoding/binary"

// cursor reads little-endian values from a record. After the end of the record, it returns zeros and sets
// short.
type cursor struct {
	b     []byte
	short bool
}

func (c *cursor) take(n uint64) []byte {
	if n > uint64(len(c.b)) {
		c.b, c.short = nil, true
		return nil
	}
	out := c.b[:n]
	c.b = c.b[n:]
	return out
}

func (c *cursor) u8() uint8 {
	if b := c.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (c *cursor) u16() uint16 {
	if b := c.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (c *cursor) u32() uint32 {
	if b := c.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (c *cursor) u64() uint64 {
	if b := c.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (c *cursor) text() string { return string(c.take(uint64(c.u32()))) }

// pairs reads a map of strings that is preceded by its size in bytes.
func (c *cursor) pairs() map[string]string {
	m := cursor{b: c.take(uint64(c.u32()))}
	all := map[string]string{}
	for len(m.b) > 0 {
		key := m.text()
		all[key] = m.text()
	}
	c.short = c.short || m.short
	return all
}
