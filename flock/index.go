package flock

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"skein/flock/internal/near"
)

// Index chooses how boids find their neighbours. All give the same bits.
type Index int

// The indices.
const (
	Auto   Index = iota // the fastest for the flock's size
	Matrix              // the distance of every pair, each computed once (S3, H15)
	Grid                // boids sorted into cells
	Brute               // every boid looks at every other
)

// Indices names the values of Index, in order.
func Indices() []string { return []string{"auto", "matrix", "grid", "brute"} }

// String is the index's name.
func (x Index) String() string { return Indices()[x] }

// UnmarshalText reads an index's name.
func (x *Index) UnmarshalText(name []byte) error {
	k := slices.Index(Indices(), string(name))
	if k < 0 {
		return fmt.Errorf("%q: want one of %s", name, strings.Join(Indices(), ", "))
	}
	*x = Index(k)
	return nil
}

// Kernels says what ticks run: "avx2" assembly or plain "go".
func Kernels() string { return near.Path() }

// few is the number of boids up to which the distance matrix fits the cache of a
// core, and is the fastest.
const few = 700

// indexFor is the index in use for n boids.
func (w *World) indexFor(n int) Index {
	switch {
	case w.def.Index != Auto:
		return w.def.Index
	case w.set.Neighbourhood == Everyone:
		return Brute // nobody is left out
	case n > few || !w.looks:
		return Grid
	}
	return Matrix
}

// Index is the index in use.
func (w *World) Index() Index { return w.kind }

// relative is what a sum of kin tells of others relative to one of them.
func relative(sum, self *near.Kin) (all sums) {
	n := sum[3]
	all.n = int(n)
	all.pos[0], all.pos[1] = near.Apart(sum[0] - n*self[0])
	all.pos[2], all.vel[0] = near.Apart(sum[1] - n*self[1])
	all.vel[1], all.vel[2] = near.Apart(sum[2] - n*self[2])
	return all
}

// index is a worker's part in finding who is where at the start of a tick.
func (w *World) index(worker int) {
	from, to := w.crew.share(worker, w.n)
	if w.kind == Grid {
		w.cells(worker, from, to)
	}
	pos, vel := w.boids.Pos.Slice(from, to), w.boids.Vel.Slice(from, to)
	near.Pack(w.kin[from:to], pos.X, pos.Y, pos.Z, vel.X, vel.Y, vel.Z, 1/Quantum)
	if worker == 0 {
		w.hear()
	}
	w.crew.wait()
	switch w.kind {
	case Matrix:
		w.meet(&w.scratch[worker], worker)
	case Brute:
		w.gatherAll(&w.scratch[worker])
	}
	if w.kind != Grid {
		s := &w.scratch[worker]
		s.leaders = append(s.leaders[:0], w.leaders...)
	}
	w.crew.wait()
}

// cells sees to it that the grid's cells hold the boids, or nearly.
func (w *World) cells(worker, from, to int) {
	g := &w.grid
	g.strays[worker] = w.stray(from, to)
	w.crew.wait()
	if worker == 0 {
		w.drift()
	}
	w.crew.wait()
	if g.due {
		w.sort(worker, from, to)
	}
}

// stray is how far boids have come in the last tick relative to the cells, at
// most, squared. The spare arrays still hold where they were.
func (w *World) stray(from, to int) float32 {
	now, was := w.boids.Pos.Slice(from, to), w.next.Slice(from, to)
	return near.Farthest(now.X, now.Y, now.Z, was.X, was.Y, was.Z, point(w.grid.step))
}

// drift moves the cells with the flock for a tick, and decides whether the boids
// have strayed so far that they must be sorted anew.
func (w *World) drift() {
	g := &w.grid
	const more = 1.001 // than rounding here and there takes away
	g.slack += more*Sqrt(slices.Max(g.strays[:w.crew.of])) + Quantum
	g.moved = g.moved.Add(g.step)
	if g.due = !(g.slack < g.limit) || w.set.wraps; !g.due {
		return
	}
	if w.age-g.fitted >= fitTicks {
		w.fitGrid()
	}
	g.slack, g.moved, g.step = 0, Vec{}, w.course().Scale(w.set.step)
}

// course is the mean velocity of some boids.
func (w *World) course() (mean Vec) {
	const step = 64
	for slot := 0; slot < w.n; slot += step {
		mean = mean.Add(w.vel(slot))
	}
	return mean.Scale(1 / float32((w.n+step-1)/step))
}

// sort brings the boids into the order of their cells.
func (w *World) sort(worker, from, to int) {
	g := &w.grid
	g.count(&w.boids.Pos, worker, from, to)
	w.crew.wait()
	if worker == 0 {
		g.settle(w.crew.of)
	}
	w.crew.wait()
	g.place(worker, from, to)
	w.crew.wait()
	if worker == 0 {
		w.track(g.rank)
	}
	for _, batch := range w.batches {
		for _, f := range batch {
			f.scatter(g.rank, from, to)
		}
		w.crew.wait()
		if worker == 0 {
			for _, f := range batch {
				f.swap()
			}
		}
		w.crew.wait()
	}
}

// field is an array of the state that the sort reorders, by way of a spare one.
type field interface {
	scatter(rank []int32, from, to int)
	swap()
}

type fieldOf[T any] struct{ array, spare *[]T }

func (f fieldOf[T]) scatter(rank []int32, from, to int) {
	array, spare := *f.array, *f.spare
	array = array[:len(rank)]
	for i := from; i < to; i++ {
		spare[rank[i]] = array[i]
	}
}

func (f fieldOf[T]) swap() { *f.array, *f.spare = *f.spare, *f.array }

// spares are the arrays that a batch of the sort writes into: of numbers, those
// that a tick writes where boids will be into.
type spares struct {
	reals []*[]float32
	whole *[]int32
	flags *[]uint32
}

func (w *World) spares() *spares {
	return &spares{
		[]*[]float32{&w.next.X, &w.next.Y, &w.next.Z, &w.nextVel.X, &w.nextVel.Y, &w.nextVel.Z},
		&w.spareWhole, &w.spareFlags,
	}
}

// fields are all arrays of the state, in as few batches as the spare ones allow.
func (w *World) fields() (batches [][]field) {
	var left []*spares
	for _, c := range w.columns {
		for _, p := range c.parts {
			k, f := 0, field(nil)
			for ; f == nil; k++ {
				if k == len(left) {
					left, batches = append(left, w.spares()), append(batches, nil)
				}
				f = p.sorted(&w.boids, left[k])
			}
			batches[k-1] = append(batches[k-1], f)
		}
	}
	return batches
}

// gatherAll lists everybody.
func (w *World) gatherAll(s *scratch) {
	inf := float32(math.Inf(1))
	all := near.Box{Low: [3]float32{-inf, -inf, -inf}, High: [3]float32{inf, inf, inf}}
	s.spans = append(s.spans[:0], near.Span{To: int32(w.n)})
	near.Gather(&s.list, w.boids.Pos.X, w.boids.Pos.Y, w.boids.Pos.Z, s.spans, all, inf)
}
