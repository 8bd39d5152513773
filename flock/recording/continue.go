package recording

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/foxglove/mcap/go/mcap"

	"skein/flock/files"
)

// Continue continues a recording after its last whole frame. It truncates a .part file at that frame. It
// copies a finished recording to a .part file, which replaces the recording at Close. If both files exist, it
// returns an error unless force is true, in which case the .part file replaces the recording. [Reader.World]
// returns the World to continue with. Continue returns an error if [Reader.Continuable] does.
func Continue(path string, force bool) (*Writer, error) { return reopen(path, force, false) }

// Continuable returns an error if no frames can be added to the recording, because it holds imported tracks
// or has an older format that is no longer written.
func (r *Reader) Continuable() error {
	if r.contents.meta.Imported != "" {
		return ErrImported
	}
	if r.contents.format != format {
		return fmt.Errorf("recorded in format %d; this version writes format %d, so it can read the recording, but not add frames", r.contents.format, format)
	}
	return nil
}

// reopen is like [Continue]. If finish is true, no frames will be added, and reopen accepts every recording.
func reopen(path string, force, finish bool) (*Writer, error) {
	if _, err := os.Stat(Part(path)); errors.Is(err, fs.ErrNotExist) {
		return continueFinished(path, finish)
	}
	if !force {
		if err := mustNotExist(path); err != nil {
			return nil, err
		}
	}
	return continuePart(path, force, finish)
}

func continueFinished(path string, finish bool) (*Writer, error) {
	r, err := Open(path) // make sure that the file is a recording before copying it
	if err != nil {
		return nil, err
	}
	r.Close()
	from, _, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	file, err := createPart(path, os.O_EXCL)
	if err != nil {
		return nil, err
	}
	w := &Writer{path: path, file: file, force: true}
	if _, err = io.Copy(file, from); err == nil {
		err = w.resume(finish)
	}
	if err != nil {
		_ = w.Abort() // the earlier error is more useful
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

func continuePart(path string, force, finish bool) (*Writer, error) {
	if _, err := files.Stat(Part(path)); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(Part(path), os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	if err := claim(file); err != nil {
		file.Close()
		return nil, err
	}
	w := &Writer{path: path, file: file, force: force}
	if err := w.resume(finish); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", Part(path), err)
	}
	return w, nil
}

func (w *Writer) resume(finish bool) error {
	info, err := w.file.Stat()
	if err != nil {
		return err
	}
	r, err := newWalker(w.file, info.Size())
	if err != nil {
		return err
	}
	defer r.zstd.Close()
	if err := r.Continuable(); err != nil && !finish {
		return err
	}
	end := r.contents.chunks[len(r.contents.chunks)-1].indexes
	r.contents.attachments = slices.DeleteFunc(r.contents.attachments, func(a attachment) bool { return a.offset >= end })
	if err := w.file.Truncate(end); err != nil {
		return err
	}
	if _, err := w.file.Seek(end, io.SeekStart); err != nil {
		return err
	}
	if err := w.openLibrary(&sink{to: w.file, continued: true}, r.Meta(), true); err != nil {
		return err
	}
	if err := w.advanceLibrary(end); err != nil {
		return err
	}
	if err := r.fillIndex(w.out); err != nil {
		return err
	}
	w.frames, w.framesOnDisk, w.hasCheckpoint = r.frames, r.frames, len(r.checkpoints()) > 0
	w.tick, err = r.Tick(r.frames - 1)
	return err
}

// advanceLibrary puts the MCAP library in the state that it has after writing size bytes. It does not write
// to the file.
func (w *Writer) advanceLibrary(size int64) error {
	w.to.discard = true
	defer func() { w.to.discard = false }()
	if err := writeChannels(w.out); err != nil {
		return err
	}
	if err := w.message(&mcap.Message{ChannelID: stateChannel}, true); err != nil {
		return err
	}
	const attachmentOverhead = 45 // size of an attachment without its name and data, in bytes
	remaining := size - int64(w.out.Offset()) - attachmentOverhead
	err := w.out.WriteAttachment(&mcap.Attachment{DataSize: uint64(remaining), Data: io.LimitReader(zeros{}, remaining)})
	if err == nil && w.out.Offset() != uint64(size) {
		err = fmt.Errorf("the MCAP library is at byte %d of %d", w.out.Offset(), size)
	}
	return err
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func (r *Reader) fillIndex(out *mcap.Writer) error {
	f, s := r.contents, out.Statistics
	out.AttachmentIndexes, out.ChunkIndexes = nil, nil
	s.MessageCount, s.MessageStartTime, s.MessageEndTime = 0, 0, 0
	clear(s.ChannelMessageCounts)
	for _, a := range f.attachments {
		place := a.record()
		out.AttachmentIndexes = append(out.AttachmentIndexes, &mcap.AttachmentIndex{
			Offset: uint64(place.offset), Length: uint64(place.length), DataSize: uint64(a.size), Name: a.name, MediaType: a.mediaType,
		})
	}
	out.MetadataIndexes = nil
	for _, m := range f.metas {
		place := m.record()
		out.MetadataIndexes = append(out.MetadataIndexes, &mcap.MetadataIndex{Offset: uint64(place.offset), Length: uint64(place.length), Name: metaName})
	}
	s.AttachmentCount, s.MetadataCount, s.ChunkCount = uint32(len(f.attachments)), uint32(len(f.metas)), uint32(len(f.chunks))
	for i := range f.chunks {
		index, err := r.chunkIndex(&f.chunks[i])
		if err != nil {
			return err
		}
		out.ChunkIndexes = append(out.ChunkIndexes, index)
		if i == 0 {
			s.MessageStartTime = index.MessageStartTime
		}
		s.MessageStartTime = min(s.MessageStartTime, index.MessageStartTime)
		s.MessageEndTime = max(s.MessageEndTime, index.MessageEndTime)
		for channel, n := range f.chunks[i].counts {
			s.ChannelMessageCounts[channel] += uint64(n)
			s.MessageCount += uint64(n)
		}
	}
	return nil
}

func (r *Reader) chunkIndex(c *chunk) (*mcap.ChunkIndex, error) {
	head := make([]byte, min(c.length, 64))
	if _, err := r.r.ReadAt(head, c.offset); err != nil {
		return nil, err
	}
	h := (&cursor{b: bytes.Clone(head)}).chunkHead()
	place := c.record()
	return &mcap.ChunkIndex{
		MessageStartTime: h.first, MessageEndTime: h.last,
		ChunkStartOffset: uint64(place.offset), ChunkLength: uint64(place.length),
		MessageIndexOffsets: c.indexAt, MessageIndexLength: uint64(c.indexes - c.end()),
		Compression: mcap.CompressionFormat(h.compression), CompressedSize: h.packed, UncompressedSize: h.size,
	}, nil
}
