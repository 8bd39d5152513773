package scenario

// WithFlock returns a copy of the scene in which the other flock with the given index comes first. It is
// meant for methods that use only the first flock.
func WithFlock(sc *Scenario, index int) *Scenario {
	one := *sc
	one.Flock = sc.Flocks()[index]
	return &one
}
