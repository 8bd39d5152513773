package solid

type shape interface {
	distance(p Vec) float32
	// nearest returns the result of distance and the unit vector that points away from the solid.
	nearest(p Vec) (float32, Vec)
	// guess returns an approximate distance. It is faster than distance.
	guess(p Vec) float32
	bounds() (low, high Vec)
	convex() bool
}

type ball struct{ radius float32 }

func (s ball) convex() bool           { return true }
func (s ball) guess(p Vec) float32    { return s.distance(p) }
func (s ball) distance(p Vec) float32 { return p.length() - s.radius }

func (s ball) nearest(p Vec) (float32, Vec) { return s.distance(p), p.unit(up) }

func (s ball) bounds() (low, high Vec) {
	r := s.radius
	return Vec{-r, -r, -r}, Vec{r, r, r}
}

type boxShape struct{ halfSize Vec }

func (s boxShape) convex() bool        { return true }
func (s boxShape) guess(p Vec) float32 { return s.distance(p) }

func (s boxShape) bounds() (low, high Vec) { return s.halfSize.times(-1), s.halfSize }

func (s boxShape) distance(p Vec) float32 {
	x, y, z := abs(p.X)-s.halfSize.X, abs(p.Y)-s.halfSize.Y, abs(p.Z)-s.halfSize.Z
	if most := greatest(greatest(x, y), z); most <= 0 {
		return most
	}
	return Vec{greatest(x, 0), greatest(y, 0), greatest(z, 0)}.length()
}

func (s boxShape) nearest(p Vec) (float32, Vec) {
	x, y, z := abs(p.X)-s.halfSize.X, abs(p.Y)-s.halfSize.Y, abs(p.Z)-s.halfSize.Z
	if most := greatest(greatest(x, y), z); most <= 0 {
		switch most {
		case y:
			return most, Vec{0, sign(p.Y), 0}
		case x:
			return most, Vec{sign(p.X), 0, 0}
		}
		return most, Vec{0, 0, sign(p.Z)}
	}
	d := Vec{greatest(x, 0), greatest(y, 0), greatest(z, 0)}.length()
	return d, Vec{greatest(x, 0) * sign(p.X), greatest(y, 0) * sign(p.Y), greatest(z, 0) * sign(p.Z)}.unit(up)
}

func sign(x float32) float32 {
	if x < 0 {
		return -1
	}
	return 1
}

type cylinder struct{ radius, height float32 }

func (s cylinder) convex() bool        { return true }
func (s cylinder) guess(p Vec) float32 { return s.distance(p) }

func (s cylinder) bounds() (low, high Vec) {
	return Vec{-s.radius, 0, -s.radius}, Vec{s.radius, s.height, s.radius}
}

// excess returns the distances from the curved side and from the ends. They are negative inside.
func (s cylinder) excess(p Vec) (side, end float32) {
	halfHeight := float32(s.height / 2)
	return hypot(p.X, p.Z) - s.radius, abs(p.Y-halfHeight) - halfHeight
}

func (s cylinder) distance(p Vec) float32 {
	side, end := s.excess(p)
	if most := max(side, end); most <= 0 {
		return most
	}
	return hypot(max(side, 0), max(end, 0))
}

func (s cylinder) nearest(p Vec) (float32, Vec) {
	side, end := s.excess(p)
	around := Vec{p.X, 0, p.Z}.unit(Vec{1, 0, 0})
	over := Vec{0, sign(p.Y - float32(s.height/2)), 0}
	if most := max(side, end); most <= 0 {
		if most == end {
			return most, over
		}
		return most, around
	}
	side, end = max(side, 0), max(end, 0)
	return hypot(side, end), around.times(side).add(over.times(end)).unit(up)
}

type halfSpace struct{}

func (halfSpace) convex() bool                 { return true }
func (halfSpace) guess(p Vec) float32          { return p.Y }
func (halfSpace) distance(p Vec) float32       { return p.Y }
func (halfSpace) nearest(p Vec) (float32, Vec) { return p.Y, up }

func (halfSpace) bounds() (low, high Vec) {
	return Vec{-endless, -endless, -endless}, Vec{endless, 0, endless}
}

const endless = 1e30
