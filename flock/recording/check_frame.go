package recording

import (
	"errors"
	"fmt"

	"skein/flock"
)

func (w *Writer) checkNext(s *flock.Snapshot) error {
	step := w.meta.ticksPerFrame()
	if s.TickRate != w.meta.TickRate || s.Tick < 0 || w.frames > 0 && s.Tick != w.tick+step {
		return fmt.Errorf("tick %d (%d ticks per second) cannot follow tick %d (%d ticks per second): frames are %d ticks apart",
			s.Tick, s.TickRate, w.tick, w.meta.TickRate, step)
	}
	if s.FlockCount() != 1+len(w.meta.Others) {
		return fmt.Errorf("the frame has %d flocks, but the recording has %d", s.FlockCount(), 1+len(w.meta.Others))
	}
	if err := w.checkIDs(s); err != nil {
		return err
	}
	return checkFinite(s)
}

func (w *Writer) checkIDs(s *flock.Snapshot) error {
	if w.meta.Imported == "" {
		if len(s.IDs) > 0 {
			return errors.New("the frame has its own ids for boids, which only imported recordings may have")
		}
		return nil
	}
	if len(s.IDs) != s.Len() {
		return fmt.Errorf("there are %d ids for %d boids", len(s.IDs), s.Len())
	}
	for i, id := range s.IDs {
		if id < 0 || int(id) >= w.meta.boids() || i > 0 && id <= s.IDs[i-1] {
			return fmt.Errorf("id %d: ids must be in ascending order, from 0 to %d", id, w.meta.boids()-1)
		}
	}
	return nil
}

func checkFinite(s *flock.Snapshot) error {
	for i := range s.Pos {
		for k, v := range [...][3]float32{s.Pos[i], s.Vel[i], s.Up[i]} {
			for axis, x := range v {
				if x-x != 0 {
					return notFinite(3*k+axis, i)
				}
			}
		}
		if x := s.Phase[i]; x-x != 0 {
			return notFinite(floatColumns-1, i)
		}
	}
	for i := range s.Air {
		for axis, x := range s.Air[i] {
			if x-x != 0 {
				return notFinite(airColumn+axis, i)
			}
		}
	}
	return nil
}

func notFinite(column, boid int) error {
	return fmt.Errorf("%s of boid %d is not a number", columns()[column].name, boid)
}
