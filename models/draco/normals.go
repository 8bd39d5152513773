package draco

import (
	"fmt"
	"math"
)

// octahedron maps unit vectors to points (s, t) of a square, the unfolded octahedron. Its centre is +x, and
// its corners are −x.
type octahedron struct {
	limit  int32 // largest coordinate plus 1, the modulus of differences
	centre int32
}

func newOctahedron(bits int) (octahedron, error) {
	if bits < 2 || bits > 30 {
		return octahedron{}, fmt.Errorf("normals have coordinates of %d bits instead of 2 to 30", bits)
	}
	limit := int32(1)<<bits - 1
	return octahedron{limit, (limit - 1) / 2}, nil
}

// vector returns the unit vector of a point (Draco specification: Sequential Normal Attribute Decoder,
// OctaherdalCoordsToUnitVector), rounded like Google's decoder.
func (o octahedron) vector(s, t int32) [3]float32 {
	scale := 2 / float32(o.limit-1)
	y, z := float32(float32(s)*scale)-1, float32(float32(t)*scale)-1
	x := 1 - magnitude(y) - magnitude(z)
	fold := max(-x, 0)
	y, z = y-float32(math.Copysign(float64(fold), float64(y))), z-float32(math.Copysign(float64(fold), float64(z)))
	squared := float32(x*x) + float32(y*y) + float32(z*z)
	if float64(squared) < 1e-6 {
		return [3]float32{}
	}
	d := 1 / float32(math.Sqrt(float64(squared)))
	return [3]float32{float32(x * d), float32(y * d), float32(z * d)}
}

func magnitude(v float32) float32 { return max(v, -v) }

// octahedralTransform restores points of an octahedron. Differences are relative to a prediction that was
// moved to the lower left of the inner diamond (Draco specification: Prediction Normal Transform).
type octahedralTransform struct{ octahedron }

// readOctahedralTransform reads the two parameters of the transform. The second is not used.
func (d *decoder) readOctahedralTransform() *octahedralTransform {
	limit := d.uint32()
	d.uint32()
	o, err := newOctahedron(highestBit(limit) + 1)
	if d.err == nil && limit%2 == 0 {
		d.failf("the largest coordinate of normals is %d; it must be odd", limit)
	}
	d.fail(err)
	return &octahedralTransform{o}
}

func (o *octahedralTransform) restore(predicted, values []int32) {
	s, t := predicted[0]-o.centre, predicted[1]-o.centre
	outside := !o.isInDiamond(s, t)
	if outside {
		s, t = o.mirror(s, t)
	}
	turns := quarterTurns(s, t)
	s, t = turn(s, t, turns)
	s, t = o.wrap(s+values[0]), o.wrap(t+values[1])
	s, t = turn(s, t, (4-turns)%4)
	if outside {
		s, t = o.mirror(s, t)
	}
	values[0], values[1] = s+o.centre, t+o.centre
}

func (o octahedron) isInDiamond(s, t int32) bool {
	return uint32(max(s, -s))+uint32(max(t, -t)) <= uint32(o.centre)
}

// wrap returns a coordinate relative to the centre, modulo the square's size.
func (o octahedron) wrap(v int32) int32 {
	switch {
	case v > o.centre:
		return v - o.limit
	case v < -o.centre:
		return v + o.limit
	}
	return v
}

// mirror reflects (s, t) across the diamond's edge in its quadrant (Draco specification: Prediction Normal
// Transform, InvertDiamond).
func (o octahedron) mirror(s, t int32) (int32, int32) {
	signS, signT := int32(-1), int32(-1)
	if s > 0 || s == 0 && t >= 0 {
		signS = 1
	}
	if t > 0 || t == 0 && s >= 0 {
		signT = 1
	}
	cornerS, cornerT := signS*o.centre, signT*o.centre
	s, t = 2*s-cornerS, 2*t-cornerT
	if signS == signT {
		s, t = -t, -s
	} else {
		s, t = t, s
	}
	return (s + cornerS) / 2, (t + cornerT) / 2
}

