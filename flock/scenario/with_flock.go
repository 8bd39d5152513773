package scenario

// WithFlock returns a copy of the scene in which another flock is the first one. It is for methods that use
// only the first flock. number is the index of the other flock.
func WithFlock(sc *Scenario, number int) *Scenario {
	one := *sc
	one.Flock = sc.Flocks()[number]
	return &one
}
