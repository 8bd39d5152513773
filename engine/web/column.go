package web

import (
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"slices"
)

// column contains encoded values of variable length, in order of frames and then of birds. Chunks never split
// a value.
type column struct{ chunks [][]byte }

const chunkSize = 1 << 16 // size in bytes

func (c *column) add(x uint64) {
	n := len(c.chunks)
	if n == 0 || cap(c.chunks[n-1])-len(c.chunks[n-1]) < binary.MaxVarintLen64 {
		c.chunks = append(c.chunks, make([]byte, 0, chunkSize))
		n++
	}
	c.chunks[n-1] = binary.AppendUvarint(c.chunks[n-1], x)
}

func (c *column) numbers(do func(number []byte)) {
	for _, chunk := range c.chunks {
		for len(chunk) > 0 {
			n := 1
			for chunk[n-1] >= 0x80 {
				n++
			}
			do(chunk[:n])
			chunk = chunk[n:]
		}
	}
}

// byBird returns the values of a column in order of birds and then of frames. It overwrites buffer and
// empties the column.
func (f *flight) byBird(buffer []byte, column int) []byte {
	birds := len(f.birds)
	each := func(do func(bird int, number []byte)) {
		offset := 0
		f.columns[column].numbers(func(number []byte) {
			for column != columnFlags && !f.present[offset] {
				offset++
			}
			do(offset%birds, number)
			offset++
		})
	}
	starts, total := make([]int, birds), 0
	each(func(bird int, number []byte) { starts[bird] += len(number) })
	for k, n := range starts {
		starts[k] = total
		total += n
	}
	all := slices.Grow(buffer[:0], total)[:total]
	each(func(bird int, number []byte) { starts[bird] += copy(all[starts[bird]:], number) })
	f.columns[column].chunks = nil
	return all
}

// pack writes the flight, compressed with deflate. It empties the columns, so that a second call returns an
// error.
func (f *flight) pack(w io.Writer) error {
	if f.isPacked {
		return errors.New("the flight was already written; it can be written only once")
	}
	f.isPacked = true
	var p packer
	var part []byte
	for k := range columnCount {
		part = f.byBird(part, k)
		if err := p.add(w, part, k+1 == columnCount); err != nil {
			return err
		}
	}
	return nil
}

// packer compresses parts of data into one stream. It searches a part for repetitions only if that makes the
// part smaller, which is not the case for rotations.
type packer struct{ searching, plain *flate.Writer }

// searchLevel is the level of compression for parts that are searched. Level 9 takes four times as long and
// saves 1%.
const searchLevel = 5

// sampleSize is the number of bytes of a part that are compressed both ways, to choose the better way.
const sampleSize = 1 << 18

func (p *packer) add(w io.Writer, part []byte, last bool) error {
	sample := part[:min(len(part), sampleSize)]
	var sizes [2]int
	for k, search := range []bool{false, true} {
		z, err := p.writer(countingWriter{&sizes[k]}, search)
		if err != nil {
			return err
		}
		if err := finish(z, sample, true); err != nil {
			return err
		}
	}
	z, err := p.writer(w, sizes[1] < sizes[0])
	if err != nil {
		return err
	}
	return finish(z, part, last)
}

func finish(z *flate.Writer, data []byte, last bool) error {
	if _, err := z.Write(data); err != nil {
		return err
	}
	if last {
		return z.Close()
	}
	return z.Flush()
}

func (p *packer) writer(to io.Writer, search bool) (*flate.Writer, error) {
	z, level := &p.plain, flate.HuffmanOnly
	if search {
		z, level = &p.searching, searchLevel
	}
	if *z != nil {
		(*z).Reset(to)
		return *z, nil
	}
	var err error
	*z, err = flate.NewWriter(to, level)
	return *z, err
}

type countingWriter struct{ n *int }

// Write adds the length of b.
func (c countingWriter) Write(b []byte) (int, error) {
	*c.n += len(b)
	return len(b), nil
}
