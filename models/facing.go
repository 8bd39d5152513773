package models

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// facing is the turn from the model's axes to bird axes.
func (m *Model) facing(poses [][]Surface, o BakeOptions) (mgl32.Mat4, error) {
	up, forward := o.Up, o.Forward
	if up == (mgl32.Vec3{}) {
		up = mgl32.Vec3{0, 1, 0}
	}
	if forward == (mgl32.Vec3{}) {
		forward = m.forward(poses, up)
	}
	left := up.Cross(forward)
	if l := left.Len(); !(l > 1e-3*up.Len()*forward.Len()) || l-l != 0 {
		return mgl32.Mat4{}, fmt.Errorf("forward %v and up %v are not two directions", forward, up)
	}
	left, up = left.Normalize(), up.Normalize()
	forward = left.Cross(up)
	return mgl32.Mat3FromRows(left, up, forward).Mat4(), nil
}

// forward chooses among the axes at right angles to up: +Z (+Y where up is Z),
// unless the model is far more nearly its own mirror image the other way.
func (m *Model) forward(poses [][]Surface, up mgl32.Vec3) mgl32.Vec3 {
	first := mgl32.Vec3{0, 0, 1}
	if math.Abs(float64(up.Normalize()[2])) > 0.7 {
		first = mgl32.Vec3{0, 1, 0}
	}
	first = up.Cross(first).Cross(up).Normalize()
	second := up.Cross(first).Normalize()
	const clear, far = 0.01, 0.25
	off := m.lopsided(poses, second, up)
	if off > clear && m.lopsided(poses, first, up) < far*off {
		return second
	}
	return first
}

// lopsided says how far the poses are from their own mirror image across axis:
// 0 for mirrored, else the size of those third moments of the surface that a
// mirror image would turn round, against its spread.
func (m *Model) lopsided(poses [][]Surface, axis, up mgl32.Vec3) float64 {
	var odd [5]float64
	var spread float64
	up = up.Normalize()
	side := axis.Cross(up)
	for _, pose := range poses {
		middle := m.middle(pose)
		m.patches(pose, func(at mgl32.Vec3, area float64) {
			d := at.Sub(middle)
			x, y, z := float64(d.Dot(axis)), float64(d.Dot(up)), float64(d.Dot(side))
			r := float64(d.Len())
			for k, even := range [...]float64{x * x, y * y, z * z, r * y, r * z} {
				odd[k] += area * x * even
			}
			spread += area * r * r * r
		})
	}
	var sum float64
	for _, v := range odd {
		sum += v * v
	}
	return math.Sqrt(sum) / max(spread, math.SmallestNonzeroFloat64)
}
