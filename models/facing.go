package models

import (
	"fmt"
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

// facing is the turn from the model's axes to bird axes.
func (m *Model) facing(look [][]Surface, travel mgl32.Vec3, o BakeOptions, s *Sense) (mgl32.Mat4, error) {
	s.Up, s.Forward = Direction{o.Up, Given, "given", false}, Direction{o.Forward, Given, "given", false}
	if o.Up == (mgl32.Vec3{}) {
		s.Up = m.up(look)
	}
	if o.Forward == (mgl32.Vec3{}) {
		s.Forward = m.forward(look, travel, s.Up.Axis)
	}
	up, forward := s.Up.Axis, s.Forward.Axis
	left := up.Cross(forward)
	if l := left.Len(); !(l > 1e-3*up.Len()*forward.Len()) || l-l != 0 {
		return mgl32.Mat4{}, fmt.Errorf("forward %v and up %v are not two directions", forward, up)
	}
	left, up = left.Normalize(), up.Normalize()
	return mgl32.Mat3FromRows(left, up, left.Cross(up)).Mat4(), nil
}

func axis(k int) (out mgl32.Vec3) {
	out[k] = 1
	return out
}

// up is +Y, unless the model has wings that clearly beat along another axis.
func (m *Model) up(look [][]Surface) Direction {
	usual := Direction{axis(1), Convention, "glTF's convention", false}
	side, ok := m.side(look)
	if !ok {
		return usual
	}
	motion, _ := motion(look, side)
	a, b := (side+1)%3, (side+2)%3
	if motion[a] < motion[b] {
		a, b = b, a
	}
	const clear = 4
	if a == 1 || motion[a] < clear*motion[b] {
		return usual
	}
	return Direction{axis(a), Beats, "the wings beat along it", false}
}

// side is the axis along which the wings spread, if the model has wings: it is
// its own mirror image across that axis, wide along it, and what moves is far
// out.
func (m *Model) side(look [][]Surface) (best int, ok bool) {
	const mirrored, wide, least = 0.05, 0.7, 0.5
	low, high := reach(look)
	size := high.Sub(low)
	most := least
	for k := range 3 {
		if size[k] < wide*max(size[0], size[1], size[2]) || m.lopsided(look, axis(k), axis((k+1)%3)) > mirrored {
			continue
		}
		if _, out := motion(look, k); out > most {
			best, ok, most = k, true, out
		}
	}
	return best, ok
}

// reach is the box around all poses.
func reach(look [][]Surface) (low, high mgl32.Vec3) {
	low, high = bounds(look[0])
	for _, pose := range look[1:] {
		l, h := bounds(pose)
		for k := range 3 {
			low[k], high[k] = min(low[k], l[k]), max(high[k], h[k])
		}
	}
	return low, high
}

// motion is how much of the vertices' motion goes along each axis, and how far
// out along side it takes place, as a share of the model's reach there.
func motion(look [][]Surface, side int) (along [3]float64, out float64) {
	low, high := reach(look)
	middle, half := float64(low[side]+high[side])/2, float64(high[side]-low[side])/2
	var weighed float64
	for part := range look[0] {
		for k := range look[0][part].Positions {
			var sum, squares [3]float64
			for _, pose := range look {
				for c, v := range pose[part].Positions[k] {
					sum[c] += float64(v)
					squares[c] += float64(v) * float64(v)
				}
			}
			n := float64(len(look))
			far := math.Abs(sum[side]/n-middle) / half
			for c := range along {
				spread := squares[c]/n - sum[c]/n*sum[c]/n
				along[c] += spread
				weighed += spread * far
			}
		}
	}
	return along, weighed / max(along[0]+along[1]+along[2], math.SmallestNonzeroFloat64)
}

// forward chooses among the axes at right angles to up.
func (m *Model) forward(look [][]Surface, travel, up mgl32.Vec3) Direction {
	first := mgl32.Vec3{0, 0, 1}
	if math.Abs(float64(up.Normalize()[2])) > 0.7 {
		first = mgl32.Vec3{0, -1, 0}
	}
	first = up.Cross(first).Cross(up).Normalize()
	second := up.Cross(first).Normalize()
	const short, long = 0.05, 0.25 // of the model's size
	for _, sign := range []landmarks{landmarksIn("node", m.namedNodes()), landmarksIn("material", m.namedParts())} {
		way, why := sign.way(m.middle(m.Pose(-1, 0)))
		if a, ok := along4(way, up, first, second, short*size(look[0])); ok {
			return Direction{a, Named, why, false}
		}
	}
	if a, ok := along4(travel, up, first, second, long*size(look[0])); ok {
		return Direction{a, Travels, "it travels that way in the clip", false}
	}
	const clear, far = 0.01, 0.25
	ahead, across := m.lopsided(look, first, up), m.lopsided(look, second, up)
	if across > clear && ahead < far*across {
		return Direction{second, Mirrored, "the model is its own mirror image across it", true}
	}
	return Direction{first, Convention, "glTF's convention", ahead > clear && across < far*ahead}
}

// along4 is the one of two axes, or their opposites, that a way at least so long
// clearly goes along, as seen from above.
func along4(way, up, first, second mgl32.Vec3, least float32) (mgl32.Vec3, bool) {
	const clear = 0.8
	level := way.Sub(up.Normalize().Mul(way.Dot(up.Normalize())))
	for _, a := range []mgl32.Vec3{first, second, first.Mul(-1), second.Mul(-1)} {
		if d := level.Dot(a); d > clear*level.Len() && d > least {
			return a, true
		}
	}
	return mgl32.Vec3{}, false
}

func hasAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
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
		m.points(pose, func(at mgl32.Vec3, area float64) {
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
