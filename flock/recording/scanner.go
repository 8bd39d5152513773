package recording

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strconv"

	"github.com/foxglove/mcap/go/mcap"
)

// Limits on the memory for a read. They apply even if a length in the file is damaged.
const (
	maxRecord = 1 << 20   // size of a metadata, schema or channel record, bytes
	maxFile   = 512 << 20 // size of an attachment, bytes
	maxChunk  = 1 << 30   // size of a chunk, compressed or not, bytes
)

type span struct{ offset, length int64 }

func (s span) end() int64 { return s.offset + s.length }

func (s span) record() span { return span{s.offset - 9, s.length + 9} }

// chunk holds the position of a chunk, the number of its messages for each channel, and the positions of its
// message indexes.
type chunk struct {
	span
	first, last uint64 // log times of the first and the last message; known only from the summary
	indexes     int64  // end of the message indexes; like indexAt, not known from the summary
	counts      map[uint16]int
	indexAt     map[uint16]uint64
}

type attachment struct {
	span
	name, mediaType string
	head            int64 // number of bytes before the data
	size            int64
}

type contents struct {
	meta          *Meta // last of metas, which describes the recording with all flocks that joined
	metas         []foundMeta
	format        int
	attachments   []attachment
	wantedFiles   int // number of attachments according to the metadata
	chunks        []chunk
	channels      map[string]uint16 // ids by topic
	complete      bool
	fromSummary   bool // whether the contents come from the summary, which does not list the events in a chunk
	messageCounts map[uint16]uint64
}

type scanner struct {
	r        io.ReaderAt
	size     int64
	contents contents
	window   []byte // bytes that were read last, starting at offset start
	start    int64
}

var (
	// errTorn means that the file ends inside a record or that the record is malformed.
	errTorn = errors.New("incomplete record")
	errMeta = errors.New("damaged metadata")
)

func newScanner(r io.ReaderAt, size int64) *scanner {
	s := &scanner{r: r, size: size}
	s.contents.channels = map[string]uint16{}
	return s
}

// scan lists the contents of a file, up to its end or to the first malformed record.
func scan(r io.ReaderAt, size int64) (*contents, error) {
	s := newScanner(r, size)
	magic, err := s.bytes(span{0, min(size, int64(len(mcap.Magic)))})
	if err != nil || !bytes.HasPrefix(mcap.Magic, magic) {
		return nil, errors.New("not a recording (recordings are MCAP files)")
	}
	if len(magic) < len(mcap.Magic) {
		return nil, ErrEmpty
	}
	offset := int64(len(mcap.Magic))
	for !s.contents.complete {
		next, err := s.record(offset)
		if errors.Is(err, errTorn) {
			return s.incomplete(offset)
		}
		if err != nil {
			return nil, err
		}
		offset = next
	}
	return &s.contents, nil
}

// incomplete returns the contents of a file that ends too early. If the file was finished, it is damaged,
// which is an error.
func (s *scanner) incomplete(offset int64) (*contents, error) {
	n := int64(len(mcap.Magic))
	if tail, err := s.bytes(span{s.size - n, n}); err == nil && bytes.Equal(tail, mcap.Magic) && offset > n {
		return nil, fmt.Errorf("damaged at byte %d", offset)
	}
	return &s.contents, nil
}

// bytes reads a part of the file. The result is valid until the next call.
func (s *scanner) bytes(p span) ([]byte, error) {
	if p.offset < 0 || p.length < 0 || p.length > s.size-p.offset {
		return nil, errTorn
	}
	if p.offset < s.start || p.end() > s.start+int64(len(s.window)) {
		n := min(max(p.length, 4096), s.size-p.offset)
		if int64(cap(s.window)) < n {
			s.window = make([]byte, n)
		}
		s.window, s.start = s.window[:n], p.offset
		if _, err := s.r.ReadAt(s.window, p.offset); err != nil {
			s.window = nil
			return nil, err
		}
	}
	return s.window[p.offset-s.start:][:p.length], nil
}

