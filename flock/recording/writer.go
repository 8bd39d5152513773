package recording

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/foxglove/mcap/go/mcap"

	"skein/flock"
	"skein/flock/whole"
)

// Writer writes a recording. It is not safe for concurrent use. After an error
// nothing more is written; call Abort or Keep.
type Writer struct {
	path    string
	file    *os.File
	made    whole.Way
	force   bool
	to      *sink
	out     *mcap.Writer
	options *mcap.WriterOptions
	meta    Meta
	head    []byte // of every frame's message; windy is that in a wind
	windy   []byte
	cloud   []byte // of the last frame, not written yet

	frames int   // taken
	kept   int   // in whole segments on disk
	tick   int64 // of the last frame
	bytes  int   // of clouds in the open segment
	notes  []mcap.Message
	saved  bool  // there is a checkpoint, from which edits lead on
	err    error // the first error, which sticks
}

// Options say how Create treats files that are there, and what lies beside the
// frames.
type Options struct {
	Force bool // replace files that are there
	Files []File
}

// segmentBytes is how much a segment holds before it is closed: it is decoded to
// show any of its frames, so it must not take long.
const segmentBytes = 4 << 20

// segmentFrames is how many frames a segment holds at least, unless a second passes or a
// checkpoint is due. Each segment has an entry in the index, which stays in memory until
// the end, so long recordings of few frames a second must not have one for each frame.
const segmentFrames = 30

// Create begins a recording, which appears at path when it is closed. Folders that
// are missing are made. It fails with an error that is fs.ErrExist if there is a
// file, finished or not.
func Create(path string, m Meta, o Options) (*Writer, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if at, err := os.Stat(path); err == nil && at.IsDir() {
		return nil, fmt.Errorf("%s is a folder: want the name of a file", path)
	}
	flag := 0
	if !o.Force {
		if err := mustNotExist(path); err != nil {
			return nil, err
		}
		flag = os.O_EXCL
	}
	made, err := whole.MakeWay(path)
	if err != nil {
		made.Undo()
		return nil, err
	}
	file, err := createPart(path, flag)
	if err != nil {
		made.Undo()
		return nil, err
	}
	w := &Writer{path: path, file: file, made: made, force: o.Force}
	if err := w.begin(file, m, o.Files); err != nil {
		_ = w.Abort()
		return nil, fmt.Errorf("recording %s: %w", path, err)
	}
	syncFolder(path)
	return w, nil
}

// open has the library write to a sink.
func (w *Writer) open(to *sink, m Meta, continued bool) (err error) {
	several := len(m.Others) > 0
	w.meta, w.head, w.windy, w.to = m, cloudHead(several, false), cloudHead(several, true), to
	pack, err := newPacker()
	if err != nil {
		return err
	}
	w.options = &mcap.WriterOptions{
		IncludeCRC: true, Chunked: true, ChunkSize: math.MaxInt64, SkipMagic: continued,
		Compressor: mcap.NewCustomCompressor(mcap.CompressionZSTD, pack),
	}
	w.out, err = mcap.NewWriter(to, w.options)
	return err
}

// begin writes what comes before the frames.
func (w *Writer) begin(to io.Writer, m Meta, files []File) error {
	if err := w.open(&sink{to: to}, m, false); err != nil {
		return err
	}
	if err := w.out.WriteHeader(&mcap.Header{Library: "skein " + m.Version}); err != nil {
		return err
	}
	files = append([]File{{attachmentName, "application/toml", m.TOML}}, files...)
	if err := w.out.WriteMetadata(&mcap.Metadata{Name: metaName, Metadata: m.pairs(len(files))}); err != nil {
		return err
	}
	if err := w.attach(files); err != nil {
		return err
	}
	return writeChannels(w.out)
}

// Checkpoint writes a World as it is at the frame that is written next. It begins
// a segment.
func (w *Writer) Checkpoint(tick int64, data []byte) error {
	if err := w.settle(true); err != nil {
		return err
	}
	w.bytes += len(data)
	w.saved = true
	now := w.meta.nanos(tick)
	return w.message(&mcap.Message{ChannelID: checkpointChannel, Sequence: uint32(w.frames + 1), LogTime: now, Data: data}, false)
}

// Frame writes a snapshot. Snapshots must be TickRate/FPS ticks apart.
func (w *Writer) Frame(s *flock.Snapshot) error {
	if w.err != nil {
		return w.err
	}
	if err := w.admit(s); err != nil {
		return w.fail(err)
	}
	if err := w.settle(w.bytes >= segmentBytes || w.frames-w.kept >= max(w.meta.FPS, segmentFrames)); err != nil {
		return err
	}
	w.frames++
	w.tick = s.Tick
	head := w.head
	if len(s.Air) > 0 {
		head = w.windy
	}
	w.cloud = appendCloud(w.cloud[:0], head, w.meta.nanos(s.Tick), s)
	w.bytes += len(w.cloud)
	w.note(stateChannel, s.Tick, fmt.Appendf(nil, `{"frame":%d,"tick":%d,"hash":"%016x"}`, w.frames, s.Tick, s.Hash))
	return nil
}

// entry is an event as a recording holds it.
type entry struct {
	Frame int `json:"frame"` // number of the first frame written after it
	flock.Event
}

// written is an event as it is written.
type written struct {
	entry
	Params json.RawMessage `json:"params,omitempty"`
	Set    json.RawMessage `json:"set,omitempty"`
}

