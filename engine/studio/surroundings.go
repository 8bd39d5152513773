package studio

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/engine/scenery"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/vec"
)

func (s *Studio) useSurroundings(around around.Surroundings) {
	s.around = around
	s.things.Update(&s.around)
	if s.around.Thing(s.Controls.Thing) == nil {
		s.Controls.Thing = ""
	}
}

func (s *Studio) editSurroundings(e *flock.Event) {
	drawn := func(set around.Setting) bool { return set.Kind == "obstacle" || set.Kind == "perch" }
	around := flock.SurroundingsAfter(&s.around, e)
	if e.Settings != nil && !slices.ContainsFunc(*e.Settings, drawn) {
		s.around = around
		return
	}
	s.useSurroundings(around)
}

// Surroundings returns a copy of the current surroundings.
func (s *Studio) Surroundings() around.Surroundings { return s.around.Clone() }

// SurroundingsToSave returns the surroundings for a saved scene. For a live flock, they are those of the next
// restart. For a recording, they are the current ones.
func (s *Studio) SurroundingsToSave() around.Surroundings {
	if s.isRecorded() {
		return s.Surroundings()
	}
	return s.def.Surroundings.Clone()
}

// Surround applies surroundings that a user set. If they are invalid, it returns an error and changes
// nothing.
func (s *Studio) Surround(around around.Surroundings, edit Edit) error {
	if edit != Dragging {
		defer s.undo.commit()
	}
	if around.Equal(&s.around) {
		return nil
	}
	if s.Playing() {
		return s.WhyReadOnly()
	}
	if err := s.checkSchedule(&around); err != nil {
		return err
	}
	before := s.Surroundings()
	if err := s.world.SetSurroundings(around); err != nil {
		return err
	}
	s.undo.touch(historyEntry{things: &surroundingsEdit{before, around.Clone()}})
	s.keepSurroundings(&before, &around)
	return nil
}

// MergeSurroundings applies the differences between before and after to the current surroundings, as one
// edit.
func (s *Studio) MergeSurroundings(before, after *around.Surroundings) error {
	around := s.Surroundings()
	scenery.Merge(&around, before, after)
	return s.Surround(around, Done)
}

func (s *Studio) keepSurroundings(before, after *around.Surroundings) {
	scenery.Merge(&s.def.Surroundings, before, after)
	s.useSurroundings(s.world.Surroundings())
	s.renameHidden(before, after)
}

// renameHidden keeps renamed obstacles hidden. It removes the names of deleted obstacles, because these names
// may be used again.
func (s *Studio) renameHidden(before, after *around.Surroundings) {
	c := &s.Controls
	for k := range before.Obstacles {
		old := before.Obstacles[k].Name
		if !c.IsThingHidden(old) || after.Thing(old) != nil {
			continue
		}
		c.HideThing(old, false)
		if len(after.Obstacles) == len(before.Obstacles) && before.Thing(after.Obstacles[k].Name) == nil {
			c.HideThing(after.Obstacles[k].Name, true)
		}
	}
}

func (s *Studio) checkSchedule(around *around.Surroundings) error {
	for _, c := range s.def.Schedule {
		if c.Thing != "" && around.Thing(c.Thing) == nil {
			return fmt.Errorf("%s cannot be removed or renamed, because an event at %g s changes its %s", c.Thing, c.At, c.Key)
		}
	}
	return nil
}

// WithAdded returns the surroundings with a new thing in front of the camera, and its name. form is the shape
// of an obstacle or the role of a place; empty means the default.
func (s *Studio) WithAdded(kind, form string) (around.Surroundings, string) {
	all := s.Surroundings()
	t := all.Add(kind)
	pos := s.placeAhead()
	x, z := roundHalf(pos[0]), roundHalf(pos[2])
	air := max(roundHalf(pos[1]), 5)
	switch t := t.(type) {
	case *around.Obstacle:
		s.standBefore(t)
		if around.NeedsFile(form) {
			waitForFile(t, form)
		} else if form != "" {
			t.Reshape(form)
		}
	case *around.Place:
		t.At = vec.Vec{X: x, Y: air, Z: z}
		if form != "" {
			t.Role = form
		}
	case *around.Path:
		t.Closed = true
		for _, d := range [][2]float32{{30, 0}, {0, 30}, {-30, 0}, {0, -30}} {
			t.Points = append(t.Points, vec.Vec{X: x + d[0], Y: air, Z: z + d[1]})
		}
	case *around.Perch:
		t.Points = []vec.Vec{{X: x - 8, Y: 6, Z: z}, {X: x + 8, Y: 6, Z: z}}
		t.Sag = 0.4
	case *around.Wind:
		t.At = vec.Vec{X: x, Z: z}
	}
	return all, *t.NamePointer()
}

// standBefore puts a new obstacle on the ground in the middle of the picture, as far away as the flock, or
// farther if the camera is high. The obstacle is a third of the picture high, but at most 100 m. If it would
// be far below the middle of the picture, it is made higher.
func (s *Studio) standBefore(o *around.Obstacle) {
	v := s.frame.View
	far := s.flockAhead()
	ahead := v.Forward()
	for t := far / 40; t <= 3*far; t += far / 40 {
		if p := v.Eye.Add(ahead.Mul(t)); p[1] <= s.things.Ground(p[0], p[2]) {
			far = t
			break
		}
	}
	height, width := s.standAhead(o, far)
	const mostWide = 0.3 // largest width, as a fraction of the picture's height
	if pictureHeight := 2 * far * num.Tan(v.FovY/2); pictureHeight > 0 && width > mostWide*pictureHeight {
		height, width = s.standAhead(o, far*width/(mostWide*pictureHeight))
	}
	o.Shape, o.Size = "box", vec.Vec{X: width, Y: height, Z: width}
	o.At.Y = scenery.RoundCM(o.At.Y + height/2)
}

