package flock

import (
	"skein/flock/internal/lanes"
)

func (f *flock) steer(s *scratch, b *block, rules []steer) {
	f.stages.Derive(b, &f.present.terms)
	clear(b.Steer.X[:b.N])
	clear(b.Steer.Y[:b.N])
	clear(b.Steer.Z[:b.N])
	for _, r := range rules {
		r(s, b)
	}
}

// present holds what the stages and the kernels need to know about the tick in progress.
type present struct {
	Tick
	deciding bool // whether boids may become leaders
	terms    lanes.Terms
}
