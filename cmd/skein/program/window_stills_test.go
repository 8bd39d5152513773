//go:build cgo && !nowindow && linux

package program

import (
	"image"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/fly"
)

// differentPixels returns the number of pixels that differ between two pictures of the same size. If the
// sizes differ, it returns -1.
func differentPixels(a, b image.Image) (n int) {
	size := a.Bounds().Size()
	if b.Bounds().Size() != size {
		return -1
	}
	for y := range size.Y {
		for x := range size.X {
			p, q := a.Bounds().Min.Add(image.Pt(x, y)), b.Bounds().Min.Add(image.Pt(x, y))
			if a.At(p.X, p.Y) != b.At(q.X, q.Y) {
				n++
			}
		}
	}
	return n
}

// F12 saves only the picture of the flock. The saved picture does not show the handle of a selected
// tower, the mark of a place or the first steps.
func TestWindowStill(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	scene := filepath.Join(t.TempDir(), "yard.toml")
	text := `version = 1
warm_up = 0.0
[params]
count = 3
[camera]
mode = "orbit"
target = [0.0, 10.0, 0.0]
distance = 70.0
elevation = 20.0
azimuth = 0.0
[[obstacle]]
name = "tower"
shape = "box"
at = [-12.0, 10.0, 0.0]
size = [8.0, 20.0, 8.0]
[[place]]
name = "pond"
at = [10.0, 12.0, 0.0]
`
	if err := os.WriteFile(scene, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p := launchSeen(t, scene, "--size", "900x700")
	p.key("space")
	p.settle()
	want := p.takeScreenshot()
	p.click(p.pointAt(mgl32.Vec3{-12, 12, 4}))
	p.wait("the tower selected", func(l *fly.LogLine) bool { return l.Thing == "tower" })
	screen := p.screen()
	if n := differentPixels(want, p.takeScreenshot()); n != 0 {
		t.Errorf("with the tower selected, %d pixels of the still differ, want none", n)
	}
	p.choose("menu.help", "menu.help.first_steps")
	p.waitFrames(5)
	if n := differentPixels(screen, p.screen()); n < 10_000 {
		t.Fatalf("the first steps change only %d pixels of the window", n)
	}
	if n := differentPixels(want, p.takeScreenshot()); n != 0 {
		t.Errorf("with the first steps, %d pixels of the still differ, want none", n)
	}
}
