package near

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A flock of uniform density, sorted by the cells of a grid. A cell is as long as the vision radius along y
// and z, and half as long along x. Each boid sees twenty others.
const (
	vision  = 3.5
	visible = 20
	inBench = 30000
)

type grid struct {
	points
	kin    []Kin
	across int
	along  int
	starts []int32 // index of each cell's first boid, and the end
}

func newGrid(n int) *grid {
	size := vision * math.Cbrt(float64(n)/visible*4/3*math.Pi)
	g := &grid{across: int(size/vision) + 1, along: int(size/vision*2) + 1}
	r := rand.New(rand.NewPCG(7, 8))
	one := func() float32 { return float32(math.Round(r.Float64()*size/quantum) * quantum) }
	positions := make([]Point, n)
	for k := range positions {
		positions[k] = Point{one(), one(), one()}
	}
	slices.SortFunc(positions, func(a, b Point) int { return g.cell(a) - g.cell(b) })
	g.points = points{make([]float32, n, n+pad), make([]float32, n, n+pad), make([]float32, n, n+pad)}
	g.starts = make([]int32, g.across*g.across*g.along+1)
	for k, p := range positions {
		g.x[k], g.y[k], g.z[k] = p.X, p.Y, p.Z
		g.starts[g.cell(p)+1] = int32(k + 1)
	}
	for c := 1; c < len(g.starts); c++ {
		g.starts[c] = max(g.starts[c], g.starts[c-1])
	}
	g.kin = randomKin(r, n)
	return g
}

func column(x float32) int { return int(x / (vision / 2)) }

func (g *grid) cell(p Point) int {
	return (int(p.Z/vision)*g.across+int(p.Y/vision))*g.along + column(p.X)
}

type group struct {
	from, to int
	box      Box
	spans    []Span
}

// groups divides the boids into groups. size is the number of boids in a group. The last group of a row may
// be smaller.
func (g *grid) groups(size int) (all []group) {
	for row := range g.across * g.across {
		from, end := int(g.starts[row*g.along]), int(g.starts[(row+1)*g.along])
		for ; from < end; from += size {
			to := min(from+size, end)
			box := boxOf(g.points, from, to)
			all = append(all, group{from, to, box, g.spans(row, box)})
		}
	}
	return all
}

func (g *grid) spans(row int, box Box) (spans []Span) {
	low := max(0, column(box.Low[0]-vision))
	high := min(g.along-1, column(box.High[0]+vision))
	y, z := row%g.across, row/g.across
	for v := max(0, z-1); v <= min(z+1, g.across-1); v++ {
		for u := max(0, y-1); u <= min(y+1, g.across-1); u++ {
			cell := (v*g.across + u) * g.along
			spans = append(spans, Span{g.starts[cell+low], g.starts[cell+high+1]})
		}
	}
	return spans
}

type work struct {
	list           List
	at, closeAt    []int32
	d2, closeD2    []float32
	listed, hits   int
	close, visited int
}

func newWork() *work {
	const room = 4096
	return &work{
		at: make([]int32, room), closeAt: make([]int32, room),
		d2: make([]float32, room), closeD2: make([]float32, room),
	}
}

// BenchmarkTick runs the kernels in stages, each with one more kernel than the previous stage.
func BenchmarkTick(b *testing.B) {
	g := newGrid(inBench)
	for _, size := range []int{4, 8} {
		groups := g.groups(size)
		for stage, name := range []string{"gather", "scan", "sum", "filter"} {
			b.Run(fmt.Sprintf("groups of %d/to %s", size, name), func(b *testing.B) {
				w := newWork()
				for b.Loop() {
					*w = work{list: w.list, at: w.at, closeAt: w.closeAt, d2: w.d2, closeD2: w.closeD2}
					for k := range groups {
						w.group(g, &groups[k], stage)
					}
				}
				w.report(b)
			})
		}
	}
}

func (w *work) group(g *grid, q *group, stage int) {
	Gather(&w.list, g.x, g.y, g.z, q.spans, q.box, vision*vision)
	w.listed += len(w.list.X)
	w.visited++
	if stage == 0 {
		return
	}
	for i := q.from; i < q.to; i++ {
		n := Scan(w.at, w.d2, &w.list, g.points.at(i), vision*vision)
		w.hits += n
		if stage > 1 {
			sum := Sum(g.kin, w.at[:n])
			w.hits += int(sum[0] & 1)
		}
		if stage > 2 {
			w.close += Filter(w.closeAt, w.closeD2, w.at, w.d2, n, vision*vision/4)
		}
	}
}

func (w *work) report(b *testing.B) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/inBench, "ns/boid")
	b.ReportMetric(float64(w.listed)/float64(w.visited), "listed")
	b.ReportMetric(float64(w.hits)/inBench, "hits")
	b.ReportMetric(0, "ns/op")
}
