package flock

import (
	"fmt"
	"slices"
	"strings"

	"skein/flock/internal/columns"
	"skein/flock/internal/near"
	"skein/flock/internal/sight"
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
	case f.Settings().Neighbourhood == view.Everyone && f.usesSeen && !f.Settings().Whole:
		return Brute // every boid is a neighbour
	}
	return Grid
}

// Index returns the index that the first flock uses.
func (w *World) Index() Index { return Index(w.flocks[0].Kind) }

func (f *flock) index(worker int) {
	from, to := f.Pool.Part(worker, f.N)
	if f.Sorts() {
		f.sort(worker, from, to)
	}
	f.copyShown(worker, from, to)
	if f.usesMates {
		f.weighMates(from, to)
	}
	if f.usesPeers() {
		f.packPeers(from, to)
	}
	if f.needsCourses() {
		f.packCourses(from, to)
	}
	f.Pack(worker, &f.scratch[worker].block)
	f.Pool.Wait()
	if len(f.shown.from) > 0 {
		if worker == 0 {
			f.shown.collectBoxes()
		}
		f.Pool.Wait()
	}
	f.Gather(worker)
}

// needs returns what the rules need from the sight.
func (f *flock) needs() sight.Needs {
	e := &f.rangeRules[Flockmates]
	return sight.Needs{Few: f.fewPerceive(), Rings: len(e.rings) > 0, Group: e.together}
}

func (f *flock) trackCells() {
	sorts, outdated := f.TrackCells(f.world.age)
	if !sorts {
		return
	}
	if outdated {
		f.fitGrid()
	}
	f.BeginSort(f.needs(), f.world.age, f.tickRate, f.set.step)
}

func (f *flock) fitGrid() { f.FitGrid(f.cellReach(), f.needs(), f.world.age) }

func (f *flock) sort(worker, from, to int) {
	newSlots, oldSlots := f.Sort(worker, f.needs())
	if worker == 0 {
		f.updateSlots(newSlots)
	}
	for _, batch := range f.batches {
		for _, a := range batch {
			a.Gather(oldSlots, from, to)
		}
		f.Pool.Wait()
		if worker == 0 {
			for _, a := range batch {
				a.Swap()
			}
		}
		f.Pool.Wait()
	}
}

func (f *flock) spares() *columns.Spares {
	return &columns.Spares{
		Reals: []*[]float32{&f.next.X, &f.next.Y, &f.next.Z, &f.nextVel.X, &f.nextVel.Y, &f.nextVel.Z},
		Whole: &f.spareWhole, Flags: &f.spareFlags,
	}
}

func (f *flock) sortBatches() [][]columns.Field {
	batches := f.columns.SortBatches(&f.Boids, f.spares)
	if f.usesMates {
		batches[0] = append(batches[0], columns.FieldOf[float32]{Array: &f.reaches, Spare: &f.spareReaches})
	}
	return batches
}

// The values of Index are those of sight.Kind.
const (
	_ = uint(int(Matrix) - int(sight.Matrix))
	_ = uint(int(Grid)-int(sight.Grid)) + uint(int(sight.Brute)-int(Brute))
)
