// Package stages implements the stages of a tick that are not rules, in plain Go: means of what boids
// perceive, the limit on social steering forces, the turn at the edge of the world, the marks of possible
// leaders, the motion, and the visible flight of a bird. Most stages also have a kernel in package lanes that
// computes the same bits. [New] selects the kernels that the machine supports.
//
// Start reading at [Stages].
package stages

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Stages holds the stages of a tick that have kernels, in order.
type Stages struct{ Derive, Clip, TurnBack, Mark, Move, Fly lanes.Kernel }

// New returns the stages for a flock. level is true for a model in the plane. If a stage has no kernel, the
// result holds its plain Go function.
func New(k *lanes.Kernels, level bool) Stages {
	s := Stages{
		Derive: either(k.Derive, Derive), Clip: either(k.Clip, Clip), TurnBack: either(k.TurnBack, TurnBack),
		Mark: either(k.Mark, Mark), Move: either(k.Move, Move), Fly: either(k.Fly, Fly),
	}
	if level {
		s.Move, s.Fly = either(k.MoveLevel, MoveLevel), either(k.FlyLevel, FlyLevel)
	}
	return s
}

func either(kernel, plain lanes.Kernel) lanes.Kernel {
	if kernel != nil {
		return kernel
	}
	return plain
}

// Derive converts sums to means, and the velocity to a speed and a heading.
func Derive(b *lanes.Block, _ *lanes.Terms) {
	for i := range b.N {
		edge, mean := MeanFactor(b.Visible[i]), MeanFactor(b.Weight[i])
		b.Edge.Set(i, b.Edge.At(i).Scale(edge))
		b.Centre.Set(i, b.Centre.At(i).Scale(mean))
		b.Course.Set(i, b.Course.At(i).Scale(mean))
		vel := b.Vel.At(i)
		b.Speed[i] = vel.Length()
		b.Heading.Set(i, vel.Scale(inverse(b.Speed[i])))
	}
}

// MeanFactor returns the factor that converts a sum of quanta over n boids to a mean in metres. It returns 0
// if n is 0.
func MeanFactor(n float32) float32 {
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

// Clip limits the sum of the steering forces added so far.
func Clip(b *lanes.Block, t *lanes.Terms) {
	for i := range b.N {
		b.Steer.Set(i, b.Steer.At(i).Clip(t.SteerLimit))
	}
}

// Edge is the distance from the origin along each axis at which boids turn back, m. The wall is much farther
// away.
const Edge = 800

// TurnBack steers boids back into the world.
func TurnBack(b *lanes.Block, _ *lanes.Terms) {
	for i := range b.N {
		b.Push(i, vec.Vec{X: inward(b.Pos.X[i]), Y: inward(b.Pos.Y[i]), Z: inward(b.Pos.Z[i])})
	}
}

func inward(x float32) float32 {
	switch {
	case x > Edge:
		return -0.5
	case x < -Edge:
		return 0.5
	}
	return 0
}

// Mark marks the boids that lead or may become leaders.
func Mark(b *lanes.Block, t *lanes.Terms) {
	clear(b.Marked)
	for i := range b.N {
		if edge := b.Edge.At(i); b.Age[i] >= 0 || edge.Dot(edge) >= t.EdgeLimit {
			b.Marked[i/64] |= 1 << (i % 64)
		}
	}
}
