package pattern

import (
	"math"
	"slices"

	"skein/flock/internal/kdtree"
	"skein/flock/vec"
)

// Numbers of neighbours, and the share of the birds that a measure exceeds.
const (
	around  = 15
	crowded = 7
	exceeds = 0.2
)

// neighbourhoods has the nearest neighbours of every bird.
type neighbourhoods [][]kdtree.Neighbour

func nearby(pos []vec.Vec64) neighbourhoods { return kdtree.New(pos).AllNearest(around) }

// crowding returns the local density, 1/m³, that a fifth of the birds exceed: unbiased for uniform
// places, from the distance of the seventh neighbour.
func (n neighbourhoods) crowding() float64 {
	all := make([]float64, len(n))
	for i, own := range n {
		d := math.Sqrt(own[crowded-1].D2)
		all[i] = (crowded - 1) / (4. / 3 * math.Pi * max(d*d*d, 1e-9))
	}
	return exceeded(all)
}

// expansion returns the rate, 1/s, at which the distances to the nearest grow that a fifth of the birds
// exceed: the least-squares slope e of w = e·d over places d and velocities w relative to a bird.
func (n neighbourhoods) expansion(pos, vel []vec.Vec64) float64 {
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
	return exceeded(all)
}

// exceeded returns the value that a share of the birds exceed.
func exceeded(all []float64) float64 {
	slices.Sort(all)
	return all[int((1-exceeds)*float64(len(all)-1))]
}
