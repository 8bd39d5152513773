package recording

import (
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/foxglove/mcap/go/mcap"
)

type decoded struct {
	number   int
	packed   []byte
	plain    []byte
	messages []message
}

type message struct {
	channel uint16
	nanos   uint64
	data    []byte
}

func (d *decoded) nthMessage(channel uint16, n int) *message {
	for i := range d.messages {
		if d.messages[i].channel != channel {
			continue
		}
		if n == 0 {
			return &d.messages[i]
		}
		n--
	}
	return nil
}

func (r *Reader) chunk(i int) (*decoded, error) {
	k := 0
	for k < len(r.cache)-1 && r.cache[k].number != i+1 {
		k++
	}
	d := r.cache[k]
	copy(r.cache[1:k+1], r.cache[:k])
	r.cache[0] = d
	if d.number == i+1 {
		return d, nil
	}
	d.number = 0
	if err := r.decode(&r.contents.chunks[i], d, r.contents); err != nil {
		return nil, fmt.Errorf("chunk %d: %w", i+1, err)
	}
	d.number = i + 1
	return d, nil
}

type chunkHead struct {
	first, last uint64
	size        uint64 // uncompressed size of the records
	sum         uint32
	compression string
	packed      uint64
}

func (c *cursor) chunkHead() chunkHead {
	return chunkHead{first: c.u64(), last: c.u64(), size: c.u64(), sum: c.u32(), compression: c.text(), packed: c.u64()}
}

// decode reads a chunk and verifies its checksum. It stores the chunk's channels in found, which may be nil.
func (r *Reader) decode(c *chunk, d *decoded, found *contents) error {
	if c.length > maxChunk {
		return fmt.Errorf("larger than %d MiB", maxChunk>>20)
	}
	resize(&d.packed, int(c.length))
	if _, err := r.r.ReadAt(d.packed, c.offset); err != nil {
		return err
	}
	cur := cursor{b: d.packed}
	head := cur.chunkHead()
	records := cur.take(head.packed)
	// Frames never compress to less than a hundredth of their size. A chunk with a higher ratio is damaged
	// and would need too much memory.
	if cur.short || head.size > uint64(min(maxChunk, 64<<20+100*c.length)) {
		return errors.New("damaged header")
	}
	if err := r.unpack(d, head.compression, records, int(head.size)); err != nil {
		return err
	}
	if len(d.plain) != int(head.size) || head.sum != 0 && crc32.ChecksumIEEE(d.plain) != head.sum {
		return errors.New("damaged: its checksum does not match")
	}
	return d.parse(found)
}

func (r *Reader) unpack(d *decoded, compression string, records []byte, size int) error {
	resize(&d.plain, size)
	d.plain = d.plain[:0]
	switch mcap.CompressionFormat(compression) {
	case mcap.CompressionNone:
		d.plain = append(d.plain, records...)
		return nil
	case mcap.CompressionZSTD:
		plain, err := r.zstd.DecodeAll(records, d.plain[:0:size])
		if err != nil {
			return fmt.Errorf("damaged: %w", err)
		}
		d.plain = plain
		return nil
	}
	return fmt.Errorf("the chunk is compressed with %.20q instead of zstd", compression)
}

// parse lists the messages of the chunk. It stores the chunk's channels in found, which may be nil.
func (d *decoded) parse(found *contents) error {
	d.messages = d.messages[:0]
	c := cursor{b: d.plain}
	for len(c.b) > 0 {
		op := mcap.OpCode(c.u8())
		body := cursor{b: c.take(c.u64())}
		switch op {
		case mcap.OpMessage:
			m := message{channel: body.u16()}
			body.u32()
			m.nanos = body.u64()
			body.u64()
			m.data = body.b
			d.messages = append(d.messages, m)
		case mcap.OpChannel:
			if found != nil {
				found.channel(&body)
			}
		}
		if c.short || body.short {
			return errors.New("damaged: a record is incomplete")
		}
	}
	return nil
}
