package figure

import (
	"cmp"
	"math"
	"slices"
)

const quarterTurn = math.Pi / 2

func (a point) add(b point) point         { return point{a.x + b.x, a.y + b.y} }
func (a point) sub(b point) point         { return point{a.x - b.x, a.y - b.y} }
func (a point) times(k float64) point     { return point{a.x * k, a.y * k} }
func (a point) length() float64           { return math.Hypot(a.x, a.y) }
func (a point) cross(b point) float64     { return a.x*b.y - a.y*b.x }
func turns(a, b, c point) (twice float64) { return b.sub(a).cross(c.sub(a)) }

// hullOf returns the corners of the convex hull, counter-clockwise, without points on sides.
func hullOf(points []point) []point {
	sorted := slices.Clone(points)
	slices.SortFunc(sorted, func(a, b point) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	sorted = slices.Compact(sorted)
	if len(sorted) < 3 {
		return sorted
	}
	lower := halfHull(sorted)
	slices.Reverse(sorted)
	upper := halfHull(sorted)
	return append(lower[:len(lower)-1], upper[:len(upper)-1]...)
}

func halfHull(sorted []point) (hull []point) {
	for _, p := range sorted {
		for len(hull) > 1 && turns(hull[len(hull)-2], hull[len(hull)-1], p) <= 0 {
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, p)
	}
	return hull
}

func clip(points []point, r rect) (parts [][]point) {
	var part []point
	flush := func() {
		if len(part) > 1 {
			parts = append(parts, part)
		}
		part = nil
	}
	for i := 1; i < len(points); i++ {
		a, b, ok := clipSegment(points[i-1], points[i], r)
		if !ok {
			flush()
			continue
		}
		if len(part) == 0 || part[len(part)-1] != a {
			flush()
			part = []point{a}
		}
		part = append(part, b)
	}
	flush()
	return parts
}

// clipSegment returns the part of a segment in a rectangle, after Liang and Barsky (1984).
func clipSegment(a, b point, r rect) (from, to point, ok bool) {
	d := b.sub(a)
	enter, leave := 0.0, 1.0
	for _, side := range [4][2]float64{{-d.x, a.x - r.left}, {d.x, r.right - a.x}, {-d.y, a.y - r.bottom}, {d.y, r.top - a.y}} {
		speed, room := side[0], side[1]
		switch {
		case speed == 0 && room < 0:
			return a, b, false
		case speed < 0:
			enter = max(enter, room/speed)
		case speed > 0:
			leave = min(leave, room/speed)
		}
	}
	if enter > leave {
		return a, b, false
	}
	from, to = a, b
	if enter > 0 {
		from = a.add(d.times(enter))
	}
	if leave < 1 {
		to = a.add(d.times(leave))
	}
	return from, to, true
}

func circle(middle point, radius float64) (points []point) {
	const pieces = 96
	for k := range pieces + 1 {
		y, x := math.Sincos(2 * math.Pi * float64(k%pieces) / pieces)
		points = append(points, middle.add(point{radius * x, radius * y}))
	}
	return points
}
