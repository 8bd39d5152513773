package engine

import (
	"fmt"
	"math"
	"reflect"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// surround takes note of the surroundings in force.
func (s *Studio) surround(around flock.Surroundings) {
	s.around = around
	s.things.show(&s.around)
	if s.around.Thing(s.Controls.Thing) == nil {
		s.Controls.Thing = ""
	}
}

// Around are the surroundings in force: a copy.
func (s *Studio) Around() flock.Surroundings { return s.around.Clone() }

// KeptAround are the surroundings as they are to be kept: those that a restart begins with,
// or of a recording those in force.
func (s *Studio) KeptAround() flock.Surroundings {
	if s.recorded() {
		return s.Around()
	}
	return s.def.Surroundings.Clone()
}

// Surround applies surroundings that a person set. Those that are not valid change
// nothing and are the error.
func (s *Studio) Surround(around flock.Surroundings, edit Edit) error {
	if edit == Redone {
		s.undo.reopen()
	}
	if edit != Dragging {
		defer s.undo.commit()
	}
	if around.Equal(&s.around) {
		return nil
	}
	if s.Playing() {
		return s.Played()
	}
	if err := s.lacks(&around); err != nil {
		return err
	}
	before := s.Around()
	if err := s.world.SetSurroundings(around); err != nil {
		return err
	}
	s.undo.touch(edited{things: &change{before, around.Clone()}})
	s.settleThings(&before, &around)
	return nil
}

// SurroundBy applies what differs between two readings of surroundings, as one edit, and
// leaves alone what else is there.
func (s *Studio) SurroundBy(before, after *flock.Surroundings) error {
	around := s.Around()
	carryThings(&around, before, after)
	return s.Surround(around, Done)
}

// settleThings has an edit that the world accepted hold after a restart, too.
func (s *Studio) settleThings(before, after *flock.Surroundings) {
	carryThings(&s.def.Surroundings, before, after)
	s.surround(s.world.Surroundings())
}

// lacks refuses to do without what the schedule changes.
func (s *Studio) lacks(around *flock.Surroundings) error {
	for _, c := range s.def.Schedule {
		if c.Thing != "" && around.Thing(c.Thing) == nil {
			return fmt.Errorf("%s stays: an event at %g s changes its %s", c.Thing, c.At, c.Key)
		}
	}
	return nil
}

// change is an edit of surroundings: all of them, as they were and as they became.
type change struct{ before, after flock.Surroundings }

// carryThings takes over into s what an edit changed: what it added, what it took away,
// and the properties that it set.
func carryThings(s, before, after *flock.Surroundings) {
	for _, t := range before.Things() {
		if after.Thing(*t.Called()) == nil {
			s.Remove(*t.Called())
		}
	}
	for _, t := range after.Things() {
		name := *t.Called()
		to := s.Thing(name)
		was := before.Thing(name)
		if was != nil && (to == nil || was.Kind() != to.Kind()) {
			continue // gone meanwhile
		}
		if to != nil && to.Kind() != t.Kind() {
			s.Remove(name) // another was given its name meanwhile
			to = nil
		}
		if to == nil {
			copyThing(s.Add(t.Kind()), t)
			continue
		}
		if was == nil {
			copyThing(to, t)
			continue
		}
		is := flock.Properties(t)
		for k, p := range flock.Properties(was) {
			if !reflect.DeepEqual(p.Value(), is[k].Value()) {
				carried, _ := flock.PropertyOf(to, p.Key)
				_ = carried.Set(is[k].Value()) // of the type that it has
			}
		}
		carryMesh(to, t)
	}
}

// copyThing makes a thing as another of its kind.
func copyThing(to, from flock.Thing) {
	for _, p := range flock.Properties(from) {
		copied, _ := flock.PropertyOf(to, p.Key)
		_ = copied.Set(p.Value()) // of the type that it has
	}
	carryMesh(to, from)
}

// carryMesh has an obstacle share what another's file holds, if it has the same.
func carryMesh(to, from flock.Thing) {
	a, ok := to.(*flock.Obstacle)
	b, too := from.(*flock.Obstacle)
	if ok && too && a.File == b.File {
		a.Mesh, a.Digest = b.Mesh, b.Digest
	}
}

// Added are the surroundings with one thing more, where the camera looks, and its name. form
// is the shape of an obstacle or the role of a place; empty for the usual one.
func (s *Studio) Added(kind, form string) (flock.Surroundings, string) {
	all := s.Around()
	t := all.Add(kind)
	at := s.before()
	x, z := rounded2(at[0]), rounded2(at[2])
	air := max(rounded2(at[1]), 5)
	switch t := t.(type) {
	case *flock.Obstacle:
		s.standBefore(t)
		reshape(t, form)
	case *flock.Place:
		t.At = flock.Vec{X: x, Y: air, Z: z}
		if form != "" {
			t.Role = form
		}
	case *flock.Path:
		t.Closed = true
		for _, d := range [][2]float32{{30, 0}, {0, 30}, {-30, 0}, {0, -30}} {
			t.Points = append(t.Points, flock.Vec{X: x + d[0], Y: air, Z: z + d[1]})
		}
	case *flock.Perch:
		t.Points = []flock.Vec{{X: x - 8, Y: 6, Z: z}, {X: x + 8, Y: 6, Z: z}}
		t.Sag = 0.4
	case *flock.Wind:
		t.At = flock.Vec{X: x, Z: z}
	}
	return all, *t.Called()
}

// standBefore stands a new obstacle on the ground before the camera: in the picture's
// middle where there is ground that is not much farther than the flock, and else as far away
// as the flock is. It is a third of the picture high, and slender.
func (s *Studio) standBefore(o *flock.Obstacle) {
	v := s.frame.View
	far := s.flockAhead()
	ahead := v.Forward()
	for t := far / 40; t <= 3*far; t += far / 40 {
		if p := v.Eye.Add(ahead.Mul(t)); p[1] <= s.things.ground(p[0], p[2]) {
			far = t
			break
		}
	}
	at := within900(v.Eye.Add(ahead.Mul(far)))
	height := 2 * far * float32(math.Tan(float64(v.FovY)/2)) / 3
	height = min(max(float32(math.Round(float64(height))), 1), 100)
	width := max(float32(math.Round(float64(height))/3), 0.5)
	width = rounded2(width)
	o.Shape, o.Size = "box", flock.Vec{X: width, Y: height, Z: width}
	o.At = flock.Vec{X: rounded2(at[0]), Z: rounded2(at[2])}
	o.At.Y = hundredths(s.things.ground(o.At.X, o.At.Z) + height/2)
}

// flockAhead is how far before the camera the flock's middle is, 20 m at least.
func (s *Studio) flockAhead() float32 {
	v := s.frame.View
	all := s.cast()
	middle := companyOf(all.boids, all.span).centre
	return max(v.Forward().Dot(middle.Sub(v.Eye)), 20)
}

// before is a place before the camera, as far away as the flock is.
func (s *Studio) before() mgl32.Vec3 {
	v := s.frame.View
	return within900(v.Eye.Add(v.Forward().Mul(s.flockAhead())))
}

// within900 is a place that a thing may have.
func within900(at mgl32.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{mgl32.Clamp(at[0], -900, 900), mgl32.Clamp(at[1], 0, 900), mgl32.Clamp(at[2], -900, 900)}
}

// rounded2 is a length to the next half metre.
func rounded2(x float32) float32 { return float32(int(2*x+0.5*sign(x))) / 2 }

func sign(x float32) float32 {
	if x < 0 {
		return -1
	}
	return 1
}

// Duplicated are the surroundings with a copy of a thing, beside it, and its name.
func (s *Studio) Duplicated(name string) (flock.Surroundings, string) {
	all := s.Around()
	of := all.Thing(name)
	if of == nil {
		return all, ""
	}
	t := all.Add(of.Kind())
	called := *t.Called()
	copyThing(t, all.Thing(name))
	*t.Called() = called
	Shift(t, mgl32.Vec3{gapOf(t), 0, 0})
	return all, called
}

// gapOf is how far beside a thing its copy stands, m.
func gapOf(t flock.Thing) float32 {
	if o, ok := t.(*flock.Obstacle); ok {
		if of := o.Surface(); len(of.Vertices) > 0 && o.Shape != "plane" && o.Shape != "ground" {
			low, high := of.Vertices[0].X, of.Vertices[0].X
			for _, v := range of.Vertices {
				low, high = min(low, v.X), max(high, v.X)
			}
			return float32(int(1.5*(high-low))) + 1
		}
	}
	return 10
}

// Shift moves a thing, all its points together.
func Shift(t flock.Thing, by mgl32.Vec3) {
	for _, p := range flock.Properties(t) {
		switch at := p.At.(type) {
		case *flock.Vec:
			if p.Key == "at" {
				*at = shifted(*at, by, &p)
			}
		case *[]flock.Vec:
			for k := range *at {
				(*at)[k] = shifted((*at)[k], by, &p)
			}
		}
	}
}

// shifted is a place moved, within the range of the property that it is of.
func shifted(at flock.Vec, by mgl32.Vec3, p *flock.Property) flock.Vec {
	within := func(x, d float32) float32 { return min(max(x+d, float32(p.Min)), float32(p.Max)) }
	return flock.Vec{X: within(at.X, by[0]), Y: within(at.Y, by[1]), Z: within(at.Z, by[2])}
}

// reshape makes a box that stands on the ground an obstacle of another shape, as high.
func reshape(o *flock.Obstacle, shape string) {
	foot := o.At.Y - o.Size.Y/2
	switch shape {
	case "sphere":
		o.Radius = max(hundredths(o.Size.Y/2), 0.5)
	case "cylinder":
		o.Radius, o.Height, o.At.Y = max(hundredths(o.Size.X/2), 0.25), o.Size.Y, foot
	case "plane", "ground":
		o.At.Y = foot
	default:
		return
	}
	o.Shape = shape
}

// Along is a way in the world that is so far to the right, up and away from the camera, each
// along the axis of the world that is nearest to that.
func (s *Studio) Along(way [3]float32) (to flock.Vec) {
	turn := s.frame.View.Rotation
	right := level(turn.Rotate(mgl32.Vec3{1, 0, 0}))
	away := mgl32.Vec3{right[2], 0, -right[0]}
	all := right.Mul(way[0]).Add(mgl32.Vec3{0, way[1], 0}).Add(away.Mul(way[2]))
	return flock.Vec{X: all[0], Y: all[1], Z: all[2]}
}

// level is the axis over the ground that is nearest to a direction.
func level(v mgl32.Vec3) mgl32.Vec3 {
	if abs(v[0]) >= abs(v[2]) {
		return mgl32.Vec3{sign(v[0]), 0, 0}
	}
	return mgl32.Vec3{0, 0, sign(v[2])}
}

// Extent is how wide, high and deep an obstacle is, in m, along the world's axes; 0 of what
// has no end and of other things.
func (s *Studio) Extent(name string) mgl32.Vec3 {
	for i := range s.things.stands {
		if of := &s.things.stands[i]; of.Name == name && !of.Endless {
			return of.High.Sub(of.Low)
		}
	}
	return mgl32.Vec3{}
}
