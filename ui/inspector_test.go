//go:build cgo && !nowindow

package ui

import (
	"testing"

	"skein/flock/around"
	"skein/flock/explanation"
	"skein/flock/vec"
)

// A curve at a constant value, such as the highest speed, lies in the middle of its axis. A curve that
// changes has room on both sides.
func TestCurvesHaveRoom(t *testing.T) {
	for _, values := range [][]float32{{18, 18, 18}, {0, 0}, {4, 18}} {
		low, high := curveRange(values)
		least, greatest := float64(values[0]), float64(values[len(values)-1])
		if room := 0.1 * (high - low); least < low+room || greatest > high-room {
			t.Errorf("%v: the axis runs from %v to %v, want a tenth of it free above and below", values, low, high)
		}
	}
}

// A rule that turns the bird itself has a sentence with the amount.
func TestMoversHaveSentences(t *testing.T) {
	e := &explanation.Step{Movers: []string{"hunt", "turn"}, Moves: []explanation.Steer{{Rule: "hunt", Steer: vec.Vec{X: 3, Y: 4}}}}
	for rule, want := range map[string]string{
		"hunt": "The rule hunt turns or moves the bird itself, without a steering force: 5.000 m/s in 1/30 s.",
		"turn": "The rule turn turns or moves the bird itself, without a steering force.",
	} {
		if got := moverText(rule, e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The speed and its limits have the same unit.
func TestAirspeedText(t *testing.T) {
	e := &explanation.Step{Speed: 9.312, Slowest: 5, Fastest: 18}
	if got, want := airspeedText(e, "m/step", 1./30), "speed through the air 0.31 m/step, allowed: 0.167 to 0.6"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The panel shows those lengths of an obstacle that have an effect.
func TestTerrainHasNoSizeY(t *testing.T) {
	var all around.Surroundings
	o := all.Add("obstacle").(*around.Obstacle)
	for shape, want := range map[string]string{"box": "xyz", "terrain": "xz"} {
		o.Shape = shape
		for _, p := range around.Properties(o) {
			if p.Key == "size" && axesOf(&p, o) != want {
				t.Errorf("%s: the axes of its size are %q, want %q", shape, axesOf(&p, o), want)
			}
		}
	}
}
