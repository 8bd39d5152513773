package studio

import (
	"slices"

	"skein/engine/scenery"
	"skein/flock"
)

// restart makes a fresh world made and warmed up, in the background: the present
// one goes on until [Studio.Advance] finds the new one ready. Of several
// restarts the last counts.
func (s *Studio) restart() {
	def := owned(s.def)
	s.await(func() (*flock.World, error) { return flock.NewWorld(def) })
}

func (s *Studio) await(world func() (*flock.World, error)) {
	coming, def := make(chan made, 1), owned(s.def)
	s.coming = coming
	go func() {
		w, err := world()
		coming <- made{w, def, err}
	}()
}

// made is a world that was asked for, and what restarts began with then.
type made struct {
	world *flock.World
	def   flock.Def
	err   error
}

// arrive enters the world that restart asked for, if it is ready. Parameters
// that were edited meanwhile hold in it, too.
func (s *Studio) arrive() error {
	select {
	case m := <-s.coming:
		s.coming = nil
		if m.err != nil {
			return m.err
		}
		if s.InPast() {
			return s.goOn(m.world)
		}
		if !sameStarts(&m.def, &s.def) {
			s.restart() // a bird was put where it begins meanwhile
			return nil
		}
		for k := range m.world.FlockCount() {
			p := m.world.ParamsOf(k)
			carry(&p, first(&m.def, k), first(&s.def, k))
			if err := m.world.SetParamsOf(k, p); err != nil { // nothing, if they are the same
				return err
			}
		}
		around := m.world.Surroundings()
		scenery.Merge(&around, &m.def.Surroundings, &s.def.Surroundings)
		if err := m.world.SetSurroundings(around); err != nil { // likewise
			return err
		}
		if s.tape != nil {
			m.world.Flew(s.tape.schedule)
		}
		err := m.world.SetSchedule(s.def.Schedule) // which the flock before flew with
		s.enter(m.world)
		s.Controls.Paused = s.Controls.Paused && s.tape == nil
		return err
	default:
	}
	return nil
}

// Restarting reports whether a fresh world is on its way.
func (s *Studio) Restarting() bool { return s.coming != nil }

// sameStarts reports whether flocks begin alike in two definitions.
func sameStarts(a, b *flock.Def) bool {
	return slices.EqualFunc(a.Flocks(), b.Flocks(), func(a, b flock.Flock) bool {
		return slices.Equal(a.Start.Groups, b.Start.Groups)
	})
}
