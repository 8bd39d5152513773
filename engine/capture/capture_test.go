package capture

import (
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func uniformImage(w, h int, c color.NRGBA) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

func noiseImage(w, h int) *image.NRGBA {
	r := rand.New(rand.NewPCG(1, 2))
	img := uniformImage(w, h, color.NRGBA{A: 255})
	for i := range img.Pix {
		if i%4 != 3 {
			img.Pix[i] = uint8(r.Uint32())
		}
	}
	return img
}

func decode(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestWritePNGReplacesTheWholeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.png")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := noiseImage(37, 21)
	if err := WritePNG(t.Context(), path, want); err != nil {
		t.Fatal(err)
	}
	got := decode(t, path)
	for y := range 21 {
		for x := range 37 {
			if color.NRGBAModel.Convert(got.At(x, y)) != want.At(x, y) {
				t.Fatalf("pixel %d %d is %v, want %v", x, y, got.At(x, y), want.At(x, y))
			}
		}
	}
	checkOnlyFile(t, path)
}

func checkOnlyFile(t *testing.T, path string) {
	t.Helper()
	files, _ := os.ReadDir(filepath.Dir(path))
	if len(files) != 1 || files[0].Name() != filepath.Base(path) {
		t.Errorf("these files remain: %v", files)
	}
}

func TestFailedWriteKeepsOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.png")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := WritePNG(t.Context(), path, image.NewNRGBA(image.Rect(0, 0, 0, 0))); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("empty image: got %v, want an error that names %s", err, path)
	}
	if data, _ := os.ReadFile(path); string(data) != "old" {
		t.Errorf("the old file contains %q, want it unchanged", data)
	}
	checkOnlyFile(t, path)
}

func TestConcurrentVideos(t *testing.T) {
	needsFFmpeg(t)
	dir := t.TempDir()
	path, mine := filepath.Join(dir, "g.mp4"), filepath.Join(dir, "g.part.mp4")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	sizes := []image.Point{{64, 48}, {32, 80}}
	var films []*Video
	for _, size := range sizes {
		v, err := NewVideo(path, VideoOptions{Size: size, FPS: "30"})
		if err != nil {
			t.Fatal(err)
		}
		films = append(films, v)
	}
	for k, v := range films {
		for range 5 + k {
			if err := v.Add(uniformImage(sizes[k].X, sizes[k].Y, color.NRGBA{200, 80, 120, 255})); err != nil {
				t.Fatal(err)
			}
		}
	}
	for k, want := range []string{"64,48,5", "32,80,6"} {
		if err := films[k].Close(); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("ffprobe", "-v", "error", "-count_frames", "-show_entries",
			"stream=width,height,nb_read_frames", "-of", "csv=p=0", path).Output()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("ffprobe reports %q (error %v), want %s", got, err, want)
		}
	}
	if data, _ := os.ReadFile(mine); string(data) != "mine" {
		t.Errorf("the user's file contains %q, want it unchanged", data)
	}
	if files, _ := os.ReadDir(dir); len(files) != 2 {
		t.Errorf("these files remain: %v", files)
	}
}

func TestStrip(t *testing.T) {
	red, blue := color.NRGBA{200, 0, 0, 255}, color.NRGBA{0, 0, 200, 255}
	s := Strip([]*image.NRGBA{uniformImage(10, 6, red), uniformImage(7, 6, blue)})
	if s.Rect.Size() != image.Pt(10+stripGap+7, 6) {
		t.Fatalf("the strip has the size %v", s.Rect.Size())
	}
	if s.NRGBAAt(9, 5) != red || s.NRGBAAt(10+stripGap, 0) != blue || s.NRGBAAt(11, 2) != (color.NRGBA{255, 255, 255, 255}) {
		t.Error("the images are in the wrong places")
	}
}

