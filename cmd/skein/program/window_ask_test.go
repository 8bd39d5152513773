//go:build cgo && !nowindow && linux

package program

import (
	"math"
	"path/filepath"
	"testing"

	"skein/cmd/skein/internal/fly"
	"skein/cmd/skein/internal/testfiles"
	"skein/flock/scenario"
)

// The window asks about unsaved edits before it closes or opens another scene. Ctrl Q and the close
// button both lead to the question. Cancel and Esc keep the window open. If there are no edits, or
// if all were undone, the window does not ask.
func TestWindowAsks(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "10", "--size", "1100x720")
	p.key("space")
	was := p.param("vision")
	p.slide("vision", 0.4, 0.2)
	vision := p.param("vision")
	if vision == was {
		t.Fatal("vision was not edited")
	}
	p.key("ctrl+q")
	p.waitForQuestion(true)
	p.key("n") // the key has no effect while the question is open
	if p.last.Selected >= 0 {
		t.Error("a key selected a boid while the question is open")
	}
	p.key("Escape")
	p.waitForQuestion(false)
	p.xdotool("key", "alt+F4") // the window manager handles this key, and asks the window to close
	p.waitForQuestion(true)
	p.waitFrames(6)
	p.click(p.pointOf("ask.stay", 0.5, 0.5))
	p.waitForQuestion(false)

	next := filepath.Join(t.TempDir(), "next.toml")
	testfiles.Write(t, next, "version = 1\nname = \"next\"\nwarm_up = 0.0\n[params]\ncount = 7\n")
	newDragger(t, p.display).drop(p.win, next)
	p.waitForQuestion(true)
	p.waitFrames(6)
	p.click(p.pointOf("ask.stay", 0.5, 0.5))
	p.waitForQuestion(false)
	if p.param("vision") != vision || p.param("count") != 10 {
		t.Errorf("after Cancel, vision is %v and there are %v boids; want the edited vision and 10", p.param("vision"), p.param("count"))
	}

	p.key("ctrl+z") // undoes the edit
	newDragger(t, p.display).drop(p.win, next)
	p.wait("the next scene without a question", func(*fly.LogLine) bool { return p.param("count") == 7 })

	p.waitFrames(4)
	p.slide("vision", 0.4, 0.2)
	vision = p.param("vision")
	p.key("ctrl+q")
	p.waitForQuestion(true)
	p.waitFrames(6)
	p.lastClick(p.pointOf("ask.save", 0.5, 0.5))
	p.waitForEnd()
	sc, err := scenario.Load(next)
	if err != nil || math.Abs(float64(sc.Params.Float("vision"))-vision) > 1e-5 {
		t.Errorf("the scene was not saved with vision %[2]v before the window quit (error %[1]v)", err, vision)
	}
}
