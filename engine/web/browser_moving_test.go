//go:build browser

package web

import (
	"fmt"
	"math"
	"testing"
)

// The pages in these variables show the scene testdata/moving.toml: one page is recorded, the other one
// is simulated.
const (
	movingVariable     = "SKEIN_MOVING_PAGE"
	movingLiveVariable = "SKEIN_MOVING_LESSON"
)

// house returns the x coordinate, in m, of the scene's house in the page at a time. It also returns
// the height of the house relative to its height at the start.
func (b *browser) house(time string) (x, height float64) {
	b.Helper()
	p := evaluate[[]float64](b, fmt.Sprintf("[...(skein.show.source.places(%s) ?? skein.scene.solids.parts[0].place)]", time))
	return p[9], p[4]
}

// In a recorded page, a house moves steadily at 3 m/s for two seconds. The motion is also steady
// between frames. Then the height of the house doubles.
func TestBrowserMovesObstacles(t *testing.T) {
	b := openVariable(t, movingVariable, 900, 600)
	for _, c := range []struct {
		time      string
		x, height float64
	}{{"0.5", 10, 1}, {"2", 12.9, 1}, {"2.51", 14.43, 1}, {"3.5", 16, 1}, {"4.5", 16, 2}, {"2.0", 12.9, 1}} {
		if x, height := b.house(c.time); math.Abs(x-c.x) > 0.01 || height != c.height {
			t.Errorf("at %s s the house is at x = %g m and %g times as high, want %g and %g", c.time, x, height, c.x, c.height)
		}
	}
	evaluate[bool](b, "skein.setMode('orbit'); true")
	b.clean(0.5)
	b.shot("moving-before")
	b.clean(4.8)
	b.shot("moving-after")
	b.end()
}

// In a live page, the house moves as in the simulation. After a restart, it is back at its first
// place. The lesson goes on when the falcon attacks.
func TestBrowserLessonFollowsTheFlock(t *testing.T) {
	b := openVariable(t, movingLiveVariable, 1100, 700)
	b.stateAfter(105)
	if x, height := b.house("3.5"); math.Abs(x-16) > 0.01 || height != 1 {
		t.Errorf("at 3.5 s the house is at x = %g m and %g times as high, want 16 and 1", x, height)
	}
	b.click("Restart")
	b.wait("Number(document.querySelector('.state').dataset.tick) < 30")
	if x, _ := b.house("skein.time"); x != 10 {
		t.Errorf("after a restart the house is at x = %g m, want 10", x)
	}
	b.wait(`document.querySelector(".step .count").textContent === "2 of 2"`)
	b.shot("lesson-attack")
	b.end()
}
