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
	"skein/flock/model"
	"skein/flock/whole"
)

// Writer writes a recording. It is not safe for concurrent use. After an error it writes nothing more, and
// the caller must call Abort or Keep.
type Writer struct {
	path    string
	file    *os.File
	folders whole.NewFolders
	force   bool
	to      *sink
	out     *mcap.Writer
	options *mcap.WriterOptions
	meta    Meta
	// encoded part that is the same in all frames, without wind and with wind
	head  []byte
	windy []byte
	cloud []byte // encoding of the last frame, which has not been written yet

	frames        int // number of calls of Frame
	framesOnDisk  int // number of frames in whole segments on disk
	tick          int64
	bytes         int // size of the clouds in the open segment
	notes         []mcap.Message
	hasCheckpoint bool // whether there is a checkpoint; edits then contain only changed values
	err           error
}

// Options are the options of [Create]. The zero value is valid.
type Options struct {
	Force bool   // replace existing files
	Files []File // files to store in the recording
}

// segmentBytes is the size at which a segment is closed. Segments must be small, because readers decode the
// whole segment that contains a frame.
const segmentBytes = 4 << 20

// segmentFrames is the smallest number of frames in a segment that Frame closes before it is full. Each
// segment has an entry in the index in memory, so a long recording with few frames per second needs several
// frames per segment.
const segmentFrames = 30

// Create begins a recording, which appears at path when it is closed. It creates missing folders. If a
// finished or unfinished recording exists and Force is false, the error is fs.ErrExist.
func Create(path string, m Meta, o Options) (*Writer, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; give the name of a file", path)
	}
	flag := 0
	if !o.Force {
		if err := mustNotExist(path); err != nil {
			return nil, err
		}
		flag = os.O_EXCL
	}
	folders, err := whole.MakeFolders(path)
	if err != nil {
		folders.Undo()
		return nil, err
	}
	file, err := createPart(path, flag)
	if err != nil {
		folders.Undo()
		return nil, err
	}
	w := &Writer{path: path, file: file, folders: folders, force: o.Force}
	if err := w.writeHeader(file, m, o.Files); err != nil {
		_ = w.Abort()
		return nil, fmt.Errorf("recording %s: %w", path, err)
	}
	syncFolder(path)
	return w, nil
}

