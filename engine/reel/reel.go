package reel

import (
	"math"

	"skein/flock"
	"skein/flock/snapshots"
)

// Reel is a recorded flight: snapshots at equal intervals.
type Reel interface {
	// Frames returns the number of snapshots.
	Frames() int
	// Frame reads snapshot i, from 0.
	Frame(i int, dst *flock.Snapshot) error
}

// quantum is the unit of positions in a reel, in frames. Rounding to it removes rounding errors.
const quantum = 1.0 / (1 << 20)

// Round rounds a position in frames to a multiple of the quantum.
func Round(moment float64) float64 { return max(math.Round(moment/quantum)*quantum, 0) }

// Interpolate returns the boids at a time between frame a (share = 0) and frame b (share = 1), and overwrites
// dst. It also returns the later frame, or a if share is 0. If birds enter or leave, it returns only the
// birds that are in both frames. In this case, it writes the states of these birds in frame b to common, and
// returns common as the later frame.
func Interpolate(dst []flock.Boid, a, b *flock.Snapshot, share float32, common *flock.Snapshot) (boids []flock.Boid, later *flock.Snapshot) {
	if share == 0 {
		return snapshots.Interpolate(dst[:0], a, a, 1), a
	}
	if len(a.IDs)+len(b.IDs) > 0 && !a.HasSameIDs(b) {
		b.CopyCommon(common, a)
		b = common
	}
	dst = snapshots.Interpolate(dst[:0], a, b, share)
	for k := range dst {
		if i, ok := a.Index(b.ID(k)); ok && b.Flags[k]&flock.Jumped != 0 {
			dst[k] = acrossJump(a, b, i, k, share)
		}
	}
	return dst, b
}

// acrossJump returns a boid that jumped between two frames. Its index is i in a and k in b. In the first half
// of the interval, it flies straight on from a. In the second half, it flies straight to b.
func acrossJump(a, b *flock.Snapshot, i, k int, share float32) flock.Boid {
	from, weight := a, float64(share)
	if share >= 0.5 {
		from, weight, i = b, float64(share)-1, k
	}
	out := flock.Boid{Pos: from.Pos[i], Vel: from.Vel[i], Up: from.Up[i], Phase: from.Phase[i], Flags: from.Flags[i], Air: from.ThroughAir()[i]}
	out.Pos = from.Extrapolate(i, weight*(b.Seconds()-a.Seconds()))
	if from == a {
		out.Flags &^= flock.Jumped
	}
	return out
}
