//go:build cgo && !nowindow && linux

package program

import (
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/fly"
)

func TestWindowShortcuts(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "40", "--size", "1280x720")
	p.key("space")
	p.key("F1")
	p.click(p.pointOf("shortcuts.search", 0.5, 0.5))
	p.xdotool("type", "--delay", "60", "next boid")
	p.wait("one row", func(l *fly.LogLine) bool {
		_, there := l.Widgets["shortcuts.key.n"]
		return there && l.Widgets["shortcuts.key.space"] == [4]int{}
	})
	p.waitFrames(4)
	if p.last.Selected >= 0 || !p.last.Paused {
		t.Error("typing acted as a shortcut")
	}
	change := func(to string) {
		p.click(p.pointOf("shortcuts.key.n", 0.5, 0.5))
		p.key(to)
	}
	change("ctrl+j")
	p.moveTo(p.sky())
	p.key("n")
	if p.last.Selected >= 0 {
		t.Error("the previous key still selects a boid")
	}
	p.key("ctrl+j")
	if p.last.Selected != 0 {
		t.Errorf("the chosen key selects boid %d, want 0", p.last.Selected)
	}
	change("h") // hides the panel
	p.click(p.pointOf("shortcuts.take", 0.5, 0.5))
	p.key("h")
	if p.last.Selected != 1 || p.last.Widgets["shortcuts.search"] == [4]int{} {
		t.Errorf("the reassigned key selects boid %d, want 1 and the page to stay open", p.last.Selected)
	}
	if _, asks := p.last.Widgets["shortcuts.take"]; asks {
		t.Error("the question is still open")
	}
	prefs, err := os.ReadFile(filepath.Join(p.config(), "skein", "studio.toml"))
	if err != nil || !strings.Contains(string(prefs), "N = 'H'") || !strings.Contains(string(prefs), "H = ''") {
		t.Errorf("the saved shortcuts are %s (error %v), want N = 'H' and H = ''", prefs, err)
	}
	p.click(p.pointOf("shortcuts.reset", 0.5, 0.5))
	p.key("n")
	if p.last.Selected != 2 {
		t.Errorf("after the reset, N selects boid %d, want 2", p.last.Selected)
	}
	p.key("F1")
	p.wait("the page of shortcuts to close", func(l *fly.LogLine) bool { return l.Widgets["shortcuts.search"] == [4]int{} })
}

func (p *windowDriver) config() string {
	dir := ""
	for _, e := range p.env {
		if value, ok := strings.CutPrefix(e, "XDG_CONFIG_HOME="); ok {
			dir = value // the last value applies
		}
	}
	return dir
}

// TestWindowScrolls moves two fingers on a trackpad. Sideways movement orbits the flock. Movement up and down
// zooms, or orbits with Shift.
func TestWindowScrolls(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "40", "--size", "1000x700")
	p.key("space")
	p.key("2")
	p.moveTo("300", "300")
	p.settle()
	middle := p.middle()
	for _, c := range []struct {
		what, button string
		shift        bool
		around       bool
	}{{"sideways", "7", false, true}, {"up with Shift", "4", true, true}, {"up", "4", false, false}} {
		from := p.last.Eye.Sub(middle)
		if c.shift {
			p.xdotool("keydown", "shift")
		}
		p.xdotool("click", "--repeat", "4", c.button)
		p.waitFrames(3)
		if c.shift {
			p.xdotool("keyup", "shift")
		}
		p.settle()
		to := p.last.Eye.Sub(middle)
		turned := math.Acos(min(float64(from.Normalize().Dot(to.Normalize())), 1))
		nearer := float64(to.Len() / from.Len())
		if c.around && (turned < 0.05 || math.Abs(nearer-1) > 0.02) || !c.around && (turned > 0.02 || nearer > 0.9) {
			t.Errorf("%s: the camera turned by %.3f and is %.3f times as far; a turn must keep the distance, an approach the direction", c.what, turned, nearer)
		}
	}
}

// middle returns the point around which the camera orbits. To find it, it turns the camera and returns the
// point where the old line of sight is nearest to the new one.
func (p *windowDriver) middle() mgl32.Vec3 {
	p.Helper()
	look := func() (eye, ahead mgl32.Vec3) {
		in := p.last.View.Inv()
		return p.last.Eye, in.Mul4x1(mgl32.Vec4{0, 0, -1, 0}).Vec3()
	}
	a, u := look()
	p.xdotool("mousedown", "2")
	p.waitFrames(2)
	p.xdotool("mousemove_relative", "--", "60", "0")
	p.waitFrames(2)
	p.xdotool("mouseup", "2")
	p.settle()
	b, v := look()
	// the point of the first line that is nearest to the second line
	w, uv := a.Sub(b), u.Dot(v)
	return a.Add(u.Mul((uv*v.Dot(w) - u.Dot(w)) / (1 - uv*uv)))
}

