package near

// Rank orders boids by their distance from one boid. At equal distances, the lower id comes first.
type Rank struct {
	D2   float32 // squared distance, m²
	ID   int32
	Slot int32
}

// Before reports whether a comes before b.
func (a Rank) Before(b Rank) bool { return a.D2 < b.D2 || a.D2 == b.D2 && a.ID < b.ID }

// Insert inserts a rank into best, which is in order and holds at most limit ranks.
func Insert(best []Rank, r Rank, limit int) []Rank {
	switch {
	case len(best) < limit:
		best = append(best, r)
	case !r.Before(best[limit-1]):
		return best
	}
	index := len(best) - 1
	for index > 0 && r.Before(best[index-1]) {
		best[index] = best[index-1]
		index--
	}
	best[index] = r
	return best
}

// Everywhere2 is a squared distance larger than that between any two boids, m².
const Everywhere2 = 1 << 30

// Ball is the limit of a neighbourhood: it contains all boids up to a rank.
type Ball struct {
	D2 float32 // squared distance, m²
	ID int32   // largest id at this distance
}

// Holds reports whether the ball contains a boid.
func (b Ball) Holds(d2 float32, id int32) bool { return d2 < b.D2 || d2 == b.D2 && id <= b.ID }
