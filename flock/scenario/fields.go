package scenario

import (
	"math"
	"slices"

	"skein/flock"
	"skein/flock/look"
)

// field is one key of a scenario file.
type field struct {
	section, key string // section "": the key stands above all tables
	group        string // heading within the section, for writing
	unit, doc    string
	min, max     float64  // range of a number
	options      []string // values of a choice; nil: any text

	// at points to the value: *int, *uint64, *float32, *bool, *string, *[]string,
	// *Target, *mgl32.Vec3, *flock.Vec, *flock.EscapePoints, *[]flock.Group, or a choice.
	at func(*Scenario) any

	untouched func(*Scenario) bool // reports whether the key need not be written; nil: it always is
}

// choice is a value that is an index into a field's options.
type choice struct {
	get func() int
	set func(int)
}

// maxCoordinate limits coordinates, m.
const maxCoordinate = 1e6

// fields returns all keys except version, base and model, in the order of writing.
func (s *Scenario) fields() []field {
	return slices.Concat(topFields(), speciesFields(), startFields(&s.Params), paramFields(&s.Params), birdFields(), lookFields())
}

// flockFields returns the keys of a flock other than the first, except its model. They act on the
// first flock of the Scenario that they are given.
func flockFields(p *flock.Params) []field {
	return slices.Concat(speciesFields(), startFields(p), paramFields(p), birdFields())
}

// speciesFields returns the keys of a flock's species and of the species that it reacts to.
func speciesFields() []field {
	return []field{
		{key: "species", doc: "name of the species; empty: the name of the model",
			at: func(s *Scenario) any { return &s.Species }},
		{key: "notices", doc: "species that its boids give way to",
			at: func(s *Scenario) any { return &s.Notices }},
		{key: "follows", doc: "species that its boids pursue",
			at: func(s *Scenario) any { return &s.Follows }},
		{key: "flees", doc: "species that its boids flee",
			at: func(s *Scenario) any { return &s.Flees }},
	}
}

func topFields() []field {
	return []field{
		{key: "name", at: func(s *Scenario) any { return &s.Name }},
		{key: "description", at: func(s *Scenario) any { return &s.Description }},
		{key: "seed", max: math.MaxInt64, doc: "random seed; the same seed gives the same flight",
			at: func(s *Scenario) any { return &s.Seed }},
		{key: "tick_rate", unit: "1/s", min: 30, max: 960, doc: "ticks per second, a multiple of 30",
			at: func(s *Scenario) any { return &s.TickRate }},
		{key: "warm_up", unit: "s", max: 600, doc: "simulated time before tick 0",
			at: func(s *Scenario) any { return &s.WarmUp }},
	}
}

// speedUnit returns the unit of speeds of a flock with parameters p.
func speedUnit(p *flock.Params) string {
	if m := p.Model(); m != nil && m.Units() == flock.PerStep {
		return "m/step"
	}
	return "m/s"
}

func startFields(p *flock.Params) []field {
	speed := speedUnit(p)
	return []field{
		{section: "start", key: "shape", options: flock.StartShapes(), doc: "shape of the cloud of boids: a ball or box is evenly filled, a blob is dense in the middle, a disc is flat like a flock in flight",
			at: func(s *Scenario) any {
				return choice{func() int { return int(s.Start.Shape) }, func(v int) { s.Start.Shape = flock.StartShape(v) }}
			}},
		{section: "start", key: "roomy", doc: "grow the cloud with the number of boids, as dense as a flock in flight; a radius set without it switches it off",
			at: func(s *Scenario) any { return &s.Start.Roomy }},
		{section: "start", key: "radius", unit: "m", max: 500, doc: "radius of the ball or disc, half the edge of the box, or twice the standard deviation of the blob",
			at: func(s *Scenario) any { return &s.Start.Radius }},
		{section: "start", key: "altitude", unit: "m", max: 500, doc: "height of the centre above ground",
			at: func(s *Scenario) any { return &s.Start.Altitude }},
		{section: "start", key: "speed", unit: speed, max: flock.FastestStart, doc: "speed of every boid; 0: at rest",
			at: func(s *Scenario) any { return &s.Start.Speed }},
		{section: "start", key: "disorder", max: 1, doc: "0: all on one course; 1: each on a random course",
			at: func(s *Scenario) any { return &s.Start.Disorder }},
		{section: "start", key: "perched", doc: "boids start on the seats of open perches, as many as fit",
			at: func(s *Scenario) any { return &s.Start.Perched }},
		{section: "start", key: "group", at: func(s *Scenario) any { return &s.Start.Groups }},
	}
}

// paramFields returns the keys of a model's parameters.
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

// paramAt returns a function that returns the pointer to a parameter.
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

// lookFields returns the keys of camera, light and drawing.
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
		{section: "bird", key: "file", doc: "name of a built-in bird, or path of a glTF file relative to this file; empty: the first built-in bird",
			at: func(s *Scenario) any { return &s.Bird.File }},
		{section: "bird", key: "clip", doc: "animation of the flight, by name or number; empty: found in the model",
			at: func(s *Scenario) any { return &s.Bird.Clip }},
		{section: "bird", key: "forward", options: axes, doc: "axis of the model in the direction of flight",
			at: func(s *Scenario) any { return &s.Bird.Forward }},
		{section: "bird", key: "up", options: axes, doc: "axis of the model that points up",
			at: func(s *Scenario) any { return &s.Bird.Up }},
		{section: "bird", key: "from", unit: "s", max: maxClip, doc: "time in the clip at which one wingbeat begins",
			at: func(s *Scenario) any { return &s.Bird.From }},
		{section: "bird", key: "to", unit: "s", max: maxClip, doc: "time in the clip at which the wingbeat ends; from and to 0: found in the model",
			at: func(s *Scenario) any { return &s.Bird.To }},
		{section: "bird", key: "open", unit: "s", min: -1, max: maxClip, doc: "time in the clip at which the wings are open for gliding; -1: found in the model",
			at: func(s *Scenario) any { return &s.Bird.Open }},
		{section: "bird", key: "span", max: 1e8, doc: "wingspan in units of the model; 0: measured",
			at: func(s *Scenario) any { return &s.Bird.Span }},
	}
}

// maxClip limits times in an animation, s.
const maxClip = 1e5
