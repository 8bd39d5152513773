package studio

import (
	"errors"
	"slices"

	"skein/engine/scenery"
	"skein/flock"
)

// restart starts to create and warm up a new world in the background. The current world continues until
// [Studio.Advance] replaces it. A later call replaces an earlier one.
func (s *Studio) restart() {
	def := cloneDef(s.def)
	s.await(func() (*flock.World, error) { return flock.NewWorld(def) })
}

func (s *Studio) await(world func() (*flock.World, error)) {
	coming, def := make(chan freshWorld, 1), cloneDef(s.def)
	s.pendingWorld = coming
	go func() {
		w, err := world()
		coming <- freshWorld{w, def, err}
	}()
}

type freshWorld struct {
	world *flock.World
	def   flock.Def
	err   error
}

func (s *Studio) arrive() error {
	select {
	case m := <-s.pendingWorld:
		s.pendingWorld = nil
		if m.err != nil {
			s.endRestart()
			return m.err
		}
		if s.InPast() {
			return s.resumePast(m.world)
		}
		if !sameStarts(&m.def, &s.def) {
			s.restart() // the start of a bird has changed since
			return nil
		}
		if err := s.applyLaterEdits(&m); err != nil {
			s.endRestart()
			return err
		}
		err := m.world.SetSchedule(s.def.Schedule) // the schedule may have changed since
		if s.restarts {
			s.restarts = false
			err = errors.Join(err, s.keepFlight())
		}
		s.enter(m.world)
		s.flights++
		s.flight = s.flights
		s.Controls.Paused = s.Controls.Paused && s.tape == nil
		return err
	default:
	}
	return nil
}

func (s *Studio) applyLaterEdits(m *freshWorld) error {
	if err := s.applyChanges(m.world, &m.def); err != nil {
		return err
	}
	if s.tape != nil {
		m.world.RestoreSchedule(s.tape.schedule)
		if err := s.rejoinFlocks(m.world); err != nil {
			return err
		}
	}
	return s.changeRegards(m.world, &m.def)
}

func (s *Studio) applyChanges(w *flock.World, from *flock.Def) error {
	for k := range w.FlockCount() {
		p := w.ParamsOf(k)
		copyChanges(&p, startParams(from, k), startParams(&s.def, k))
		if err := w.SetParamsOf(k, p); err != nil {
			return err
		}
	}
	around := w.Surroundings()
	scenery.Merge(&around, &from.Surroundings, &s.def.Surroundings)
	return w.SetSurroundings(around)
}

func (s *Studio) endRestart() {
	if s.restarts {
		s.restarts, s.def.Seed = false, s.seedBefore
	}
}

// Restarting reports whether a new world is being created.
func (s *Studio) Restarting() bool { return s.pendingWorld != nil }

func sameStarts(a, b *flock.Def) bool {
	return slices.EqualFunc(a.Flocks(), b.Flocks(), func(a, b flock.Flock) bool {
		return slices.Equal(a.Start.Groups, b.Start.Groups)
	})
}
