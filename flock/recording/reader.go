package recording

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"sort"
	"strconv"
	"sync"

	"github.com/klauspost/compress/zstd"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/files"
)

// Reader reads the frames of a recording in any order. It is safe for concurrent use, and caches chunks.
type Reader struct {
	path string
	file *os.File
	size int64
	r    io.ReaderAt
	zstd *zstd.Decoder

	mu        sync.Mutex
	contents  *contents
	cache     [4]*decoded // ordered by last use, the most recent first
	segments  []segment
	frames    int
	toml      []byte
	notes     []storedEvent
	notesRead bool
	meshes    []*around.Mesh
	first     *firstState // nil until requested

	inForceMu sync.Mutex
	inForce   *InForce // values in the frame that was requested last
}

// maxTick is the last tick whose log time fits in 64 bits at any tick rate.
const maxTick = math.MaxInt64 / 1_000_000_000

// decoders is the number of chunks that are decoded concurrently.
const decoders = 4

// ErrEmpty means that a recording was interrupted before its first frame was on disk.
var ErrEmpty = errors.New("contains no complete frame: the file is empty or truncated")

// segment is a sequence of frames. It consists of a chunk with their clouds, followed by a chunk with their
// states and events.
type segment struct {
	clouds        int
	first         int // number of frames before the segment
	frames        int
	hasCheckpoint bool // whether a checkpoint precedes its first frame
}

// Open opens a recording, even while it is being written. An unfinished recording has the frames up to its
// last whole segment; see [Reader.Complete].
func Open(path string) (*Reader, error) {
	f, info, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := newReader(f, info.Size())
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r.path, r.file = path, f
	return r, nil
}

// newReader returns a Reader. If the file has a summary, it reads only the summary.
func newReader(from io.ReaderAt, size int64) (*Reader, error) {
	if found, err := readSummary(from, size); err == nil {
		if r, err := readerOf(from, size, found); err == nil {
			return r, nil
		}
	}
	return newWalker(from, size)
}

// newWalker returns a Reader that reads all records instead of the summary, and therefore finds damaged
// records.
func newWalker(from io.ReaderAt, size int64) (*Reader, error) {
	found, err := scan(from, size)
	if err != nil {
		return nil, err
	}
	return readerOf(from, size, found)
}

func readerOf(from io.ReaderAt, size int64, found *contents) (*Reader, error) {
	if found.meta == nil && !found.complete && len(found.chunks) == 0 {
		return nil, ErrEmpty
	}
	if found.meta == nil {
		return nil, errors.New("an MCAP file, but not a recording by skein")
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(decoders), zstd.WithDecoderMaxMemory(maxChunk),
		zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return nil, err
	}
	r := &Reader{r: from, size: size, contents: found, zstd: z}
	for k := range r.cache {
		r.cache[k] = &decoded{}
	}
	if err := r.index(); err != nil {
		z.Close()
		return nil, err
	}
	return r, nil
}

func (r *Reader) index() error {
	f := r.contents
	if len(f.chunks) > 0 && !f.fromSummary {
		if _, err := r.chunk(0); err != nil { // reads the channels
			return err
		}
	}
	for n := len(f.chunks); !f.complete && n > 0 && !r.endsSegment(n-1); n-- {
		f.chunks = f.chunks[:n-1]
	}
	if !f.complete {
		f.dropLateMetas()
	}
	if err := r.makeSegments(); err != nil {
		return err
	}
	if n := f.messageCounts[f.channels[flockTopic]]; f.messageCounts != nil && n != uint64(r.frames) {
		return fmt.Errorf("damaged: contains %d of %d frames", r.frames, n)
	}
	if len(f.attachments) < f.wantedFiles { // there may be more files; see Writer.Attach
		return fmt.Errorf("damaged: contains %d of %d attached files", len(f.attachments), f.wantedFiles)
	}
	var err error
	r.toml, err = r.scene()
	return err
}

