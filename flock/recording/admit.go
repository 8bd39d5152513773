package recording

import (
	"errors"
	"fmt"

	"skein/flock"
)

// admit returns an error unless a snapshot can be the next frame: one that a [Reader] takes.
func (w *Writer) admit(s *flock.Snapshot) error {
	step := w.meta.ticksPerFrame()
	if s.TickRate != w.meta.TickRate || s.Tick < 0 || w.frames > 0 && s.Tick != w.tick+step {
		return fmt.Errorf("tick %d at %d a second does not follow tick %d at %d a second in steps of %d",
			s.Tick, s.TickRate, w.tick, w.meta.TickRate, step)
	}
	if s.FlockCount() != 1+len(w.meta.Others) {
		return fmt.Errorf("%d flocks in a recording of %d", s.FlockCount(), 1+len(w.meta.Others))
	}
	if err := w.names(s); err != nil {
		return err
	}
	return finite(s)
}

// names returns an error unless the ids of a snapshot are such as the recording has.
func (w *Writer) names(s *flock.Snapshot) error {
	if w.meta.Imported == "" {
		if len(s.IDs) > 0 {
			return errors.New("boids with ids of their own in a recording that is not imported")
		}
		return nil
	}
	if len(s.IDs) != s.Len() {
		return fmt.Errorf("%d ids of %d boids", len(s.IDs), s.Len())
	}
	for i, id := range s.IDs {
		if id < 0 || int(id) >= w.meta.boids() || i > 0 && id <= s.IDs[i-1] {
			return fmt.Errorf("id %d: want ids that ascend, from 0 to %d", id, w.meta.boids()-1)
		}
	}
	return nil
}

// finite refuses numbers that are none.
func finite(s *flock.Snapshot) error {
	for i := range s.Pos {
		for k, v := range [...][3]float32{s.Pos[i], s.Vel[i], s.Up[i]} {
			for axis, x := range v {
				if x-x != 0 {
					return notFinite(3*k+axis, i)
				}
			}
		}
		if x := s.Phase[i]; x-x != 0 {
			return notFinite(floats-1, i)
		}
	}
	for i := range s.Air {
		for axis, x := range s.Air[i] {
			if x-x != 0 {
				return notFinite(ofAir+axis, i)
			}
		}
	}
	return nil
}

// notFinite returns the error of a number of a boid.
func notFinite(column, boid int) error {
	return fmt.Errorf("%s of boid %d is not a number", columns()[column].name, boid)
}
