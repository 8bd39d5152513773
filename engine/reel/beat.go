package reel

import (
	"math"

	"skein/flock"
	"skein/flock/snapshots"
)

// Beat sets the phases of wingbeats between frame a and the next, if more than one beat lies between them.
// Phases do not tell the number of whole beats. Therefore usual returns the usual number of beats between two
// frames for a flock. boids and later are results of [Interpolate] for share. Beat does not change flocks
// with less than one beat.
func Beat(boids []flock.Boid, a, later *flock.Snapshot, share float64, usual func(flockIndex int) float64) {
	if share == 0 || a == later {
		return
	}
	const holds = flock.Gliding | flock.Perched
	for flockIndex := range later.FlockCount() {
		n := usual(flockIndex)
		if n < 1 {
			continue
		}
		from, to := later.Range(flockIndex)
		for k := from; k < min(to, len(boids)); k++ {
			i, ok := a.Index(later.ID(k))
			if !ok || (a.Flags[i]|later.Flags[k])&(holds|flock.Jumped) != 0 {
				continue
			}
			phase := float64(a.Phase[i]) + share*snapshots.Beats(a.Phase[i], later.Phase[k], n)
			boids[k].Phase = min(float32(phase-math.Floor(phase)), math.Nextafter32(1, 0))
		}
	}
}
