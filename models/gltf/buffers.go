package gltf

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/qmuntal/gltf"

	"skein/flock/files"
)

// readBuffers finds the content of every buffer. A missing buffer is an error only if it is used. Fallback
// buffers of compressed views are not read.
func (l *loader) readBuffers(bin []byte) error {
	for i, b := range l.doc.Buffers {
		if b.ByteLength < 1 {
			return fmt.Errorf("buffer %d: invalid byteLength %d", i, b.ByteLength)
		}
		data := bin
		switch {
		case isFallback(b):
			b.URI = ""
			continue
		case b.URI != "":
			var err error
			if data, err = l.readURI(b.URI); err != nil {
				return fmt.Errorf("buffer %d: %w", i, err)
			}
		case i > 0 || bin == nil:
			continue
		}
		if b.ByteLength > len(data) {
			return fmt.Errorf("buffer %d: byteLength is %d, but its data has %d bytes", i, b.ByteLength, len(data))
		}
		b.Data, b.URI = data[:b.ByteLength:b.ByteLength], ""
	}
	return nil
}

func (l *loader) bufferView(i int) ([]byte, int, error) {
	if err := checkIndex("buffer view", i, len(l.doc.BufferViews)); err != nil {
		return nil, 0, err
	}
	v := l.doc.BufferViews[i]
	data, err := l.viewBytes(i, v)
	if err != nil {
		return nil, 0, fmt.Errorf("buffer view %d: %w", i, err)
	}
	return data, v.ByteStride, nil
}

func (l *loader) viewBytes(i int, v *gltf.BufferView) ([]byte, error) {
	if known, ok := l.decompressed[i]; ok {
		return known.data, known.err
	}
	packed, name, err := compressionOf(v)
	if err == nil && packed == nil {
		return l.bufferBytes(v.Buffer, v.ByteOffset, v.ByteLength)
	}
	var data []byte
	if err == nil {
		data, err = l.decompress(v, packed)
	}
	if err != nil {
		data, err = nil, fmt.Errorf("%s: %w", name, err)
	}
	l.decompressed[i] = decompressedView{data, err}
	return data, err
}

func (l *loader) bufferBytes(buffer, offset, length int) ([]byte, error) {
	if err := checkIndex("buffer", buffer, len(l.doc.Buffers)); err != nil {
		return nil, err
	}
	data := l.doc.Buffers[buffer].Data
	if data == nil {
		return nil, fmt.Errorf("buffer %d has neither a uri nor a BIN chunk", buffer)
	}
	if offset < 0 || length < 1 || offset > len(data) || length > len(data)-offset {
		return nil, fmt.Errorf("needs %d bytes at offset %d, but buffer %d has only %d", length, offset, buffer, len(data))
	}
	return data[offset : offset+length], nil
}

type sideFileError struct{ error }

// Unwrap returns the error without its type.
func (e sideFileError) Unwrap() error { return e.error }

// readURI returns inline data, or the content of a file in the document's folder or below. An error about a
// file is a sideFileError.
func (l *loader) readURI(uri string) ([]byte, error) {
	const scheme = "data:"
	if len(uri) >= len(scheme) && strings.EqualFold(uri[:len(scheme)], scheme) {
		return dataURI(uri[len(scheme):])
	}
	name, err := localPath(uri)
	if err != nil {
		return nil, sideFileError{err}
	}
	if data, ok := l.filesRead[name]; ok {
		return data, nil
	}
	data, err := l.readFile(name)
	if err != nil {
		return nil, sideFileError{err}
	}
	l.filesRead[name] = data
	return data, nil
}

// dataURI decodes the part of a data URI after "data:" (RFC 2397).
func dataURI(text string) ([]byte, error) {
	kind, data, ok := strings.Cut(text, ",")
	if !ok {
		return nil, errors.New("the data URI has no comma")
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

// localPath returns the slash-separated path of a URI within the document's folder.
func localPath(uri string) (string, error) {
	if u, err := url.Parse(uri); err == nil && (u.Scheme != "" || u.Host != "") {
		return "", fmt.Errorf("uri %q: must be a file in the model's folder, or a data URI", displayName(uri))
	}
	name, err := url.PathUnescape(uri)
	if err != nil {
		return "", fmt.Errorf("uri %q: %w", displayName(uri), err)
	}
	name = path.Clean(strings.ReplaceAll(name, `\`, "/"))
	if !fs.ValidPath(name) || name == "." {
		return "", fmt.Errorf("uri %q is outside the model's folder", displayName(uri))
	}
	return name, nil
}

func (l *loader) readFile(name string) ([]byte, error) {
	if l.folder == nil {
		return nil, fmt.Errorf("%s: this model cannot refer to other files", displayName(name))
	}
	data, err := files.ReadFS(l.folder, name, l.fileBudget)
	if large := (*files.TooLargeError)(nil); errors.As(err, &large) {
		err = fmt.Errorf("the files that a model refers to may have at most %d MiB in total", maxSideFiles>>20)
	}
	if err != nil {
		return nil, fileError(name, err)
	}
	l.fileBudget -= int64(len(data))
	l.budget += len(data)
	l.model.Bytes += len(data)
	return data, nil
}

func fileError(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", displayName(name), err)
}
