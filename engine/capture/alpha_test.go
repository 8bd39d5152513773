package capture

import (
	"image"
	"image/color"
	"os/exec"
	"path/filepath"
	"testing"
)

// A transparent video keeps the opacity and the colours of its images, as read by ffmpeg.
func TestTransparentVideo(t *testing.T) {
	needsFFmpeg(t)
	const w, h = 65, 48 // the width is odd, so the video may have one more column of pixels, which is transparent
	opaque, half := color.NRGBA{200, 60, 30, 255}, color.NRGBA{20, 120, 220, 128}
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			switch {
			case x < 24:
				img.SetNRGBA(x, y, opaque)
			case x < 48:
				img.SetNRGBA(x, y, half)
			}
		}
	}
	for ending, decoder := range map[string]string{"webm": "libvpx-vp9", "mov": "prores", "mkv": "ffv1"} {
		path := filepath.Join(t.TempDir(), "a."+ending)
		if !HoldsAlpha(path) {
			t.Errorf("%s: HoldsAlpha returns false, want true", ending)
		}
		v, err := NewVideo(path, VideoOptions{Size: image.Pt(w, h), FPS: "30", Alpha: true})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := v.Add(img); err != nil {
				t.Fatal(err)
			}
		}
		if err := v.Close(); err != nil {
			t.Fatalf("%s: %v", ending, err)
		}
		raw, err := exec.Command("ffmpeg", "-v", "error", "-c:v", decoder, "-i", path, "-frames:v", "1", "-pix_fmt", "rgba", "-f", "rawvideo", "-").Output()
		wide := len(raw) / 4 / h
		if err != nil || wide != w && wide != w+1 {
			t.Fatalf("%s: ffmpeg gives %d bytes (error %v), want one frame", ending, len(raw), err)
		}
		for _, c := range []struct {
			x    int
			want color.NRGBA
		}{{8, opaque}, {36, half}, {56, color.NRGBA{}}, {wide - 1, color.NRGBA{}}} {
			index := 4 * (h/2*wide + c.x)
			got := color.NRGBA{raw[index], raw[index+1], raw[index+2], raw[index+3]}
			if !near(got.A, c.want.A, 2) || c.want.A > 0 && !(near(got.R, c.want.R, 5) && near(got.G, c.want.G, 5) && near(got.B, c.want.B, 5)) {
				t.Errorf("%s: %v at column %d, want %v", ending, got, c.x, c.want)
			}
		}
	}
	for _, ending := range []string{"mp4", "gif"} {
		path := filepath.Join(t.TempDir(), "a."+ending)
		if _, err := NewVideo(path, VideoOptions{Size: image.Pt(w, h), FPS: "30", Alpha: true}); err == nil || HoldsAlpha(path) {
			t.Errorf("%s: no error for a transparent video", ending)
		}
	}
}

func near(a, b uint8, most int) bool { return max(a, b)-min(a, b) <= uint8(most) }
