//go:build cgo && !nowindow

package ui

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario/testscene"
)

func TestPlotBreaksWhereTimeJumps(t *testing.T) {
	var p plot
	for _, tick := range []int64{0, 12, 24, 360, 372} {
		p.add(&flock.Snapshot{Tick: tick, TickRate: 60}, 5, 1)
	}
	var known []bool
	for _, v := range p.leaders[:p.count] {
		known = append(known, !math.IsNaN(float64(v)))
	}
	want := []bool{true, true, true, false, true, true}
	if len(known) != len(want) {
		t.Fatalf("the known values are %v, want %v", known, want)
	}
	for i := range want {
		if known[i] != want[i] {
			t.Errorf("the known values are %v, want %v", known, want)
			break
		}
	}
	if got := p.tallest(); got != 4 {
		t.Errorf("the largest value is %v, want 4", got)
	}
}

// A recording with a frame per hour plays an hour per second. The samples of its playback are connected,
// and half a minute of playback is shown.
func TestPlotOfSparseRecording(t *testing.T) {
	var p plot
	p.setPace(3600)
	for second := range 3 {
		for screen := range 60 {
			p.setPace(3600)
			p.add(&flock.Snapshot{Tick: int64(3600*second + 60*screen), TickRate: 1}, 5, 1)
		}
	}
	if p.count < 25 || p.count > 30 { // ten samples in a second
		t.Errorf("there are %d samples of 3 s of playback, want 30", p.count)
	}
	for i, v := range p.leaders[:p.count] {
		if math.IsNaN(float64(v)) {
			t.Errorf("the curve is interrupted at sample %d", i)
		}
	}
	if shown := p.simulated(plotSamples * plotEvery); shown != 30*3600 {
		t.Errorf("the plot shows %v s of the recording, want 30 h", shown)
	}
	p.add(&flock.Snapshot{Tick: 10 * 3600, TickRate: 1}, 5, 1)
	if !math.IsNaN(float64(p.leaders[p.count-2])) {
		t.Error("the curve is not interrupted where the time jumps by 7 hours")
	}
	if p.setPace(0); p.count != 0 || p.simulated(1) != 1 {
		t.Errorf("after a change of the pace there are %d samples, want 0", p.count)
	}
}

// While the past is shown, the curves keep the samples of the present, and the figures belong to
// the displayed moment.
func TestPlotKeepsTheCurvesInThePast(t *testing.T) {
	var p plot
	flockAt := func(tick int64, leaders int) *flock.Snapshot {
		s := &flock.Snapshot{Tick: tick, TickRate: 60, Pos: make([]mgl32.Vec3, 9), Vel: make([]mgl32.Vec3, 9), Flags: make([]flock.Flags, 9)}
		for i := range leaders {
			s.Flags[i] = flock.Leading
		}
		return s
	}
	for tick := int64(0); tick <= 60; tick += 6 {
		p.add(flockAt(tick, 1), 5, 1)
	}
	samples := p.count
	p.look(flockAt(30, 4), 5)
	if p.count != samples || p.end != 0.5 || p.figures.leaders != 4 {
		t.Errorf("in the past there are %d samples up to %v s and %d leaders, want %d, 0.5 s and 4", p.count, p.end, p.figures.leaders, samples)
	}
	p.add(flockAt(60, 1), 5, 1)
	if p.count != samples || p.end != 1 || p.figures.leaders != 1 {
		t.Errorf("back in the present there are %d samples up to %v s and %d leaders, want %d, 1 s and 1", p.count, p.end, p.figures.leaders, samples)
	}
	p = plot{} // as after another flock was selected
	if p.look(flockAt(1, 4), 5); p.figures.leaders != 4 {
		t.Errorf("at the first moment of the past of another flock there are %d leaders, want 4", p.figures.leaders)
	}
}

// The clusters of many boids are counted rarely, and the last count is drawn until the next one. If the
// user selects another flock, its clusters are counted at once.
func TestPlotCountsClustersOfLargeFlocksRarely(t *testing.T) {
	var p plot
	at := func(tick int64, boids, apart int) int {
		s := flock.Snapshot{Tick: tick, TickRate: 30}
		for i := range boids {
			s.Pos = append(s.Pos, [3]float32{float32(1000 * (i % apart))})
			s.Vel, s.Flags = append(s.Vel, [3]float32{1}), append(s.Flags, 0)
		}
		p.add(&s, 5, 1)
		return p.figures.clusters
	}
	for _, c := range []struct {
		tick         int64
		boids, apart int
		want         int
		why          string
	}{
		{0, 3000, 1, 1, "at first"}, {3, 3000, 2, 1, "after 0.1 s"}, {9, 3000, 2, 2, "after 0.3 s"},
		{10, 300, 3, 3, "with another number of boids"}, {13, 300, 2, 2, "with few boids, after 0.1 s"},
	} {
		if got := at(c.tick, c.boids, c.apart); got != c.want {
			t.Errorf("%s: there are %d clusters, want %d", c.why, got, c.want)
		}
	}
}

// The panel keeps the curves of a flock while another flock is selected. It forgets the curves of a flock
// that has left.
func TestPlotsAreKept(t *testing.T) {
	one := testscene.Def("murmuration").Params
	p := NewPanel([]flock.Params{one, one}, look.Default(), "")
	samples := func(tick int64) {
		t.Helper()
		p.plot.add(&flock.Snapshot{Tick: tick, TickRate: 60}, 5, 1)
	}
	samples(0)
	samples(12)
	p.turn(1)
	if p.plot.count != 0 {
		t.Errorf("the second flock begins with %d samples", p.plot.count)
	}
	samples(24)
	p.turn(0)
	if p.plot.count != 2 {
		t.Errorf("the first flock has %d samples, want the 2 from before", p.plot.count)
	}
	p.forgetPlots(1)
	if p.turn(1); p.plot.count != 0 {
		t.Errorf("a new second flock begins with %d samples of the one that left", p.plot.count)
	}
}
