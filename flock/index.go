package flock

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"skein/flock/internal/columns"
	"skein/flock/internal/near"
	"skein/flock/internal/seek"
	"skein/flock/vec"
	"skein/flock/view"
)

// Index is a way of finding neighbours. All indexes give bit-identical flights.
type Index int

const (
	Auto   Index = iota // the fastest for the flock
	Matrix              // the distance of every pair, each computed once (S3, H15)
	Grid                // boids sorted into cells
	Brute               // every boid checks every other boid
)

// Indices returns the names of the values of Index, in order.
func Indices() []string { return []string{"auto", "matrix", "grid", "brute"} }

// String returns the index's name.
func (x Index) String() string { return Indices()[x] }

// UnmarshalText reads an index's name.
func (x *Index) UnmarshalText(name []byte) error {
	k := slices.Index(Indices(), string(name))
	if k < 0 {
		return fmt.Errorf("%q: must be one of %s", name, strings.Join(Indices(), ", "))
	}
	*x = Index(k)
	return nil
}

// Kernels returns the kernels that ticks run: "avx512" or "avx2" for assembly, "go" for plain Go.
func Kernels() string { return near.Path() }

func (f *flock) chooseIndex() Index {
	switch {
	case f.world.def.Index != Auto:
		return f.world.def.Index
	case f.set.Neighbourhood == view.Everyone && f.usesSeen && !f.set.whole:
		return Brute // every boid is a neighbour
	}
	return Grid
}

// Index returns the index that the first flock uses.
func (w *World) Index() Index { return w.flocks[0].kind }

func relative(sum, self *near.Kin) (all sums) {
	n := sum[3]
	all.n = int(n)
	all.pos[0], all.pos[1] = near.SplitWord(sum[0] - n*self[0])
	all.pos[2], all.vel[0] = near.SplitWord(sum[1] - n*self[1])
	all.vel[1], all.vel[2] = near.SplitWord(sum[2] - n*self[2])
	return all
}

func (f *flock) index(worker int) {
	from, to := f.pool.Part(worker, f.n)
	if f.kind == Grid && f.grid.Due {
		f.sort(worker, from, to)
	}
	f.copyShown(worker, from, to)
	if f.usesMates {
		f.weighMates(from, to)
	}
	if f.usesPeers() {
		f.packPeers(from, to)
	}
	if f.needsNeighbours() {
		f.packNeighbours(from, to)
	}
	pos, vel := f.boids.Pos.Slice(from, to), f.boids.Vel.Slice(from, to)
	switch {
	case !f.records.Use:
		near.Pack(f.kin[from:to], pos.X, pos.Y, pos.Z, vel.X, vel.Y, vel.Z, 1/vec.Quantum)
	case f.grid.Due:
		seek.Pack(f.records.Now[from:to], &pos, &vel, f.records.Course)
	}
	if f.records.Use {
		f.aimEyes(&f.scratch[worker])
	}
	if f.set.whole {
		f.sumPart(worker)
	}
	if worker == 0 {
		f.listLeaders()
	}
	f.pool.Wait()
	if len(f.shown.from) > 0 {
		if worker == 0 {
			f.shown.collectBoxes()
		}
		f.pool.Wait()
	}
	if f.kind == Grid {
		return
	}
	s := &f.scratch[worker]
	s.leaders = append(s.leaders[:0], f.leaders...)
	if f.kind == Brute {
		f.gatherAll(s)
		return
	}
	f.addPairs(s, worker)
	f.pool.Wait()
}

// noteStray records how far boids move relative to the cells, which move by step.
func (s *scratch) noteStray(b *block, step vec.Vec) {
	now, was := &b.Next, &b.Pos
	s.stray = max(s.stray, near.Farthest(now.X, now.Y, now.Z, was.X, was.Y, was.Z, point(step)))
}

func (f *flock) moveGrid() {
	g, stray := &f.grid, float32(0)
	for k := range f.scratch {
		s := &f.scratch[k]
		stray, s.stray = max(stray, s.stray), 0
	}
	const margin = 1.001 // for rounding errors
	g.Slack += margin*vec.Sqrt(stray) + vec.Quantum
	g.Moved = g.Moved.Add(g.Step)
	was := g.Due
	g.Due = !(g.Slack < g.Limit) || f.set.wraps
	if g.Brief = was && g.Due; !g.Due {
		return
	}
	if f.world.age-g.Fitted >= seek.FitTicks {
		f.fitGrid()
	}
	f.chooseRecords()
	g.Slack, g.Moved, g.Step = 0, vec.Vec{}, f.meanVelocity().Scale(f.set.step)
}

// meanVelocity estimates the flock's mean velocity from every 64th boid.
func (v *sight) meanVelocity() (mean vec.Vec) {
	if v.n == 0 {
		return vec.Vec{}
	}
	const step = 64
	for slot := 0; slot < v.n; slot += step {
		mean = mean.Add(v.vel(slot))
	}
	return mean.Scale(1 / float32((v.n+step-1)/step))
}

func (f *flock) sort(worker, from, to int) {
	g := &f.grid
	g.Count(&f.boids.Pos, worker, from, to)
	f.pool.Wait()
	if worker == 0 {
		g.AssignStarts(f.pool.Workers)
		if f.usesCandidateCache() {
			f.cache.Reset(f.n)
		}
	}
	f.pool.Wait()
	g.Place(worker, from, to)
	f.pool.Wait()
	if worker == 0 {
		f.updateSlots(g.To)
	}
	columns.Gather(g.Cell, g.Key, g.From, from, to)
	for _, batch := range f.batches {
		for _, a := range batch {
			a.Gather(g.From, from, to)
		}
		f.pool.Wait()
		if worker == 0 {
			for _, a := range batch {
				a.Swap()
			}
		}
		f.pool.Wait()
	}
}

func (f *flock) spares() *columns.Spares {
	return &columns.Spares{
		Reals: []*[]float32{&f.next.X, &f.next.Y, &f.next.Z, &f.nextVel.X, &f.nextVel.Y, &f.nextVel.Z},
		Whole: &f.spareWhole, Flags: &f.spareFlags,
	}
}

func (f *flock) sortBatches() [][]columns.Field {
	batches := f.columns.SortBatches(&f.boids, f.spares)
	if f.usesMates {
		batches[0] = append(batches[0], columns.FieldOf[float32]{Array: &f.reaches, Spare: &f.spareReaches})
	}
	return batches
}

func (v *sight) gatherAll(s *scratch) {
	inf := float32(math.Inf(1))
	all := near.Box{Low: [3]float32{-inf, -inf, -inf}, High: [3]float32{inf, inf, inf}}
	s.spans = append(s.spans[:0], near.Span{To: int32(v.n)})
	near.Gather(&s.list, v.boids.Pos.X, v.boids.Pos.Y, v.boids.Pos.Z, s.spans, all, inf)
}

func point(a vec.Vec) near.Point { return near.Point{X: a.X, Y: a.Y, Z: a.Z} }
