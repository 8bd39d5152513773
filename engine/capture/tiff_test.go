package capture

import (
	"bytes"
	"image"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// ffmpeg reads exactly the colours and the opacity that were written, with 16 bits each. This also holds
// for odd sizes and for files with notes. ReadNotes returns an error for a truncated file.
func TestTIFFReadByFFmpeg(t *testing.T) {
	needsFFmpeg(t)
	for _, size := range []image.Point{{1, 1}, {37, 21}, {64, 48}} {
		img, random := image.NewNRGBA64(image.Rectangle{Max: size}), rand.New(rand.NewPCG(5, uint64(size.X)))
		for i := range img.Pix {
			img.Pix[i] = uint8(random.Uint32())
		}
		path := filepath.Join(t.TempDir(), "a.tif")
		if err := WriteTIFF(t.Context(), path, img, testNotes...); err != nil {
			t.Fatal(err)
		}
		got, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgba64be", "-").CombinedOutput()
		if err != nil || !bytes.Equal(got, img.Pix) {
			t.Errorf("%v: ffmpeg reads other colours than were written (%d bytes, error %v)", size, len(got), err)
		}
		checkOnlyFile(t, path)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, remaining := range []int{6, 9, len(data) - 150} {
			if err := os.WriteFile(path, data[:remaining], 0o644); err != nil {
				t.Fatal(err)
			}
			if notes, err := ReadNotes(path); err == nil {
				t.Errorf("%v: the first %d of %d bytes give the notes %v, want an error", size, remaining, len(data), notes)
			}
		}
	}
}
