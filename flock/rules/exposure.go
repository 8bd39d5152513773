package rules

import (
	"iter"

	"skein/flock"
	"skein/flock/vec"
)

// accelToSteer converts m/s² to a change of velocity per 1/30 s.
const accelToSteer = 1. / 30

const exposureMates = 24

// matesToSearch returns the number of nearest flockmates that a rule examines. interacting is the number of
// flockmates in view with which a boid interacts.
func matesToSearch(interacting int) int { return max(exposureMates, 2*interacting) }

func exposure(mates []flock.Mate) (exposed float32, in vec.Vec) {
	for k := range mates[:min(len(mates), exposureMates)] {
		in = in.Add(mates[k].Direction)
	}
	in = in.Scale(1 / float32(max(1, min(len(mates), exposureMates))))
	return vec.Min(1, 2*in.Length()), in
}

func inView(mates []flock.Mate, limit int) iter.Seq[*flock.Mate] {
	return func(yield func(*flock.Mate) bool) {
		left := limit
		for k := range mates {
			if m := &mates[k]; left > 0 && m.InView {
				left--
				if !yield(m) {
					return
				}
			}
		}
	}
}

func expNeg(u float32) float32 {
	u2 := float32(u * u)
	return 1 / (1 + u + float32(u2/2) + float32(float32(u2*u)/6) + float32(float32(u2*u2)/24))
}
