package draco

import (
	"errors"
	"math"
)

type positions struct {
	*packed
	group  *group
	points []uint32
}

func (d *decoder) openPositions() (*positions, error) {
	if d.positions == nil || d.positions.integers == nil || d.positions.width != 3 {
		return nil, errors.New("an attribute is predicted from positions, but no positions of three integers come before the attribute")
	}
	d.positions.points = d.mesh.Triangles
	return d.positions, nil
}

type vec [3]int64

func (s *positions) at(c int32) vec {
	v := s.value(s.group.valueAt[s.points[c]])
	return vec{int64(v[0]), int64(v[1]), int64(v[2])}
}

func (a vec) minus(b vec) vec { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (a vec) dot(b vec) int64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// addTexCoords predicts texture coordinates from the other two corners, as if the triangles of texture
// coordinates and positions were similar (Draco specification: TexCoords Prediction Decoder).
func (d *decoder) addTexCoords(g *group, p *packed) error {
	const width = 2
	if p.width != width {
		return errors.New("texture coordinates are predicted for an attribute that does not have two components")
	}
	n := d.uint32()
	if d.err == nil && n > uint32(g.values) {
		d.failf("%d orientations are too many for %d values", n, g.values)
	}
	// A flag tells whether an orientation equals the previous one. The first flag is for the last
	// orientation.
	orientations, right := d.readOrientations(int(n)), true
	for i, same := range orientations {
		right = right == same
		orientations[i] = right
	}
	t := d.readTransform(transformWrap)
	pos, err := d.openPositions()
	if d.fail(err); d.err != nil {
		return d.err
	}
	predictor := texCoordPredictor{group: g, packed: p, positions: pos, orientations: orientations}
	for i, c := range g.order {
		predicted, err := predictor.predict(int32(i), c)
		if err != nil {
			return err
		}
		t.restore(predicted[:], p.value(int32(i)))
	}
	return nil
}

// readOrientations reads n flags. Unlike other lists of flags, this list has data even if n is 0.
func (d *decoder) readOrientations(n int) []bool {
	if n == 0 {
		d.bitDecoder()
	}
	return d.readFlags(n)
}

type texCoordPredictor struct {
	*group
	*packed
	positions    *positions
	orientations []bool
}

func (t *texCoordPredictor) predict(i, c int32) ([2]int32, error) {
	n, p := t.valueAtCorner(next(c)), t.valueAtCorner(previous(c))
	if n < i && p < i {
		a, b := t.value(n), t.value(p)
		if a[0] == b[0] && a[1] == b[1] {
			return [2]int32{a[0], a[1]}, nil
		}
		tip, start, end := t.positions.at(t.order[i]), t.positions.at(t.order[n]), t.positions.at(t.order[p])
		if edge := end.minus(start); edge.dot(edge) != 0 {
			return t.similar(tip.minus(start), edge, a, b)
		}
	}
	var last []int32
	switch {
	case n < i:
		last = t.value(n)
	case i > 0:
		last = t.value(i - 1)
	default:
		return [2]int32{}, nil
	}
	return [2]int32{last[0], last[1]}, nil
}

var errRange = errors.New("a prediction of texture coordinates exceeds 64 bits")

// similar returns the third corner of a triangle in texture coordinates. edge and tip are vectors in space
// from the first corner to the second and the third. a and b are the texture coordinates of the first two
// corners. As in Google's decoder, divisions round towards zero and large numbers wrap around.
func (t *texCoordPredictor) similar(tip, edge vec, a, b []int32) ([2]int32, error) {
	size, along := edge.dot(edge), tip.dot(edge)
	uv, step := [2]int64{int64(a[0]), int64(a[1])}, [2]int64{int64(b[0]) - int64(a[0]), int64(b[1]) - int64(a[1])}
	if exceeds(largest(uv[:]), size) || exceeds(largest(step[:]), along) || exceeds(largest(edge[:]), along) {
		return [2]int32{}, errRange
	}
	if len(t.orientations) == 0 {
		return [2]int32{}, errors.New("the stream has too few orientations of texture coordinates")
	}
	var foot vec
	for k := range foot {
		foot[k] = along * edge[k] / size
	}
	height := tip.minus(foot)
	across := int64(root(uint64(height.dot(height)) * uint64(size)))
	last := len(t.orientations) - 1
	if !t.orientations[last] {
		across = -across
	}
	t.orientations = t.orientations[:last]
	return [2]int32{
		int32((uv[0]*size + along*step[0] + step[1]*across) / size),
		int32((uv[1]*size + along*step[1] - step[0]*across) / size),
	}, nil
}

// exceeds reports whether the product of two magnitudes needs more than 63 bits.
func exceeds(a, b int64) bool {
	a, b = max(a, -a), max(b, -b)
	return a < 0 || b < 0 || a != 0 && b > math.MaxInt64/a
}

func largest(v []int64) (m int64) {
	for _, x := range v {
		m = max(m, x, -x)
	}
	return m
}

// root returns the largest integer whose square is at most v (Draco specification: TexCoords Prediction
// Decoder, IntSqrt).
func root(v uint64) uint64 {
	r := uint64(math.Sqrt(float64(v)))
	for r > math.MaxUint32 || r*r > v {
		r--
	}
	for r < math.MaxUint32 && (r+1)*(r+1) <= v {
		r++
	}
	return r
}
