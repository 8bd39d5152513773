package flock

import (
	"strings"

	"skein/flock/vec"
)

// Units says what a model counts time in.
type Units int

// The units.
const (
	PerSecond Units = iota // velocities are m/s and steers a change per 1/30 s, whatever the tick rate
	PerStep                // a tick is a step: velocities are m per step, and so are steers
)

// rename makes the parameters of a model that counts in steps say so.
func (s *sheet) rename() {
	for k := range s.specs {
		spec := &s.specs[k]
		if spec.Unit == "m/s" {
			spec.Unit = "m/step"
		}
		spec.Doc = strings.ReplaceAll(spec.Doc, "per 1/30 s", "per step")
	}
}

// flatten keeps a block's birds upright: those of a model in the plane do not bank.
func flatten(_ *settings, _ *present, b *block) {
	for i := range b.N {
		set(&b.Up, i, vec.Vec{X: 0, Y: 1, Z: 0})
		set(&b.Pull, i, vec.Vec{})
	}
}

// passesOf returns the passes of a model: what its kernels do not know about runs as
// plain Go.
func (f *flock) passesOf(d *ModelDef) passes {
	p := newPasses(&f.kernels)
	if d.Units == PerStep || d.Plane {
		p.move = func(s *settings, _ *present, b *block) { move(s, b) }
	}
	if fly := p.fly; d.Plane {
		p.fly = func(s *settings, at *present, b *block) {
			fly(s, at, b)
			flatten(s, at, b)
		}
	}
	return p
}
