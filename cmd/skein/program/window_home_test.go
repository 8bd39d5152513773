//go:build cgo && !nowindow && linux

package program

import (
	"testing"

	"skein/cmd/skein/internal/fly"
)

// Home restores the camera with which the scene was opened. The key 5 frames the flock from the same
// direction. Both work after any movement of the camera.
func TestWindowHome(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "60")
	p.key("space")
	p.wait("a pause", func(l *fly.LogLine) bool { return l.Paused })
	p.settle()
	opened, mode := p.last.Eye, p.last.Mode
	returns := func(key, mode string) {
		t.Helper()
		p.key(key)
		p.wait("the camera "+mode, func(l *fly.LogLine) bool { return l.Mode == mode })
		p.settle()
	}
	p.turnAway()
	returns("Home", mode)
	if off := p.last.Eye.Sub(opened).Len(); off > 0.01*opened.Len() {
		t.Errorf("after Home the camera is %.2f m from its first place %v", off, opened)
	}
	returns("5", "auto")
	framed := p.last.Eye
	p.turnAway()
	returns("5", "auto")
	if off := p.last.Eye.Sub(framed).Len(); off > 0.01*framed.Len() {
		t.Errorf("after 5 the camera is %.2f m from its place after an earlier 5, %v", off, framed)
	}
}

func (p *windowDriver) turnAway() {
	p.Helper()
	was := p.last.Eye
	p.moveTo(p.sky())
	for _, button := range []string{"2", "3"} {
		p.xdotool("mousedown", button)
		p.waitFrames(2)
		p.xdotool("mousemove_relative", "--", "60", "90")
		p.waitFrames(2)
		p.xdotool("mouseup", button)
		p.settle()
	}
	p.wait("another view", func(l *fly.LogLine) bool { return l.Eye.Sub(was).Len() > 1 && l.Mode == "fly" })
}
