package web

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"io"
	"testing"
)

func TestDeflated(t *testing.T) {
	text := bytes.Repeat([]byte("birds of a feather "), 1000)
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	packed, err := deflated(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil || !bytes.Equal(got, text) {
		t.Errorf("%d bytes (error %v), want the %d bytes of the text", len(got), err, len(text))
	}
	named := bytes.Clone(file.Bytes())
	named[3] = 8 // a file with a name has a longer header
	for _, bad := range [][]byte{nil, []byte("core"), named} {
		if _, err := deflated(bad); err == nil {
			t.Errorf("deflated accepts %.8q", bad)
		}
	}
}
