package draco

import (
	"errors"
	"fmt"
)

// Prediction schemes, and the transforms that restore values from predictions and differences (Draco
// specification: Descriptions, Constants).
const (
	predictNone           = -2
	predictLast           = 0
	predictParallelogram  = 1
	predictParallelograms = 4
	predictTexCoords      = 5
	predictNormals        = 6

	transformWrap       = 1
	transformOctahedral = 3
)

type transform interface {
	// restore computes values from predictions and, in values, the differences.
	restore(predicted, values []int32)
}

// predict replaces an attribute's differences by its values (Draco specification: Prediction Decoder).
func (d *decoder) predict(g *group, p *packed) error {
	switch {
	case !p.canPredict(g.surface != nil):
	case g.surface != nil && !d.spend(len(g.surface.vertex), 1):
		return d.err
	case p.scheme == predictLast:
		p.addLast(d.readTransform(p.transform))
		return nil
	case p.scheme == predictParallelogram:
		g.addParallelogram(p, d.readTransform(p.transform))
		return nil
	case p.scheme == predictParallelograms:
		return d.addParallelograms(g, p)
	case p.scheme == predictTexCoords:
		return d.addTexCoords(g, p)
	case p.scheme == predictNormals && p.encoding == octahedral:
		return d.addNormals(g, p)
	case p.scheme == predictNormals:
		// Google's encoder loses integer normals, and its decoder leaves their differences unchanged.
		d.readTransform(p.transform)
		d.bitDecoder()
		return nil
	}
	return fmt.Errorf("an attribute has the encoding %d, which does not allow the prediction scheme %d with the transform %d", p.encoding, p.scheme, p.transform)
}

// canPredict reports whether an attribute's encoding allows its prediction scheme and transform. All schemes
// except predictLast need a surface.
func (p *packed) canPredict(onSurface bool) bool {
	if p.scheme != predictLast && !onSurface {
		return false
	}
	if p.encoding == octahedral {
		return p.transform == transformOctahedral && (p.scheme == predictLast || p.scheme == predictNormals)
	}
	return p.transform == transformWrap
}

// wrap is a transform for integers in a range. A sum beyond one end of the range continues at the other end
// (Draco specification: Prediction Wrap Transform).
type wrap struct{ low, high, size int32 }

func (w *wrap) restore(predicted, values []int32) {
	for i, v := range predicted[:len(values)] {
		v = min(max(v, w.low), w.high) + values[i]
		if v > w.high {
			v -= w.size
		} else if v < w.low {
			v += w.size
		}
		values[i] = v
	}
}

// readTransform reads a transform's parameters (Draco specification: Prediction Decoder,
// DecodeTransformData).
func (d *decoder) readTransform(kind int8) transform {
	if kind == transformOctahedral {
		return d.readOctahedralTransform()
	}
	w := &wrap{}
	w.low, w.high = d.int32(), d.int32()
	size := int64(w.high) - int64(w.low) + 1
	if w.size = int32(size); size < 1 || size != int64(w.size) {
		d.failf("an attribute has an invalid range of values: %d to %d", w.low, w.high)
	}
	return w
}

// addLast predicts that each value equals the one before (Draco specification: Prediction Decoder,
// PredictionSchemeDifference_ComputeOriginalValues).
func (p *packed) addLast(t transform) {
	predicted := make([]int32, p.width)
	for i := 0; i < len(p.integers); i += p.width {
		value := p.integers[i : i+p.width]
		t.restore(predicted, value)
		predicted = value
	}
}

func (p *packed) value(i int32) []int32 {
	return p.integers[int(i)*p.width:][:p.width]
}

// parallelogram predicts value i as the fourth corner of a parallelogram. The other three corners are those
// of the triangle beyond the edge opposite corner c. It returns false if a value of that triangle comes later
// (Draco specification: Parallelogram Prediction Decoder, ComputeParallelogramPrediction).
func (g *group) parallelogram(p *packed, i, c int32, out []int32) bool {
	o := g.surface.opposite[c]
	if o == none {
		return false
	}
	tip, side1, side2 := g.valueAtCorner(o), g.valueAtCorner(next(o)), g.valueAtCorner(previous(o))
	if tip >= i || side1 >= i || side2 >= i {
		return false
	}
	a, b, minus := p.value(side1), p.value(side2), p.value(tip)
	for k := range out {
		out[k] = a[k] + b[k] - minus[k]
	}
	return true
}

func (g *group) valueAtCorner(c int32) int32 { return g.valueOf[g.surface.vertex[c]] }

// addParallelogram predicts each value from a parallelogram or, without one, from the previous value (Draco
// specification: Parallelogram Prediction Decoder).
func (g *group) addParallelogram(p *packed, t transform) {
	predicted := make([]int32, p.width)
	last := make([]int32, p.width)
	for i, c := range g.order {
		value := p.value(int32(i))
		if i > 0 && g.parallelogram(p, int32(i), c, predicted) {
			t.restore(predicted, value)
		} else {
			t.restore(last, value)
		}
		last = value
	}
}

// maxParallelograms is the largest number of parallelograms for one value (Draco specification: Descriptions,
// Constants).
const maxParallelograms = 4

// addParallelograms predicts each value as the mean of several parallelograms or, without any, from the
// previous value (Draco specification: Multi Parallelogram Prediction Decoder).
func (d *decoder) addParallelograms(g *group, p *packed) error {
	var unused [maxParallelograms][]bool // flags of unused parallelograms, in order, by the number of parallelograms minus 1
	for n := range unused {
		unused[n] = d.readFlags(d.count("parallelograms", len(g.surface.vertex)))
	}
	t := d.readTransform(transformWrap)
	if d.err != nil {
		return d.err
	}
	var found [maxParallelograms][]int32
	for n := range found {
		found[n] = make([]int32, p.width)
	}
	last, mean := make([]int32, p.width), make([]int32, p.width)
	for i, c := range g.order {
		n := 0
		if i > 0 {
			n = g.parallelograms(p, int32(i), c, &found)
		}
		var skip []bool
		if n > 0 {
			if skip = unused[n-1]; len(skip) < n {
				return errors.New("the stream has too few parallelogram flags")
			}
			unused[n-1] = skip[n:]
		}
		predicted := last
		if meanOf(found[:n], skip, mean) {
			predicted = mean
		}
		last = p.value(int32(i))
		t.restore(predicted, last)
	}
	return nil
}

func (g *group) parallelograms(p *packed, i, c int32, found *[maxParallelograms][]int32) (n int) {
	for c := range g.surface.cornersAt(c) {
		if g.parallelogram(p, i, c, found[n]) {
			if n++; n == len(found) {
				break
			}
		}
	}
	return n
}

func meanOf(all [][]int32, skip []bool, out []int32) bool {
	clear(out)
	n := int32(0)
	for k, predicted := range all {
		if skip[k] {
			continue
		}
		n++
		for j, v := range predicted {
			out[j] += v
		}
	}
	for j := range out {
		out[j] /= max(n, 1)
	}
	return n > 0
}

func (d *decoder) readFlags(n int) []bool {
	if n == 0 || !d.spend(n, 1) {
		return nil
	}
	bits := d.bitDecoder()
	out := make([]bool, n)
	for i := range out {
		out[i] = bits.bit()
	}
	if bits.short {
		d.fail(errShort)
	}
	return out
}
