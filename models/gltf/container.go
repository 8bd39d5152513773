package gltf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

type container struct {
	text   []byte
	binary []byte
}

// splitContainer splits a .glb file into its chunks (glTF 2.0, chapter 4). It treats any other file as JSON.
func splitContainer(data []byte) (container, error) {
	if !bytes.HasPrefix(data, []byte("glTF")) {
		return container{text: data}, checkText(data)
	}
	const header = 12
	if len(data) < header {
		return container{}, fmt.Errorf("the file is truncated: it has %d of the %d bytes of a GLB header", len(data), header)
	}
	if v := binary.LittleEndian.Uint32(data[4:]); v != 2 {
		return container{}, fmt.Errorf("the GLB version is %d; it must be 2", v)
	}
	length := int64(binary.LittleEndian.Uint32(data[8:]))
	if length < header || length > int64(len(data)) {
		return container{}, fmt.Errorf("the file is truncated: the GLB header says %d bytes, but the file has %d", length, len(data))
	}
	return chunks(data[header:length])
}

// chunks finds the JSON chunk, which is the first chunk, and the BIN chunk, which is the second. It ignores
// other chunks, as the glTF specification demands.
func chunks(data []byte) (out container, err error) {
	const kindJSON, kindBIN = 0x4E4F534A, 0x004E4942
	for number := 0; number < 2 && len(data) >= 8; number++ {
		length, kind := int64(binary.LittleEndian.Uint32(data)), binary.LittleEndian.Uint32(data[4:])
		data = data[8:]
		if length > int64(len(data)) {
			return out, fmt.Errorf("chunk %d has %d bytes, but only %d are left in the file", number, length, len(data))
		}
		switch {
		case number == 0 && kind != kindJSON:
			return out, fmt.Errorf("chunk 0 has type %#x instead of JSON", kind)
		case number == 0:
			out.text = data[:length]
		case number == 1 && kind == kindBIN:
			out.binary = data[:length:length]
		}
		data = data[length:]
	}
	if out.text == nil {
		return out, errors.New("the file has no JSON chunk")
	}
	return out, nil
}

func checkText(data []byte) error {
	data = bytes.TrimLeft(data, " \t\r\n")
	switch {
	case len(data) == 0:
		return errors.New("the file is empty")
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")), data[0] == 0, len(data) > 1 && data[1] == 0:
		return errors.New("the file is text in UTF-16, or binary; it must be glTF in UTF-8, or GLB")
	case data[0] != '{' && !bytes.HasPrefix(data, byteOrderMark()):
		return errors.New("not a glTF file: it is neither GLB nor JSON")
	}
	return nil
}

// byteOrderMark returns the byte order mark of UTF-8, which glTF forbids.
func byteOrderMark() []byte { return []byte("\xef\xbb\xbf") }
