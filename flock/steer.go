package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

type pass func(s *settings, at *present, b *block)

func (f *flock) steer(s *scratch, b *block, rules []steer) {
	f.derive(&f.set, &f.present, b)
	clear(b.Steer.X[:b.N])
	clear(b.Steer.Y[:b.N])
	clear(b.Steer.Z[:b.N])
	for _, r := range rules {
		r(s, b)
	}
}

// derive turns sums into means, and the velocity into a speed and a heading.
func derive(b *block) {
	for i := range b.N {
		edge, mean := meanFactor(b.Visible[i]), meanFactor(b.Weight[i])
		set(&b.Edge, i, at(&b.Edge, i).Scale(edge))
		set(&b.Centre, i, at(&b.Centre, i).Scale(mean))
		set(&b.Course, i, at(&b.Course, i).Scale(mean))
		vel := at(&b.Vel, i)
		b.Speed[i] = vel.Length()
		set(&b.Heading, i, vel.Scale(inverse(b.Speed[i])))
	}
}

// meanFactor converts a sum of quanta over n boids to a mean in metres. It is 0 if n is 0.
func meanFactor(n float32) float32 {
	if n == 0 {
		return 0
	}
	return vec.Quantum / n
}

func inverse(l float32) float32 {
	if l == 0 {
		return 0
	}
	return 1 / l
}

func clip(s *settings, _ *present, b *block) {
	for i := range b.N {
		set(&b.Steer, i, at(&b.Steer, i).Clip(s.SteerLimit))
	}
}

// present holds what the stages and the kernels need to know about the tick in progress.
type present struct {
	Tick
	deciding bool // whether boids may become leaders
	terms    lanes.Terms
}

// edge is the distance from the origin along each axis at which boids turn back, m. The wall is much
// farther away.
const edge = 800

// turnBack steers boids back into the world.
func turnBack(_ *settings, _ *present, b *block) {
	for i := range b.N {
		push(b, i, vec.Vec{X: inward(b.Pos.X[i]), Y: inward(b.Pos.Y[i]), Z: inward(b.Pos.Z[i])})
	}
}

func inward(x float32) float32 {
	switch {
	case x > edge:
		return -0.5
	case x < -edge:
		return 0.5
	}
	return 0
}
