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

func FuzzHeightMap(f *testing.F) {
	for _, size := range []int{1, 2, 9} {
		f.Add(greyPNG(f, image.NewGray(image.Rect(0, 0, size, size))))
		deep := image.NewGray16(image.Rect(0, 0, size, size+1))
		deep.SetGray16(0, 0, color.Gray16{Y: 40_000})
		f.Add(greyPNG(f, deep))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, _, err := ReadMesh(fstest.MapFS{"f.png": {Data: data}}, "f.png", nil)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r\x1b") || !strings.HasPrefix(err.Error(), "f.png: ") {
				t.Fatalf("the error is not one line that begins with the file's name: %q", err)
			}
			return
		}
		if m.Digest() == "" {
			t.Fatal("the mesh has no digest")
		}
	})
}

func greyPNG(f *testing.F, picture image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		f.Fatal(err)
	}
	return b.Bytes()
}
