package studio

import (
	"errors"
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/engine/scenery"
	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/vec"
)

// Hunter is a predator: a bird that hunts, or that other birds fear. Users can move it.
type Hunter struct {
	ID    int
	Name  string // species, with a number if there are several
	Flock int    // index of its flock
	Spot  flock.Spot
}

var (
	errWarming  = errors.New("a new flock is warming up; add the predator when it has finished")
	errNoHunter = errors.New("this bird is not a predator")
)

// HunterFlock returns the index of the first flock of hunters, or -1 if there is none.
func (s *Studio) HunterFlock() int {
	for k := range s.params {
		if s.Hunts(k) {
			return k
		}
	}
	return -1
}

// Hunters returns all hunters of a live flight, in order of their ids.
func (s *Studio) Hunters() (all []Hunter) {
	if s.Playing() || len(s.params) < 2 {
		return nil
	}
	all = s.ShownHunters(s.cur)
	for k := range all {
		all[k].Spot, _ = s.world.Spot(all[k].ID)
	}
	return all
}

// ShownHunters returns all hunters in a snapshot, in order of their ids, with an empty field Spot.
func (s *Studio) ShownHunters(shown *flock.Snapshot) (all []Hunter) {
	if len(s.params) < 2 {
		return nil
	}
	names := s.Species()
	for k := range s.params {
		if !s.Hunts(k) {
			continue
		}
		from, to := rangeOf(shown, k)
		for i := from; i < to; i++ {
			h := Hunter{ID: shown.ID(i), Name: names[k], Flock: k}
			if to-from > 1 {
				h.Name += " " + strconv.Itoa(i-from+1)
			}
			all = append(all, h)
		}
	}
	return all
}

func (s *Studio) hunterOf(id int) (h Hunter, ok bool) {
	if s.Playing() || id < 0 || id >= s.cur.Len() {
		return h, false
	}
	k := s.cur.FlockOf(id)
	if len(s.params) < 2 || !s.Hunts(k) {
		return h, false
	}
	h = Hunter{ID: id, Flock: k}
	h.Spot, ok = s.world.Spot(id)
	return h, ok
}

// CanJoin returns nil if a flock can join now, and otherwise the reason why not.
func (s *Studio) CanJoin() error {
	switch {
	case s.Playing():
		return s.WhyReadOnly()
	case s.pendingWorld != nil:
		return errWarming
	}
	return nil
}

// Join adds a flock without birds. regarders lists the flocks that notice, follow or flee it.
func (s *Studio) Join(f flock.Flock, regarders flock.Regarders) error {
	if err := s.CanJoin(); err != nil {
		return err
	}
	if err := s.world.Join(f, regarders); err != nil {
		return err
	}
	s.joinedFlocks = append(s.joinedFlocks, len(s.params))
	s.params = append(s.params, f.Params)
	if s.calmParams != nil {
		s.calmParams = append(s.calmParams, f.Params)
	}
	s.def.Others = append(s.def.Others, f)
	if s.tape != nil {
		s.tape.join(len(s.params)-1, f.Params)
	}
	regarders.AddTo(s.definition, f.Name())
	padCounts(s.prev, len(s.params))
	s.world.Snapshot(s.cur)
	s.past.join(f.Params)
	return nil
}

