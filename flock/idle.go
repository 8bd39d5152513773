package flock

// Idle says whether the parameter changes nothing, whatever its value, while the
// others are as in p.
func (s *Spec) Idle(p *Params) bool {
	switch s.Key {
	case "nearest":
		return Neighbourhood(p.Choice("neighbourhood")) == Sphere
	case "lonely_range":
		return p.Int("lonely_count") == 0
	case "front_floor", "slow_speed":
		return !p.Bool("front_test")
	case "gust_seconds", "gust_vertical":
		return p.Float("gust_strength") == 0
	case "roost_radius":
		return p.Float("roost_pull") == 0
	case "bounds_size":
		return Bounds(p.Choice("bounds")) == Unbounded
	case "bounds_margin", "bounds_turn":
		return !p.softBounds()
	}
	return false
}

// softBounds says whether boids turn back from the bounds.
func (p *Params) softBounds() bool {
	return Bounds(p.Choice("bounds")) == SoftBox || Bounds(p.Choice("bounds")) == SoftSphere
}
