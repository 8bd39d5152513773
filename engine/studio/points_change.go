package studio

import (
	"math"
	"reflect"

	"skein/flock/around"
	"skein/flock/vec"
)

// pointsChange returns "scaled" or "turned" if all points of a thing were scaled or turned about their
// middle. Otherwise it returns "".
func pointsChange(before, after around.Thing) string {
	old, current := pointsOf(before), pointsOf(after)
	if len(old) < 2 || len(old) != len(current) || !sameOtherwise(before, after) {
		return ""
	}
	from, to := middleOf(old), middleOf(current)
	sumFrom, sumTo := 0.0, 0.0
	for k := range old {
		sumFrom += float64(old[k].Sub(from).Length())
		sumTo += float64(current[k].Sub(to).Length())
	}
	const rounding = 0.02 // points are rounded to centimetres, m
	if sumFrom < rounding || to.Sub(from).Length() > 2*rounding {
		return ""
	}
	factor := sumTo / sumFrom
	for k := range old {
		if math.Abs(float64(current[k].Sub(to).Length())-factor*float64(old[k].Sub(from).Length())) > rounding {
			return ""
		}
	}
	if math.Abs(sumTo-sumFrom) < rounding*float64(len(old)) {
		return "turned"
	}
	return "scaled"
}

func pointsOf(t around.Thing) []vec.Vec {
	p, ok := around.PropertyOf(t, "points")
	if !ok {
		return nil
	}
	points, _ := p.Value().([]vec.Vec)
	return points
}

func sameOtherwise(a, b around.Thing) bool {
	for _, p := range around.Properties(a) {
		q, _ := around.PropertyOf(b, p.Key)
		if p.Key != "points" && !reflect.DeepEqual(p.Value(), q.Value()) {
			return false
		}
	}
	return true
}

func middleOf(all []vec.Vec) (middle vec.Vec) {
	for _, pos := range all {
		middle = middle.Add(pos)
	}
	return middle.Scale(1 / float32(len(all)))
}
