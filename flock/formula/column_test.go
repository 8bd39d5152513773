package formula

import (
	"strings"
	"testing"

	"skein/flock"
)

func columnRule(t *testing.T) *Rule {
	t.Helper()
	r, err := NewRule(Definition{
		Name:    "columns",
		Steer:   "next_first = second\nnext_second = first + 1[m]\nnext_way = way + tick * velocity\nvelocity",
		Columns: []Column{{Key: "first", Unit: "m", Min: -9, Max: 9, Doc: "d", Start: "far * random()"}, {Key: "second", Unit: "m", Min: -9, Max: 9, Doc: "d"}, {Key: "way", Unit: "m", Vector: true, Min: -99, Max: 99, Doc: "d"}},
		Params:  []Param{{Key: "far", Unit: "m", Max: 8, Default: 4, Doc: "d"}},
	}, testModel(t))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func testModel(t *testing.T) *flock.Model {
	t.Helper()
	m, err := flock.NewModel(flock.ModelDef{
		Name: "empty", Count: 1, Sight: flock.Sight{Vision: 5, Nearest: 7, FieldOfView: 360}, Speeds: flock.Speeds{MaxSpeed: 10}, Flight: flock.Flight{Wingspan: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A formula reads the old values of all columns, even after it has computed new values.
func TestColumnsKeepOldValues(t *testing.T) {
	r := columnRule(t)
	r.Tick(&flock.Tick{Seed: 1, Step: 0.5, Gain: 1})
	e := r.NewEvaluator()
	b := blockOf(1, testPos, testVel)
	columns := [][]float32{{1}, {2}, {0}, {0}, {0}}
	for range 3 {
		e.Begin(b, columns)
		e.Finish(b)
		e.Next(columns)
	}
	// (1, 2) → (2, 2) → (2, 3) → (3, 3)
	if columns[0][0] != 3 || columns[1][0] != 3 {
		t.Errorf("the columns are %v and %v, want 3 and 3", columns[0][0], columns[1][0])
	}
	if way := 3 * 0.5 * testVel.Z; columns[4][0] != way {
		t.Errorf("the way is %v, want %v", columns[4][0], way)
	}
}

// Random start values differ from boid to boid. For the same boid, they are always the same.
func TestStartsOfColumns(t *testing.T) {
	r, sum := columnRule(t), float32(0)
	for id := range 200 {
		x, second := r.Begin(&flock.Tick{Seed: 1}, id), r.Begin(&flock.Tick{Seed: 1}, id)
		if len(x) != 5 || x[0] != second[0] || x[0] <= 0 || x[0] >= 4 || x[1] != 0 {
			t.Fatalf("boid %d starts with %v, and with %v again", id, x, second)
		}
		sum += x[0]
	}
	if mean := sum / 200; mean < 1.7 || mean > 2.3 {
		t.Errorf("the mean is %v, want about 2", mean)
	}
}

func TestColumnErrors(t *testing.T) {
	good := Column{Key: "turn", Unit: "1/s", Min: -1, Max: 1, Doc: "d"}
	with := func(change func(*Column)) Column {
		c := good
		change(&c)
		return c
	}
	for want, d := range map[string]Definition{
		"the formula does not set the column turn: add a line next_turn = …": {Steer: "velocity", Columns: []Column{good}},
		"next_turn is a number in m/s: must be a number in 1/s":              {Steer: "next_turn = speed\nvelocity", Columns: []Column{good}},
		"next_turn belongs to a neighbour":                                   {Perceives: "everyone", Steer: "next_turn = 1/time * rank\nvelocity", Columns: []Column{good}},
		"start: 1:3: the formula for a start value may use":                  {Steer: "next_turn = turn\nvelocity", Columns: []Column{with(func(c *Column) { c.Start = "1 / time" })}},
		"start: 1:1: the result is a pure number: must be":                   {Steer: "next_turn = turn\nvelocity", Columns: []Column{with(func(c *Column) { c.Start = "1" })}},
		"range: give the lowest":                                             {Steer: "next_turn = turn\nvelocity", Columns: []Column{with(func(c *Column) { c.Min = 0.5 })}},
		"doc: a column needs":                                                {Steer: "next_turn = turn\nvelocity", Columns: []Column{with(func(c *Column) { c.Doc = "" })}},
		"key: \"speed\" is reserved":                                         {Steer: "velocity", Columns: []Column{with(func(c *Column) { c.Key = "speed" })}},
		"key: there is another column":                                       {Steer: "next_turn = turn\nvelocity", Columns: []Column{good, good}},
	} {
		d.Name = "r"
		if _, err := NewRule(d, testModel(t)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}

// A disc behind another disc adds no edge, and a boid inside a ring of discs sees no edge.
func TestOutline(t *testing.T) {
	see := func(offsets ...[2]float32) [2]float32 {
		p, err := Compile("outline(1[m])", nil, Pure)
		if err != nil {
			t.Fatal(err)
		}
		e := p.NewEvaluator()
		e.Begin(blockOf(1, testPos, testVel), nil, moment())
		for k, o := range offsets {
			offset := testPos.Scale(0)
			offset.X, offset.Z = o[0], o[1]
			e.Add(0, k+1, offset, float64(o[0]*o[0]+o[1]*o[1]), testVel)
		}
		x, _, z := e.Finish()
		return [2]float32{x[0], z[0]}
	}
	near := func(a, b float32) bool { return a-b < 1e-6 && b-a < 1e-6 }
	const cosine = 0.8660254 // cosine of 30°, which is half the angle of a disc at 2 m
	if got := see([2]float32{2, 0}); !near(got[0], cosine) || !near(got[1], 0) {
		t.Errorf("one disc gives %v, want %v", got, cosine)
	}
	if got := see([2]float32{2, 0}, [2]float32{9, 0}); !near(got[0], cosine) || !near(got[1], 0) {
		t.Errorf("a hidden disc changes the edges to %v", got)
	}
	if got := see([2]float32{0, -2}, [2]float32{2, 0}); !near(got[0], cosine/2) || !near(got[1], -cosine/2) {
		t.Errorf("two discs give %v", got)
	}
	if got := see([2]float32{1.2, 0}, [2]float32{-1.2, 0}, [2]float32{0, 1.2}, [2]float32{0, -1.2}); got != [2]float32{} {
		t.Errorf("a ring gives %v, want no edge", got)
	}
	if got := see(); got != [2]float32{} {
		t.Errorf("nobody gives %v", got)
	}
}
