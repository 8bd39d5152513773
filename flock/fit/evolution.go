package fit

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"skein/flock/vec"
)

// Evolution searches for the lowest cost. In each generation, Ask returns candidates and Tell receives their
// costs.
type Evolution struct {
	n          int
	candidates int
	weights    []float64
	muEff      float64
	cc, cs     float64 // rates at which the paths forget old steps
	c1, cmu    float64 // rates at which the covariance learns from its path and from the best steps
	damp, chi  float64
	die        vec.Die

	generation int64
	mean       []float64
	sigma      float64       // step size
	cov        *mat.SymDense // covariance of steps/sigma
	axes       *mat.Dense    // eigenvectors of cov
	lengths    []float64     // square roots of the eigenvalues of cov
	ps, pc     []float64     // paths of step size and covariance
	asked      [][]float64
}

const forSearch vec.Purpose = 860

// Candidates returns the usual number of candidates per generation for n parameters.
func Candidates(n int) int { return 4 + int(3*math.Log(float64(max(1, n)))) }

// NewEvolution begins a search at start, with steps of about sigma and at least 2 candidates per generation.
func NewEvolution(start []float64, sigma float64, candidates int, seed uint64) *Evolution {
	n := len(start)
	e := &Evolution{
		n: n, candidates: candidates, die: vec.Dice(seed, forSearch),
		mean: slices.Clone(start), sigma: sigma, ps: make([]float64, n), pc: make([]float64, n),
		cov: mat.NewSymDense(n, nil),
	}
	for i := range n {
		e.cov.SetSym(i, i, 1)
	}
	e.setDefaults()
	e.decompose()
	return e
}

func (e *Evolution) setDefaults() {
	n, mu := float64(e.n), e.candidates/2
	sum, squares := 0.0, 0.0
	for i := range mu {
		w := math.Log(float64(e.candidates+1)/2) - math.Log(float64(i+1))
		e.weights = append(e.weights, w)
		sum += w
	}
	for i := range e.weights {
		e.weights[i] /= sum
		squares += e.weights[i] * e.weights[i]
	}
	m := 1 / squares
	e.muEff = m
	e.cs = (m + 2) / (n + m + 5)
	e.damp = 1 + 2*max(0, math.Sqrt((m-1)/(n+1))-1) + e.cs
	e.cc = (4 + m/n) / (n + 4 + 2*m/n)
	e.c1 = 2 / ((n+1.3)*(n+1.3) + m)
	e.cmu = min(1-e.c1, 2*(m-2+1/m)/((n+2)*(n+2)+m))
	e.chi = math.Sqrt(n) * (1 - 1/(4*n) + 1/(21*n*n))
}

func (e *Evolution) decompose() {
	const least = 1e-20 // smallest eigenvalue; rounding may make it negative
	var eigen mat.EigenSym
	if !eigen.Factorize(e.cov, true) {
		return // keep the old axes: an infinite or NaN cost made the covariance NaN
	}
	e.axes = mat.NewDense(e.n, e.n, nil)
	eigen.VectorsTo(e.axes)
	e.lengths = eigen.Values(nil)
	for i, x := range e.lengths {
		e.lengths[i] = math.Sqrt(max(x, least))
	}
}

// Ask returns the candidates of the next generation.
func (e *Evolution) Ask() [][]float64 {
	e.asked = make([][]float64, e.candidates)
	for k := range e.asked {
		z := make([]float64, e.n)
		for i := range z {
			z[i] = e.lengths[i] * normal(e.die, int32(k), e.generation*int64(e.n)+int64(i))
		}
		x := make([]float64, e.n)
		for i := range x {
			for j := range z {
				x[i] += e.axes.At(i, j) * z[j]
			}
			x[i] = e.mean[i] + e.sigma*x[i]
		}
		e.asked[k] = x
	}
	return e.asked
}

// normal returns a standard normal number (Box and Muller).
func normal(die vec.Die, k int32, counter int64) float64 {
	uniform := func(bits uint64) float64 { return (float64(bits>>11) + 0.5) / (1 << 53) }
	a, b := uniform(die.Roll(k, 2*counter)), uniform(die.Roll(k, 2*counter+1))
	return math.Sqrt(-2*math.Log(a)) * math.Cos(2*math.Pi*b)
}

// Tell receives the costs of the candidates from Ask, in the same order. NaN counts as the worst cost.
func (e *Evolution) Tell(costs []float64) {
	order := make([]int, len(costs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worst(costs[a]), worst(costs[b])) })
	steps := make([][]float64, len(e.weights))
	step := make([]float64, e.n) // step of the mean, divided by sigma
	for k, w := range e.weights {
		steps[k] = make([]float64, e.n)
		for i := range step {
			steps[k][i] = (e.asked[order[k]][i] - e.mean[i]) / e.sigma
			step[i] += w * steps[k][i]
		}
	}
	for i := range e.mean {
		e.mean[i] += e.sigma * step[i]
	}
	e.generation++
	stalled := e.follow(step)
	e.learn(steps, stalled)
	e.decompose()
}

func worst(cost float64) float64 {
	if math.IsNaN(cost) {
		return math.Inf(1)
	}
	return cost
}

// follow adds a step to the paths and adapts the step size. stalled is true if the step size's path is too
// long. The covariance's path then ignores the step.
func (e *Evolution) follow(step []float64) (stalled bool) {
	white := make([]float64, e.n) // the step times the inverse square root of cov
	for j := range e.n {
		along := 0.0
		for i := range e.n {
			along += e.axes.At(i, j) * step[i]
		}
		along /= e.lengths[j]
		for i := range e.n {
			white[i] += e.axes.At(i, j) * along
		}
	}
	length := 0.0
	for i := range e.ps {
		e.ps[i] = (1-e.cs)*e.ps[i] + math.Sqrt(e.cs*(2-e.cs)*e.muEff)*white[i]
		length += e.ps[i] * e.ps[i]
	}
	length = math.Sqrt(length)
	unbiased := math.Sqrt(1 - math.Pow(1-e.cs, 2*float64(e.generation)))
	stalled = length/unbiased >= (1.4+2/float64(e.n+1))*e.chi
	e.sigma *= math.Exp(min(1, e.cs/e.damp*(length/e.chi-1)))
	for i := range e.pc {
		e.pc[i] *= 1 - e.cc
		if !stalled {
			e.pc[i] += math.Sqrt(e.cc*(2-e.cc)*e.muEff) * step[i]
		}
	}
	return stalled
}

func (e *Evolution) learn(steps [][]float64, stalled bool) {
	keep := 1 - e.c1 - e.cmu
	if stalled {
		keep += e.c1 * e.cc * (2 - e.cc)
	}
	for i := range e.n {
		for j := i; j < e.n; j++ {
			x := keep*e.cov.At(i, j) + e.c1*e.pc[i]*e.pc[j]
			for k, w := range e.weights {
				x += e.cmu * w * steps[k][i] * steps[k][j]
			}
			e.cov.SetSym(i, j, x)
		}
	}
}

// Mean returns the mean of the next generation's distribution.
func (e *Evolution) Mean() []float64 { return slices.Clone(e.mean) }

// Spread returns the standard deviation of each parameter in the next generation.
func (e *Evolution) Spread() []float64 {
	all := make([]float64, e.n)
	for i := range all {
		all[i] = e.sigma * math.Sqrt(max(0, e.cov.At(i, i)))
	}
	return all
}
