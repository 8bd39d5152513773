package flock

import (
	"skein/flock/internal/encounter"
	"skein/flock/vec"
)

// Look describes how a rule looks ahead for obstacles.
type Look = encounter.Look

// Ahead is the obstacle that a boid reaches first if it flies straight on.
type Ahead = encounter.Ahead

// Clearance returns the smallest distance between an obstacle and the middle of a bird with the given
// wingspan, both in m. It is also the height of a bird's middle when it stands on the obstacle.
func Clearance(wingspan float32) float32 { return encounter.Clearance(wingspan) }

type aheadRule interface {
	Look() Look
	Steer(me *Self, ahead *Ahead) vec.Vec
}

func (f *flock) lookAhead(r aheadRule, state []stateArray) steer {
	return func(s *scratch, b *block) {
		look := r.Look()
		sight := f.lookTime(look)
		for from := 0; from < b.N; from += encounter.SearchSize {
			to := min(from+encounter.SearchSize, b.N)
			if !f.obstacles.ListAhead(&s.encounter, b, from, to, sight, look.Berth) {
				continue
			}
			for i := from; i < to; i++ {
				if !f.obstacles.FindAhead(&s.encounter, b, i, look, sight) {
					continue
				}
				s.me.fill(b, i, state)
				storeChecked(s, b, i, state, r.Steer(&s.me, &s.encounter.Ahead))
			}
		}
	}
}

// lookTime returns the look-ahead time in s, or in steps of 1/30 s if the model counts in steps.
func (f *flock) lookTime(look Look) float32 {
	if f.params.Model().Units() == PerStep {
		return float32(look.Seconds * 30)
	}
	return look.Seconds
}
