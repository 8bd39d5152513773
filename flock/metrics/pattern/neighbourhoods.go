package pattern

import (
	"math"
	"slices"

	"skein/flock/internal/kdtree"
	"skein/flock/metrics/field"
	"skein/flock/vec"
)

// nearestCount is the number of nearest neighbours that are found for each bird. The local density is
// computed from the distance of the neighbour of rank densityNeighbour. The density and the expansion of a
// flock are the values that the fraction exceedingShare of its birds exceeds.
const (
	nearestCount     = field.PlanNearest
	densityNeighbour = 7
	exceedingShare   = 0.2
)

type neighbourhoods [][]kdtree.Neighbour

func newNeighbourhoods(pos []vec.Vec64) neighbourhoods {
	return kdtree.New(pos).AllNearest(nearestCount)
}

// crowding returns the local densities at the birds, 1/m³, in ascending order. They are estimated from the
// seventh neighbours, without bias for uniform random positions.
func (n neighbourhoods) crowding() []float64 {
	all := make([]float64, len(n))
	for i, own := range n {
		d := math.Sqrt(own[densityNeighbour-1].D2)
		all[i] = (densityNeighbour - 1) / (4. / 3 * math.Pi * max(d*d*d, 1e-9))
	}
	slices.Sort(all)
	return all
}

// expansion returns the rates at which each bird's nearest neighbours move away from it, 1/s, in ascending
// order. A rate is the least-squares slope e of e·d to w, for the neighbours' positions d and velocities w
// relative to the bird.
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

func exceeded(all []float64) float64 { return all[int((1-exceedingShare)*float64(len(all)-1))] }

func countFrom(all []float64, limit float64) int {
	index, _ := slices.BinarySearch(all, limit)
	return len(all) - index
}
