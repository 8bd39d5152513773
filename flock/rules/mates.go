package rules

import (
	"iter"

	"skein/flock"
)

// perSteer is what of an acceleration in m/s² a steer has, which is per 1/30 s.
const perSteer = 1. / 30

// enclosing are the nearest by whom a boid tells how deep it is in the flock.
const enclosing = 24

// lookedAt are the nearest among whom so many in view are looked for.
func lookedAt(interacting int) int { return max(enclosing, 2*interacting) }

// exposure is how little a boid is surrounded by its nearest, from 0 to 1, and the mean
// unit vector to them, which is the length of that over a half.
func exposure(mates []flock.Mate) (exposed float32, in flock.Vec) {
	for k := range mates[:min(len(mates), enclosing)] {
		in = in.Add(mates[k].To)
	}
	in = in.Scale(1 / float32(max(1, min(len(mates), enclosing))))
	return flock.Least(1, 2*in.Length()), in
}

// inView are the first of some mates in view, so many at most.
func inView(mates []flock.Mate, most int) iter.Seq[*flock.Mate] {
	return func(yield func(*flock.Mate) bool) {
		left := most
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

// fading is about exp(-u), to 1 %, for u from 0 on.
func fading(u float32) float32 {
	u2 := float32(u * u)
	return 1 / (1 + u + float32(u2/2) + float32(float32(u2*u)/6) + float32(float32(u2*u2)/24))
}
