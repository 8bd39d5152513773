package scenario

// WithFlock returns a copy of the scene in which a flock, counted from 0, is the first one. So
// methods that act on the first flock act on that flock.
func WithFlock(sc *Scenario, number int) *Scenario {
	one := *sc
	one.Flock = sc.Flocks()[number]
	return &one
}