// waitForFile turns a box into a plain block that stands for an obstacle of another shape until the file of
// that obstacle has been read. The block is too low to be drawn as a building.
func waitForFile(o *around.Obstacle, shape string) {
	const terrainHeight, modelHeight = 1, 8 // m
	foot, wide := o.At.Y-o.Size.Y/2, max(3*o.Size.Y, 10)
	o.Size = vec.Vec{X: wide, Y: terrainHeight, Z: wide}
	if shape == "model" {
		o.Size = vec.Vec{X: modelHeight, Y: modelHeight, Z: modelHeight}
	}
	o.At.Y = scenery.RoundCM(foot + o.Size.Y/2)
}

// standAhead puts an obstacle on the ground, far metres in front of the camera. It returns a height and a
// width, in m, that are well visible from the camera.
func (s *Studio) standAhead(o *around.Obstacle, far float32) (height, width float32) {
	v := s.frame.View
	pos := clampPlace(v.Eye.Add(v.Forward().Mul(far)))
	o.At = vec.Vec{X: roundHalf(pos[0]), Z: roundHalf(pos[2])}
	o.At.Y = scenery.RoundCM(s.things.Ground(o.At.X, o.At.Z))
	pictureHeight := 2 * far * num.Tan(v.FovY/2) // height of the picture at this distance, m
	const highest = 100                          // m
	height = min(max(round(pictureHeight/3), 1), highest)
	width = max(roundHalf(height/3), 0.5)
	if middle := pos[1] - o.At.Y; middle-height > 0.4*pictureHeight/2 { // the top is far below the middle of the picture
		height = min(round(middle), highest)
	}
	return height, max(width, roundHalf(height/4))
}

func round(x float32) float32 { return float32(math.Round(float64(x))) }

func (s *Studio) flockAhead() float32 {
	v := s.frame.View
	all := s.group()
	middle := all.Centre()
	return max(v.Forward().Dot(middle.Sub(v.Eye)), 20)
}

func (s *Studio) placeAhead() mgl32.Vec3 {
	v := s.frame.View
	return clampPlace(v.Eye.Add(v.Forward().Mul(s.flockAhead())))
}

func clampPlace(pos mgl32.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{mgl32.Clamp(pos[0], -900, 900), mgl32.Clamp(pos[1], 0, 900), mgl32.Clamp(pos[2], -900, 900)}
}

func roundHalf(x float32) float32 { return float32(int(2*x+0.5*sign(x))) / 2 }

func sign(x float32) float32 {
	if x < 0 {
		return -1
	}
	return 1
}

// WithCopy returns the surroundings with a copy of a thing beside it, and the copy's name.
func (s *Studio) WithCopy(name string) (around.Surroundings, string) {
	all := s.Surroundings()
	original := all.Thing(name)
	if original == nil {
		return all, ""
	}
	t := all.Add(original.Kind())
	called := *t.NamePointer()
	scenery.Copy(t, all.Thing(name))
	*t.NamePointer() = called
	scenery.Shift(t, mgl32.Vec3{copyGap(t), 0, 0})
	return all, called
}

func copyGap(t around.Thing) float32 {
	if o, ok := t.(*around.Obstacle); ok {
		if surface := o.Surface(); len(surface.Vertices) > 0 && !o.Endless() {
			low, high := surface.Vertices[0].X, surface.Vertices[0].X
			for _, v := range surface.Vertices {
				low, high = min(low, v.X), max(high, v.X)
			}
			return float32(int(1.5*(high-low))) + 1
		}
	}
	return 10
}

// WorldStep converts a step along the camera's axes (right, up, away) into a step along the nearest axes of
// the world.
func (s *Studio) WorldStep(way [3]float32) (to vec.Vec) {
	turn := s.frame.View.Rotation
	right := nearestAxis(turn.Rotate(mgl32.Vec3{1, 0, 0}))
	away := mgl32.Vec3{right[2], 0, -right[0]}
	all := right.Mul(way[0]).Add(mgl32.Vec3{0, way[1], 0}).Add(away.Mul(way[2]))
	return vec.Vec{X: all[0], Y: all[1], Z: all[2]}
}

func nearestAxis(v mgl32.Vec3) mgl32.Vec3 {
	if num.Abs(v[0]) >= num.Abs(v[2]) {
		return mgl32.Vec3{sign(v[0]), 0, 0}
	}
	return mgl32.Vec3{0, 0, sign(v[2])}
}

// Extent returns the size of an obstacle along the world's axes, in m. It is 0 for endless obstacles and for
// other things.
func (s *Studio) Extent(name string) mgl32.Vec3 {
	for i := range s.things.Stands {
		if stand := &s.things.Stands[i]; stand.Name == name && !stand.Endless {
			return stand.High.Sub(stand.Low)
		}
	}
	return mgl32.Vec3{}
}
