package reel

import (
	"math"

	"skein/flock"
)

// Reel is a flight taken down: snapshots at even intervals.
type Reel interface {
	// Frames is how many snapshots there are.
	Frames() int
	// Frame reads the i-th of them, counted from 0.
	Frame(i int, dst *flock.Snapshot) error
}

// quantum is the least part of a frame that tells two instants apart: rounding on the
// way to one must not.
const quantum = 1.0 / (1 << 20)

// Round returns a place in a reel, in frames, to a quantum.
func Round(at float64) float64 { return max(math.Round(at/quantum)*quantum, 0) }

// Interpolate finds the boids a share of the way between two frames of a flight, in dst,
// and the later of the frames, which is the first itself where the share is nothing.
// Birds that come and go are there from one frame to another if they are in both: then
// the later frame is met, which has those alone.
func Interpolate(dst []flock.Boid, a, b *flock.Snapshot, share float32, met *flock.Snapshot) (boids []flock.Boid, later *flock.Snapshot) {
	if share == 0 {
		return flock.Interpolate(dst[:0], a, a, 1), a
	}
	if len(a.IDs)+len(b.IDs) > 0 && !a.Same(b) {
		b.Both(met, a)
		b = met
	}
	dst = flock.Interpolate(dst[:0], a, b, share)
	for k := range dst {
		if i, there := a.Index(b.ID(k)); there && b.Flags[k]&flock.Jumped != 0 {
			dst[k] = torn(a, b, i, k, share)
		}
	}
	return dst, b
}

// torn returns a boid that jumped between two frames, where it stands at i and at k: it flies
// straight on from the first, and after the middle of the time comes straight to where it
// is in the second.
func torn(a, b *flock.Snapshot, i, k int, share float32) flock.Boid {
	from, by := a, float64(share)
	if share >= 0.5 {
		from, by, i = b, float64(share)-1, k
	}
	out := flock.Boid{Pos: from.Pos[i], Vel: from.Vel[i], Up: from.Up[i], Phase: from.Phase[i], Flags: from.Flags[i], Air: from.ThroughAir()[i]}
	out.Pos = from.Ahead(i, by*(b.Seconds()-a.Seconds()))
	if from == a {
		out.Flags &^= flock.Jumped
	}
	return out
}
