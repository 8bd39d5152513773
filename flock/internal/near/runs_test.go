package near

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skein/flock/vec"
)

func TestAppendWithin(t *testing.T) {
	plain := func(to, l *List, own Vec, first int32, limit float32, ends []int32) {
		n := len(to.X)
		to.room(n + len(ends)*len(l.X))
		withinGo(to, n, l, own, first, limit, ends)
		to.cut(max(n, int(slices.Max(append(ends, 0)))))
	}
	for _, do := range []func(to, l *List, own Vec, first int32, limit float32, ends []int32){AppendWithin, plain} {
		clouds(func(r *rand.Rand, n int, p points) {
			ids := make([]int32, n)
			squares := make([]float32, n)
			boids, first := r.IntN(9), int32(r.IntN(n+1))
			own := Vec{make([]float32, boids), make([]float32, boids), make([]float32, boids)}
			for i := range boids {
				here := Point{1000, -1000, 0.5}
				if n > 0 && r.IntN(4) > 0 {
					here = p.at(r.IntN(n))
				}
				own.X[i], own.Y[i], own.Z[i] = here.X, here.Y, here.Z
			}
			for k := range ids {
				ids[k] = int32(k)
				squares[k] = d2(p.at(k), Point{1000, -1000, 0.5})
				if boids > 0 {
					squares[k] = d2(p.at(k), Point{own.X[0], own.Y[0], own.Z[0]})
				}
			}
			l := listOf(p, ids)
			for _, limit := range limits(r, squares) {
				var to List
				before := r.IntN(3)
				for range before {
					to.Append(-1, vec.Vec{X: 7})
				}
				ends, all := room(boids, int32(-7))
				do(&to, l, own, first, limit, ends)
				untouched(t, "within", all, -7)
				k := before
				for i, end := range ends {
					here, self := Point{own.X[i], own.Y[i], own.Z[i]}, first+int32(i)
					for j := range ids {
						at := p.at(j)
						if !(d2(at, here) < limit) || int32(j) == self {
							continue
						}
						if k >= int(end) || to.At[k] != int32(j) || to.X[k] != at.X-here.X || to.Y[k] != at.Y-here.Y || to.Z[k] != at.Z-here.Z {
							t.Fatalf("%d points within %v of boid %d: the list is %v %v and ends at %d, want point %d at %d, relative to the boid", n, limit, i, to.At, to.X, end, j, k)
						}
						k++
					}
					if k != int(end) {
						t.Fatalf("%d points within %v of boid %d: the list ends at %d, want %d", n, limit, i, end, k)
					}
				}
				if len(to.At) != k || before > 0 && (to.At[before-1] != -1 || to.X[before-1] != 7) {
					t.Fatalf("%d points within %v of %d boids: the list is %v, want %d elements", n, limit, boids, to.At, k)
				}
			}
		})
	}
}

// someRuns returns where up to twelve random runs start, and the number of their elements.
func someRuns(r *rand.Rand) (starts []int32) {
	starts = []int32{0}
	for range r.IntN(13) {
		starts = append(starts, starts[len(starts)-1]+int32(r.IntN([]int{3, 12, 100, 1000}[r.IntN(4)])))
	}
	return starts
}

func TestSpreadRuns(t *testing.T) {
	testSpread(t, SpreadRuns, spreadRunsGo)
	testSpread(t, SpreadLong, spreadRunsGo)
}

func testSpread[T float32 | float64](t *testing.T, ways ...func(to, values []T, starts []int32)) {
	r := rand.New(rand.NewPCG(41, 42))
	for range 300 {
		starts := someRuns(r)
		n := int(starts[len(starts)-1])
		values := make([]T, len(starts)-1)
		for i := range values {
			values[i] = T(r.Float64())
		}
		for _, do := range ways {
			to, all := room(n+RunPad, T(-7))
			do(to, values, starts)
			for i, want := range values {
				for k := starts[i]; k < starts[i+1]; k++ {
					if to[k] != want {
						t.Fatalf("runs %v: element %d is %v, want %v", starts, k, to[k], want)
					}
				}
			}
			untouched(t, "spreadRuns", all, -7)
		}
	}
}

func TestSumRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	for round := range 300 {
		starts := someRuns(r)
		runs, n := len(starts)-1, int(starts[len(starts)-1])
		var terms [5][]int32
		for c := range terms {
			terms[c] = make([]int32, n, n+RunPad)
			for k := range terms[c] {
				switch c {
				case 3:
					terms[c][k] = -int32(r.IntN(2))
				case 4:
					terms[c][k] = int32(r.Uint32())
				default:
					terms[c][k] = int32(round%3-1)<<25 - int32(round%3-1)*int32(r.Uint32()>>(7+r.IntN(25)))
				}
			}
		}
		in := RunTerms{terms[0], terms[1], terms[2], terms[3], nil}
		if round%2 == 0 {
			in.More = terms[4]
		}
		for _, do := range []func(*RunSums, *RunTerms, []int32){SumRuns, sumRunsGo} {
			var sums, alls [4][]float64
			for c := range sums {
				sums[c], alls[c] = room(runs, -7.5)
			}
			counts, allCounts := room(runs, int32(-7))
			do(&RunSums{sums[0], sums[1], sums[2], sums[3], counts}, &in, starts)
			for i := range runs {
				for c, of := range [...][]int32{terms[0], terms[1], terms[2], in.More} {
					want := int64(0)
					for k := starts[i]; k < starts[i+1] && of != nil; k++ {
						want += int64(of[k])
					}
					if got := sums[c][i]; of != nil && got != float64(want) || of == nil && got != -7.5 {
						t.Fatalf("runs %v: sum %d of run %d is %v, want %d", starts, c, i, got, want)
					}
				}
				want := int32(0)
				for k := starts[i]; k < starts[i+1]; k++ {
					want -= terms[3][k]
				}
				if counts[i] != want {
					t.Fatalf("runs %v: %d terms of run %d count, want %d", starts, counts[i], i, want)
				}
			}
			for c := range alls {
				untouched(t, "sumRuns", alls[c], -7.5)
			}
			untouched(t, "sumRuns", allCounts, -7)
		}
	}
}

func TestSumOffsets(t *testing.T) {
	r := rand.New(rand.NewPCG(49, 50))
	computed, left := 0, 0
	for range 300 {
		starts := someRuns(r)
		runs, n := len(starts)-1, int(starts[len(starts)-1])
		var l List
		for k := range n {
			of := func() float32 { return float32(r.IntN(1<<18)-1<<17) * vec.Quantum }
			l.Append(int32(k), vec.Vec{X: of(), Y: of(), Z: of()})
		}
		l.Seal()
		off := [...][]float32{l.X, l.Y, l.Z}
		place := func(k int32) vec.Vec { return vec.Vec{X: l.X[k], Y: l.Y[k], Z: l.Z[k]} }
		within2, factor := float64(r.IntN(3000)), int64(1-2*r.IntN(2))
		if n > 0 {
			switch r.IntN(3) {
			case 0:
				within2 = place(r.Int32N(int32(n))).ExactSquare()
			case 1:
				within2 = math.Inf(1)
			}
		}
		var sums, alls [3][]float64
		for c := range sums {
			sums[c], alls[c] = room(runs, -7.5)
		}
		counts, allCounts := room(runs, int32(-7))
		if !SumOffsets(&RunSums{sums[0], sums[1], sums[2], nil, counts}, &l, starts, float32(factor), within2) {
			left++
			continue
		}
		computed++
		for i := range runs {
			var want [3]int64
			number := int32(0)
			for k := starts[i]; k < starts[i+1]; k++ {
				if place(k).ExactSquare() < within2 {
					number++
					for c := range want {
						want[c] += factor * int64(off[c][k]/vec.Quantum)
					}
				}
			}
			for c := range want {
				if sums[c][i] != float64(want[c]) || math.Signbit(sums[c][i]) != (want[c] < 0) {
					t.Fatalf("runs %v: sum %d of run %d is %v, want %d", starts, c, i, sums[c][i], want[c])
				}
			}
			if counts[i] != number {
				t.Fatalf("runs %v: %d offsets of run %d are within %v, want %d", starts, counts[i], i, within2, number)
			}
		}
		for c := range alls {
			untouched(t, "sumOffsets", alls[c], -7.5)
		}
		untouched(t, "sumOffsets", allCounts, -7)
	}
	if CanLook() && (computed < 100 || left < 20) {
		t.Errorf("%d sums were computed and %d were not, want at least 100 and 20", computed, left)
	}
}
