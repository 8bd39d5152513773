package recording

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/foxglove/mcap/go/mcap"

	"skein/flock"
)

// Writer writes a recording. It is not safe for concurrent use. After an error
// nothing more is written; call Abort.
type Writer struct {
	path    string
	file    *os.File
	force   bool
	out     *mcap.Writer
	options *mcap.WriterOptions
	meta    Meta
	head    []byte // of every frame's message
	cloud   []byte // reused

	frames  int
	tick    int64        // of the last frame
	bytes   int          // written into the open chunk
	first   int          // frames written when it was opened
	pending mcap.Message // the last frame's state, not written yet
	err     error        // the first error, which sticks
}

// Options say how Create treats files that are there.
type Options struct {
	Force bool // replace them
}

// chunkBytes is how much a chunk holds before it is closed: one is decoded to
// show any of its frames, so it must not take long.
const chunkBytes = 4 << 20

// Part is the name that a recording has while it is written.
func Part(path string) string { return path + ".part" }

// Create begins a recording, which appears at path when it is closed. It fails
// with an error that is fs.ErrExist if there is a file, finished or not.
func Create(path string, m Meta, o Options) (*Writer, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if at, err := os.Stat(path); err == nil && at.IsDir() {
		return nil, fmt.Errorf("%s is a folder: want the name of a file", path)
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if !o.Force {
		if err := mustNotExist(path); err != nil {
			return nil, err
		}
		flags = os.O_WRONLY | os.O_CREATE | os.O_EXCL
	}
	file, err := os.OpenFile(Part(path), flags, 0o644)
	if err != nil {
		return nil, err
	}
	w := &Writer{path: path, file: file, force: o.Force}
	if err := w.begin(file, m); err != nil {
		_ = w.Abort()
		return nil, fmt.Errorf("recording %s: %w", path, err)
	}
	return w, nil
}

func mustNotExist(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	return nil
}

// begin writes what comes before the frames.
func (w *Writer) begin(to io.Writer, m Meta) error {
	w.meta, w.head = m, cloudHead()
	w.options = &mcap.WriterOptions{
		IncludeCRC: true, Chunked: true, ChunkSize: math.MaxInt64, Compression: mcap.CompressionZSTD,
		CompressionLevel: mcap.CompressionLevelFastest, // the next level makes 1 % less of noisy floats
	}
	var err error
	if w.out, err = mcap.NewWriter(to, w.options); err != nil {
		return err
	}
	if err := w.out.WriteHeader(&mcap.Header{Library: "skein " + m.Version}); err != nil {
		return err
	}
	if err := w.out.WriteMetadata(&mcap.Metadata{Name: metaName, Metadata: m.pairs()}); err != nil {
		return err
	}
	err = w.out.WriteAttachment(&mcap.Attachment{
		Name: attachmentName, MediaType: "application/toml",
		DataSize: uint64(len(m.TOML)), Data: bytes.NewReader(m.TOML),
	})
	if err != nil {
		return err
	}
	return writeChannels(w.out)
}

// Frame writes a snapshot. Snapshots must be TickRate/FPS ticks apart.
func (w *Writer) Frame(s *flock.Snapshot) error {
	if w.err != nil {
		return w.err
	}
	step := w.meta.ticksPerFrame()
	if s.TickRate != w.meta.TickRate || s.Tick < 0 || w.frames > 0 && s.Tick != w.tick+step {
		return w.fail(fmt.Errorf("tick %d at %d a second does not follow tick %d at %d a second in steps of %d",
			s.Tick, s.TickRate, w.tick, w.meta.TickRate, step))
	}
	full := w.bytes >= chunkBytes || w.frames-w.first >= w.meta.FPS
	if err := w.settle(full); err != nil {
		return err
	}
	now := w.meta.nanos(s.Tick)
	w.cloud = appendCloud(w.cloud[:0], w.head, now, s)
	if err := w.message(flockChannel, now, w.cloud); err != nil {
		return err
	}
	w.frames++
	w.tick = s.Tick
	w.pending = mcap.Message{
		ChannelID: stateChannel, Sequence: uint32(w.frames), LogTime: now, PublishTime: now,
		Data: fmt.Appendf(w.pending.Data[:0], `{"frame":%d,"tick":%d,"hash":"%016x"}`, w.frames, s.Tick, s.Hash),
	}
	return nil
}

// Events writes what happened since the last call.
func (w *Writer) Events(events []flock.Event) error {
	for i := range events {
		data, err := json.Marshal(&events[i])
		if err != nil {
			return w.fail(err)
		}
		if err := w.message(eventsChannel, w.meta.nanos(events[i].Tick), data); err != nil {
			return err
		}
	}
	return nil
}

// Flush closes the open chunk and makes sure that all frames so far are on disk.
// A caller that does so every second loses no more than that.
func (w *Writer) Flush() error {
	if err := w.settle(true); err != nil {
		return err
	}
	if err := w.file.Sync(); err != nil {
		return w.fail(err)
	}
	return nil
}

// settle writes the state that is pending, and closes the chunk behind it if
// asked to.
func (w *Writer) settle(closeChunk bool) error {
	if w.err != nil || len(w.pending.Data) == 0 {
		return w.err
	}
	if closeChunk {
		// The library closes a chunk as soon as a message takes it beyond
		// this, and in no other way.
		w.options.ChunkSize = 0
	}
	err := w.out.WriteMessage(&w.pending)
	w.options.ChunkSize = math.MaxInt64
	w.pending.Data = w.pending.Data[:0]
	if err != nil {
		return w.fail(err)
	}
	if closeChunk {
		w.bytes, w.first = 0, w.frames
	}
	return nil
}

func (w *Writer) message(channel uint16, now uint64, data []byte) error {
	if w.err != nil {
		return w.err
	}
	w.bytes += len(data)
	err := w.out.WriteMessage(&mcap.Message{
		ChannelID: channel, Sequence: uint32(w.frames + 1), LogTime: now, PublishTime: now, Data: data,
	})
	if err != nil {
		return w.fail(err)
	}
	return nil
}

func (w *Writer) fail(err error) error {
	if w.err == nil {
		w.err = fmt.Errorf("recording %s: %w", w.path, err)
	}
	return w.err
}

// Frames is how many frames were written.
func (w *Writer) Frames() int { return w.frames }

// Close finishes the recording and gives it its name. If that fails, the file is
// removed.
func (w *Writer) Close() error {
	if err := w.finish(); err != nil {
		_ = w.Abort()
		return err
	}
	return nil
}

func (w *Writer) finish() error {
	if err := w.settle(false); err != nil {
		return err
	}
	if err := w.out.Close(); err != nil {
		return w.fail(err)
	}
	if err := w.file.Sync(); err != nil {
		return w.fail(err)
	}
	if err := w.file.Close(); err != nil {
		return w.fail(err)
	}
	if !w.force {
		if err := mustNotExist(w.path); err != nil {
			return err
		}
	}
	if err := os.Rename(Part(w.path), w.path); err != nil {
		return w.fail(err)
	}
	syncFolder(filepath.Dir(w.path))
	return nil
}

// syncFolder makes a renaming last. Not every system can, and the file is whole
// without it.
func syncFolder(path string) {
	if d, err := os.Open(path); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// Abort removes the recording.
func (w *Writer) Abort() error {
	_ = w.file.Close()
	if err := os.Remove(Part(w.path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
