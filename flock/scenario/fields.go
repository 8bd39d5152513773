package scenario

import (
	"math"
	"slices"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/look"
	"skein/flock/param"
)

type field struct {
	param.Description        // Group is a heading in a written file
	section           string // name of the table; empty for keys above all tables

	// pointer returns a pointer to the value: *int, *uint64, *float32, *bool, *string, *[]string, *Target,
	// *mgl32.Vec3, *vec.Vec, *param.Curve or *[]cloud.Group. Otherwise, it returns a choice, texts, wholes
	// or perModel.
	pointer func(*Scenario) any

	untouched func(*Scenario) bool // whether a file can omit the key; if nil, it never can
	ranged    bool                 // whether the comment after the key states the range
}

// choice gets and sets an index into the options of a field.
type choice struct {
	get func() int
	set func(int)
}

// maxCoordinate limits coordinates in a file, in m, and times in the path of a camera, in s.
const maxCoordinate = 1e6

// fields returns all keys except version, base and model, in the order of a written file.
func (s *Scenario) fields() []field {
	return slices.Concat(topFields(), speciesFields(), startFields(&s.Params), paramFields(&s.Params), birdFields(), lookFields())
}

// flockFields returns the keys of another flock, except its model. They apply to a Scenario in which this
// flock is the first one.
func flockFields(p *flock.Params) []field {
	return slices.Concat(speciesFields(), startFields(p), paramFields(p), birdFields())
}

func speciesFields() []field {
	return []field{
		{Description: param.Description{Key: "species", Doc: "name of the species. If empty, the name of the model is used"},
			pointer: func(s *Scenario) any { return &s.Species }},
		{Description: param.Description{Key: "notices", Doc: "species to which the flock's boids give way"},
			pointer: func(s *Scenario) any { return &s.Notices }},
		{Description: param.Description{Key: "follows", Doc: "species that the flock's boids pursue"},
			pointer: func(s *Scenario) any { return &s.Follows }},
		{Description: param.Description{Key: "flees", Doc: "species that the flock's boids flee"},
			pointer: func(s *Scenario) any { return &s.Flees }},
	}
}

func topFields() []field {
	return []field{
		{Description: param.Description{Key: "name"}, pointer: func(s *Scenario) any { return &s.Name }},
		{Description: param.Description{Key: "description"}, pointer: func(s *Scenario) any { return &s.Description }},
		{Description: param.Description{Key: "credit", Doc: "authors of the published work that the scene shows"}, pointer: func(s *Scenario) any { return &s.Credit },
			untouched: func(s *Scenario) bool { return s.Credit == "" }},
		{Description: param.Description{Key: "watch", Doc: "hint for the viewer: what to look at"}, pointer: func(s *Scenario) any { return &s.Watch },
			untouched: func(s *Scenario) bool { return s.Watch == "" }},
		{Description: param.Description{Key: "seed", Max: math.MaxInt64, Doc: "random seed; the same seed gives the same flight"},
			pointer: func(s *Scenario) any { return &s.Seed }},
		{Description: param.Description{Key: "tick_rate", Unit: "1/s", Min: 30, Max: 960, Doc: "ticks per second, a multiple of 30"},
			pointer: func(s *Scenario) any { return &s.TickRate }},
		{Description: param.Description{Key: "warm_up", Unit: "s", Max: 600, Doc: "simulated time before tick 0"},
			pointer: func(s *Scenario) any { return &s.WarmUp }},
	}
}

func speedUnit(p *flock.Params) string {
	if m := p.Model(); m != nil && m.Units() == flock.PerStep {
		return "m/step"
	}
	return "m/s"
}

func startFields(p *flock.Params) []field {
	speed := speedUnit(p)
	return []field{
		{section: "start", Description: param.Description{Key: "shape", Options: cloud.Shapes(), Doc: "shape of the cloud of boids. ball, box: evenly filled. blob: dense in the middle. disc: flattened, at most 4.8 m high. lens: three times as wide as high, like a flock of starlings in flight"},
			pointer: func(s *Scenario) any {
				return choice{func() int { return int(s.Start.Shape) }, func(v int) { s.Start.Shape = cloud.Shape(v) }}
			}},
		{section: "start", Description: param.Description{Key: "roomy", Doc: "the cloud grows with the number of boids, so that it is as dense as a flock in flight. If a file sets only radius, roomy is false"},
			pointer: func(s *Scenario) any { return &s.Start.Roomy }},
		{section: "start", Description: param.Description{Key: "radius", Unit: "m", Max: 500, Doc: "radius of the ball or disc, half of the edge of the box, or twice the standard deviation of the blob"},
			pointer: func(s *Scenario) any { return &s.Start.Radius }},
		{section: "start", Description: param.Description{Key: "altitude", Unit: "m", Max: 500, Doc: "height of the cloud's centre above the ground"},
			pointer: func(s *Scenario) any { return &s.Start.Altitude }},
		{section: "start", Description: param.Description{Key: "speed", Unit: speed, Max: cloud.Fastest, Doc: "speed of every boid"},
			pointer: func(s *Scenario) any { return &s.Start.Speed }},
		{section: "start", Description: param.Description{Key: "disorder", Max: 1, Doc: "spread of the courses. 0 means that all boids have one course, 1 that each boid has a random course"},
			pointer: func(s *Scenario) any { return &s.Start.Disorder }},
		{section: "start", Description: param.Description{Key: "perched", Doc: "boids start on the seats of open perches, as long as there are free seats"},
			pointer: func(s *Scenario) any { return &s.Start.Perched }},
		{section: "start", Description: param.Description{Key: "group"}, pointer: func(s *Scenario) any { return &s.Start.Groups }},
	}
}

