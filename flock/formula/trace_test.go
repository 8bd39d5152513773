package formula

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/vec"
)

// The trace of a boid with neighbours at 1 m, 2 m and 5 m agrees with values computed by hand.
func TestTrace(t *testing.T) {
	r, err := NewRule(Definition{
		Name: "trace", Perceives: "everyone",
		Steer:  "near = distance < reach\npush = -sum(offset, near)\ngain * push * count(near) if rate > 0 else gain * push",
		Params: []Param{{Key: "reach", Unit: "m", Max: 9, Default: 3, Doc: "d"}, {Key: "gain", Unit: "1/s", Max: 9, Default: 0.5, Doc: "d"}, {Key: "rate", Max: 1, Default: 1, Doc: "d"}},
	}, testModel(t))
	if err != nil {
		t.Fatal(err)
	}
	r.Tick(&flock.Tick{Seed: 1, Step: 0.5, Gain: 1})
	e := r.NewTracer()
	b := blockOf(1, testPos, testVel)
	e.Begin(b, nil)
	for _, o := range neighbours() {
		e.Add(0, o.id, o.offset, float64(o.offset.Dot(o.offset)), o.vel)
	}
	x, y, _ := e.Finish(b)
	// The offsets of the two neighbours within 3 m add up to (1, -2, 0), so the steering force is 0.5 · (-1,
	// 2, 0) · 2.
	if x[0] != -1 || y[0] != 2 {
		t.Errorf("the steer is (%v, %v), want (-1, 2)", x[0], y[0])
	}
	want := map[string]explanation.Term{
		"distance < reach":          {Name: "near", Kind: "condition", OfNeighbours: &explanation.NeighbourTerm{Count: 3, Sum: vec.Vec{X: 2}, Mean: vec.Vec{X: 2.0 / 3}, ID: 4, Nearest: vec.Vec{X: 1}}},
		"distance":                  {Kind: "number", Depth: 1, Unit: "m", OfNeighbours: &explanation.NeighbourTerm{Count: 3, Sum: vec.Vec{X: 8}, Mean: vec.Vec{X: 8.0 / 3}, ID: 4, Nearest: vec.Vec{X: 1}}},
		"reach":                     {Kind: "number", Depth: 1, Unit: "m", Value: vec.Vec{X: 3}},
		"-sum(offset, near)":        {Name: "push", Kind: "vector", Unit: "m", Value: vec.Vec{X: -1, Y: 2}},
		"sum(offset, near)":         {Kind: "vector", Depth: 1, Unit: "m", Value: vec.Vec{X: 1, Y: -2}},
		"offset":                    {Kind: "vector", Depth: 2, Unit: "m", OfNeighbours: &explanation.NeighbourTerm{Count: 3, Sum: vec.Vec{X: 4, Y: -2, Z: 4}, Mean: vec.Vec{X: 4.0 / 3, Y: -2.0 / 3, Z: 4.0 / 3}, ID: 4, Nearest: vec.Vec{X: 1}}},
		"rate > 0":                  {Kind: "condition", Depth: 1, Value: vec.Vec{X: 1}},
		"rate":                      {Kind: "number", Depth: 2, Value: vec.Vec{X: 1}},
		"gain * push * count(near)": {Kind: "vector", Depth: 1, Unit: "m/s", Value: vec.Vec{X: -1, Y: 2}},
		"gain * push":               {Kind: "vector", Depth: 2, Unit: "m/s", Value: vec.Vec{X: -0.5, Y: 1}},
		"gain":                      {Kind: "number", Depth: 3, Unit: "1/s", Value: vec.Vec{X: 0.5}},
		"count(near)":               {Kind: "number", Depth: 2, Value: vec.Vec{X: 2}},
		"gain * push * count(near) if rate > 0 else gain * push": {Kind: "vector", Unit: "m/s", Value: vec.Vec{X: -1, Y: 2}},
	}
	for _, got := range e.Terms() {
		w, ok := want[got.Text]
		w.Text = got.Text
		delete(want, got.Text)
		if !ok || !sameTerm(&got, &w) {
			t.Errorf("%q: %+v %+v, want %+v %+v", got.Text, got, got.OfNeighbours, w, w.OfNeighbours)
		}
	}
	for text := range want {
		t.Errorf("%q is missing", text)
	}
}

func sameTerm(a, b *explanation.Term) bool {
	x, y := *a, *b
	x.OfNeighbours, y.OfNeighbours = nil, nil
	if x != y || (a.OfNeighbours == nil) != (b.OfNeighbours == nil) {
		return false
	}
	if a.OfNeighbours == nil {
		return true
	}
	p, q := *a.OfNeighbours, *b.OfNeighbours
	near := p.Mean.Sub(q.Mean).Length() < 1e-6
	p.Mean, q.Mean = vec.Vec{}, vec.Vec{}
	return near && p == q
}

func TestTraceOfRanks(t *testing.T) {
	r, err := NewRule(Definition{Name: "ranks", Perceives: "everyone", Steer: "vec(1[m/s], 0, 0) * sum(rank) * count(adjacent)"}, testModel(t))
	if err != nil {
		t.Fatal(err)
	}
	r.Tick(&flock.Tick{Seed: 1, Step: 0.5, Gain: 1})
	e := r.NewTracer()
	b := blockOf(1, testPos, testVel)
	e.Begin(b, nil)
	for _, o := range neighbours() {
		e.Add(0, o.id, o.offset, float64(o.offset.Dot(o.offset)), o.vel)
	}
	e.Finish(b)
	for _, term := range e.Terms() {
		switch of := term.OfNeighbours; {
		case term.Text == "rank" && (of.Nearest.X != 1 || of.Sum.X != 6):
			t.Errorf("the ranks are %+v, want 1, 2 and 3", of)
		case term.Text == "count(adjacent)" && of != nil:
			t.Error("a count belongs to a neighbour")
		case term.Text == "sum(rank)" && term.Value.X != 6:
			t.Errorf("the sum of the ranks is %v, want 6", term.Value.X)
		}
	}
}

// The text of an expression, parsed again, gives the same text and the same value.
func TestTextsOfExpressions(t *testing.T) {
	for written, want := range map[string]string{
		"1 - (2 - 3)":                      "1 - (2 - 3)",
		"(1 - 2) - 3":                      "1 - 2 - 3",
		"-(1 + 2) * 3":                     "-(1 + 2) * 3",
		"2 ^ 3 * (4 + 1)":                  "2^3 * (4 + 1)",
		"(1 if 2 > 1 else 3) + 1":          "(1 if 2 > 1 else 3) + 1",
		"1 if not (2 > 1 or 1 > 2) else 7": "1 if not (2 > 1 or 1 > 2) else 7",
		"1 if not 2 > 1 and 3 > 1 else 4":  "1 if not 2 > 1 and 3 > 1 else 4",
		"vec(1, 2, 3).y + (-2) ^ 2":        "vec(1, 2, 3).y + (-2)^2",
		"1.5[m] / 0.5[m]":                  "1.5[m] / 0.5[m]",
		"6 / (2 / 3)":                      "6 / (2 / 3)",
	} {
		_, e, err := parse(written)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.String(); got != want {
			t.Errorf("%q is printed as %q, want %q", written, got, want)
		}
		if a, b := numberOf(t, written), numberOf(t, e.String()); math.Abs(a-b) > 1e-6 {
			t.Errorf("%q is %v, and %q is %v", written, a, e.String(), b)
		}
	}
}
