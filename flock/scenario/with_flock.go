package scenario

// WithFlock returns a copy of the scene with flock number, from 0, as its first flock, on which most methods
// act.
func WithFlock(sc *Scenario, number int) *Scenario {
	one := *sc
	one.Flock = sc.Flocks()[number]
	return &one
}
