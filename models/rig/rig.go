package rig

import (
	"errors"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
)

// Kind is the motion of a rig.
type Kind string

// Kinds of motion. With Auto, [Choose] selects one of the others.
const (
	Auto   Kind = "auto"
	None   Kind = "none"
	Bird   Kind = "bird"   // wings that bend, twist and fold
	Insect Kind = "insect" // stiff wings that beat far up and down
	Fish   Kind = "fish"   // a body that bends from side to side; for whales and dolphins, up and down
)

// Kinds returns all kinds, Auto first.
func Kinds() []Kind { return []Kind{Auto, None, Bird, Insect, Fish} }

// Rig moves the vertices of a model.
type Rig struct {
	Kind Kind

	middle     float32 // X of the plane between the wings
	hinge, tip float32 // distances of a wing's root and tip from that plane
	root       float32 // Y of the wings near their roots
	chord      float32 // Z of the middle of the wings
	tail       float32 // Z at which the tail begins
	low, high  mgl32.Vec3
	vertical   bool
}

// ErrNoWings is returned for a model too narrow to have wings.
var ErrNoWings = errors.New("the model is not wide enough to have wings")

// New returns a rig for a model at rest. points are evenly spread over its surface. kind must not be Auto or
// None. If the kind needs wings and there are none, the error is ErrNoWings.
func New(kind Kind, points []mgl32.Vec3, vertical bool) (*Rig, error) {
	r := &Rig{Kind: kind, vertical: vertical}
	r.low, r.high = bounds(points)
	r.middle = (r.low[0] + r.high[0]) / 2
	r.tip = (r.high[0] - r.low[0]) / 2
	r.tail = r.low[2] + 0.25*(r.high[2]-r.low[2])
	if kind == Fish {
		return r, nil
	}
	if !(r.tip > 0) {
		return nil, ErrNoWings
	}
	if r.hinge = findHinge(points, r.middle, r.tip); r.hinge >= maxHinge*r.tip {
		return nil, ErrNoWings
	}
	r.placeRoot(points)
	return r, nil
}

func bounds(points []mgl32.Vec3) (low, high mgl32.Vec3) {
	inf := float32(math.Inf(1))
	low, high = mgl32.Vec3{inf, inf, inf}, mgl32.Vec3{-inf, -inf, -inf}
	for _, p := range points {
		for k := range 3 {
			low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
		}
	}
	return low, high
}

// minHinge and maxHinge limit the distance of a wing's root from the middle plane, as fractions of half the
// wingspan.
const minHinge, maxHinge = 0.04, 0.6

// findHinge returns the distance from the middle plane at which the wings begin. The body, which is much
// higher, ends there.
func findHinge(points []mgl32.Vec3, middle, tip float32) float32 {
	const slices = 32
	const wingHeight = 0.5 // largest height of a slice of the wing, relative to the body's highest slice
	var low, high [slices]float32
	for k := range slices {
		low[k], high[k] = float32(math.Inf(1)), float32(math.Inf(-1))
	}
	for _, p := range points {
		k := min(int(distance(p[0], middle)/tip*slices), slices-1)
		low[k], high[k] = min(low[k], p[1]), max(high[k], p[1])
	}
	var highest float32
	for k := range slices / 2 {
		highest = max(highest, high[k]-low[k])
	}
	const flat = 0.01 // height, relative to the wing, below which there is no distinct body
	edge := 0
	for highest > flat*tip && edge < slices && !(high[edge]-low[edge] < wingHeight*highest) {
		edge++
	}
	return max(float32(edge)/slices, minHinge) * tip
}

func (r *Rig) placeRoot(points []mgl32.Vec3) {
	var height, along, n, wing float32
	for _, p := range points {
		u := r.along(p[0])
		if u <= 0 {
			continue
		}
		along += p[2]
		wing++
		if u < 0.3 {
			height += p[1]
			n++
		}
	}
	if n > 0 {
		r.root = height / n
	}
	if wing > 0 {
		r.chord = along / wing
	}
}

// along returns a point's position on a wing: 0 at the root, 1 at the tip, and negative in the body.
func (r *Rig) along(x float32) float32 { return (distance(x, r.middle) - r.hinge) / (r.tip - r.hinge) }

func distance(a, b float32) float32 { return max(a-b, b-a) }

// Pose moves the vertices of a model at rest to their places at a phase.
func (r *Rig) Pose(rest []gltf.Surface, phase float64) {
	turn := float32(2 * math.Pi * (phase - math.Floor(phase)))
	var move func(p, n *mgl32.Vec3)
	if r.Kind == Fish {
		move = func(p, n *mgl32.Vec3) { r.swim(turn, p, n) }
	} else {
		w := r.wingAt(turn)
		move = func(p, n *mgl32.Vec3) { r.flap(&w, p, n) }
	}
	var unused mgl32.Vec3
	for _, s := range rest {
		for k := range s.Positions {
			n := &unused
			if k < len(s.Normals) {
				n = &s.Normals[k]
			}
			move(&s.Positions[k], n)
		}
	}
}
