package studio

import "skein/flock"

type regardsEdit struct {
	flock         int
	before, after flock.Regards
}

// Regards returns how flock k of the live flight reacts to the other flocks.
func (s *Studio) Regards(k int) flock.Regards { return flock.RegardsOf(s.def.Flocks(), k) }

// SetRegards sets how flock k reacts to the other flocks, and its parameters. Undo treats both as one edit,
// whose name is label.
func (s *Studio) SetRegards(k int, to flock.Regards, p flock.Params, label string) error {
	if s.Playing() {
		return s.WhyReadOnly()
	}
	if to.Equal(s.Regards(k)) {
		return s.setParams(k, p)
	}
	return s.asNamedEdit(label, func() error {
		before := s.Regards(k)
		if err := s.applyRegards(k, to); err != nil {
			return err
		}
		s.undo.touch(historyEntry{regards: &regardsEdit{k, before, to.Clone()}})
		s.undo.commit()
		return s.setParams(k, p)
	})
}

func (s *Studio) applyRegards(k int, to flock.Regards) error {
	if err := s.world.SetRegards(k, to); err != nil {
		return err
	}
	s.definition(k).SetRegards(s.def.Flocks(), to)
	return nil
}

func (s *Studio) useRegards(w *flock.World) {
	for k := range w.FlockCount() {
		if current := w.RegardsOf(k); !current.Equal(s.Regards(k)) {
			s.definition(k).SetRegards(s.def.Flocks(), current)
		}
	}
}

func (s *Studio) changeRegards(w *flock.World, from *flock.Def) error {
	all := from.Flocks()
	for k := range all {
		if current := s.Regards(k); !current.Equal(flock.RegardsOf(all, k)) {
			if err := w.SetRegards(k, current); err != nil {
				return err
			}
		}
	}
	return nil
}
