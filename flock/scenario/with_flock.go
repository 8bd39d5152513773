package scenario

// WithFlock returns a scene whose first flock is one of its flocks, counted from 0: what is
// known of the first holds of that one.
func WithFlock(sc *Scenario, number int) *Scenario {
	one := *sc
	one.Flock = sc.Flocks()[number]
	return &one
}
