//go:build cgo && !nowindow

package ui

import (
	"math"
	"slices"
	"testing"

	"skein/flock/around"
	"skein/flock/explanation"
	"skein/flock/vec"
)

// A curve at a constant value, such as the highest speed, lies in the middle of its axis. A curve that
// changes has room on both sides. The noise of a polarization near 1 does not fill the axis.
func TestCurvesHaveRoom(t *testing.T) {
	for _, values := range [][]float32{{18, 18, 18}, {0, 0}, {4, 18}, {-3, 2}, {0.999995, 0.999997}} {
		low, high := curveRange(slices.Values(append(values, float32(math.NaN()))))
		least, greatest := float64(values[0]), float64(values[len(values)-1])
		if room := 0.09 * (high - low); least < low+room || greatest > high-room {
			t.Errorf("%v: the axis runs from %v to %v, want room above and below", values, low, high)
		}
		if smallest := 0.01 * math.Abs(greatest); high-low < smallest {
			t.Errorf("%v: the axis has a length of %v, want at least %v", values, high-low, smallest)
		}
	}
	if low, high := curveRange(slices.Values([]float64{math.NaN()})); low != 0 || high != 1 {
		t.Errorf("without values, the axis runs from %v to %v, want 0 to 1", low, high)
	}
	g := &graph{times: []float64{1, 2, 3, 4}, values: []float64{10, 20, 30, 40}}
	if got := slices.Collect(g.between(2, 3)); !slices.Equal(got, []float64{20, 30}) {
		t.Errorf("the values from 2 to 3 s are %v, want 20 and 30", got)
	}
}

// A rule that turns the bird itself has a sentence with the amount.
func TestMoversHaveSentences(t *testing.T) {
	e := &explanation.Step{Movers: []string{"hunt", "turn"}, Moves: []explanation.Steer{{Rule: "hunt", Steer: vec.Vec{X: 3, Y: 4}}}}
	for rule, want := range map[string]string{
		"hunt": "The rule hunt changes the velocity directly, without a steering force: 5.000 m/s per 1/30 s.",
		"turn": "The rule turn changes the velocity directly, without a steering force.",
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

// The panel shows those axes of a vector that have an effect. Before a file is chosen, it does not show the
// size of the block that stands for the obstacle.
func TestPropertiesOfTerrain(t *testing.T) {
	var all around.Surroundings
	o := all.Add("obstacle").(*around.Obstacle)
	for shape, want := range map[string]map[string]string{
		"box":     {"at": "xyz", "turn": "xyz", "size": "xyz"},
		"terrain": {"at": "xyz", "turn": "y", "size": "xz"},
	} {
		o.Shape = shape
		for _, p := range around.Properties(o) {
			if axes, ok := want[p.Key]; ok && axesOf(&p, o) != axes {
				t.Errorf("%s: the axes of %s are %q, want %q", shape, p.Key, axesOf(&p, o), axes)
			}
		}
	}
	o.Shape = "box"
	p := &Panel{}
	for _, wanted := range []string{"", "terrain"} {
		if p.AskFile(ObstacleFile{Thing: o.Name, Shape: wanted}); p.belongsToBlock(o, "size") != (wanted != "") || p.belongsToBlock(o, "at") {
			t.Errorf("while %q waits for a file, the size belongs to a block: %t", wanted, p.belongsToBlock(o, "size"))
		}
	}
}
