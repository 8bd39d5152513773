package models

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/qmuntal/gltf"
)

// buffers finds the bytes of every buffer. One without any, as extensions leave
// behind, is an error only where it is used.
func (l *loader) buffers(bin []byte) error {
	for i, b := range l.doc.Buffers {
		if b.ByteLength < 1 {
			return fmt.Errorf("buffer %d: a byteLength of %d", i, b.ByteLength)
		}
		data := bin
		switch {
		case b.URI != "":
			var err error
			if data, err = l.resource(b.URI); err != nil {
				return fmt.Errorf("buffer %d: %w", i, err)
			}
		case i > 0 || bin == nil:
			continue
		}
		if b.ByteLength > len(data) {
			return fmt.Errorf("buffer %d: a byteLength of %d; its data has %d bytes", i, b.ByteLength, len(data))
		}
		b.Data, b.URI = data[:b.ByteLength:b.ByteLength], ""
	}
	return nil
}

// view is the bytes of a buffer view and its stride.
func (l *loader) view(i int) ([]byte, int, error) {
	if err := inRange("buffer view", i, len(l.doc.BufferViews)); err != nil {
		return nil, 0, err
	}
	v := l.doc.BufferViews[i]
	if err := inRange("buffer", v.Buffer, len(l.doc.Buffers)); err != nil {
		return nil, 0, fmt.Errorf("buffer view %d: %w", i, err)
	}
	data := l.doc.Buffers[v.Buffer].Data
	if data == nil {
		return nil, 0, fmt.Errorf("buffer view %d: %w", i, noData(v))
	}
	if v.ByteOffset < 0 || v.ByteLength < 1 || v.ByteOffset > len(data) || v.ByteLength > len(data)-v.ByteOffset {
		return nil, 0, fmt.Errorf("buffer view %d: %d bytes from %d, buffer %d has %d",
			i, v.ByteLength, v.ByteOffset, v.Buffer, len(data))
	}
	return data[v.ByteOffset : v.ByteOffset+v.ByteLength], v.ByteStride, nil
}

// noData says why a view has none.
func noData(v *gltf.BufferView) error {
	for name := range v.Extensions {
		if strings.HasSuffix(name, "_meshopt_compression") {
			return compressed(name)
		}
	}
	return fmt.Errorf("buffer %d has neither a uri nor a BIN chunk", v.Buffer)
}

func compressed(extension string) error {
	return fmt.Errorf("compressed with %s, which is not supported; export without it", extension)
}

// resource reads what a URI names: data in the URI itself or a file beside the
// document or below it. Buffers may share a file.
func (l *loader) resource(uri string) ([]byte, error) {
	const scheme = "data:"
	if len(uri) >= len(scheme) && strings.EqualFold(uri[:len(scheme)], scheme) {
		return dataURI(uri[len(scheme):])
	}
	name, err := local(uri)
	if err != nil {
		return nil, err
	}
	if data, ok := l.read[name]; ok {
		return data, nil
	}
	data, err := l.file(name)
	if err != nil {
		return nil, err
	}
	l.read[name] = data
	return data, nil
}

// dataURI decodes what follows "data:", after RFC 2397.
func dataURI(rest string) ([]byte, error) {
	kind, data, ok := strings.Cut(rest, ",")
	if !ok {
		return nil, errors.New("a data URI without a comma")
	}
	data, err := url.PathUnescape(data)
	if err != nil {
		return nil, fmt.Errorf("data URI: %w", err)
	}
	if !strings.HasSuffix(kind, ";base64") {
		return []byte(data), nil
	}
	out, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(data, "="))
	if err != nil {
		return nil, fmt.Errorf("data URI: %w", err)
	}
	return out, nil
}

// local is the path, slash-separated, of a URI within the document's folder.
func local(uri string) (string, error) {
	if u, err := url.Parse(uri); err == nil && (u.Scheme != "" || u.Host != "") {
		return "", fmt.Errorf("uri %q: want a file beside the model or a data URI", uri)
	}
	name, err := url.PathUnescape(uri)
	if err != nil {
		return "", fmt.Errorf("uri %q: %w", uri, err)
	}
	name = path.Clean(strings.ReplaceAll(name, `\`, "/"))
	if !fs.ValidPath(name) || name == "." {
		return "", fmt.Errorf("uri %q leads out of the model's folder", uri)
	}
	return name, nil
}

// file reads a plain file beside the document, as far as the bounds on all files
// together allow.
func (l *loader) file(name string) ([]byte, error) {
	if l.files == nil {
		return nil, fmt.Errorf("%s: there are no files beside this model", name)
	}
	info, err := fs.Stat(l.files, name)
	if err != nil {
		return nil, inFile(name, err)
	}
	if !info.Mode().IsRegular() || info.Size() > l.unread {
		return nil, fmt.Errorf("%s: want a plain file, and at most %d MiB of files in all", name, maxBeside>>20)
	}
	f, err := l.files.Open(name)
	if err != nil {
		return nil, inFile(name, err)
	}
	defer f.Close()
	data, err := slurp(f, info.Size())
	l.unread -= int64(len(data))
	l.budget += len(data)
	l.model.size += len(data)
	return data, err
}

// inFile is an error with the file's name, once.
func inFile(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// slurp reads a file of a known size, or less if it is shorter by now.
func slurp(r io.Reader, size int64) ([]byte, error) {
	data := make([]byte, size)
	n, err := io.ReadFull(r, data)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return data[:n], err
}
