package live

import (
	"skein/flock"
	"skein/flock/rules"
)

// Description describes a scene for the page.
type Description struct {
	Seed        uint64       `json:"seed,string"`
	TickRate    int          `json:"tickRate"` // ticks per second
	Flocks      []Flock      `json:"flocks"`
	Suggestions []Suggestion `json:"suggestions"` // changes to try
	Lessons     []Lesson     `json:"lessons"`     // steps of the lesson
	Threat      bool         `json:"threat"`      // birds can flee from the pointer
	Plane       bool         `json:"plane"`       // the flock flies in a plane
	Leads       bool         `json:"leads"`       // birds may take the lead
	Question    string       `json:"question"`    // title of the explanation of the selected bird
}

// Flock describes a flock and its parameters.
type Flock struct {
	Name   string      `json:"name"`
	Model  string      `json:"model"`
	Count  int         `json:"count"`
	Params []Parameter `json:"params"`
}

// Parameter describes a parameter as the window's panel shows it.
type Parameter struct {
	Key     string   `json:"key"`
	Group   string   `json:"group"`
	Owner   string   `json:"owner,omitempty"` // model with the parameter's rule; empty means the flock's own
	Label   string   `json:"label"`
	Unit    string   `json:"unit,omitempty"`
	Doc     string   `json:"doc"`
	Kind    string   `json:"kind"` // number, whole, switch or choice
	Min     float64  `json:"min"`
	Max     float64  `json:"max"`
	Soft    float64  `json:"soft"` // end of the slider; values may be larger than this
	Options []string `json:"options,omitempty"`
	Value   any      `json:"value"` // value in the scene
}

// Suggestion is a change that the scene suggests. Set contains parameters of the first flock.
type Suggestion struct {
	Label string         `json:"label"`
	Set   map[string]any `json:"set"`
}

// Lesson is a step of the scene's lesson; see [scenario.Lesson].
type Lesson struct {
	Text  string `json:"text"`
	Point string `json:"point"`
	Wait  string `json:"wait"`
}

// Describe describes the scene.
func (s *Session) Describe() *Description {
	d := &Description{Seed: s.scene.Seed, TickRate: s.scene.TickRate, Suggestions: s.suggestions(), Lessons: []Lesson{}}
	def := s.scene.Def()
	names := def.Labels()
	for k, f := range s.scene.Flocks() {
		p := f.Params
		d.Flocks = append(d.Flocks, Flock{names[k], p.Model().Name(), p.Count(), parameters(&p)})
		d.Threat = d.Threat || rules.HasFear(&p)
		d.Plane = d.Plane || p.Model().Plane()
		d.Leads = d.Leads || p.Leads()
	}
	d.Question = "Why does it steer this way?"
	if d.Leads {
		d.Question = "Why did it leave?"
	}
	for _, l := range s.scene.Lessons {
		d.Lessons = append(d.Lessons, Lesson{l.TextFor(d.actionPhrase), l.Point, l.Wait})
	}
	return d
}

func (d *Description) actionPhrase(action string) string {
	switch action {
	case "select":
		return "Click or tap a boid"
	case "follow":
		return "Press Follow"
	case "inspect":
		return "Read \"" + d.Question + "\" below"
	case "slow":
		return "Choose a speed below 1×"
	case "restart":
		return "Press Restart"
	}
	return action
}

func (s *Session) suggestions() []Suggestion {
	all := []Suggestion{}
	for _, t := range s.scene.Suggestions {
		set := map[string]any{}
		for _, v := range t.Set {
			if _, ok := s.scene.Params.Spec(v.Key); ok {
				set[v.Key] = v.Value
			}
		}
		if len(set) > 0 {
			all = append(all, Suggestion{t.Label, set})
		}
	}
	return all
}

func parameters(p *flock.Params) (all []Parameter) {
	for _, s := range p.Specs() {
		kind := kindOf(&s)
		if kind == "" {
			continue
		}
		soft := s.Soft
		if soft == 0 {
			soft = s.Max
		}
		all = append(all, Parameter{
			Key: s.Key, Group: s.Group, Owner: s.Owner, Label: s.Label, Unit: s.Unit, Doc: s.Doc, Kind: kind,
			Min: s.Min, Max: s.Max, Soft: soft, Options: s.Options, Value: s.Value(&p.Values),
		})
	}
	return all
}

func kindOf(s *flock.Spec) string {
	switch {
	case s.Float != nil:
		return "number"
	case s.Int != nil:
		return "whole"
	case s.Bool != nil:
		return "switch"
	case s.Choice != nil:
		return "choice"
	}
	return ""
}
