package scenario_test

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/scenario"
)

// At each tick, the rows of the timeline have the flock's values.
func TestRowValuesAreThoseOfTheFlock(t *testing.T) {
	sc, err := scenario.Parse("keys.toml", []byte(`version = 1
base = "paper"
warm_up = 0.0
[params]
count = 4
cohesion = 0.5
vision = 12.0
[[event]]
at = 1.0
key = "vision"
value = 30.0
[[event]]
at = 1.0
ramp = 2.0
smooth = true
key = "vision"
value = 10.0
[[event]]
at = 0.5
ramp = 0.5
seconds = 1.0
key = "cohesion"
value = 0.25
[[event]]
at = 3.0
ramp = 1.0
smooth = true
seconds = 0.5
key = "cohesion"
value = 0.75
`))
	if err != nil {
		t.Fatal(err)
	}
	w, err := flock.NewWorld(sc.Def())
	if err != nil {
		t.Fatal(err)
	}
	rows := sc.Rows()
	if len(rows) != 2 {
		t.Fatalf("there are %d rows, want vision and cohesion", len(rows))
	}
	for tick := range 6 * sc.TickRate {
		w.Step()
		p, seconds := w.Params(), float64(tick)/float64(sc.TickRate)
		for k := range rows {
			r := &rows[k]
			start, ok := scenario.Number(sc.ValueBefore(r))
			if !ok {
				t.Fatalf("the start of %s is not a number", r.Key)
			}
			got, want := r.At(seconds, start), float64(p.Float(r.Key))
			if math.Abs(got-want) > 1e-4 {
				t.Errorf("at %.3f s, the row says %s = %v, the flock has %v", seconds, r.Key, got, want)
			}
		}
	}
}
