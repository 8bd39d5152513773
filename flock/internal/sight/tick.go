package sight

import (
	"math"
	"slices"

	"skein/flock/internal/columns"
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/seek"
	"skein/flock/vec"
)

// The methods in this file run once a tick. They prepare the index before the boids look, and record how
// the boids moved.

// Needs says what the rules of a flock need from its sight. It decides only how boids search, never what they
// find.
type Needs struct {
	Few   bool // only few boids perceive others, one by one; see PerceiveVisible
	Rings bool // rules need SumSpheres
	Group bool // rules need SumSpheresOfGroup
}

// Resize changes the number of boids and the way to find neighbours, after the arrays of Boids have been
// resized. Prepare must follow.
func (v *Sight) Resize(n int, kind Kind, needs Needs) {
	v.N, v.Kind = n, kind
	v.set.searchesTogether = v.set.looksTogether(kind, near.CanLook())
	if !v.canRecord(needs) {
		v.kin = lanes.Grown(v.kin, n)
	}
}

// Prepare makes room for all workers, and makes the next tick sort the boids. FitGrid must follow.
func (v *Sight) Prepare() {
	v.records.Use = false
	for k := range v.memory {
		m := &v.memory[k]
		m.best = slices.Grow(m.best[:0], v.set.Nearest)
		if v.Kind == Matrix {
			words := near.Words(v.N)
			r := &m.matrixRow
			r.sightBits, r.protectedBits = lanes.Grown(r.sightBits, words), lanes.Grown(r.protectedBits, words)
			r.spheres, r.separations = lanes.Grown(r.spheres, v.N), lanes.Grown(r.separations, v.N)
		}
		if v.Kind != Grid {
			m.hits.makeRoom(v.N)
		}
	}
	if v.Kind == Matrix {
		v.pairs.Resize(v.N)
	}
}

// FitGrid chooses the cells of the grid, for boids that usually search up to the distance reach, m. age is
// the age of the World in ticks. The caller must be the only one to use the Sight.
func (v *Sight) FitGrid(reach float32, needs Needs, age int64) {
	if v.set.Wraps {
		v.grid.FitTorus(float32(v.set.Torus.Side), v.N, v.set.Vision, v.set.Plane)
	} else {
		v.grid.Fit(&v.Boids.Pos, reach, v.gridSlack(needs)*v.set.Vision)
	}
	v.grid.Resize(v.N, len(v.Pool.Tasks))
	v.grid.Fitted = age
}

// SortSoon makes the next tick sort the boids, because they moved between two ticks.
func (v *Sight) SortSoon() { v.grid.Slack = Far2 }

// TrackCells moves the cells with the flock. sorts reports whether this tick sorts the boids, because some
// have moved too far from their cells. outdated reports whether FitGrid must choose new cells first. Before a
// tick that sorts, BeginSort must follow. The caller must be the only one to use the Sight.
func (v *Sight) TrackCells(age int64) (sorts, outdated bool) {
	g, moved2 := &v.grid, float32(0)
	for k := range v.memory {
		m := &v.memory[k]
		moved2, m.moved2 = max(moved2, m.moved2), 0
	}
	const margin = 1.001 // for rounding errors
	g.Slack += float32(margin*vec.Sqrt(moved2)) + vec.Quantum
	g.Moved = g.Moved.Add(g.Step)
	was := g.Due
	g.Due = !(g.Slack < g.Limit) || v.set.Wraps
	g.Brief = was && g.Due
	return g.Due, g.Due && age-g.Fitted >= seek.FitTicks
}

// BeginSort prepares a tick that sorts the boids. step is the time for which a tick moves a boid at its
// velocity.
func (v *Sight) BeginSort(needs Needs, age int64, tickRate int, step float32) {
	v.chooseRecords(needs, age, tickRate)
	g := &v.grid
	g.Slack, g.Moved, g.Step = 0, vec.Vec{}, v.meanVelocity().Scale(step)
}

