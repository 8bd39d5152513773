package model_test

import (
	"testing"

	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/formula"
)

// In an explanation, the last line of a formula has the value of the rule's steering force. The neighbours
// in the trace are those that the rule perceives.
func TestExplanationTracesFormulas(t *testing.T) {
	for _, d := range []formula.Definition{
		{Name: "all", Perceives: "range", Range: "vision", Steer: "k = 0.3[1/s] * random()\nk * mean(offset, distance > 1[m])"},
		{Name: "some", Perceives: "nearest", Nearest: "3", Steer: "0.2 * nearest(relative_velocity) + sum(0 * other_velocity, rank < 2)"},
		{Name: "none", Steer: "vec(0.1[m/s], 0, 0) * sin(time * 1[1/s])"},
	} {
		w := flown(t, 1, flock.Auto, d)
		before := w.Hash()
		for id := range 5 {
			e, err := w.Explain(id)
			if err != nil {
				t.Fatal(err)
			}
			if len(e.Traces) != 1 || e.Traces[0].Rule != d.Name {
				t.Fatalf("%s: the explanation has the traces %v", d.Name, e.Traces)
			}
			var last, neighbour explanation.Term
			for _, term := range e.Traces[0].Terms {
				if term.Depth == 0 {
					last = term
				}
				if term.OfNeighbours != nil {
					neighbour = term
				}
			}
			for _, s := range e.Steers {
				if s.Rule == d.Name && s.Steer != last.Value {
					t.Errorf("%s: boid %d: the steer is %v, but its formula is %v", d.Name, id, s.Steer, last.Value)
				}
			}
			if of := neighbour.OfNeighbours; of != nil && d.Name == "some" && of.Count != 3 {
				t.Errorf("%s: %d neighbours were traced, want 3", d.Name, of.Count)
			}
		}
		if w.Hash() != before {
			t.Errorf("%s: the explanation changed the flock", d.Name)
		}
	}
}
