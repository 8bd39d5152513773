//go:build cgo && !nowindow && linux

package program

import (
	"syscall"
	"testing"

	"skein/cmd/skein/internal/fly"
)

// The window handles all input that arrives between two pictures, in order. A window that was
// blocked handles the input before it draws the next picture.
func TestWindowHandlesInputBetweenPictures(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "30", "--size", "800x600")
	whileBlocked := func(do func()) {
		p.Helper()
		for _, s := range []struct {
			signal syscall.Signal
			do     func()
		}{{syscall.SIGSTOP, do}, {syscall.SIGCONT, func() {}}} {
			if err := p.cmd.Process.Signal(s.signal); err != nil {
				t.Fatal(err)
			}
			s.do()
		}
	}
	click := func(key string) {
		x, y := p.pointOf(key, 0.5, 0.5)
		p.xdotool("mousemove", "--window", p.win, x, y)
		p.xdotool("click", "1")
	}
	p.waitFrames(2)
	if p.last.Widgets["page.Light"] != [4]int{} || p.last.Widgets["tab.Light"] == [4]int{} {
		t.Fatal("the page is in front already, or has no tab")
	}
	whileBlocked(func() {
		click("tab.Light")
		x, y := p.sky()
		p.xdotool("mousemove", "--window", p.win, x, y)
		p.xdotool("key", "space", "space", "space")
	})
	p.wait("the page in front, and the flock paused", func(l *fly.LogLine) bool {
		return l.Widgets["page.Light"] != [4]int{} && l.Paused
	})
	selected := p.last.Selected
	p.key("F1")
	p.wait("the page of keys", func(l *fly.LogLine) bool { return l.Widgets["shortcuts.search"] != [4]int{} })
	p.waitFrames(3)
	whileBlocked(func() {
		click("shortcuts.search")
		p.xdotool("type", "--delay", "1", "undo")
		p.xdotool("keydown", "ctrl", "keydown", "a", "keyup", "ctrl", "keyup", "a") // Ctrl is released before A
		p.xdotool("type", "--delay", "1", "next boid")
	})
	p.wait("one row, found by the last text", func(l *fly.LogLine) bool {
		_, there := l.Widgets["shortcuts.key.n"]
		return there && l.Widgets["shortcuts.key.ctrl z"] == [4]int{}
	})
	if p.last.Selected != selected || !p.last.Paused {
		t.Error("typing acted as a shortcut")
	}
}
