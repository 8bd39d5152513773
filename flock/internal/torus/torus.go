// Package torus describes a cubic world that wraps around: a boid that leaves the world on one side enters it
// on the opposite side.
//
// Start reading at [Torus].
package torus

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/pairs"
	"skein/flock/vec"
)

// Torus is a world that wraps around, with the length Side in metres along each axis. It begins at -Side/2
// along x and z, and at 0 along y. The side is a multiple of the quantum, so wrapped positions remain
// multiples of the quantum.
type Torus struct{ Side float64 }

// New returns a torus whose side is size, m, rounded to a multiple of the quantum.
func New(size float32) Torus { return Torus{float64(vec.Quantize(size))} }

// Holds reports whether pos is in the torus, so that Wrap does not move it.
func (t Torus) Holds(pos vec.Vec) bool {
	side := float32(t.Side)
	halfSide := side / 2
	return pos.X >= -halfSide && pos.X < halfSide && pos.Z >= -halfSide && pos.Z < halfSide && pos.Y >= 0 && pos.Y < side
}

// Wrap moves pos into the torus, and reports whether pos changed.
func (t Torus) Wrap(pos vec.Vec) (vec.Vec, bool) {
	halfSide := float64(t.Side / 2)
	to := vec.Vec{X: t.wrapAxis(pos.X, -halfSide), Y: t.wrapAxis(pos.Y, 0), Z: t.wrapAxis(pos.Z, -halfSide)}
	return to, to != pos
}

// wrapAxis moves x by a multiple of the side into [lowest, lowest + side). Only the quotient is rounded. Its
// integer part is exact, so the result is exact.
func (t Torus) wrapAxis(x float32, lowest float64) float32 {
	if inside := float64(x) - lowest; inside >= 0 && inside < t.Side {
		return x // usual case
	}
	return float32(float64(x) - float64(t.Side*math.Floor((float64(x)-lowest)/t.Side)))
}

// Nearest returns the shortest of the offsets that are equivalent to d in the torus.
func (t Torus) Nearest(d vec.Vec) vec.Vec {
	halfSide := float64(t.Side / 2)
	return vec.Vec{X: t.wrapAxis(d.X, -halfSide), Y: t.wrapAxis(d.Y, -halfSide), Z: t.wrapAxis(d.Z, -halfSide)}
}

// SearchMargin is a factor on search distances that allows for rounding errors.
const SearchMargin = 1.001

// Link links positions that are less than link metres apart. The side must be greater than 2·link, or 0 for a
// world that does not wrap around.
func (t Torus) Link(linker *pairs.Linker, pos []mgl32.Vec3, link float32) pairs.Forest {
	return linker.Link(pos, SearchMargin*float64(link), t.Side, func(i, j int32) bool { return t.closer(pos[i], pos[j], link) })
}

func (t Torus) closer(a, b mgl32.Vec3, link float32) bool {
	d := vec.FromArray(a).Sub(vec.FromArray(b))
	if t.Side > 0 {
		d = t.Nearest(d)
	}
	return d.Dot(d) < float32(link*link)
}

// Clusters divides positions into connected components, in which positions less than link metres apart are
// linked. labels holds the index of each position's cluster, from 0 to count-1. The clusters are in the order
// of their first positions.
func (t Torus) Clusters(pos []mgl32.Vec3, link float32) (labels []int32, count int) {
	var linker pairs.Linker
	return t.Link(&linker, pos, link).Labels()
}
