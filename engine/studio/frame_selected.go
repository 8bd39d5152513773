package studio

import (
	"errors"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/scenery"
	"skein/flock/around"
	"skein/flock/look"
)

var errNowhere = errors.New("the camera cannot frame this object, because it has no position")

func (s *Studio) frameThing(aspect float32) (done bool, err error) {
	low, high, selected, found := s.selectedBox()
	switch {
	case !selected:
		return false, nil
	case !found:
		return true, errNowhere
	}
	s.LeavePath()
	s.standing = nil
	s.Rig.FrameBox(low, high, aspect)
	s.SetMode(s.Rig.Mode)
	return true, nil
}

// ShowFlock moves the camera to the chosen flock, as FrameThing does. It does nothing if the camera flies
// along a path, follows boids or leaders, or alternates between shots.
func (s *Studio) ShowFlock(aspect float32) {
	mode := s.Controls.Camera.Mode
	if s.Path != nil || mode == look.Director || mode.Stance() >= look.StanceBehind {
		return
	}
	s.interpolate()
	if low, high, ok := s.chosenFlockBox(); ok {
		s.standing = nil
		s.Rig.FrameBox(low, high, aspect)
		s.SetMode(s.Rig.Mode)
	}
}

// selectedBox returns the box to frame: the selected object, the selected hunter together with the middle of
// the flock, or the chosen flock. selected is false if there is none of these. found is false if the selected
// object has no position.
func (s *Studio) selectedBox() (low, high mgl32.Vec3, selected, found bool) {
	if t := s.around.Thing(s.Controls.Thing); t != nil {
		low, high, found = s.boxAround(t)
		return low, high, true, found
	}
	h, ok := s.hunterOf(s.Controls.Selected)
	if !ok {
		low, high, ok = s.chosenFlockBox()
		return low, high, ok, ok
	}
	all := s.group()
	pos, prey := mgl32.Vec3(h.Spot.At.Array()), all.Centre()
	for axis := range 3 {
		low[axis], high[axis] = min(pos[axis], prey[axis])-2, max(pos[axis], prey[axis])+2
	}
	return low, high, true, true
}

// chosenFlockBox returns the box around the chosen flock. ok is false if the flock is empty or hunts, or if
// cameras already follow it.
func (s *Studio) chosenFlockBox() (low, high mgl32.Vec3, ok bool) {
	from, to := rangeOf(s.shownSnapshot, s.Controls.Flock)
	i, there := s.shownSnapshot.Index(s.Controls.Selected)
	own := there && from <= i && i < to
	if k := s.Controls.Flock; k == 0 || from == to || own || s.params[k].Float("hunt_speed") > 0 {
		return low, high, false
	}
	s.completeBoids()
	low = s.boids[from].Pos
	high = low
	for i := range s.boids[from:to] {
		for axis, x := range s.boids[from+i].Pos {
			low[axis], high[axis] = min(low[axis], x), max(high[axis], x)
		}
	}
	const margin = 2 // m
	return low.Sub(mgl32.Vec3{margin, margin, margin}), high.Add(mgl32.Vec3{margin, margin, margin}), true
}

func (s *Studio) boxAround(t around.Thing) (low, high mgl32.Vec3, found bool) {
	for i := range s.things.Stands {
		if stand := &s.things.Stands[i]; stand.Name == *t.NamePointer() && !stand.Endless {
			return stand.Low, stand.High, true
		}
	}
	pos, _, found := scenery.Pivot(t, 0)
	low, high = pos, pos
	for _, p := range scenery.PointsOf(t) {
		for axis, x := range p.Floats() {
			low[axis], high[axis] = min(low[axis], x), max(high[axis], x)
		}
	}
	wide, tall := float32(2), float32(2)
	if p, ok := around.PropertyOf(t, "radius"); ok && p.Counts(t) {
		wide = max(*p.At.(*float32), wide)
		tall = wide
	}
	if p, ok := around.PropertyOf(t, "height"); ok && p.Counts(t) {
		tall = max(*p.At.(*float32), tall)
	}
	margin := mgl32.Vec3{wide, tall, wide}
	return low.Sub(margin), high.Add(margin), found
}
