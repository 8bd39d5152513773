package solid

// Ray is a half-line. inverse holds the reciprocals of the coordinates of along.
type Ray struct{ from, along, inverse Vec }

func NewRay(from, along Vec) Ray {
	return Ray{from, along, Vec{inverse(along.X), inverse(along.Y), inverse(along.Z)}}
}

func inverse(x float32) float32 {
	const least = 1e-6
	if abs(x) < least {
		return sign(x) / least
	}
	return 1 / x
}

// misses reports whether the first length metres of the ray miss a box that is enlarged by grown metres on
// each side.
func (r *Ray) misses(low, high Vec, grown, length float32) bool {
	enter, leave := clipSlab(r.from.X, r.inverse.X, low.X-grown, high.X+grown, 0, length)
	enter, leave = clipSlab(r.from.Y, r.inverse.Y, low.Y-grown, high.Y+grown, enter, leave)
	enter, leave = clipSlab(r.from.Z, r.inverse.Z, low.Z-grown, high.Z+grown, enter, leave)
	return enter > leave
}

// clipSlab clips the interval [enter, leave] of a ray to the slab between two planes perpendicular to an
// axis. inverse is the reciprocal of the ray's direction along this axis.
func clipSlab(start, inverse, low, high, enter, leave float32) (float32, float32) {
	a, b := (low-start)*inverse, (high-start)*inverse
	if a > b {
		a, b = b, a
	}
	if a > enter {
		enter = a
	}
	if b < leave {
		leave = b
	}
	return enter, leave
}
