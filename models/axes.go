package models

import (
	"fmt"
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
)

// findAxes finds the directions of the animal and returns the rotation from the model's axes to bird axes.
func findAxes(m *gltf.Model, samples [][]gltf.Surface, travel mgl32.Vec3, o BakeOptions, s *Analysis) (mgl32.Mat4, error) {
	s.Up, s.Forward = Direction{o.Up, FromOptions, "given", false}, Direction{o.Forward, FromOptions, "given", false}
	if o.Up == (mgl32.Vec3{}) {
		s.Up = findUp(m, samples)
	}
	if o.Forward == (mgl32.Vec3{}) {
		s.Forward = findForward(m, samples, travel, s.Up.Axis)
	}
	up, forward := s.Up.Axis, s.Forward.Axis
	left := up.Cross(forward)
	if l := left.Len(); !(l > 1e-3*up.Len()*forward.Len()) || l-l != 0 {
		return mgl32.Mat4{}, fmt.Errorf("forward %v and up %v must be two different directions", forward, up)
	}
	left, up = left.Normalize(), up.Normalize()
	return mgl32.Mat3FromRows(left, up, left.Cross(up)).Mat4(), nil
}

func axis(k int) (out mgl32.Vec3) {
	out[k] = 1
	return out
}

// findUp returns +Y, unless the model has wings that clearly beat along another axis.
func findUp(m *gltf.Model, samples [][]gltf.Surface) Direction {
	fallback := Direction{axis(1), FromConvention, "the convention of glTF", false}
	side, ok := findSide(m, samples)
	if !ok {
		return fallback
	}
	motion, _ := measureMotion(samples, side)
	a, b := (side+1)%3, (side+2)%3
	if motion[a] < motion[b] {
		a, b = b, a
	}
	const minRatio = 4
	if a == 1 || motion[a] < minRatio*motion[b] {
		return fallback
	}
	return Direction{axis(a), FromWingbeat, "the wings beat along it", false}
}

// findSide returns the axis along which the wings spread. A model has wings if it is
// mirror-symmetric across that axis, wide along it, and moves mostly far out on both sides.
func findSide(m *gltf.Model, samples [][]gltf.Surface) (best int, ok bool) {
	const maxAsymmetry, minWidth, minOut = 0.05, 0.7, 0.5
	low, high := boundsOfAll(samples)
	size := high.Sub(low)
	outmost := minOut
	for k := range 3 {
		if size[k] < minWidth*max(size[0], size[1], size[2]) || asymmetry(m, samples, axis(k), axis((k+1)%3)) > maxAsymmetry {
			continue
		}
		if _, out := measureMotion(samples, k); out > outmost {
			best, ok, outmost = k, true, out
		}
	}
	return best, ok
}

func boundsOfAll(samples [][]gltf.Surface) (low, high mgl32.Vec3) {
	low, high = bounds(samples[0])
	for _, pose := range samples[1:] {
		l, h := bounds(pose)
		for k := range 3 {
			low[k], high[k] = min(low[k], l[k]), max(high[k], h[k])
		}
	}
	return low, high
}

// measureMotion returns how much the vertices move along each axis. out is the mean distance of this motion
// from the middle, along side, as a share of the half-width.
func measureMotion(samples [][]gltf.Surface, side int) (along [3]float64, out float64) {
	low, high := boundsOfAll(samples)
	middle, half := float64(low[side]+high[side])/2, float64(high[side]-low[side])/2
	var weighed float64
	for part := range samples[0] {
		for k := range samples[0][part].Positions {
			var sum, squares [3]float64
			for _, pose := range samples {
				for c, v := range pose[part].Positions[k] {
					sum[c] += float64(v)
					squares[c] += float64(v) * float64(v)
				}
			}
			n := float64(len(samples))
			offset := math.Abs(sum[side]/n-middle) / half
			for c := range along {
				spread := squares[c]/n - sum[c]/n*sum[c]/n
				along[c] += spread
				weighed += spread * offset
			}
		}
	}
	return along, weighed / max(along[0]+along[1]+along[2], math.SmallestNonzeroFloat64)
}

// findForward finds the forward direction among the axes perpendicular to up.
func findForward(m *gltf.Model, samples [][]gltf.Surface, travel, up mgl32.Vec3) Direction {
	first := mgl32.Vec3{0, 0, 1}
	if math.Abs(float64(up.Normalize()[2])) > 0.7 {
		first = mgl32.Vec3{0, -1, 0}
	}
	first = up.Cross(first).Cross(up).Normalize()
	second := up.Cross(first).Normalize()
	const minLandmark, minTravel = 0.05, 0.25 // shares of the model's size
	for _, sign := range []landmarks{findLandmarks("node", m.NamedNodes()), findLandmarks("material", namedParts(m))} {
		direction, why := sign.direction(centroid(m, m.Pose(-1, 0)))
		if a, ok := closestAxis(direction, up, first, second, minLandmark*maxExtent(samples[0])); ok {
			return Direction{a, FromName, why, false}
		}
	}
	if a, ok := closestAxis(travel, up, first, second, minTravel*maxExtent(samples[0])); ok {
		return Direction{a, FromTravel, "it travels that way in the clip", false}
	}
	const minAsymmetry, ratio = 0.01, 0.25
	firstAsymmetry, secondAsymmetry := asymmetry(m, samples, first, up), asymmetry(m, samples, second, up)
	if secondAsymmetry > minAsymmetry && firstAsymmetry < ratio*secondAsymmetry {
		return Direction{second, FromSymmetry, "the model is mirror-symmetric across it", true}
	}
	return Direction{first, FromConvention, "the convention of glTF", firstAsymmetry > minAsymmetry && secondAsymmetry < ratio*firstAsymmetry}
}

// closestAxis returns first, second or one of their opposites: the one that a direction clearly follows in
// the horizontal plane. It returns false if there is none or if the direction is shorter than minLength.
func closestAxis(direction, up, first, second mgl32.Vec3, minLength float32) (mgl32.Vec3, bool) {
	const minCosine = 0.8
	horizontal := direction.Sub(up.Normalize().Mul(direction.Dot(up.Normalize())))
	for _, a := range []mgl32.Vec3{first, second, first.Mul(-1), second.Mul(-1)} {
		if d := horizontal.Dot(a); d > minCosine*horizontal.Len() && d > minLength {
			return a, true
		}
	}
	return mgl32.Vec3{}, false
}

func containsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

// asymmetry returns how far the poses are from mirror symmetry across an axis; 0 means symmetric. It
// measures the third moments of the surface that a reflection would negate, relative to the surface's
// spread.
func asymmetry(m *gltf.Model, poses [][]gltf.Surface, axis, up mgl32.Vec3) float64 {
	var moments [5]float64
	var spread float64
	up = up.Normalize()
	side := axis.Cross(up)
	for _, pose := range poses {
		middle := centroid(m, pose)
		quadraturePoints(m, pose, func(point mgl32.Vec3, area float64) {
			d := point.Sub(middle)
			x, y, z := float64(d.Dot(axis)), float64(d.Dot(up)), float64(d.Dot(side))
			r := float64(d.Len())
			for k, even := range [...]float64{x * x, y * y, z * z, r * y, r * z} {
				moments[k] += area * x * even
			}
			spread += area * r * r * r
		})
	}
	var sum float64
	for _, v := range moments {
		sum += v * v
	}
	return math.Sqrt(sum) / max(spread, math.SmallestNonzeroFloat64)
}