func (w *Writer) openLibrary(to *sink, m Meta, continued bool) (err error) {
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

func (w *Writer) writeHeader(to io.Writer, m Meta, files []File) error {
	if err := w.openLibrary(&sink{to: to}, m, false); err != nil {
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

// Checkpoint writes the checkpoint of a World at the next frame, and begins a new segment.
func (w *Writer) Checkpoint(tick int64, data []byte) error {
	if err := w.writePending(true); err != nil {
		return err
	}
	w.bytes += len(data)
	w.hasCheckpoint = true
	nanos := w.meta.nanos(tick)
	return w.message(&mcap.Message{ChannelID: checkpointChannel, Sequence: uint32(w.frames + 1), LogTime: nanos, Data: data}, false)
}

// Frame writes a snapshot. It must be TickRate·Period/FPS ticks after the previous one.
func (w *Writer) Frame(s *flock.Snapshot) error {
	if w.err != nil {
		return w.err
	}
	if err := w.checkNext(s); err != nil {
		return w.fail(err)
	}
	if err := w.writePending(w.bytes >= segmentBytes || w.frames-w.framesOnDisk >= max(w.meta.FPS, segmentFrames)); err != nil {
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
	w.addNote(stateChannel, s.Tick, fmt.Appendf(nil, `{"frame":%d,"tick":%d,"hash":"%016x"}`, w.frames, s.Tick, s.Hash))
	return nil
}

type entry struct {
	Frame int `json:"frame"` // first frame after the event, from 1
	flock.Event
}

// newEvent is an event in the form in which it is written. The values of an edit are JSON.
type newEvent struct {
	entry
	Params json.RawMessage `json:"params,omitempty"`
	Set    json.RawMessage `json:"set,omitempty"`
	Rules  *string         `json:"rules,omitempty"` // formulas that the edit changed, or nil
}

// Events writes the events that happened before the next frame.
func (w *Writer) Events(events []flock.Event) error {
	for i := range events {
		data, err := w.encode(&events[i])
		if err != nil {
			return w.fail(err)
		}
		w.addNote(eventsChannel, events[i].Tick, data)
	}
	return w.err
}

// encode returns an event as JSON. If a reader knows the earlier parameters, an edit contains only the
// parameters that changed.
func (w *Writer) encode(e *flock.Event) (data []byte, err error) {
	one := newEvent{entry: entry{w.frames + 1, *e}}
	if e.Params != nil && e.Was != nil && e.Params.Model() != e.Was.Model() {
		rules, old := model.RulesText(e.Params.Model()), e.Was.For(e.Params.Model())
		one.Rules, e = &rules, &flock.Event{Params: e.Params, Was: &old}
	}
	switch {
	case e.Params != nil && e.Was != nil && w.hasCheckpoint:
		one.Set, err = e.Params.PartJSON(e.Was.Differences(e.Params))
	case e.Params != nil:
		one.Params, err = json.Marshal(e.Params)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(one)
}

func (w *Writer) addNote(channel uint16, tick int64, data []byte) {
	w.notes = append(w.notes, mcap.Message{ChannelID: channel, Sequence: uint32(w.frames), LogTime: w.meta.nanos(tick), Data: data})
}

// Flush closes the open segment and syncs all frames to disk.
func (w *Writer) Flush() error {
	if w.err != nil || w.frames == w.framesOnDisk {
		return w.err
	}
	if err := w.writePending(true); err != nil {
		return err
	}
	if err := w.file.Sync(); err != nil {
		return w.fail(err)
	}
	return nil
}

// writePending writes the pending frame. If closeSegment is true, it then writes the segment's chunk of
// states and events.
func (w *Writer) writePending(closeSegment bool) error {
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
	// Events after the last frame belong to the next segment.
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
	w.framesOnDisk, w.bytes = w.frames, 0
	return nil
}

func (w *Writer) message(m *mcap.Message, closeChunk bool) error {
	if w.err != nil {
		return w.err
	}
	if closeChunk {
		// The library closes a chunk only when a message makes it larger than ChunkSize. So this message
		// closes it.
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

// Frames returns the number of frames written.
func (w *Writer) Frames() int { return w.frames }

// Tick returns the tick of the last frame.
func (w *Writer) Tick() int64 { return w.tick }

// Meta returns the description of the recording.
func (w *Writer) Meta() Meta { return w.meta }

// Close finishes the recording and renames the .part file. If it fails, the .part file remains; see Abort and
// Keep.
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

func (w *Writer) finish() error {
	if err := w.writePending(true); err != nil {
		return err
	}
	if w.frames == 0 {
		return w.fail(errors.New("no frame was written"))
	}
	if err := w.writeEnd(); err != nil {
		return w.fail(err)
	}
	if err := w.file.Sync(); err != nil {
		return w.fail(err)
	}
	if !whole.HasName(w.file, Part(w.path)) {
		return w.fail(fmt.Errorf("%s was removed or replaced", Part(w.path)))
	}
	if !w.force {
		if err := mustNotExist(w.path); err != nil {
			return w.fail(err)
		}
	}
	return nil
}

// release closes the file and calls renameOrRemove. On systems that can rename open files, it calls
// renameOrRemove first, so that no other process can lock the .part file in between.
func (w *Writer) release(renameOrRemove func() error) error {
	if !whole.MovesOpen {
		if err := w.file.Close(); err != nil {
			return err
		}
		return renameOrRemove()
	}
	err := renameOrRemove()
	if closing := w.file.Close(); err == nil {
		err = closing
	}
	return err
}

func (w *Writer) writeEnd() error {
	w.to.ending = true
	return w.out.Close()
}

// Abort stops writing and removes the .part file. It also removes the folders that Create made if they are
// empty.
func (w *Writer) Abort() error {
	if !whole.HasName(w.file, Part(w.path)) {
		_ = w.file.Close()
		return nil
	}
	defer w.folders.Undo()
	return w.release(func() error { return os.Remove(Part(w.path)) })
}

// Keep stops writing without finishing the recording. The .part file can be read and continued. Keep returns
// the number of its frames, and removes the file if it has none.
func (w *Writer) Keep() (frames int, err error) {
	if w.err == nil {
		err = w.Flush()
	}
	if w.framesOnDisk == 0 {
		return 0, errors.Join(err, w.Abort())
	}
	_ = w.file.Close()
	return w.framesOnDisk, err
}
