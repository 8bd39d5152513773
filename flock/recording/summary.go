package recording

import (
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"math"

	"github.com/foxglove/mcap/go/mcap"
)

const maxSummary = 256 << 20

// errNoSummary means that a file is unfinished or damaged, so that its records must be scanned.
var errNoSummary = errors.New("no summary")

const footerSize = 9 + 20

// readSummary lists the contents of a finished file. It uses the summary at the end, so that the time does
// not depend on the size of the file.
func readSummary(r io.ReaderAt, size int64) (*contents, error) {
	s := newScanner(r, size)
	data, err := s.summary()
	if err != nil {
		return nil, err
	}
	for c := (cursor{b: data}); len(c.b) > 0 && err == nil; {
		op := mcap.OpCode(c.u8())
		body := cursor{b: c.take(c.u64())}
		if err = s.readSummaryRecord(op, &body); c.short || body.short {
			err = errNoSummary
		}
	}
	if err == nil && s.contents.meta != nil {
		err = s.contents.countFrames()
	}
	s.contents.complete, s.contents.fromSummary = true, true
	return &s.contents, err
}

func (s *scanner) summary() ([]byte, error) {
	n := int64(len(mcap.Magic))
	offset := s.size - n - footerSize
	tail, err := s.bytes(span{offset, footerSize + n})
	if err != nil || !bytes.Equal(tail[footerSize:], mcap.Magic) {
		return nil, errNoSummary
	}
	c := cursor{b: tail}
	op, length, start := mcap.OpCode(c.u8()), c.u64(), int64(c.u64())
	c.u64() // start of the summary's own index
	sum := c.u32()
	if op != mcap.OpFooter || length != 20 || start < n || start > offset || offset-start > maxSummary || sum == 0 {
		return nil, errNoSummary
	}
	data := make([]byte, offset-start+footerSize-4)
	if _, err := s.r.ReadAt(data, start); err != nil || crc32.ChecksumIEEE(data) != sum {
		return nil, errNoSummary
	}
	return data[:offset-start], nil
}

func (s *scanner) readSummaryRecord(op mcap.OpCode, c *cursor) error {
	switch op {
	case mcap.OpChannel, mcap.OpStatistics:
		return s.contents.record(op, c.b, span{})
	case mcap.OpChunkIndex:
		return s.chunkIndex(c)
	case mcap.OpAttachmentIndex:
		return s.readIndexed(mcap.OpAttachment, int64(c.u64()))
	case mcap.OpMetadataIndex:
		return s.readIndexed(mcap.OpMetadata, int64(c.u64()))
	}
	return nil
}

func (s *scanner) readIndexed(op mcap.OpCode, offset int64) error {
	head, err := s.bytes(span{offset, 1})
	if err != nil || mcap.OpCode(head[0]) != op {
		return errNoSummary
	}
	_, err = s.record(offset)
	return err
}

func (s *scanner) chunkIndex(c *cursor) error {
	first, last := c.u64(), c.u64()
	offset, length := int64(c.u64()), int64(c.u64())
	body := span{offset + 9, length - 9}
	if offset < 0 || length < 9 || body.end() < 0 || body.end() > s.size {
		return errNoSummary
	}
	found := chunk{span: body, first: first, last: last, counts: map[uint16]int{}}
	for channels := (cursor{b: c.take(uint64(c.u32()))}); len(channels.b) > 0; {
		found.counts[channels.u16()] = 1
		channels.u64()
	}
	s.contents.chunks = append(s.contents.chunks, found)
	return nil
}

func (f *contents) countFrames() error {
	clouds, states := f.channels[flockTopic], f.channels[stateTopic]
	for i := 0; i+1 < len(f.chunks); i += 2 {
		c := &f.chunks[i]
		frames := math.Round(float64(c.last-c.first)*f.meta.Rate()/1e9) + 1
		if c.last < c.first || frames > float64(c.length) || c.counts[clouds] == 0 || f.chunks[i+1].counts[states] == 0 {
			return errNoSummary
		}
		c.counts[clouds], f.chunks[i+1].counts[states] = int(frames), int(frames)
	}
	return nil
}
