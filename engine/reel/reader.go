package reel

import (
	"math"

	"skein/flock"
)

// Reader reads a reel and keeps the frames around an instant in memory.
type Reader struct {
	Reel   Reel
	pair   [2]Frame
	common flock.Snapshot // boids of the later frame that are in both frames
}

// Frame is a snapshot that a Reader has read.
type Frame struct {
	flock.Snapshot
	number int
	valid  bool
}

// Frame reads frame k. It stays valid until two other frames are read.
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

// Boids returns the boids at a position in the reel, in the memory of dst, and a snapshot of the same
// boids: the later of the two around the position.
func (s *Reader) Boids(dst []flock.Boid, at float64) (boids []flock.Boid, later *flock.Snapshot, err error) {
	whole, share := math.Modf(at)
	i := int(whole)
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
