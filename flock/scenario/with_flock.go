package scenario

// WithFlock returns a copy of the scene with flock number, counted from 0, as its first flock. Methods for
// the first flock then act on that flock.
func WithFlock(sc *Scenario, number int) *Scenario {
	one := *sc
	one.Flock = sc.Flocks()[number]
	return &one
}
