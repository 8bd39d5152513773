package explanation

// Shares holds how much each rule contributes to the steering of every boid.
type Shares struct {
	Rules []string // rules of the first flock in order, followed by rules that only other flocks have
	// length of a rule's steering force as a fraction of the sum of the lengths of all steering forces, by
	// rule and boid id; 0 if all forces are 0
	Values [][]float32
}

// Add adds the steering forces of a boid. n is the number of boids in the World.
func (s *Shares) Add(id, n int, steers []Steer) {
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

func (s *Shares) row(rule string, n int) []float32 {
	for k, name := range s.Rules {
		if name == rule {
			return s.Values[k]
		}
	}
	s.Rules, s.Values = append(s.Rules, rule), append(s.Values, make([]float32, n))
	return s.Values[len(s.Values)-1]
}