// Events writes what happened before the frame that is written next.
func (w *Writer) Events(events []flock.Event) error {
	for i := range events {
		data, err := w.encode(&events[i])
		if err != nil {
			return w.fail(err)
		}
		w.note(eventsChannel, events[i].Tick, data)
	}
	return w.err
}

// encode writes an event as JSON. An edit of parameters has those that it changed, or all if
// those before it are not known to a reader.
func (w *Writer) encode(e *flock.Event) (data []byte, err error) {
	one := written{entry: entry{w.frames + 1, *e}}
	switch {
	case e.Params != nil && e.Was != nil && w.saved:
		one.Set, err = e.Params.PartJSON(e.Was.Differences(e.Params))
	case e.Params != nil:
		one.Params, err = json.Marshal(e.Params)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(one)
}

// note keeps a message for the end of the segment.
func (w *Writer) note(channel uint16, tick int64, data []byte) {
	w.notes = append(w.notes, mcap.Message{ChannelID: channel, Sequence: uint32(w.frames), LogTime: w.meta.nanos(tick), Data: data})
}

// Flush closes the open segment and makes sure that all frames so far are on disk.
// A caller that does so every second loses no more than that.
func (w *Writer) Flush() error {
	if w.err != nil || w.frames == w.kept {
		return w.err
	}
	if err := w.settle(true); err != nil {
		return err
	}
	if err := w.file.Sync(); err != nil {
		return w.fail(err)
	}
	return nil
}

// settle writes the frame that is pending, and closes the segment behind it if
// asked to: one chunk with the frames, one with their states and events.
func (w *Writer) settle(closeSegment bool) error {
	if w.err != nil || len(w.cloud) == 0 {
		return w.err
	}
	cloud := mcap.Message{ChannelID: flockChannel, Sequence: uint32(w.frames), LogTime: w.meta.nanos(w.tick), Data: w.cloud}
	if err := w.message(&cloud, closeSegment); err != nil {
		return err
	}
	w.cloud = w.cloud[:0]
	if !closeSegment {
		return nil
	}
	// What happened after the last frame belongs to the next segment.
	last := len(w.notes)
	for w.notes[last-1].ChannelID != stateChannel {
		last--
	}
	for i := range w.notes[:last] {
		if err := w.message(&w.notes[i], i == last-1); err != nil {
			return err
		}
	}
	w.notes = append(w.notes[:0], w.notes[last:]...)
	w.kept, w.bytes = w.frames, 0
	return nil
}

// message writes a message, and closes the chunk behind it if asked to.
func (w *Writer) message(m *mcap.Message, closeChunk bool) error {
	if w.err != nil {
		return w.err
	}
	if closeChunk {
		// The library closes a chunk as soon as a message takes it beyond
		// this, and in no other way.
		w.options.ChunkSize = 1
		defer func() { w.options.ChunkSize = math.MaxInt64 }()
	}
	m.PublishTime = m.LogTime
	if err := w.out.WriteMessage(m); err != nil {
		return w.fail(err)
	}
	return nil
}

func (w *Writer) fail(err error) error {
	if w.err == nil && err != nil {
		w.err = fmt.Errorf("recording %s: %w", w.path, err)
	}
	return w.err
}

// Frames returns how many frames were written.
func (w *Writer) Frames() int { return w.frames }

// Tick returns the tick of the last frame, if there is one.
func (w *Writer) Tick() int64 { return w.tick }

// Meta returns what the recording is of.
func (w *Writer) Meta() Meta { return w.meta }

// Close finishes the recording and gives it its name. After an error what was
// written stays as the part, see Abort and Keep.
func (w *Writer) Close() error {
	if err := w.finish(); err != nil {
		return err
	}
	if err := w.release(func() error { return os.Rename(Part(w.path), w.path) }); err != nil {
		return w.fail(err)
	}
	syncFolder(w.path)
	return nil
}

// finish writes what is left, and all of it to disk.
func (w *Writer) finish() error {
	if err := w.settle(true); err != nil {
		return err
	}
	if w.frames == 0 {
		return w.fail(errors.New("there is no frame to keep"))
	}
	if err := w.end(); err != nil {
		return w.fail(err)
	}
	if err := w.file.Sync(); err != nil {
		return w.fail(err)
	}
	if !whole.Named(w.file, Part(w.path)) {
		return w.fail(fmt.Errorf("%s is gone, or another's by now", Part(w.path)))
	}
	if !w.force {
		if err := mustNotExist(w.path); err != nil {
			return w.fail(err)
		}
	}
	return nil
}

// release closes the file and has the part renamed or removed: before, where the
// system can, so that it does not pass into other hands in between.
func (w *Writer) release(part func() error) error {
	if !whole.MovesOpen {
		if err := w.file.Close(); err != nil {
			return err
		}
		return part()
	}
	err := part()
	if closing := w.file.Close(); err == nil {
		err = closing
	}
	return err
}

// end writes what comes after the frames.
func (w *Writer) end() error {
	w.to.ending = true
	return w.out.Close()
}

// Abort removes what was written.
func (w *Writer) Abort() error {
	if !whole.Named(w.file, Part(w.path)) {
		_ = w.file.Close()
		return nil
	}
	defer w.made.Undo()
	return w.release(func() error { return os.Remove(Part(w.path)) })
}

// Keep ends writing without finishing: the part stays, to be read and continued,
// and frames says how many it holds, as far as could be written. If there are none
// it is removed.
func (w *Writer) Keep() (frames int, err error) {
	if w.err == nil {
		err = w.Flush()
	}
	if w.kept == 0 {
		return 0, errors.Join(err, w.Abort())
	}
	_ = w.file.Close()
	return w.kept, err
}
