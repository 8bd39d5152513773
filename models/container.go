package models

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// container is what a file is made of.
type container struct {
	text   []byte // JSON
	binary []byte // the BIN chunk; nil: none
}

// unpack splits a .glb into its chunks, and takes anything else for JSON: the glTF
// 2.0 specification, chapter 4.
func unpack(data []byte) (container, error) {
	if !bytes.HasPrefix(data, []byte("glTF")) {
		return container{text: data}, plainText(data)
	}
	const header = 12
	if len(data) < header {
		return container{}, fmt.Errorf("cut short: %d bytes of a GLB header's %d", len(data), header)
	}
	if v := binary.LittleEndian.Uint32(data[4:]); v != 2 {
		return container{}, fmt.Errorf("GLB version %d; want 2", v)
	}
	length := int64(binary.LittleEndian.Uint32(data[8:]))
	if length < header || length > int64(len(data)) {
		return container{}, fmt.Errorf("cut short: the GLB header says %d bytes, the file has %d", length, len(data))
	}
	return chunks(data[header:length])
}

// chunks finds the JSON and the BIN chunk, the first and the second. Others are
// left out, as the specification has it.
func chunks(data []byte) (out container, err error) {
	const kindJSON, kindBIN = 0x4E4F534A, 0x004E4942
	for number := 0; number < 2 && len(data) >= 8; number++ {
		length, kind := int64(binary.LittleEndian.Uint32(data)), binary.LittleEndian.Uint32(data[4:])
		data = data[8:]
		if length > int64(len(data)) {
			return out, fmt.Errorf("chunk %d: %d bytes long, %d are left of the file", number, length, len(data))
		}
		switch {
		case number == 0 && kind != kindJSON:
			return out, fmt.Errorf("chunk 0: kind %#x; want JSON", kind)
		case number == 0:
			out.text = data[:length]
		case number == 1 && kind == kindBIN:
			out.binary = data[:length:length]
		}
		data = data[length:]
	}
	if out.text == nil {
		return out, errors.New("no JSON chunk")
	}
	return out, nil
}

// plainText refuses what cannot be JSON, saying what it looks like.
func plainText(data []byte) error {
	data = bytes.TrimLeft(data, " \t\r\n")
	switch {
	case len(data) == 0:
		return errors.New("an empty file")
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")), data[0] == 0, len(data) > 1 && data[1] == 0:
		return errors.New("text in UTF-16 or binary; want glTF in UTF-8, or GLB")
	case data[0] != '{' && !bytes.HasPrefix(data, mark()):
		return errors.New("neither GLB nor JSON")
	}
	return nil
}

// mark is UTF-8's byte order mark, which glTF does without.
func mark() []byte { return []byte("\xef\xbb\xbf") }