func paramFields(p *flock.Params) []field {
	var all []field
	for _, spec := range p.Specs() {
		d := spec.Description
		if spec.Owner != "" {
			d.Group += ": " + spec.Rule + " of " + spec.Owner
		}
		all = append(all, field{
			Description: d, section: "params", pointer: paramAt(spec),
			untouched: func(s *Scenario) bool { return spec.Untouched(&s.Params.Values) },
		})
	}
	return all
}

func paramAt(spec flock.Spec) func(*Scenario) any {
	return func(s *Scenario) any {
		switch p := &s.Params; {
		case spec.Float != nil:
			return spec.Float(&p.Values)
		case spec.Int != nil:
			return spec.Int(&p.Values)
		case spec.Bool != nil:
			return spec.Bool(&p.Values)
		case spec.Points != nil:
			return spec.Points(&p.Values)
		default:
			get, set := spec.Choice(&p.Values)
			return choice{get, set}
		}
	}
}

func lookFields() []field {
	var all []field
	for _, row := range look.Settings() {
		all = append(all, field{
			Description: row.Description, section: row.Section,
			pointer: func(s *Scenario) any {
				pointer := row.At(&s.Look)
				if c, ok := pointer.(look.Choice); ok {
					return choice{c.Get, c.Set}
				}
				return pointer
			},
		})
	}
	return all
}

func birdFields() []field {
	axes := Axes()
	return []field{
		{section: "bird", Description: param.Description{Key: "file", Doc: "name of a built-in bird, or path of a glTF file relative to this file. If empty, the first built-in bird is used"},
			pointer: func(s *Scenario) any { return &s.Bird.File }, untouched: hasModels},
		{section: "bird", Description: param.Description{Key: "files", Doc: "2 to 8 models, instead of file. Each bird has one of them. For clip and the following keys, give one value for all models, or a list with a value for each"},
			pointer: func(s *Scenario) any { return texts{s.Bird.Files, s.Bird.SetFiles} }, untouched: hasOneModel},
		{section: "bird", Description: param.Description{Key: "shares", Min: 1, Max: MaxShare, Doc: "ratio of the numbers of birds with each model, such as [3, 1]. Without it, the numbers are equal"},
			pointer: func(s *Scenario) any { return wholes{s.Bird.AllShares, s.Bird.setShares} }, untouched: hasOneModel},
		{section: "bird", Description: param.Description{Key: "clip", Doc: "name or number of the animation with the wingbeat. If empty, it is found in the model"},
			pointer: settingAt(func(m *ModelSettings) any { return &m.Clip })},
		{section: "bird", Description: param.Description{Key: "forward", Options: axes, Doc: "axis of the model that points in the direction of flight"},
			pointer: settingAt(func(m *ModelSettings) any { return &m.Forward })},
		{section: "bird", Description: param.Description{Key: "up", Options: axes, Doc: "axis of the model that points up"},
			pointer: settingAt(func(m *ModelSettings) any { return &m.Up })},
		{section: "bird", Description: param.Description{Key: "from", Unit: "s", Max: maxClip, Doc: "time in the animation at which one wingbeat begins"},
			pointer: settingAt(func(m *ModelSettings) any { return &m.From })},
		{section: "bird", Description: param.Description{Key: "to", Unit: "s", Max: maxClip, Doc: "time in the animation at which the wingbeat ends. If from and to are 0, both are found in the model"},
			pointer: settingAt(func(m *ModelSettings) any { return &m.To })},
		{section: "bird", Description: param.Description{Key: "open", Unit: "s", Min: -1, Max: maxClip, Doc: "time in the animation at which the wings are open for gliding. If -1, it is found in the model"},
			pointer: settingAt(func(m *ModelSettings) any { return &m.Open })},
		{section: "bird", Description: param.Description{Key: "span", Max: 1e8, Doc: "wingspan in units of the model. If 0, it is measured"},
			pointer: settingAt(func(m *ModelSettings) any { return &m.Span })},
		{section: "bird", Description: param.Description{Key: "beat", Options: Beats(), Doc: "motion of a model without animation. bird, insect: flapping wings. fish: a bending body. auto: chosen by the model's names and shape"},
			pointer: settingAt(func(m *ModelSettings) any { return &m.Beat })},
		{section: "bird", Description: param.Description{Key: "mirror", Doc: "the model is one half of an animal. Its mirror image completes it"},
			pointer: settingAt(func(m *ModelSettings) any { return &m.Mirror })},
	}
}

func hasModels(s *Scenario) bool   { return len(s.Bird.Files()) > 1 }
func hasOneModel(s *Scenario) bool { return !hasModels(s) }

// maxClip limits times in an animation clip, in s.
const maxClip = 1e5
