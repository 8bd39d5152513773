package flock

// listable reports whether what boids steer by is, as a rule, their vision sphere or the
// nearest in it: records and lists can tell.
func (s *settings) listable() bool {
	switch {
	case s.FieldOfView < 360:
		return false
	case s.Neighbourhood == Sphere:
		return true
	}
	return !s.separates && (s.chooses() || s.Neighbourhood == RadiusAndNearest)
}

// chooses reports whether boids steer by the nearest alone, if enough are in sight.
func (s *settings) chooses() bool {
	return s.Neighbourhood == NearestInSight || s.Neighbourhood == NearestN
}

// inSightSuffice reports whether a boid with so many in sight need look no further.
func (s *settings) inSightSuffice(n int) bool { return !s.unlimited() || n >= s.Nearest }

// few returns how many a boid must at least have in sight to have nothing to look for.
func (s *settings) few() int {
	if s.unlimited() {
		return max(s.LonelyCount, s.Nearest)
	}
	return s.LonelyCount
}

// reachOf returns the ball of the neighbourhood of number i of a block, if that is in sight.
func (f *flock) reachOf(s *scratch, i int) ball {
	if f.set.chooses() {
		return ball{s.reaches[i], -1}
	}
	return ball{f.set.vision2, -1}
}
