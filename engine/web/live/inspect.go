package live

import (
	"fmt"
	"slices"

	"skein/flock"
	"skein/flock/explanation"
)

// Inspection explains a bird, like the window's inspector.
type Inspection struct {
	Bird     int     `json:"bird"`
	Question string  `json:"question"`
	Answer   string  `json:"answer"`
	Seconds  float64 `json:"seconds"` // time of the decision, s
	Tests    []Test  `json:"tests"`   // tests of the decision, in order
	Now      string  `json:"now"`     // the bird's current state, if the tests belong to an earlier decision
	Facts    []Fact  `json:"facts"`
	Steers   []Steer `json:"steers"` // steering forces of the next step, and the rules that change the velocity directly
	Unit     string  `json:"unit"`   // unit of the steering forces
}

// Test is a test that a bird must pass to take the lead.
type Test struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Needed string `json:"needed"`
	Passed bool   `json:"passed"`
	Doc    string `json:"doc"`
}

// Fact is a named value that the page shows for a bird.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Steer is the strength of the steering force from a rule, or of a direct change of the velocity.
type Steer struct {
	Rule   string  `json:"rule"`
	Length float64 `json:"length"`
}

// Inspect explains the next step of a bird, or its decision if it took the lead earlier.
func (s *Session) Inspect(id int) (*Inspection, error) {
	e, err := s.world.Explain(id)
	if err != nil {
		return nil, err
	}
	out := &Inspection{Bird: id, Question: "Why does it stay or lead?", Answer: e.Answer(), Seconds: e.Seconds(), Unit: e.Unit(), Facts: s.facts(e)}
	decisive := e
	if departure := s.departures[id]; departure != nil {
		decisive = departure
		out.Question, out.Answer, out.Now, out.Seconds = "Why did it leave?", departure.Answer(), e.Answer(), departure.Seconds()
	}
	out.Tests = testsOf(decisive)
	out.Steers = steersOf(e)
	return out, nil
}

func steersOf(e *explanation.Step) (all []Steer) {
	for _, s := range e.Steers {
		all = append(all, Steer{s.Rule, float64(s.Steer.Length())})
	}
	for _, m := range e.Moves {
		all = append(all, Steer{m.Rule + ", directly", float64(m.Steer.Length())})
	}
	return all
}

func testsOf(e *explanation.Step) []Test {
	all := []Test{}
	for _, t := range e.Tests() {
		all = append(all, Test(t))
	}
	return all
}

func (s *Session) facts(e *explanation.Step) []Fact {
	all := []Fact{
		{"Airspeed", fmt.Sprintf("%.2f m/s", e.Speed)},
		{"Neighbours", fmt.Sprintf("%d within %.3g m", len(e.Neighbours), e.Reach)},
	}
	open := s.world.OpenEscapes(nil)
	if k := slices.IndexFunc(open, func(o flock.OpenEscape) bool { return o.Boid == e.Boid }); k >= 0 {
		all = append(all, Fact{"Followers", fmt.Sprintf("%d so far", open[k].Followers)})
	}
	return all
}