func TestWindowLeavesThePicture(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "40", "--size", "1280x720")
	p.key("n")
	for _, key := range []string{"u", "y", "o"} {
		p.key(key)
	}
	p.key("F1") // the list of keys floats over the picture; Escape closes it and keeps the selected boid
	p.pointOf("shortcuts.search", 0.5, 0.5)
	boid := p.last.Selected
	p.key("Escape")
	p.wait("no list of keys", func(l *fly.LogLine) bool { return l.Widgets["shortcuts.search"] == [4]int{} })
	if got := p.last.Selected; got != boid || got < 0 {
		t.Errorf("after Escape, boid %d is selected instead of %d", got, boid)
	}
	p.click(p.pointOf("overlay.matrix", 0.1, 0.5))
	p.key("y") // the inspector's tab is hidden, because the tabs of a low window do not fit in one row
	p.click(p.pointOf("inspector.magnify", 0.1, 0.5))
	p.wait("the boid near", func(l *fly.LogLine) bool {
		return l.Look["show.magnify"] == true && l.Look["show.inset"] == true
	})
	p.choose("menu.window", "menu.window.messages")
	p.waitFrames(5)
	picture := image.Rect(p.last.Picture[0], p.last.Picture[1], p.last.Picture[0]+p.last.Picture[2], p.last.Picture[1]+p.last.Picture[3])
	if picture.Dx() < 590 || picture.Dy() < 300 {
		t.Errorf("the picture is %v, want at least 590 × 300", picture)
	}
	seen := 0
	for key, r := range p.last.Widgets {
		for _, part := range []string{"ledger.", "inspector.", "overlay.", "log.", "matrix"} {
			if !strings.HasPrefix(key, part) {
				continue
			}
			seen++
			if at := image.Rect(r[0], r[1], r[0]+r[2], r[1]+r[3]); at.Overlaps(picture) {
				t.Errorf("%s covers the picture: %v", key, at)
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d widgets are visible, want at least 10", seen)
	}
	p.key("ctrl+Tab")
	p.wait("another workspace", func(l *fly.LogLine) bool {
		return l.Widgets["page.Messages"] == [4]int{} && l.Widgets["page.Camera"] != [4]int{}
	})
	p.key("ctrl+shift+Tab")
	p.wait("the windows at their first places", func(l *fly.LogLine) bool {
		return l.Widgets["tab.Messages"] != [4]int{} && l.Widgets["tab.Overlay"] != [4]int{} && l.Picture == [4]int{picture.Min.X, picture.Min.Y, picture.Dx(), picture.Dy()}
	})
	p.choose("menu.window", "menu.window.workspace", "menu.window.workspace.reset_workspace")
	p.wait("no windows", func(l *fly.LogLine) bool {
		return l.Widgets["page.Messages"] == [4]int{} && l.Widgets["page.Overlay"] == [4]int{}
	})
}

// TestWindowGallery searches for a built-in scene and opens it by clicking its picture. Esc closes the
// gallery without a change. If there are unsaved edits, the window asks first.
func TestWindowGallery(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launchSeen(t, "murmuration", "--count", "40", "--size", "1280x720")
	p.choose("menu.file", "menu.file.scenes")
	p.wait("the pictures", func(l *fly.LogLine) bool { return l.Widgets["scenes.murmuration"] != [4]int{} })
	p.waitFrames(5)
	if r := p.last.Widgets["scenes.paper"]; r[2] < 150 || p.contrast(r) < 20 {
		t.Errorf("the thumbnail of paper at %v has a contrast of %.0f, want 150 pixels and a contrast of 20", r, p.contrast(r))
	}
	p.key("Escape")
	p.key("ctrl+shift+o")
	p.xdotool("type", "--delay", "60", "gulls")
	p.wait("one scene", func(l *fly.LogLine) bool {
		_, other := l.Widgets["scenes.wire"]
		return !other && l.Widgets["scenes.thermal"] != [4]int{}
	})
	p.waitFrames(4)
	if int(p.param("count")) != 40 {
		t.Error("typing in the search opened a scene")
	}
	p.clickOn(p.last.Widgets["scenes.thermal"])
	p.wait("the gulls", func(l *fly.LogLine) bool { return int(p.param("count")) == 150 })
}

// contrast returns the difference between the brightest and the darkest pixel in a rectangle of the window,
// from 0 to 255.
func (p *windowDriver) contrast(r [4]int) float64 {
	p.Helper()
	img := p.screen()
	var x0, y0 int
	for _, line := range strings.Fields(p.xdotool("getwindowgeometry", "--shell", p.win)) {
		fmt.Sscanf(line, "X=%d", &x0)
		fmt.Sscanf(line, "Y=%d", &y0)
	}
	low, high := 255.0, 0.0
	for y := r[1]; y < r[1]+r[3]; y += 3 {
		for x := r[0]; x < r[0]+r[2]; x += 3 {
			a, b, c, _ := img.At(x0+x, y0+y).RGBA()
			v := float64(a+b+c) / 3 / 257
			low, high = min(low, v), max(high, v)
		}
	}
	return high - low
}
