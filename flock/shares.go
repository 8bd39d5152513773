package flock

// Shares are what each rule's steer is of all that steers a boid, for every boid.
type Shares struct {
	Rules []string    // in the order of the first flock's, then those that only others have
	Of    [][]float32 // by rule and boid id: the length of its steer over the sum of all their lengths; 0 where nothing steers
}

// Shares returns how much each rule has to say in the next step of every boid. It leaves the
// World as it is, and takes as long as a tick of brute force.
func (w *World) Shares() *Shares {
	t := w.observedCopy()
	all := &Shares{}
	for _, f := range t.flocks {
		s := &f.scratch[0]
		for slot := range f.n {
			var e Explanation
			b := f.open(s, slot, slot+1)
			f.steerObserved(s, b, slot, &e)
			if id := f.firstID + int(b.ID[0]); id < w.Len() {
				steers, _, _ := f.observer.account()
				all.note(id, w.Len(), steers)
			}
		}
	}
	return all
}

// note takes in the steers of one of n boids.
func (s *Shares) note(id, n int, steers []Steer) {
	sum := float32(0)
	for _, one := range steers {
		sum += one.Steer.Length()
	}
	if sum == 0 {
		return
	}
	for _, one := range steers {
		s.row(one.Rule, n)[id] += one.Steer.Length() / sum
	}
}

// row returns a rule's, of n boids.
func (s *Shares) row(rule string, n int) []float32 {
	for k, name := range s.Rules {
		if name == rule {
			return s.Of[k]
		}
	}
	s.Rules, s.Of = append(s.Rules, rule), append(s.Of, make([]float32, n))
	return s.Of[len(s.Of)-1]
}
