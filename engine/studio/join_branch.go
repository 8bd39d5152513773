package studio

import (
	"skein/engine/reel"
	"skein/flock"
)

func (t *tape) join(index int, params flock.Params) {
	_ = params.Set("count", 0) // cannot fail: 0 is valid
	f := *t.flight
	own := f.Params
	f.Reel = paddedReel{f.Reel, index + 1}
	f.Params = func(frame, k int) (flock.Params, error) {
		if k == index {
			return params, nil
		}
		return own(frame, k)
	}
	fresh := newTape(&f)
	fresh.schedule, fresh.last, fresh.started = t.schedule, t.last, t.started
	*t = *fresh
}

// paddedReel is a recording with additional empty flocks for the flocks that joined later.
type paddedReel struct {
	reel.Reel
	flocks int
}

// Frame reads frame i of the recording and adds the missing flocks, without boids.
func (r paddedReel) Frame(i int, dst *flock.Snapshot) error {
	if err := r.Reel.Frame(i, dst); err != nil {
		return err
	}
	padCounts(dst, r.flocks)
	return nil
}

func (s *Studio) emptyJoinedFlocks() {
	for _, k := range s.joinedFlocks {
		_ = s.paramsOf(k).Set("count", 0) // cannot fail: 0 is valid
	}
	s.leaveEmptyFlock()
}