// quarterTurns returns how many clockwise quarter turns move a point to the lower left (Draco specification:
// Prediction Normal Transform, GetRotationCount).
func quarterTurns(s, t int32) int {
	switch {
	case s == 0 && t == 0 || s < 0 && t <= 0:
		return 0
	case s >= 0 && t < 0:
		return 1
	case s > 0:
		return 2
	}
	return 3
}

func turn(s, t int32, turns int) (int32, int32) {
	switch turns {
	case 1:
		return t, -s
	case 2:
		return -s, -t
	case 3:
		return -t, s
	}
	return s, t
}

// addNormals predicts normals from the triangles around (Draco specification: Normal Prediction Decoder).
func (d *decoder) addNormals(g *group, p *packed) error {
	t := d.readOctahedralTransform()
	flips := d.bitDecoder()
	pos, err := d.openPositions()
	if d.fail(err); d.err != nil {
		return d.err
	}
	for i, c := range g.order {
		v := t.canonical(g.areaNormal(pos, c))
		if flips.bit() {
			v = [3]int32{-v[0], -v[1], -v[2]}
		}
		s, r := t.point(v)
		t.restore([]int32{s, r}, p.value(int32(i)))
	}
	if flips.short {
		return errShort
	}
	return nil
}

// areaNormal returns the sum of the normals at a corner's vertex, weighted by area. It is scaled so that the
// sum of its magnitudes is below 2^30 (Draco specification: Normal Prediction Decoder,
// MeshPredictionSchemeGeometricNormalPredictorArea_ComputePredictedValue).
func (g *group) areaNormal(pos *positions, corner int32) (out [3]int32) {
	centre := pos.at(g.order[g.valueAtCorner(corner)])
	var sum vec
	for c := range g.surface.cornersAt(corner) {
		a := pos.at(g.order[g.valueAtCorner(next(c))]).minus(centre)
		b := pos.at(g.order[g.valueAtCorner(previous(c))]).minus(centre)
		sum[0] += a[1]*b[2] - a[2]*b[1]
		sum[1] += a[2]*b[0] - a[0]*b[2]
		sum[2] += a[0]*b[1] - a[1]*b[0]
	}
	const bound = 1 << 29
	divisor := int64(1)
	if size := sum.magnitudes(); size > bound {
		divisor = size / bound
	}
	for k, v := range sum {
		out[k] = int32(v / divisor)
	}
	return out
}

// magnitudes returns the sum of the magnitudes of the coordinates, but at most the largest int64.
func (a vec) magnitudes() (sum int64) {
	for _, v := range a {
		if v = max(v, -v); v < 0 || v > math.MaxInt64-sum {
			return math.MaxInt64
		}
		sum += v
	}
	return sum
}

// canonical scales a vector so that the sum of its magnitudes is o.centre (Draco specification: Normal
// Prediction Decoder, CanonicalizeIntegerVector).
func (o octahedron) canonical(v [3]int32) [3]int32 {
	sum := vec{int64(v[0]), int64(v[1]), int64(v[2])}.magnitudes()
	if sum == 0 {
		return [3]int32{o.centre, 0, 0}
	}
	x, y := int32(int64(v[0])*int64(o.centre)/sum), int32(int64(v[1])*int64(o.centre)/sum)
	z := o.centre - max(x, -x) - max(y, -y)
	if v[2] < 0 {
		z = -z
	}
	return [3]int32{x, y, z}
}

// point returns the point for a vector whose magnitudes have the sum o.centre. Several points at the edge of
// the square can mean the same direction; point returns one of them (Draco specification: Normal Prediction
// Decoder, IntegerVectorToQuantizedOctahedralCoords and CanonicalizeOctahedralCoords).
func (o octahedron) point(v [3]int32) (s, t int32) {
	last := o.limit - 1
	if s, t = v[1]+o.centre, v[2]+o.centre; v[0] < 0 {
		if s = max(v[2], -v[2]); v[1] >= 0 {
			s = last - s
		}
		if t = max(v[1], -v[1]); v[2] >= 0 {
			t = last - t
		}
	}
	switch {
	case s == 0 && (t == 0 || t == last) || s == last && t == 0:
		return last, last
	case s == 0 && t > o.centre, s == last && t < o.centre:
		t = 2*o.centre - t
	case t == last && s < o.centre, t == 0 && s > o.centre:
		s = 2*o.centre - s
	}
	return s, t
}
