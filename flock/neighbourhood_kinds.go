package flock

// listable reports whether records and lists can find the neighbourhood. Boids must see all around. Their
// neighbours must be all boids in sight or, if no rule separates boids, the nearest boids.
func (s *settings) listable() bool {
	switch {
	case s.FieldOfView < 360:
		return false
	case s.Neighbourhood == Sphere:
		return true
	}
	return !s.separates && (s.choosesNearest() || s.Neighbourhood == RadiusAndNearest)
}

// choosesNearest reports whether the neighbours of a boid are only the nearest boids in sight, if there are
// enough.
func (s *settings) choosesNearest() bool {
	return s.Neighbourhood == NearestInSight || s.Neighbourhood == NearestN
}

// inSightSuffice reports whether a boid with n others in sight need not search further.
func (s *settings) inSightSuffice(n int) bool { return !s.unlimited() || n >= s.Nearest }

// fewInSight returns the number of boids in sight from which a boid need not search further.
func (s *settings) fewInSight() int {
	if s.unlimited() {
		return max(s.LonelyCount, s.Nearest)
	}
	return s.LonelyCount
}

// reachOf returns the ball around the neighbourhood of a block's boid i, for a neighbourhood inside the
// vision sphere.
func (f *flock) reachOf(s *scratch, i int) ball {
	if f.set.choosesNearest() {
		return ball{s.reaches[i], -1}
	}
	return ball{f.set.vision2, -1}
}
