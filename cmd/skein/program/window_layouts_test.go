//go:build cgo && !nowindow && linux

package program

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"skein/cmd/skein/internal/fly"
	"skein/flock/sample"
)

// Shortcuts follow the keyboard layout of the user. If the layout lacks a character, its shortcut is on the
// key that has this character on a US keyboard. The test sends key codes, which do not depend on the
// layout. It tries two of four layouts.
func TestWindowKeysOfLayouts(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	need(t, "setxkbmap")
	const (
		one, four, q, w, z, n, v, h = "10", "13", "24", "25", "52", "57", "55", "43"
		shift, ctrl                 = "50", "37"
	)
	layouts := map[string]struct{ undo, other string }{
		"ru": {z, w}, "gr": {z, w}, "fr": {w, z}, "us": {z, w},
	}
	for _, layout := range sample.Keys(t, 2, layouts) {
		keys := layouts[layout]
		t.Run(layout, func(t *testing.T) {
			name := display(t)
			set := exec.Command("setxkbmap", layout)
			set.Env = append(os.Environ(), "DISPLAY="+name)
			if out, err := set.CombinedOutput(); err != nil {
				t.Fatalf("setxkbmap %s: %v\n%s", layout, err, out)
			}
			p := launchOn(t, name, "murmuration", "--count", "30", "--size", "800x600")
			with := func(mod, key string) {
				p.xdotool("keydown", mod)
				p.key(key)
				p.xdotool("keyup", mod)
			}
			p.key(n)
			p.wait("a boid selected", func(l *fly.LogLine) bool { return l.Selected == 0 })
			p.key(n)
			p.wait("the next", func(l *fly.LogLine) bool { return l.Selected == 1 })
			with(shift, n)
			p.wait("the one before", func(l *fly.LogLine) bool { return l.Selected == 0 })
			p.key(four)
			p.wait("its eyes", func(l *fly.LogLine) bool { return l.Mode == "eye" })
			p.key(one)
			p.wait("free flight", func(l *fly.LogLine) bool { return l.Mode == "fly" })
			p.key(h)
			p.wait("a hidden panel", func(l *fly.LogLine) bool { return l.Picture == [4]int{0, 0, 800, 600} })
			with(ctrl, keys.other)
			with(ctrl, keys.undo)
			p.wait("undo", func(l *fly.LogLine) bool { return l.Mode == "eye" })

			p.moveTo("300", "300") // the key at the position of W flies forward
			p.xdotool("mousedown", "3")
			p.xdotool("keydown", w)
			from := p.last.Eye
			p.wait("a flight", func(l *fly.LogLine) bool { return l.Eye.Sub(from).Len() > 1 })
			p.xdotool("keyup", w, "mouseup", "3")
		})
	}
}

func TestWindowSaysWhyKeysDoNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	scene := filepath.Join(t.TempDir(), "led-by-none.toml")
	if err := os.WriteFile(scene, []byte("version = 1\nwarm_up = 0.0\n[params]\ncount = 1\nleadership = 0.0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := launch(t, scene, "--size", "800x600")
	for _, c := range []struct{ key, says string }{
		{"l", "no boid leads at this moment"},
		{"Return", "no recording is open"},
		{"Home", "the camera is back at the opening view of the scene"},
		{"Escape", "no boid is selected"},
		{"v", "the vision sphere is off"},
		{"i", "select a boid to see it"},
		{"shift+c", "there are no camera keys yet"},
		{"ctrl+y", "there is no edit to redo"},
		{"w", "hold the right mouse button"},
	} {
		p.key(c.key)
		if !strings.Contains(p.last.Said, c.says) {
			t.Errorf("%s says %q, want %q", c.key, p.last.Said, c.says)
		}
	}
	p.key("n")
	p.key("n")
	if p.last.Selected != 0 || p.last.Said != "there is no other boid" {
		t.Errorf("boid %d, %q", p.last.Selected, p.last.Said)
	}
	p.waitFrames(1)
	p.click(p.pointOf("leader", 0.5, 0.5))
	if p.last.Said != "no boid leads at this moment" {
		t.Errorf("the button says %q, want that no boid leads", p.last.Said)
	}
}

func (p *windowDriver) screen() image.Image {
	p.Helper()
	p.mustBeSeen()
	need(p.T, "ffmpeg")
	cmd := exec.Command("ffmpeg", "-loglevel", "error", "-f", "x11grab", "-video_size", "1280x900", "-i", p.display,
		"-frames:v", "1", "-c:v", "png", "-f", "image2pipe", "-")
	cmd.Env = p.env
	out, err := cmd.Output()
	if err != nil {
		p.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		p.Fatal(err)
	}
	return img
}

func countRed(img image.Image) (n int) {
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if r, g, b, _ := img.At(x, y).RGBA(); int(r>>8)-int(max(g, b)>>8) > 120 {
				n++
			}
		}
	}
	return n
}

func TestWindowShowsThatItRecords(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launchSeen(t, "murmuration", "--count", "30", "--size", "800x600")
	p.key("h")
	if n := countRed(p.screen()); n != 0 {
		t.Fatalf("there are %d red pixels before a recording, want none", n)
	}
	p.key("F9")
	p.wait("the sign", func(l *fly.LogLine) bool { _, ok := l.Widgets["lamp"]; return ok })
	p.waitFrames(2)
	if n := countRed(p.screen()); n < 60 {
		t.Errorf("%d red pixels during a recording, want at least 60", n)
	}
	if n := countRed(p.takeScreenshot()); n != 0 {
		t.Errorf("%d red pixels in a screenshot, want none", n)
	}
	p.key("F9")
	p.wait("its end", func(l *fly.LogLine) bool { return strings.HasPrefix(l.Said, "saved ") })
	p.waitFrames(2)
	if n := countRed(p.screen()); n != 0 {
		t.Errorf("%d red pixels after the recording, want none", n)
	}
}

func TestWindowFliesOnWhileMinimised(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "30", "--size", "800x600")
	p.xdotool("windowminimize", "--sync", p.win)
	time.Sleep(3 * time.Second)
	for p.next() {
	}
	tick, frame := p.last.Tick, p.last.Frame
	p.xdotool("windowmap", "--sync", p.win)
	p.wait("a picture", func(l *fly.LogLine) bool { return l.Frame == frame+1 })
	if n := p.last.Tick - tick; n < 40 {
		t.Errorf("%d ticks in three seconds while minimised, want at least 40", n)
	}
}

func TestWindowShowsTheTimeOfSlowFrames(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "30", "--size", "800x600")
	p.waitFrames(30)
	if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * time.Second)
	if err := p.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	slowest := 0.0
	p.wait("frames after the stall", func(l *fly.LogLine) bool {
		slowest = max(slowest, l.FrameMS)
		return slowest > 1500
	})
}
