package picture

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/flock"
)

// edge is the boundary of a flock's world: a rectangle or a circle around the origin where the world ends or
// wraps around.
type edge struct {
	round        bool
	width, depth float32 // along x and z, m
	floor        float32
	height       float32 // above the ground, m; 0 in a flat world
	soft         bool    // boids turn back beyond the edge
}

// linear RGB, opacity
var edgeColour = mgl32.Vec4{0.9, 0.92, 1.0, 0.45}

// edgeOf returns the edge of the world for parameters p, if it has one. low is the height of the lowest boid.
func edgeOf(p *flock.Params, low float32) (e edge, ok bool) {
	flat := p.Model().Plane()
	side := p.Float("bounds_size")
	switch flock.Bounds(p.Choice("bounds")) {
	case flock.Wrap:
		e.width, e.depth, e.height = side, side, side
	case flock.SoftBox, flock.SoftSphere:
		e.width, e.depth, e.height, e.soft = side, side, side, true
		e.round = flock.Bounds(p.Choice("bounds")) == flock.SoftSphere
	default:
		e.soft = true
		if p.Float("turn_factor") <= 0 { // boids do not turn at the margins
			return e, false
		}
		e.width, e.depth, e.height = p.Float("box_width"), p.Float("box_depth"), p.Float("box_height")
	}
	if flat {
		e.floor, e.height = low, 0
	}
	return e, e.width > 0 && e.depth > 0
}

func worldEdges(boids []flock.Boid, s *flock.Snapshot, params []flock.Params) (all []edge) {
	for k := range params {
		from, to := s.Range(k)
		if from == to {
			continue
		}
		if e, ok := edgeOf(&params[k], boids[from].Pos[1]); ok && !slices.Contains(all, e) {
			all = append(all, e)
		}
	}
	return all
}

// edgePieces is the number of segments of each side of a rectangle, or of each quarter of a circle. Short
// segments rarely reach from in front of the camera to behind it.
const edgePieces = 32

func (e *edge) outline(dst []frame.RibbonPoint) []frame.RibbonPoint {
	width := max(e.width, e.depth) / 600
	for n := range 4*edgePieces + 1 {
		pos := e.pointAt(n/edgePieces%4, float32(n%edgePieces)/edgePieces)
		dst = append(dst, frame.RibbonPoint{Pos: pos, Colour: edgeColour, Width: width, Start: n == 0})
	}
	return dst
}

// pointAt returns a point on a side or quarter of the edge, given by its index from 0 to 3. share is the
// position along it, from 0 to 1.
func (e *edge) pointAt(side int, share float32) mgl32.Vec3 {
	x, z := e.width/2, e.depth/2
	if e.round {
		turn := (float64(side) + float64(share)) * math.Pi / 2
		return mgl32.Vec3{x * float32(math.Cos(turn)), e.floor, z * float32(math.Sin(turn))}
	}
	from := [4]mgl32.Vec3{{x, e.floor, -z}, {x, e.floor, z}, {-x, e.floor, z}, {-x, e.floor, -z}}
	return num.Mix(from[side], from[(side+1)%4], share)
}

// WorldCorners returns the corners of boxes around the flocks' worlds, including the margin beyond a soft
// edge. It is empty if no world has an edge.
func WorldCorners(boids []flock.Boid, s *flock.Snapshot, params []flock.Params) (all []mgl32.Vec3) {
	for _, e := range worldEdges(boids, s, params) {
		all = append(all, e.corners()...)
	}
	return all
}

func (e *edge) corners() (all []mgl32.Vec3) {
	const beyond = 1.1 // boids at a soft edge fly up to 10 % beyond it
	x, z := e.width/2, e.depth/2
	if e.soft {
		x, z = beyond*x, beyond*z
	}
	for _, y := range []float32{e.floor, e.floor + e.height} {
		for _, corner := range [][2]float32{{-x, -z}, {x, -z}, {-x, z}, {x, z}} {
			all = append(all, mgl32.Vec3{corner[0], y, corner[1]})
		}
	}
	return all
}
