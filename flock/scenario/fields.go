package scenario

import (
	"math"
	"slices"

	"skein/flock"
	"skein/flock/look"
)

// field is one key of a scenario file.
type field struct {
	section, key string // the section of a key above all tables is ""
	group        string // heading within the section, for writing
	unit, doc    string
	min, max     float64  // of a number
	options      []string // of a text with few values

	// at points to the value: *int, *uint64, *float32, *bool, *string, *[]string,
	// *Target, *mgl32.Vec3, *flock.Vec, *flock.EscapePoints, *[]flock.Group, or a choice.
	at func(*Scenario) any

	untouched func(*Scenario) bool // need not be written; nil: always is
}

// choice is a value that is an index into a field's options.
type choice struct {
	get func() int
	set func(int)
}

// place bounds coordinates, m.
const place = 1e6

// fields returns all keys but version, base and model, in the order they are written.
func (s *Scenario) fields() []field {
	return slices.Concat(topFields(), speciesFields(), startFields(&s.Params), paramFields(&s.Params), birdFields(), lookFields())
}

// flockFields returns the keys of a flock other than the first, but its model. They set
// those of the first flock of the Scenario that they are given.
func flockFields(p *flock.Params) []field {
	return slices.Concat(speciesFields(), startFields(p), paramFields(p), birdFields())
}

// speciesFields returns what a flock is called and how it takes others.
func speciesFields() []field {
	return []field{
		{key: "species", doc: "name of the flock's; empty: its model's",
			at: func(s *Scenario) any { return &s.Species }},
		{key: "notices", doc: "species whose way its boids keep out of",
			at: func(s *Scenario) any { return &s.Notices }},
		{key: "follows", doc: "species that they pursue",
			at: func(s *Scenario) any { return &s.Follows }},
		{key: "flees", doc: "species that they flee",
			at: func(s *Scenario) any { return &s.Flees }},
	}
}

func topFields() []field {
	return []field{
		{key: "name", at: func(s *Scenario) any { return &s.Name }},
		{key: "description", at: func(s *Scenario) any { return &s.Description }},
		{key: "seed", max: math.MaxInt64, doc: "same seed, same flight",
			at: func(s *Scenario) any { return &s.Seed }},
		{key: "tick_rate", unit: "1/s", min: 30, max: 960, doc: "ticks a second, a multiple of 30",
			at: func(s *Scenario) any { return &s.TickRate }},
		{key: "warm_up", unit: "s", max: 600, doc: "simulated before tick 0",
			at: func(s *Scenario) any { return &s.WarmUp }},
	}
}

// speedUnit returns what a flock that flies by p counts speeds in.
func speedUnit(p *flock.Params) string {
	if m := p.Model(); m != nil && m.Units() == flock.PerStep {
		return "m/step"
	}
	return "m/s"
}

func startFields(p *flock.Params) []field {
	speed := speedUnit(p)
	return []field{
		{section: "start", key: "shape", options: flock.StartShapes(), doc: "of the cloud that boids are strewn in: evenly in a ball or box, a blob, dense in the middle, or a disc, flat as a flock in flight",
			at: func(s *Scenario) any {
				return choice{func() int { return int(s.Start.Shape) }, func(v int) { s.Start.Shape = flock.StartShape(v) }}
			}},
		{section: "start", key: "roomy", doc: "as dense as a flock in flight, however many there are; a radius given without it switches it off",
			at: func(s *Scenario) any { return &s.Start.Roomy }},
		{section: "start", key: "radius", unit: "m", max: 500, doc: "of the ball or disc, half the edge of the box, or twice the spread of the blob",
			at: func(s *Scenario) any { return &s.Start.Radius }},
		{section: "start", key: "altitude", unit: "m", max: 500, doc: "of its centre above ground",
			at: func(s *Scenario) any { return &s.Start.Altitude }},
		{section: "start", key: "speed", unit: speed, max: flock.FastestStart, doc: "of every boid; 0 begins at rest",
			at: func(s *Scenario) any { return &s.Start.Speed }},
		{section: "start", key: "disorder", max: 1, doc: "0: all on one course; 1: each on its own",
			at: func(s *Scenario) any { return &s.Start.Disorder }},
		{section: "start", key: "perched", doc: "as many as there are seats begin on the perches that are open",
			at: func(s *Scenario) any { return &s.Start.Perched }},
		{section: "start", key: "group", at: func(s *Scenario) any { return &s.Start.Groups }},
	}
}

// paramFields follow the specs of a model's parameters.
func paramFields(p *flock.Params) []field {
	var all []field
	for _, spec := range p.Specs() {
		group := spec.Group
		if spec.Of != "" {
			group += ": " + spec.Rule + " of " + spec.Of
		}
		all = append(all, field{
			section: "params", key: spec.Key, group: group, unit: spec.Unit, doc: spec.Doc,
			min: spec.Min, max: spec.Max, options: spec.Options, at: paramAt(spec),
			untouched: func(s *Scenario) bool { return spec.Untouched(&s.Params) },
		})
	}
	return all
}

func paramAt(spec flock.Spec) func(*Scenario) any {
	return func(s *Scenario) any {
		switch p := &s.Params; {
		case spec.Float != nil:
			return spec.Float(p)
		case spec.Int != nil:
			return spec.Int(p)
		case spec.Bool != nil:
			return spec.Bool(p)
		case spec.Points != nil:
			return spec.Points(p)
		default:
			get, set := spec.Choice(p)
			return choice{get, set}
		}
	}
}

// lookFields follow the table of how a flock is looked at.
func lookFields() []field {
	var all []field
	for _, row := range look.Settings() {
		all = append(all, field{
			section: row.Section, key: row.Key, unit: row.Unit, doc: row.Doc,
			min: row.Min, max: row.Max, options: row.Options,
			at: func(s *Scenario) any {
				at := row.At(&s.Look)
				if c, ok := at.(look.Choice); ok {
					return choice{c.Get, c.Set}
				}
				return at
			},
		})
	}
	return all
}

func birdFields() []field {
	axes := Axes()
	return []field{
		{section: "bird", key: "file", doc: "a built-in bird's name, or a glTF file, relative to this one; empty: the first built-in one",
			at: func(s *Scenario) any { return &s.Bird.File }},
		{section: "bird", key: "clip", doc: "the animation that flies, by name or number; empty: found",
			at: func(s *Scenario) any { return &s.Bird.Clip }},
		{section: "bird", key: "forward", options: axes, doc: "axis of the model that the bird faces",
			at: func(s *Scenario) any { return &s.Bird.Forward }},
		{section: "bird", key: "up", options: axes, doc: "axis of the model that its back faces",
			at: func(s *Scenario) any { return &s.Bird.Up }},
		{section: "bird", key: "from", unit: "s", max: maxClip, doc: "of the clip, where one beat of the wings begins",
			at: func(s *Scenario) any { return &s.Bird.From }},
		{section: "bird", key: "to", unit: "s", max: maxClip, doc: "and where it ends; both 0: found",
			at: func(s *Scenario) any { return &s.Bird.To }},
		{section: "bird", key: "open", unit: "s", min: -1, max: maxClip, doc: "of the clip, when the wings are open to glide; -1: found",
			at: func(s *Scenario) any { return &s.Bird.Open }},
		{section: "bird", key: "span", max: 1e8, doc: "wingspan in the model's units; 0: measured",
			at: func(s *Scenario) any { return &s.Bird.Span }},
	}
}

// maxClip bounds times in an animation, s.
const maxClip = 1e5