func (s *scanner) record(offset int64) (next int64, err error) {
	head, err := s.bytes(span{offset, 9})
	if err != nil {
		return 0, err
	}
	c := cursor{b: head}
	op, length := mcap.OpCode(c.u8()), c.u64()
	body := span{offset + 9, int64(length)}
	if op == 0 || length > uint64(s.size-body.offset) {
		return 0, errTorn
	}
	return body.end(), s.readRecord(op, body)
}

func (s *scanner) readRecord(op mcap.OpCode, body span) error {
	switch op {
	case mcap.OpChunk:
		s.contents.chunks = append(s.contents.chunks, chunk{
			span: body, indexes: body.end(), counts: map[uint16]int{}, indexAt: map[uint16]uint64{},
		})
		return nil
	case mcap.OpMessageIndex:
		return s.messageIndex(body)
	case mcap.OpAttachment:
		return s.attachment(body)
	case mcap.OpFooter:
		s.contents.complete = body.end()+int64(len(mcap.Magic)) == s.size
		if !s.contents.complete {
			return errTorn
		}
		return nil
	case mcap.OpMetadata, mcap.OpChannel, mcap.OpStatistics:
		if body.length > maxRecord {
			return fmt.Errorf("damaged: a record has %d bytes; at most %d are allowed", body.length, maxRecord)
		}
		data, err := s.bytes(body)
		if err != nil {
			return err
		}
		return s.contents.record(op, data, body)
	}
	return nil
}

func (s *scanner) messageIndex(body span) error {
	if body.length < 6 || len(s.contents.chunks) == 0 {
		return errTorn
	}
	head, err := s.bytes(span{body.offset, 6})
	if err != nil {
		return err
	}
	c := cursor{b: head}
	last := &s.contents.chunks[len(s.contents.chunks)-1]
	channel := c.u16()
	last.counts[channel] = int(c.u32() / 16)
	last.indexAt[channel] = uint64(body.offset - 9)
	last.indexes = body.end()
	return nil
}

func (s *scanner) attachment(body span) error {
	head, err := s.bytes(span{body.offset, min(body.length, 4096)})
	if err != nil {
		return err
	}
	c := cursor{b: head}
	c.take(16) // log time and creation time
	a := attachment{span: body, name: c.text(), mediaType: c.text()}
	a.size = int64(c.u64())
	a.head = min(body.length, 4096) - int64(len(c.b))
	if c.short || a.size < 0 || a.size > maxFile || a.head+a.size+4 != body.length {
		return errors.New("damaged attachment")
	}
	s.contents.attachments = append(s.contents.attachments, a)
	return nil
}

func (f *contents) record(op mcap.OpCode, data []byte, place span) error {
	c := cursor{b: data}
	switch op {
	case mcap.OpChannel:
		f.channel(&c)
	case mcap.OpMetadata:
		if c.text() != metaName {
			return nil
		}
		pairs := c.pairs()
		if c.short {
			return errMeta
		}
		m, attachments, err := parseMeta(pairs)
		if err != nil {
			return err
		}
		f.metas = append(f.metas, foundMeta{place, m, attachments})
		f.useMeta()
		f.format, _ = strconv.Atoi(pairs["format"]) // parseMeta has checked the format
	case mcap.OpStatistics:
		c.take(42) // totals and times
		f.messageCounts = map[uint16]uint64{}
		for counts := (cursor{b: c.take(uint64(c.u32()))}); len(counts.b) > 0; {
			channel := counts.u16()
			f.messageCounts[channel] = counts.u64()
		}
	}
	return nil
}

func (f *contents) channel(c *cursor) {
	id := c.u16()
	c.u16() // the schema
	topic := c.text()
	if !c.short {
		f.channels[topic] = id
	}
}

func (a *attachment) data(r io.ReaderAt) ([]byte, error) {
	record := make([]byte, a.length)
	if _, err := r.ReadAt(record, a.offset); err != nil {
		return nil, err
	}
	end := len(record) - 4
	if sum := (&cursor{b: record[end:]}).u32(); crc32.ChecksumIEEE(record[:end]) != sum {
		return nil, fmt.Errorf("damaged: the checksum of %.60q does not match", a.name)
	}
	return record[a.head : a.head+a.size], nil
}
