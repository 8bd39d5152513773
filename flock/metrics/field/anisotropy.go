package field

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// anisotropy measures how the n-th neighbours lie about the birds (Ballerini et al. 2008,
// PNAS): of M = Σ uuᵀ/N over unit vectors u to them, W is the axis of the least
// eigenvalue, the direction of the least crowding, and γ(n) = (W·V)² with V the flock's
// course: ⅓ where all directions are alike, 1 where nobody is ahead or behind. Birds
// nearer to the border than to that neighbour are left out.
func (c *cloud) anisotropy(f figures) {
	for n, key := range map[int]string{1: "gamma1", interacting: "gamma7"} {
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
		if c.depth[i] < math.Sqrt(to.d2) || to.d2 == 0 {
			continue
		}
		u := c.pos[to.id].sub(c.pos[i]).unit()
		for a := range 3 {
			for b := a; b < 3; b++ {
				m[3*a+b] += u[a] * u[b]
			}
		}
		count++
	}
	var eigen mat.EigenSym
	if count < fewest || !eigen.Factorize(mat.NewSymDense(3, m[:]), true) {
		return 0, false
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	along := vec{vectors.At(0, 0), vectors.At(1, 0), vectors.At(2, 0)}.dot(c.course)
	return along * along, true
}
