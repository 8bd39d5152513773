package recording

import (
	"bytes"
	"io/fs"
	"path"
	"time"

	"github.com/foxglove/mcap/go/mcap"
)

// NamesFile is the file that lists the ids and original names of imported birds, as CSV with a header.
const NamesFile = "tracks/ids.csv"

// Open implements [fs.FS] for the files inside the recording.
func (r *Reader) Open(name string) (fs.File, error) {
	a, err := r.attachment("open", name)
	if err != nil {
		return nil, err
	}
	data, err := a.data(r.r)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &openFile{Reader: *bytes.NewReader(data), info: a.info()}, nil
}

// Stat returns the name and size of a file inside the recording, without reading it.
func (r *Reader) Stat(name string) (fs.FileInfo, error) {
	a, err := r.attachment("stat", name)
	if err != nil {
		return nil, err
	}
	return a.info(), nil
}

func (r *Reader) attachment(op, name string) (*attachment, error) {
	for k := range r.contents.attachments {
		if a := &r.contents.attachments[k]; a.name == name && fs.ValidPath(name) {
			return a, nil
		}
	}
	return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
}

func (a *attachment) info() fileInfo { return fileInfo{path.Base(a.name), a.size} }

type openFile struct {
	bytes.Reader
	info fileInfo
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFile) Close() error               { return nil }

type fileInfo struct {
	name string
	size int64
}

func (i fileInfo) Name() string       { return i.name }
func (i fileInfo) Size() int64        { return i.size }
func (i fileInfo) Mode() fs.FileMode  { return 0o444 }
func (i fileInfo) ModTime() time.Time { return time.Time{} }
func (i fileInfo) IsDir() bool        { return false }
func (i fileInfo) Sys() any           { return nil }

func (w *Writer) attach(files []File) error {
	for _, f := range files {
		err := w.out.WriteAttachment(&mcap.Attachment{
			Name: f.Name, MediaType: f.MediaType, DataSize: uint64(len(f.Data)), Data: bytes.NewReader(f.Data),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Attach adds files to the recording after the frames written so far, such as the model of a new obstacle.
func (w *Writer) Attach(files ...File) error {
	if err := w.writePending(true); err != nil || len(files) == 0 {
		return err
	}
	return w.fail(w.attach(files))
}
