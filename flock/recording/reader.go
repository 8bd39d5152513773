package recording

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"

	"github.com/klauspost/compress/zstd"

	"skein/flock"
)

// Reader reads a recording, any frame at any time. It keeps the two chunks used
// last in memory. It is not safe for concurrent use.
type Reader struct {
	path   string
	file   *os.File
	r      io.ReaderAt
	found  *contents
	zstd   *zstd.Decoder
	cache  [2]decoded // the one used last first
	frames int
}

// Open opens a recording. One that was not finished opens up to its last whole
// chunk, see Complete.
func Open(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a file")
	}
	var r *Reader
	if err == nil {
		r, err = newReader(f, info.Size())
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r.path, r.file = path, f
	return r, nil
}

func newReader(from io.ReaderAt, size int64) (*Reader, error) {
	found, err := scan(from, size)
	if err != nil {
		return nil, err
	}
	if found.meta == nil {
		return nil, errors.New("an MCAP file, but not a recording by skein")
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxChunk),
		zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return nil, err
	}
	r := &Reader{r: from, found: found, zstd: z}
	if err := r.index(); err != nil {
		z.Close()
		return nil, err
	}
	return r, nil
}

// index numbers the frames.
func (r *Reader) index() error {
	f := r.found
	for !f.complete && len(f.chunks) > 0 && r.recount(len(f.chunks)-1) != nil {
		f.chunks = f.chunks[:len(f.chunks)-1]
	}
	if len(f.chunks) > 0 {
		if _, err := r.chunk(0); err != nil { // learns the channels
			return err
		}
	}
	for i := range f.chunks {
		c := &f.chunks[i]
		c.first, c.frames = r.frames, c.counts[f.channels[flockTopic]]
		if states := c.counts[f.channels[stateTopic]]; states != c.frames {
			return fmt.Errorf("damaged: chunk %d has %d frames and %d states", i+1, c.frames, states)
		}
		r.frames += c.frames
	}
	if r.frames == 0 {
		return errors.New("holds no whole frame: it is empty or was cut short")
	}
	if n := f.listed[f.channels[flockTopic]]; f.listed != nil && n != uint64(r.frames) {
		return fmt.Errorf("damaged: holds %d of %d frames", r.frames, n)
	}
	return nil
}

// recount counts a chunk's messages themselves, for its indexes may be missing.
func (r *Reader) recount(i int) error {
	d, err := r.chunk(i)
	if err != nil {
		return err
	}
	counts := r.found.chunks[i].counts
	clear(counts)
	for _, m := range d.messages {
		counts[m.channel]++
	}
	return nil
}

// Meta says what the recording is of.
func (r *Reader) Meta() Meta {
	m := *r.found.meta
	m.TOML = r.found.toml
	return m
}

// Frames is the number of frames.
func (r *Reader) Frames() int { return r.frames }

// Complete says that the recording was finished. Of one that was not, only the
// frames of its whole chunks are there.
func (r *Reader) Complete() bool { return r.found.complete }

// Close closes the file.
func (r *Reader) Close() error {
	r.zstd.Close()
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// Frame reads frame i, counted from 0, into dst, whose slices are used again.
func (r *Reader) Frame(i int, dst *flock.Snapshot) error {
	if i < 0 || i >= r.frames {
		return fmt.Errorf("%s: frame %d: there are %d", r.path, i+1, r.frames)
	}
	if err := r.frame(i, dst); err != nil {
		return fmt.Errorf("%s: frame %d: %w", r.path, i+1, err)
	}
	return nil
}

func (r *Reader) frame(i int, dst *flock.Snapshot) error {
	chunks := r.found.chunks
	n := sort.Search(len(chunks), func(n int) bool { return chunks[n].first+chunks[n].frames > i })
	d, err := r.chunk(n)
	if err != nil {
		return err
	}
	cloud := d.nth(r.found.channels[flockTopic], i-chunks[n].first)
	state := d.nth(r.found.channels[stateTopic], i-chunks[n].first)
	if cloud == nil || state == nil || cloud.nanos != state.nanos {
		return errors.New("damaged: not in the chunk that lists it")
	}
	p, err := parseCloud(cloud.data)
	if err != nil {
		return err
	}
	if err := p.into(dst); err != nil {
		return err
	}
	return r.state(state, i, dst)
}

// state reads the tick and the hash of a frame, and checks them against its
// place in the recording.
func (r *Reader) state(m *message, i int, dst *flock.Snapshot) error {
	var s struct {
		Frame int    `json:"frame"`
		Tick  int64  `json:"tick"`
		Hash  string `json:"hash"`
	}
	if err := json.Unmarshal(m.data, &s); err != nil {
		return fmt.Errorf("damaged state: %w", err)
	}
	hash, err := strconv.ParseUint(s.Hash, 16, 64)
	meta := r.found.meta
	if err != nil || s.Frame != i+1 || s.Tick < 0 || meta.nanos(s.Tick) != m.nanos {
		return errors.New("damaged state")
	}
	dst.Tick, dst.TickRate, dst.Hash = s.Tick, meta.TickRate, hash
	return nil
}

// Events reads all events, in the order they were written.
func (r *Reader) Events() ([]flock.Event, error) {
	channel, ok := r.found.channels[eventsTopic]
	if !ok {
		return nil, nil
	}
	var all []flock.Event
	for i := range r.found.chunks {
		if r.found.chunks[i].counts[channel] == 0 {
			continue
		}
		d, err := r.chunk(i)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.path, err)
		}
		for _, m := range d.messages {
			if m.channel != channel {
				continue
			}
			var e flock.Event
			if err := json.Unmarshal(m.data, &e); err != nil {
				return nil, fmt.Errorf("%s: damaged event: %w", r.path, err)
			}
			all = append(all, e)
		}
	}
	return all, nil
}
