package scenario

// WithFlock returns a copy of the scene with the other flock of the given index first, for methods that use
// only the first flock.
func WithFlock(sc *Scenario, index int) *Scenario {
	one := *sc
	one.Flock = sc.Flocks()[index]
	return &one
}
