package studio

import (
	"math"
	"math/rand/v2"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

func editedPast(edits int) *past {
	p := &past{first: state{params: []flock.Params{testscene.Def("murmuration").Params}}}
	p.first.around.Add("wind")
	p.first.around.Add("wind")
	name := p.first.around.Winds[0].Name
	for tick := range int64(edits) {
		set := around.Settings{{Kind: "wind", Thing: name, Key: "speed", Value: float32(tick%20 + 1)}}
		p.events = append(p.events, flock.Event{Kind: flock.SurroundingsChanged, Tick: tick, Settings: &set})
		if tick%10 == 3 {
			all := model.With(p.first.params[0], "separation", 0.1+float32(tick%30)/100)
			p.events = append(p.events, flock.Event{Kind: flock.ParamsChanged, Tick: tick, Params: &all})
		}
	}
	return p
}

func TestStateIndexAgreesWithAllEvents(t *testing.T) {
	p := editedPast(1000)
	f := newStateIndex(p.first, p.events)
	ask := func(tick int64) {
		want := p.stateAt(tick)
		if got := f.surroundings(tick); !got.Equal(&want.around) {
			t.Fatalf("tick %d: the wind is %v, want %v", tick, got.Winds, want.around.Winds)
		}
		if got := f.paramsOf(0, tick); got != want.params[0] {
			t.Fatalf("tick %d: separation is %v, want %v", tick, got.Float("separation"), want.params[0].Float("separation"))
		}
	}
	for range 200 {
		ask(rand.Int64N(1010))
	}
	for tick := range int64(1010) {
		ask(tick)
	}
}

// While a past is played, each edit of the surroundings is applied only once. A jump applies fewer
// than stationEdits edits. A search for parameters applies no edits.
func TestFlightAppliesFewEdits(t *testing.T) {
	const edits = 10_000
	p := editedPast(edits)
	f := newStateIndex(p.first, p.events)
	for tick := range int64(edits) {
		f.paramsOf(0, tick)
	}
	if f.appliedCount != 0 {
		t.Errorf("%d edits of the surroundings are applied to find parameters, want none", f.appliedCount)
	}
	for tick := range int64(edits + 1) {
		f.surroundings(tick)
	}
	if f.appliedCount != edits {
		t.Errorf("playing forwards applies %d edits, want each of %d once", f.appliedCount, edits)
	}
	for range 100 {
		old := f.appliedCount
		tick := rand.Int64N(edits)
		if f.surroundings(tick); f.appliedCount-old >= stationEdits {
			t.Fatalf("a jump to tick %d applies %d edits, want fewer than %d", tick, f.appliedCount-old, stationEdits)
		}
	}
}

// A search for the parameters and surroundings at a stored frame allocates no memory. This holds
// for any number of edits.
func TestFlightOfManyEdits(t *testing.T) {
	p := editedPast(5000)
	for tick := range int64(5001) {
		p.frames = append(p.frames, &flock.Snapshot{Tick: tick, TickRate: 60})
	}
	p.every = 1
	f := p.flight(1, flock.Auto)
	for _, c := range []struct {
		what string
		ask  func() error
	}{
		{"parameters", func() error { _, err := f.Params(4990, 0); return err }},
		{"surroundings", func() error { _, err := f.Around(4990); return err }},
	} {
		least := math.Inf(1)
		for range 5 { // a retry is necessary, because AllocsPerRun also counts the goroutines of an earlier test
			least = min(least, testing.AllocsPerRun(1, func() {
				if err := c.ask(); err != nil {
					t.Fatal(err)
				}
			}))
		}
		if least > 0 {
			t.Errorf("%s of a frame shown before: %v allocations, want none", c.what, least)
		}
	}
}
