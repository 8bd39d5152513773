package pattern

import (
	"math"
	"slices"

	"skein/flock/internal/kdtree"
	"skein/flock/metrics/field"
	"skein/flock/vec"
)

// around is the number of neighbours that are found for each bird. The distance to the neighbour
// with the number crowded gives the local density. A measure of single birds has the value that
// is exceeded in a share of the flock, the constant exceeds.
const (
	around  = field.PlanNearest
	crowded = 7
	exceeds = 0.2
)

// neighbourhoods has the nearest neighbours of every bird.
type neighbourhoods [][]kdtree.Neighbour

func nearby(pos []vec.Vec64) neighbourhoods { return kdtree.New(pos).AllNearest(around) }

// crowding returns the local density at each bird, 1/m³, in ascending order: unbiased for uniform
// places, from the distance of the seventh neighbour.
func (n neighbourhoods) crowding() []float64 {
	all := make([]float64, len(n))
	for i, own := range n {
		d := math.Sqrt(own[crowded-1].D2)
		all[i] = (crowded - 1) / (4. / 3 * math.Pi * max(d*d*d, 1e-9))
	}
	slices.Sort(all)
	return all
}

// expansion returns the rate, 1/s, at which the distances from each bird to its nearest grow, in
// ascending order: the least-squares slope e of w = e·d over places d and velocities w relative to
// the bird.
func (n neighbourhoods) expansion(pos, vel []vec.Vec64) []float64 {
	all := make([]float64, len(n))
	for i, own := range n {
		grows, squares := 0.0, 0.0
		for _, other := range own {
			d, w := pos[other.ID].Sub(pos[i]), vel[other.ID].Sub(vel[i])
			grows, squares = grows+d.Dot(w), squares+d.Dot(d)
		}
		if squares > 0 {
			all[i] = grows / squares
		}
	}
	slices.Sort(all)
	return all
}

// exceeded returns the value that a share of the birds exceed. all is in ascending order.
func exceeded(all []float64) float64 { return all[int((1-exceeds)*float64(len(all)-1))] }

// countFrom returns how many values are not below least. all is in ascending order.
func countFrom(all []float64, least float64) int {
	at, _ := slices.BinarySearch(all, least)
	return len(all) - at
}
