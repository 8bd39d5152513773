package lanes

import (
	"math"

	"skein/flock/internal/near"
)

// Runs are the neighbours of consecutive boids. Run i holds the neighbours of boid First + i, see
// [near.SumRuns].
type Runs struct {
	First   int
	Starts  []int32
	List    near.List     // the neighbours, at their positions relative to the boid; sealed for RunKernels
	Courses []near.Course // courses of all boids; may be nil if no rule needs them
	Level   bool          // whether all courses are horizontal
}

// RunKernel adds up the terms of a rule for each run. b is the block with the boids. If it returns false, it
// cannot compute the sums, and they are undefined.
type RunKernel func(to *PairSums, r *Runs, b *Block, t *Terms) bool

// count counts each neighbour.
func (r *Runs) count(to *Totals) {
	for i, start := range r.Starts[:len(r.Starts)-1] {
		to.Count[r.First+i] = r.Starts[i+1] - start
	}
}

func sumCourses(to *PairSums, r *Runs, b *Block, _ *Terms) bool {
	i := r.First
	sums := near.CourseSums{X: to.First.X[i:], Y: to.First.Y[i:], Z: to.First.Z[i:], Speed: to.Second.X[i:]}
	own := near.Boids{VX: b.Vel.X[i:], VY: b.Vel.Y[i:], VZ: b.Vel.Z[i:], Speed: b.Speed[i:]}
	r.count(&to.First)
	r.count(&to.Second)
	return near.SumCourses(&sums, &own, r.Courses, &r.List, r.Starts, r.Level)
}

func (r *Runs) sumOffsets(to *Totals, factor float32, within2 float64) bool {
	i := r.First
	sums := near.RunSums{X: to.X[i:], Y: to.Y[i:], Z: to.Z[i:], Counts: to.Count[i:]}
	return near.SumOffsets(&sums, &r.List, r.Starts, factor, within2)
}

func sumTowards(to *PairSums, r *Runs, _ *Block, _ *Terms) bool {
	return r.sumOffsets(&to.First, 1, math.Inf(1))
}

func sumAway(to *PairSums, r *Runs, _ *Block, t *Terms) bool {
	return r.sumOffsets(&to.First, -1, t.TurnAwayWithin2)
}
