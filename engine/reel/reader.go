package reel

import (
	"math"

	"skein/flock"
)

// Reader is a reel with the frames around an instant in memory.
type Reader struct {
	Reel Reel
	pair [2]Frame
	met  flock.Snapshot // of the later of two frames those who are in both
}

// Frame is a frame of a reel in memory.
type Frame struct {
	flock.Snapshot
	number int
	full   bool
}

// Frame reads frame k. It stays valid until two others are read.
func (s *Reader) Frame(k int) (*Frame, error) {
	for n := range s.pair {
		if f := &s.pair[n]; f.full && f.number == k {
			return f, nil
		}
	}
	f := &s.pair[k&1]
	f.full = false
	if err := s.Reel.Frame(k, &f.Snapshot); err != nil {
		return nil, err
	}
	f.number, f.full = k, true
	return f, nil
}

// Boids finds the boids at a place in the reel, in dst, and a snapshot of the same boids:
// the later of those around it.
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
	boids, later = Interpolate(dst, &a.Snapshot, &b.Snapshot, float32(share), &s.met)
	return boids, later, nil
}
