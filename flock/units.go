package flock

import (
	"strings"

	"skein/flock/vec"
)

// Units is the unit in which a model counts time.
type Units int

// The units.
const (
	PerSecond Units = iota // velocities are in m/s, and steering forces in m/s per 1/30 s, at any tick rate
	PerStep                // a tick is a step: velocities and steering forces are in m per step
)

// usePerStep changes the units and descriptions of the parameters for a model that counts in
// steps.
func (s *parameterList) usePerStep() {
	for k := range s.specs {
		spec := &s.specs[k]
		if spec.Unit == "m/s" {
			spec.Unit = "m/step"
		}
		spec.Doc = strings.ReplaceAll(spec.Doc, "per 1/30 s", "per step")
	}
}

// flatten sets the up-vectors of a block upright, because boids of a model in the plane do not bank.
func flatten(_ *settings, _ *present, b *block) {
	for i := range b.N {
		set(&b.Up, i, vec.Vec{X: 0, Y: 1, Z: 0})
		set(&b.Pull, i, vec.Vec{})
	}
}

func (f *flock) passesOf(d *ModelDef) passes {
	p := newPasses(&f.kernels)
	if d.Plane {
		p.move = kernelPass(func(s *settings, _ *present, b *block) { move(s, b) }, f.kernels.MoveLevel)
		p.fly = kernelPass(func(s *settings, at *present, b *block) {
			fly(s, b)
			flatten(s, at, b)
		}, f.kernels.FlyLevel)
	}
	return p
}
