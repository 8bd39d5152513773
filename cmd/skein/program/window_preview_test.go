//go:build cgo && !nowindow && linux

package program

import (
	"fmt"
	"path/filepath"
	"testing"

	"skein/cmd/skein/internal/fly"
	"skein/cmd/skein/internal/testfiles"
)

// While the user moves along the timeline, the view follows the camera keys. After the user moves the
// camera, the view stays where it is until the user clicks on a key.
func TestWindowPreviewsCameraKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	dir := t.TempDir()
	testfiles.Write(t, filepath.Join(dir, "shot.toml"), "version = 1\nbase = \"murmuration\"\nwarm_up = 0.0\n[params]\ncount = 20\n")
	testfiles.Write(t, filepath.Join(dir, "shot-camera.toml"), `version = 1
[[key]]
time = 1.0
position = [10, 20, 100]
target = [0, 20, 0]
[[key]]
time = 3.0
linear = true
position = [50, 20, 100]
target = [0, 20, 0]
`)
	p := launchFrom(t, display(t), dir, "shot.toml", "--size", "1100x770")
	p.wait("four seconds", func(l *fly.LogLine) bool { return l.Shown > 4 })
	p.key("space")
	bar := p.last.Widgets["bar"]
	to := func(seconds float64) {
		t.Helper()
		p.click(fmt.Sprint(bar[0]+int(seconds/30*float64(bar[2]))), fmt.Sprint(bar[1]+bar[3]/2))
	}
	onPath := func(l *fly.LogLine) bool {
		want := 10 + 20*float32(max(min(l.Shown, 3), 1)-1)
		return l.Past && l.Eye.Sub([3]float32{want, 20, 100}).Len() < 1e-2
	}
	for _, at := range []float64{0.5, 2, 3.5, 1.5} {
		to(at)
		p.wait(fmt.Sprintf("the view of the keys at %v s", at), onPath)
	}
	there := p.last.Eye
	p.moveTo(p.sky())
	p.xdotool("click", "4")
	p.wait("the camera to move on", func(l *fly.LogLine) bool { return l.Eye.Sub(there).Len() > 0.1 })
	if off := p.last.Eye.Sub(there).Len(); off > 60 {
		t.Errorf("one step of the wheel moved the camera by %v m", off)
	}
	p.settle()
	to(2)
	p.waitFrames(4)
	if onPath(&p.last) {
		t.Error("the view follows the keys again, although the user has moved the camera")
	}
	p.click(p.pointOf("timeline.camera.1", 0.5, 0.5))
	p.wait("the view of the second key", onPath)
	p.key("1") // selects the camera's present mode
	p.settle()
	to(2)
	p.waitFrames(4)
	if onPath(&p.last) {
		t.Error("the view follows the keys again, although the user chose the camera's mode")
	}
}
