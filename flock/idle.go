package flock

// Idle says whether the parameter changes nothing, whatever its value, while the
// others are as in p.
func (s *Spec) Idle(p *Params) bool {
	switch s.Key {
	case "nearest":
		return p.Neighbourhood == Sphere
	case "lonely_range":
		return p.LonelyCount == 0
	case "front_floor", "slow_speed":
		return !p.FrontTest
	case "gust_seconds", "gust_vertical":
		return p.GustStrength == 0
	case "roost_radius":
		return p.RoostPull == 0
	case "bounds_size":
		return p.Bounds == Unbounded
	case "bounds_margin", "bounds_turn":
		return !p.softBounds()
	}
	return false
}

// softBounds says whether boids turn back from the bounds.
func (p *Params) softBounds() bool { return p.Bounds == SoftBox || p.Bounds == SoftSphere }