// Sorts reports whether this tick sorts the boids.
func (v *Sight) Sorts() bool { return v.Kind == Grid && v.grid.Due }

// Sort computes the new slots of the boids. All workers must call it in a tick that sorts. It returns the new
// slot of each boid by its old one, and the reverse. The caller moves the boids.
func (v *Sight) Sort(worker int, needs Needs) (newSlots, oldSlots []int32) {
	g := &v.grid
	from, to := v.Pool.Part(worker, v.N)
	g.Count(&v.Boids.Pos, worker, from, to)
	v.Pool.Wait()
	if worker == 0 {
		g.AssignStarts(v.Pool.Workers)
		if v.usesCandidateCache(needs) {
			v.cache.Reset(v.N)
		}
	}
	v.Pool.Wait()
	g.Place(worker, from, to)
	v.Pool.Wait()
	columns.Gather(g.Cell, g.Key, g.From, from, to)
	return g.To, g.From
}

// Pack prepares what the searches read of the worker's boids. All workers must call it, then wait, and then
// call Gather.
func (v *Sight) Pack(worker int, b *lanes.Block) {
	from, to := v.Pool.Part(worker, v.N)
	pos, vel := v.Boids.Pos.Slice(from, to), v.Boids.Vel.Slice(from, to)
	switch {
	case !v.records.Use:
		near.Pack(v.kin[from:to], pos.X, pos.Y, pos.Z, vel.X, vel.Y, vel.Z, 1/vec.Quantum)
	case v.grid.Due:
		seek.Pack(v.records.Now[from:to], &pos, &vel, v.records.Course)
	}
	if v.records.Use {
		v.aimEyes(&v.memory[worker], b)
	}
	if v.set.Whole {
		v.SumPart(worker)
	}
	if worker == 0 {
		v.listLeaders()
	}
}

// Gather does what remains after Pack. With the index Matrix, it waits for the other workers.
func (v *Sight) Gather(worker int) {
	if v.Kind == Grid {
		return
	}
	m := &v.memory[worker]
	m.leaders = append(m.leaders[:0], v.Leaders...)
	if v.Kind == Brute {
		v.gatherAll(m)
		return
	}
	v.addPairs(m, worker)
	v.Pool.Wait()
}

func (v *Sight) gatherAll(m *Memory) {
	inf := float32(math.Inf(1))
	all := near.Box{Low: [3]float32{-inf, -inf, -inf}, High: [3]float32{inf, inf, inf}}
	m.spans = append(m.spans[:0], near.Span{To: int32(v.N)})
	near.Gather(&m.list, v.Boids.Pos.X, v.Boids.Pos.Y, v.Boids.Pos.Z, m.spans, all, inf)
}

// Note records where the boids of a block go, for the next tick.
func (v *Sight) Note(m *Memory, b *lanes.Block, firstSlot int) {
	if v.Kind == Grid && !v.set.Wraps {
		now, was := &b.Next, &b.Pos
		m.moved2 = max(m.moved2, near.Farthest(now.X, now.Y, now.Z, was.X, was.Y, was.Z, point(v.grid.Step)))
	}
	if v.records.Use {
		m.records.tooFast += seek.Pack(v.records.Next[firstSlot:firstSlot+b.N], &b.Next, &b.NextVel, v.records.Course)
	}
}

// EndTick makes the state that Note recorded the present state.
func (v *Sight) EndTick() {
	v.records.Now, v.records.Next = v.records.Next, v.records.Now
}

// meanVelocity estimates the flock's mean velocity from every 64th boid.
func (v *Sight) meanVelocity() (mean vec.Vec) {
	if v.N == 0 {
		return vec.Vec{}
	}
	const step = 64
	for slot := 0; slot < v.N; slot += step {
		mean = mean.Add(v.Vel(slot))
	}
	return mean.Scale(1 / float32((v.N+step-1)/step))
}

func point(a vec.Vec) near.Point { return near.Point{X: a.X, Y: a.Y, Z: a.Z} }
