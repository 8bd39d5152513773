package reel

import (
	"math"

	"skein/flock"
)

// Reader reads a reel. It holds two frames in memory, one with an even and one with an odd index.
type Reader struct {
	Reel   Reel
	pair   [2]Frame
	common flock.Snapshot // the later frame, without boids that are missing in the earlier one
}

// Frame is a snapshot read by a Reader.
type Frame struct {
	flock.Snapshot
	number int
	valid  bool
}

// Frame reads frame k. The result is valid until Frame reads another even frame if k is even, or another odd
// one if k is odd.
func (s *Reader) Frame(k int) (*Frame, error) {
	for n := range s.pair {
		if f := &s.pair[n]; f.valid && f.number == k {
			return f, nil
		}
	}
	f := &s.pair[k&1]
	f.valid = false
	if err := s.Reel.Frame(k, &f.Snapshot); err != nil {
		return nil, err
	}
	f.number, f.valid = k, true
	return f, nil
}

// Boids returns the boids at a position, in frames, and overwrites dst. later contains the same boids in the
// frame after it.
func (s *Reader) Boids(dst []flock.Boid, moment float64) (boids []flock.Boid, later *flock.Snapshot, err error) {
	frameIndex, share := math.Modf(moment)
	i := int(frameIndex)
	a, err := s.Frame(i)
	if err != nil {
		return dst, nil, err
	}
	b := a
	if share > 0 {
		if b, err = s.Frame(i + 1); err != nil {
			return dst, nil, err
		}
	}
	boids, later = Interpolate(dst, &a.Snapshot, &b.Snapshot, float32(share), &s.common)
	return boids, later, nil
}
