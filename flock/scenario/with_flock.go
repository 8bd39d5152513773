package scenario

// WithFlock returns a copy of the scene in which another flock is the first one. Most methods act on the
// first flock. The parameter number is the index of this flock, from 0.
func WithFlock(sc *Scenario, number int) *Scenario {
	one := *sc
	one.Flock = sc.Flocks()[number]
	return &one
}
