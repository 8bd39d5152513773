package flock

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"skein/flock/around"
	"skein/flock/schedule"
)

// rehearsal runs a schedule without a World, to check its changes together. It holds the parameters and
// things at a time.
type rehearsal struct {
	def    *Def
	flocks []Flock
	things around.Surroundings
	undos  []indexedChange // scheduled changes that will be undone, each with the earlier value
	errors []error
}

type indexedChange struct {
	schedule.Change
	index int
}

// validateSchedule checks changes that wait for a condition against the World at its start, because their
// time is not known.
func (d *Def) validateSchedule() []error {
	if n := len(d.Schedule); n > schedule.MaxChanges {
		return []error{fmt.Errorf("%d events: at most %d are allowed", n, schedule.MaxChanges)}
	}
	r := rehearsal{def: d, flocks: d.Flocks(), things: d.Surroundings.Clone(), errors: make([]error, len(d.Schedule))}
	var timed []indexedChange
	for k, c := range d.Schedule {
		c, err := normalize(c, d)
		switch {
		case err != nil:
			r.note(k, err)
		case c.When != nil:
			moved, was := r.set(&c, c.Value)
			r.note(k, r.check(&c, moved))
			r.set(&c, was)
		default:
			timed = append(timed, indexedChange{c, k})
		}
	}
	slices.SortStableFunc(timed, func(a, b indexedChange) int { return cmp.Compare(a.At, b.At) })
	r.checkOverlaps(timed)
	for len(timed) > 0 {
		n := 1
		for n < len(timed) && timed[n].At == timed[0].At {
			n++
		}
		r.run(timed[:n])
		timed = timed[n:]
	}
	return r.errors
}

func (r *rehearsal) note(index int, err error) {
	if err == nil || r.errors[index] != nil {
		return
	}
	f := &around.Fault{Kind: "event", Number: index, Key: "value", Err: err}
	if of := (*schedule.KeyError)(nil); errors.As(err, &of) {
		f.Key = of.Key
	}
	r.errors[index] = f
}

// checkOverlaps records an error for each change during which another change of the same value begins.
// timed is sorted by time. A change without a ramp may be followed, at the same time, by a ramp.
func (r *rehearsal) checkOverlaps(timed []indexedChange) {
	type value struct {
		flock      int
		thing, key string
	}
	// by value, the change that ends last so far
	last := map[value]*indexedChange{}
	for k := range timed {
		c := &timed[k]
		of := value{c.Flock, c.Thing, c.Key}
		if c.Thing != "" {
			of.flock = 0
		}
		o := last[of]
		if o != nil && (float64(c.At) < o.End() || c.At == o.At && (o.End() > float64(o.At) || c.Ramp == 0)) {
			r.note(o.index, fmt.Errorf("%s changes from %g s to %g s, and event %d changes it during this time; move one of them", o.Key, o.At, o.End(), c.index+1))
		}
		if o == nil || c.End() >= o.End() {
			last[of] = c
		}
	}
}

// run undoes the changes that are over, then makes the changes that begin at the same time.
func (r *rehearsal) run(all []indexedChange) {
	r.undos = slices.DeleteFunc(r.undos, func(c indexedChange) bool {
		over := c.End() <= float64(all[0].At)
		if over {
			r.set(&c.Change, c.Value)
		}
		return over
	})
	moved := make([]bool, len(all))
	for k, c := range all {
		moved[k], c.Value = r.set(&c.Change, c.Value)
		if c.Hold > 0 {
			r.undos = append(r.undos, c)
		}
	}
	for k := range all {
		r.note(all[k].index, r.check(&all[k].Change, moved[k]))
	}
}

// set sets a change's value, and returns the earlier value. moved tells whether an obstacle or seats may have
// moved.
func (r *rehearsal) set(c *schedule.Change, value any) (moved bool, was any) {
	if c.Thing == "" {
		p := &r.flocks[c.Flock].Params
		was = p.Value(c.Key)
		_ = p.Set(c.Key, value) // cannot fail after normalize
		return false, was
	}
	t := r.things.Thing(c.Thing)
	p, _ := around.PropertyOf(t, c.Key)
	was = p.Value()
	_, moved = t.(*around.Obstacle)
	perch, sits := t.(*around.Perch)
	var seats []around.Seat
	if sits {
		seats = perch.Seats()
	}
	_ = p.Set(value)
	if sits {
		moved = perch.Obstacle != "" || !slices.Equal(seats, perch.Seats())
	}
	return moved, was
}

func (r *rehearsal) check(c *schedule.Change, moved bool) error {
	if c.Thing == "" {
		if err := r.def.admit(&r.flocks[c.Flock].Params); err != nil {
			return err
		}
		return checkTogether(r.flocks)
	}
	t := r.things.Thing(c.Thing)
	if err := around.CheckThing(t); err != nil {
		return fmt.Errorf("%s %s: %w", t.Kind(), c.Thing, err)
	}
	if !moved || len(r.things.Perches) == 0 {
		return nil
	}
	some := around.Surroundings{Obstacles: r.things.Obstacles, Perches: r.things.Perches}
	switch t := t.(type) {
	case *around.Obstacle:
		some.Obstacles = []around.Obstacle{*t}
	case *around.Perch:
		some.Perches = []around.Perch{*t}
	}
	sites := around.NewSolids(some.Obstacles, nil)
	return some.CheckSeats(&sites)
}

// checkCondition checks a condition against the flocks and the things at the start.
func checkCondition(c *schedule.Condition, flocks []Flock, s *around.Surroundings) error {
	if err := c.Check(len(flocks)); err != nil {
		return err
	}
	if c.Measure == schedule.Distance && !hasMiddle(flocks, s, c.To) {
		return fmt.Errorf("distance %q: must name a species, or a thing that has a position", c.To)
	}
	to := slices.IndexFunc(flocks, func(f Flock) bool { return f.Name() == c.To })
	if c.NeedsCentre() && (flocks[c.Flock].wrapSide() > 0 || to >= 0 && flocks[to].wrapSide() > 0) {
		return fmt.Errorf("%s needs the flock's centre, which does not exist in a world that wraps around; use polarization, speed or leading", c.Measure)
	}
	return nil
}

func hasMiddle(flocks []Flock, s *around.Surroundings, name string) bool {
	_, ok := s.Middle(name)
	return ok || slices.ContainsFunc(flocks, func(f Flock) bool { return f.Name() == name })
}
