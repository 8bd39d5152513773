package scenery

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"testing/fstest"
)

func picture(t *testing.T, m image.Image) *fstest.MapFile {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return &fstest.MapFile{Data: b.Bytes()}
}

func TestReadMesh(t *testing.T) {
	deep := image.NewGray16(image.Rect(0, 0, 3, 2))
	deep.SetGray16(2, 1, color.Gray16{Y: 0x8001})
	files := fstest.MapFS{
		"hill.png":   picture(t, deep),
		"colour.png": picture(t, image.NewNRGBA(image.Rect(0, 0, 4, 4))),
		"thin.png":   picture(t, image.NewGray(image.Rect(0, 0, 1, 4))),
		"wide.png":   picture(t, image.NewGray(image.Rect(0, 0, 5000, 2))),
		"text.png":   {Data: []byte("no picture")},
		"text.glb":   {Data: []byte("no model")},
	}
	m, names, err := ReadMesh(files, "hill.png", nil)
	if err != nil || len(names) != 1 || m.Relief.Columns != 3 || m.Relief.Heights[5] != float32(0x8001)/65535 {
		t.Errorf("the height map is read as %v from the files %v (error %v)", m, names, err)
	}
	for _, name := range []string{"colour.png", "thin.png", "wide.png", "text.png", "text.glb", "none.png", "none.glb"} {
		if _, _, err := ReadMesh(files, name, nil); err == nil || !strings.HasPrefix(err.Error(), name+": ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v, want one line that starts with the file name", name, err)
		}
	}
}