// endsSegment reports whether chunk i ends a whole segment. In an unfinished file, both chunks of a segment
// may be damaged or lack their indexes.
func (r *Reader) endsSegment(i int) bool {
	for k := i; k >= max(0, i-1); k-- {
		d, err := r.chunk(k)
		if err != nil {
			return false
		}
		counts := map[uint16]int{}
		for _, m := range d.messages {
			counts[m.channel]++
		}
		if !maps.Equal(counts, r.contents.chunks[k].counts) {
			return false
		}
	}
	return r.contents.chunks[i].counts[r.contents.channels[stateTopic]] > 0
}

func (r *Reader) makeSegments() error {
	f := r.contents
	cloud, state, saved := f.channels[flockTopic], f.channels[stateTopic], f.channels[checkpointTopic]
	for i := 0; i < len(f.chunks); i += 2 {
		counts := f.chunks[i].counts
		s := segment{clouds: i, first: r.frames, frames: counts[cloud], hasCheckpoint: counts[saved] > 0}
		if i+1 == len(f.chunks) || s.frames == 0 || f.chunks[i+1].counts[state] != s.frames {
			return fmt.Errorf("damaged: chunk %d has no frames or no states", i+1)
		}
		r.segments = append(r.segments, s)
		r.frames += s.frames
	}
	if r.frames < 1 {
		return ErrEmpty
	}
	return nil
}

func (r *Reader) readAttachment(name string) ([]byte, error) {
	for k := range r.contents.attachments {
		if a := &r.contents.attachments[k]; a.name == name {
			return a.data(r.r)
		}
	}
	return nil, fmt.Errorf("damaged: %s is missing", name)
}

// Meta returns the description of the recording.
func (r *Reader) Meta() Meta {
	m := *r.contents.meta
	m.TOML = bytes.Clone(r.toml)
	return m
}

// Files returns the names of the files inside the recording.
func (r *Reader) Files() (names []string) {
	for _, a := range r.contents.attachments {
		names = append(names, a.name)
	}
	return names
}

// File reads a file inside the recording.
func (r *Reader) File(name string) ([]byte, error) {
	data, err := r.readAttachment(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.path, err)
	}
	return data, nil
}

// Frames returns the number of frames.
func (r *Reader) Frames() int { return r.frames }

// Complete reports whether the recording was finished. An unfinished recording has only the frames of whole
// segments.
func (r *Reader) Complete() bool { return r.contents.complete }

// Bytes returns the size of the file.
func (r *Reader) Bytes() int64 { return r.size }

// Close closes the file.
func (r *Reader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.zstd.Close()
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// Frame reads frame i, counted from 0, into the memory of dst.
func (r *Reader) Frame(i int, dst *flock.Snapshot) error {
	if err := r.checkFrame(i); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.frame(i, dst); err != nil {
		return fmt.Errorf("%s: frame %d: %w", r.path, i+1, err)
	}
	return nil
}

func (r *Reader) segment(i int) *segment {
	n := sort.Search(len(r.segments), func(n int) bool { return r.segments[n].first+r.segments[n].frames > i })
	return &r.segments[n]
}

func (r *Reader) frame(i int, dst *flock.Snapshot) error {
	s := r.segment(i)
	states, err := r.chunk(s.clouds + 1)
	if err != nil {
		return err
	}
	clouds, err := r.chunk(s.clouds)
	if err != nil {
		return err
	}
	cloud := clouds.nthMessage(r.contents.channels[flockTopic], i-s.first)
	state := states.nthMessage(r.contents.channels[stateTopic], i-s.first)
	if cloud == nil || state == nil || cloud.nanos != state.nanos {
		return errors.New("damaged: the positions or states of the frame are missing from its chunk, or their times differ")
	}
	p, err := parseCloud(cloud.data)
	if err != nil {
		return err
	}
	if err := p.copyTo(dst, r.contents.meta, r.flocksAtStart()); err != nil {
		return err
	}
	return r.state(state, i, dst)
}

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
	meta := r.contents.meta
	if err != nil || s.Frame != i+1 || s.Tick < 0 || s.Tick > maxTick || meta.nanos(s.Tick) != m.nanos {
		return errors.New("damaged state")
	}
	dst.Tick, dst.TickRate, dst.Hash = s.Tick, meta.TickRate, hash
	return nil
}