func (s *Studio) rejoinFlocks(w *flock.World) error {
	all := s.def.Flocks()
	for k := w.FlockCount(); k < len(all); k++ {
		f := all[k]
		if err := f.Params.Set("count", 0); err != nil {
			return err
		}
		if err := w.Join(f, flock.RegardersOf(all, k)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Studio) definition(k int) *flock.Flock {
	if k == 0 {
		return &s.def.Flock
	}
	return &s.def.Others[k-1]
}

// AddHunter adds one bird to the hunting flock k and selects it. The bird is above the prey and in sight of
// the camera. alarm returns new parameters for each flock that flees the hunter. Undo treats all this as one
// edit.
func (s *Studio) AddHunter(k int, alarm func(flock.Params) (flock.Params, error)) error {
	if s.Playing() {
		return s.WhyReadOnly()
	}
	spot := s.hunterStart()
	return s.addHunter(k, spot, alarm)
}

func (s *Studio) addHunter(k int, spot flock.Spot, alarm func(flock.Params) (flock.Params, error)) error {
	id := -1
	err := s.asNamedEdit("added "+s.definition(k).Name(), func() error {
		if err := s.alarmOthers(k, alarm); err != nil {
			return err
		}
		n := s.paramsOf(k).Count()
		if err := s.setCount(k, n+1); err != nil {
			return err
		}
		from, _ := s.cur.Range(k)
		id = from + n
		return s.moveBird(k, n, spot, s.startsWith(k, n, spot))
	})
	if err == nil {
		c := s.Controls
		c.Selected, c.Thing, c.Point = id, "", 0
		_ = s.Set(c, Dragging) // cannot fail, because the parameters are unchanged
	}
	return err
}

func (s *Studio) alarmOthers(k int, alarm func(flock.Params) (flock.Params, error)) error {
	for j := range s.params {
		if !slices.Contains(s.definition(j).Flees, s.definition(k).Name()) {
			continue
		}
		p, err := alarm(*s.paramsOf(j))
		if err == nil {
			err = s.setParams(j, p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Populate sets the number of boids of flock k, which has joined the flight, and selects the flock. Each
// earlier flock gets the parameters that adapt returns. Undo treats all this as one edit.
func (s *Studio) Populate(k, boids int, adapt func(j int, p flock.Params) (flock.Params, error)) error {
	return s.asNamedEdit("added "+s.definition(k).Name(), func() error {
		for j := range k {
			p, err := adapt(j, *s.paramsOf(j))
			if err == nil && p != *s.paramsOf(j) {
				err = s.setParams(j, p)
			}
			if err != nil {
				return err
			}
		}
		return s.setCount(k, boids)
	})
}

func (s *Studio) setParams(k int, p flock.Params) error {
	c := s.Controls
	if c.Flock = k; s.Set(c, Dragging) == nil {
		c = s.Controls
	}
	c.Params = p
	return s.Set(c, Done)
}

func (s *Studio) setCount(k, n int) error {
	p := *s.paramsOf(k)
	if err := p.Set("count", n); err != nil {
		return err
	}
	return s.setParams(k, p)
}

// DuplicateHunter adds a copy of a hunter beside it, with the same velocity.
func (s *Studio) DuplicateHunter(id int) error {
	h, ok := s.hunterOf(id)
	if !ok {
		return errNoHunter
	}
	spot := h.Spot
	spot.At.X += 3
	return s.addHunter(h.Flock, spot, func(p flock.Params) (flock.Params, error) { return p, nil })
}

func (s *Studio) hunterStart() flock.Spot {
	middle := s.group()
	centre := middle.Centre()
	v := s.frame.View
	far := max(v.Forward().Dot(centre.Sub(v.Eye)), 10)
	right := v.Rotation.Rotate(mgl32.Vec3{1, 0, 0})
	side := min(0.3*far*num.Tan(v.FovY/2), 40)
	pos := centre.Add(right.Mul(-side)).Add(mgl32.Vec3{0, min(0.6*far*num.Tan(v.FovY/2), 40), 0})
	pos[1] = max(pos[1], s.things.Ground(pos[0], pos[2])+10)
	pos = clampPlace(pos)
	const pace = 13 // m/s
	course := centre.Sub(pos)
	course[1] = 0
	if course.Len() < 1 {
		course = mgl32.Vec3{0, 0, 1}
	}
	course = course.Normalize().Mul(pace)
	return flock.Spot{
		At:       scenery.RoundVec(vec.Vec{X: pos[0], Y: pos[1], Z: pos[2]}),
		Velocity: vec.Vec{X: course[0], Z: course[2]},
	}
}

// PutHunter moves a hunter, both now and for the next restart. The hunter keeps its velocity.
func (s *Studio) PutHunter(id int, pos vec.Vec, edit Edit) error {
	if edit != Dragging {
		defer s.undo.commit()
	}
	if s.Playing() {
		return s.WhyReadOnly()
	}
	h, ok := s.hunterOf(id)
	switch {
	case !ok:
		return errNoHunter
	case h.Spot.At == pos:
		return nil
	}
	from, _ := s.cur.Range(h.Flock)
	spot := flock.Spot{At: pos, Velocity: h.Spot.Velocity}
	return s.moveBird(h.Flock, id-from, spot, s.startsWith(h.Flock, id-from, spot))
}

// RemoveHunter removes a hunter. The last hunter of the flock gets the removed hunter's id.
func (s *Studio) RemoveHunter(id int) error {
	h, ok := s.hunterOf(id)
	if !ok {
		return errNoHunter
	}
	from, end := s.cur.Range(h.Flock)
	last := end - 1
	spot, _ := s.world.Spot(last)
	groups := s.separateStarts(h.Flock)
	s.fadeOut.Complete(&s.frame)
	s.fadeOut.SwapRemoved(s.frame.Birds, id, last)
	bird := id - from
	groups[bird] = groups[last-from]
	groups = slices.Delete(groups, last-from, last-from+1)
	err := s.asNamedEdit("removed "+s.definition(h.Flock).Name(), func() error {
		if err := s.moveBird(h.Flock, bird, spot, groups); err != nil {
			return err
		}
		s.undo.commit()
		if err := s.moveBird(h.Flock, last-from, spot, groups); err != nil { // lets Undo also restore the place of the last boid
			return err
		}
		return s.setCount(h.Flock, last-from)
	})
	s.choose(-1)
	s.leaveEmptyFlock()
	return err
}

type birdMove struct {
	flock, bird               int
	before, after             flock.Spot
	startsBefore, startsAfter []cloud.Group
}

func (s *Studio) separateStarts(k int) []cloud.Group {
	return slices.Clone(s.definition(k).Start.SingleGroups(s.paramsOf(k).Count()))
}

func (s *Studio) startsWith(k, bird int, spot flock.Spot) []cloud.Group {
	groups := s.separateStarts(k)
	groups[bird] = cloud.Single(spot.At.Sub(s.world.StartMiddle(k)), spot.Velocity)
	return groups
}

func (s *Studio) moveBird(k, bird int, to flock.Spot, starts []cloud.Group) error {
	from, _ := s.cur.Range(k)
	before, _ := s.world.Spot(from + bird)
	p := &birdMove{k, bird, before, to, s.definition(k).Start.Groups, starts}
	if err := s.applyMove(p); err != nil {
		return err
	}
	s.undo.touch(historyEntry{move: p})
	return nil
}

func (s *Studio) applyMove(p *birdMove) error {
	from, end := s.cur.Range(p.flock)
	if p.bird < end-from {
		if err := s.world.Put(from+p.bird, p.after); err != nil {
			return err
		}
	}
	s.definition(p.flock).Start.Groups = p.startsAfter
	s.world.Snapshot(s.cur)
	s.traces.Note(s.cur)
	return nil
}

// StartsToSave returns the starts of the flocks for a saved scene.
func (s *Studio) StartsToSave() (all []cloud.Start) {
	for k := range s.def.Flocks() {
		all = append(all, s.definition(k).Start)
	}
	return all
}

// Attacks returns the number of attacks since the start, over all flocks.
func (s *Studio) Attacks() (n int) {
	for k := range s.params {
		n += s.ledger[k].Attacks
	}
	return n
}
