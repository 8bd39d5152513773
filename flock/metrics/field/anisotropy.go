package field

import (
	"math"

	"skein/flock/geometry"
)

// anisotropy measures the directions of the n-th neighbours (Ballerini et al. 2008, PNAS). u is the unit
// vector from a bird to its n-th neighbour, and M = Σ uuᵀ/N. γ(n) is (W·V)², where V is the flock's course
// and W the eigenvector of M's smallest eigenvalue. γ(n) is ⅓ for uniform directions, and 1 if no neighbour
// is ahead or behind. Birds nearer to the border than to their n-th neighbour are ignored.
func (c *cloud) anisotropy(f figures) {
	for n, key := range map[int]string{1: "gamma1", interactingCount: "gamma7"} {
		if gamma, ok := c.gamma(n); ok {
			f[key] = gamma
		}
	}
}

func (c *cloud) gamma(n int) (gamma float64, ok bool) {
	var m [9]float64
	count := 0
	for i, all := range c.near {
		to := all[n-1]
		if c.depth[i] < math.Sqrt(to.D2) || to.D2 == 0 {
			continue
		}
		u := c.pos[to.ID].Sub(c.pos[i]).Unit()
		for a := range 3 {
			for b := a; b < 3; b++ {
				m[3*a+b] += u[a] * u[b]
			}
		}
		count++
	}
	_, axes, ok := geometry.Eigen(m)
	if count < minBirds || !ok {
		return 0, false
	}
	along := axes[0].Dot(c.course)
	return along * along, true
}