// TestCompare checks the differences of two images of 32 × 32 pixels. The images differ by 12 in
// one colour, within one tile of 16 × 16 pixels.
func TestCompare(t *testing.T) {
	a, b := noiseImage(32, 32), noiseImage(32, 32)
	if d, ok := Compare(a, b); !ok || d != (Difference{}) {
		t.Errorf("equal images have the difference %v, want none", d)
	}
	for y := 16; y < 32; y++ {
		for x := range 16 {
			c := a.NRGBAAt(x, y)
			c.G = 100
			a.SetNRGBA(x, y, c)
			c.G = 112
			b.SetNRGBA(x, y, c)
		}
	}
	if d, ok := Compare(a, b); !ok || d.Mean != 1 || d.Tile != 4 {
		t.Errorf("the difference is %v, want a mean of 1 and a tile of 4", d)
	}
	if _, ok := Compare(a, uniformImage(16, 32, color.NRGBA{})); ok {
		t.Error("images of different sizes were compared")
	}
}

func needsFFmpeg(t *testing.T) {
	t.Helper()
	for _, tool := range []string{"ffmpeg", "ffprobe"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
}

// TestVideoColours checks that a video stores luma and chroma as defined by BT.709 (items 3.2 to 3.4),
// except for compression errors. The video must also declare BT.709.
func TestVideoColours(t *testing.T) {
	needsFFmpeg(t)
	c := color.NRGBA{200, 60, 30, 255}
	r, g, b := float64(c.R)/255, float64(c.G)/255, float64(c.B)/255
	luma := 0.2126*r + 0.7152*g + 0.0722*b
	want := []float64{16 + 219*luma, 128 + 224*(b-luma)/1.8556, 128 + 224*(r-luma)/1.5748}
	for _, ending := range []string{"mp4", "mkv", "webm", "mov"} {
		path := filepath.Join(t.TempDir(), "a."+ending)
		v, err := NewVideo(path, VideoOptions{Size: image.Pt(65, 49), FPS: "30"})
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Add(uniformImage(65, 49, c)); err != nil {
			t.Fatal(err)
		}
		if err := v.Close(); err != nil {
			t.Fatal(err)
		}
		const w, h = 66, 50 // 65 × 49 pixels are padded to an even width and height
		out, err := exec.Command("ffprobe", "-v", "error", "-show_entries", "stream=color_space", "-of", "csv=p=0", path).Output()
		if got := strings.TrimSpace(string(out)); err != nil || got != "bt709" {
			t.Errorf("%s declares the colour space %q (error %v), want bt709", ending, got, err)
		}
		raw, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-").Output()
		if err != nil || len(raw) != w*h*3/2 {
			t.Fatalf("%s: ffmpeg gives %d bytes (error %v), want one frame", ending, len(raw), err)
		}
		for k, index := range []int{w * h / 2, w*h + w*h/8, w*h*5/4 + w*h/8, w*h - 1, w*h*5/4 - 1, w*h*3/2 - 1} {
			if got := float64(raw[index]); math.Abs(got-want[k%3]) > 2 {
				t.Errorf("%s: component %d is %v, want %.1f", ending, k%3, got, want[k%3])
			}
		}
	}
}

func TestVideoTimecode(t *testing.T) {
	needsFFmpeg(t)
	const timecode = "00:00:41:17"
	for _, ending := range []string{"mp4", "mkv", "webm", "mov"} {
		path := filepath.Join(t.TempDir(), "a."+ending)
		v, err := NewVideo(path, VideoOptions{Size: image.Pt(64, 48), FPS: "24", TimeCode: timecode})
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Add(uniformImage(64, 48, color.NRGBA{1, 2, 3, 255})); err != nil {
			t.Fatal(err)
		}
		if err := v.Close(); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("ffprobe", "-v", "error", "-show_entries", "stream_tags=timecode:format_tags=timecode", "-of", "csv=p=0", path).Output()
		if err != nil || !strings.Contains(string(out), timecode) {
			t.Errorf("%s has the time code %q (error %v), want %s", ending, out, err, timecode)
		}
	}
}

func TestVideo(t *testing.T) {
	needsFFmpeg(t)
	for _, rate := range []string{"30/1", "30000/1001", "24000/1001"} {
		checkVideo(t, rate)
	}
}

func checkVideo(t *testing.T, rate string) {
	path := filepath.Join(t.TempDir(), "a.mp4")
	v, err := NewVideo(path, VideoOptions{Size: image.Pt(64, 48), FPS: rate})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 12 {
		if err := v.Add(uniformImage(64, 48, color.NRGBA{uint8(i * 20), 80, 120, 255})); err != nil {
			t.Fatal(err)
		}
	}
	if err := v.Close(); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("ffprobe", "-v", "error", "-count_frames", "-show_entries",
		"stream=width,height,nb_read_frames,r_frame_rate", "-of", "csv=p=0", path).Output()
	if got := strings.TrimSpace(string(out)); err != nil || got != "64,48,"+rate+",12" {
		t.Errorf("ffprobe reports %q (error %v), want 64,48,%s,12", got, err, rate)
	}
	checkOnlyFile(t, path)
}

func TestVideoErrors(t *testing.T) {
	t.Run("no ffmpeg", func(t *testing.T) {
		t.Setenv("PATH", "")
		if _, err := NewVideo(filepath.Join(t.TempDir(), "a.mp4"), VideoOptions{Size: image.Pt(8, 8), FPS: "30"}); !errors.Is(err, ErrNoFFmpeg) {
			t.Errorf("without ffmpeg the error is %v, want ErrNoFFmpeg", err)
		}
	})
	t.Run("ffmpeg fails", func(t *testing.T) {
		dir := t.TempDir()
		script := "#!/bin/sh\necho 'it broke' >&2\nexit 1\n"
		if err := os.WriteFile(filepath.Join(dir, "ffmpeg"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", dir+":/bin:/usr/bin")
		out := t.TempDir()
		v, err := NewVideo(filepath.Join(out, "a.mp4"), VideoOptions{Size: image.Pt(640, 480), FPS: "30"})
		if err != nil {
			t.Fatal(err)
		}
		for err == nil {
			err = v.Add(uniformImage(640, 480, color.NRGBA{A: 255}))
		}
		if !strings.Contains(err.Error(), "it broke") {
			t.Errorf("the error is %v, want ffmpeg's message in it", err)
		}
		if files, _ := os.ReadDir(out); len(files) != 0 {
			t.Errorf("these files remain: %v", files)
		}
	})
	t.Run("kill", func(t *testing.T) {
		if _, err := exec.LookPath("ffmpeg"); err != nil {
			t.Skip(err)
		}
		out := t.TempDir()
		v, err := NewVideo(filepath.Join(out, "a.mp4"), VideoOptions{Size: image.Pt(640, 480), FPS: "30"})
		if err != nil {
			t.Fatal(err)
		}
		written := make(chan error)
		go func() {
			var err error
			for err == nil {
				err = v.Add(uniformImage(640, 480, color.NRGBA{A: 255}))
			}
			written <- err
		}()
		v.Kill()
		if files, _ := os.ReadDir(out); len(files) != 0 {
			t.Errorf("these files remain: %v", files)
		}
		<-written
		v.Abort()
		if files, _ := os.ReadDir(out); len(files) != 0 {
			t.Errorf("these files remain: %v", files)
		}
	})
	t.Run("abort", func(t *testing.T) {
		if _, err := exec.LookPath("ffmpeg"); err != nil {
			t.Skip(err)
		}
		out := t.TempDir()
		v, err := NewVideo(filepath.Join(out, "a.mkv"), VideoOptions{Size: image.Pt(8, 8), FPS: "30"})
		if err != nil {
			t.Fatal(err)
		}
		v.Abort()
		if files, _ := os.ReadDir(out); len(files) != 0 {
			t.Errorf("these files remain: %v", files)
		}
	})
}
