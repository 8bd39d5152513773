package models

import (
	"fmt"

	"skein/models/gltf"
)

// completed returns the model. If the options ask for the mirror image, completed adds it, and stores in the
// options which axis points to the animal's sides.
func completed(m *gltf.Model, o *BakeOptions) (*gltf.Model, error) {
	if !o.Mirror {
		return m, nil
	}
	axis, ok := m.Half(isUp(*o))
	if !ok {
		return nil, fmt.Errorf("%s: mirror completes half a model, but this model is not cut open at a plane through the origin; leave out mirror", m.Name)
	}
	o.sides[axis] = 1
	return m.Mirrored(axis), nil
}

// half returns the axis perpendicular to the plane where a model is cut open, or "" if it is whole or
// completed.
func (s *Analysis) half(m *gltf.Model, o BakeOptions) string {
	axis, ok := m.Half(isUp(o))
	if !ok || o.Mirror {
		return ""
	}
	return "xyz"[axis : axis+1]
}

// isUp returns a function that reports whether an axis is up, which is Y by default. An animal that stands on
// a plane is not cut in half.
func isUp(o BakeOptions) func(axis int) bool {
	up := closestAxis(o.Up)
	if up == [3]float32{} {
		up = [3]float32{0, 1, 0}
	}
	return func(axis int) bool { return up[axis] != 0 }
}
