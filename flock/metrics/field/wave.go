package field

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"skein/flock/vec"
)

// wave fits times to positions as a plane wave and as a spherical wave from the first birds. It returns the
// better fit. The centre is not fitted, because a wave of agitation may reach only a few birds.
func wave(positions []vec.Vec64, when []float64) (slowness, r2 float64) {
	return betterWave(positions, when, roundWave(positions, when, firstPlace(positions, when)))
}

// turnWave fits times to positions as a plane wave and as a spherical wave. It returns the better fit.
func turnWave(positions []vec.Vec64, when []float64) (slowness, r2 float64) {
	return betterWave(positions, when, bestRoundWave(positions, when))
}

func betterWave(positions []vec.Vec64, when []float64, round sphere) (slowness, r2 float64) {
	if slowness, r2 = planeWave(positions, when); round.r2 > r2 {
		return round.slowness, round.r2
	}
	return slowness, r2
}

// planeWave fits t = a + s·x by least squares. It returns |s| in s/m, and R².
func planeWave(positions []vec.Vec64, when []float64) (slowness, r2 float64) {
	centre, early := vec.Mean(positions), mean(when)
	a, b, yy := mat.NewDense(3, 3, nil), mat.NewVecDense(3, nil), 0.0
	for i, p := range positions {
		d, t := p.Sub(centre), when[i]-early
		for j := range 3 {
			for k := range 3 {
				a.Set(j, k, a.At(j, k)+d[j]*d[k])
			}
			b.SetVec(j, b.AtVec(j)+d[j]*t)
		}
		yy += t * t
	}
	var s mat.VecDense
	if err := s.SolveVec(a, b); err != nil || yy == 0 {
		return 0, 0
	}
	return mat.Norm(&s, 2), mat.Dot(&s, b) / yy
}

// sphere is a fit of t = a + s·r to the times at which a wave reaches birds. r is the distance from its
// centre.
type sphere struct {
	centre   vec.Vec64
	slowness float64 // s, in s/m
	r2       float64
}

// roundWave fits a spherical wave with the given centre. The result is zero if later birds are not farther
// from the centre.
func roundWave(positions []vec.Vec64, when []float64, centre vec.Vec64) sphere {
	way := make([]float64, len(positions))
	for i, p := range positions {
		way[i] = p.Distance(centre)
	}
	slowness, r2 := line(way, when)
	if math.IsNaN(r2) || slowness <= 0 {
		return sphere{}
	}
	return sphere{centre, slowness, r2}
}

// firstPlace returns the mean position of the 5 % of the birds with the earliest times.
func firstPlace(positions []vec.Vec64, when []float64) vec.Vec64 {
	order := make([]int, len(when))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(when[a], when[b]) })
	var first []vec.Vec64
	for _, i := range order[:max(3, len(order)/20)] {
		first = append(first, positions[i])
	}
	return vec.Mean(first)
}

// bestRoundWave fits a spherical wave and its centre, by the method of Levenberg and Marquardt. It starts
// from the first birds.
func bestRoundWave(positions []vec.Vec64, when []float64) sphere {
	const (
		steps      = 30
		leastGain  = 1e-5
		mostDamped = 1e6
	)
	best := roundWave(positions, when, firstPlace(positions, when))
	damping := 1e-3
	for range steps {
		if best.slowness == 0 || damping > mostDamped {
			break
		}
		next := roundWave(positions, when, best.centre.Add(best.centreStep(positions, when, damping)))
		gain := next.r2 - best.r2
		if gain <= 0 {
			damping *= 10
			continue
		}
		best, damping = next, damping/5
		if gain < leastGain {
			break
		}
	}
	return best
}

// centreStep returns the step of the centre that improves the fit most, if the times change linearly with it:
//
//	t = a + s·r - s·u·step,
//
// where u is the unit vector from the centre to a bird. The step is short if damping is large.
func (w *sphere) centreStep(positions []vec.Vec64, when []float64, damping float64) vec.Vec64 {
	const unknowns = 5 // a, s, and the three components of -s·step
	a, b := mat.NewDense(unknowns, unknowns, nil), mat.NewVecDense(unknowns, nil)
	for i, p := range positions {
		to := p.Sub(w.centre)
		u := to.Unit()
		row := [unknowns]float64{1, to.Length(), u[0], u[1], u[2]}
		for j := range row {
			for k := range row {
				a.Set(j, k, a.At(j, k)+row[j]*row[k])
			}
			b.SetVec(j, b.AtVec(j)+row[j]*when[i])
		}
	}
	for j := 2; j < unknowns; j++ {
		a.Set(j, j, a.At(j, j)*(1+damping))
	}
	var x mat.VecDense
	if err := x.SolveVec(a, b); err != nil || x.AtVec(1) == 0 {
		return vec.Vec64{}
	}
	return vec.Vec64{x.AtVec(2), x.AtVec(3), x.AtVec(4)}.Scale(-1 / x.AtVec(1))
}
