package near

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

const quantum = 1.0 / 4096

// points holds coordinates. Eight points at the origin follow them as padding, as in a flock.
type points struct{ x, y, z []float32 }

// cloud returns n points with coordinates within ±size. Some points have the same position.
func cloud(r *rand.Rand, n int, size float64) points {
	one := func() []float32 {
		c := make([]float32, n, n+pad)
		for k := range c {
			c[k] = float32(math.Round((r.Float64()*2-1)*size/quantum) * quantum)
		}
		return c
	}
	p := points{one(), one(), one()}
	for k := 3; k < n; k += 1 + r.IntN(5) {
		from := r.IntN(k)
		p.x[k], p.y[k], p.z[k] = p.x[from], p.y[from], p.z[from]
	}
	return p
}

func (p points) at(k int) Point { return Point{p.x[k], p.y[k], p.z[k]} }

func d2(a, b Point) float32 {
	dx, dy, dz := a.X-b.X, a.Y-b.Y, a.Z-b.Z
	xx, yy, zz := float32(dx*dx), float32(dy*dy), float32(dz*dz)
	xy := float32(xx + yy)
	return xy + zz
}

// clouds calls f with clouds of every length up to 70, and of 300, in several sizes.
func clouds(f func(r *rand.Rand, n int, p points)) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []float64{0, 3 * quantum, 1, 5, 1000, 2000} {
		for n := range 71 {
			f(r, n, cloud(r, n, size))
		}
		f(r, 300, cloud(r, 300, size))
	}
}

// limits returns limits below all squares, limits above all squares, and limits that equal one of the
// squares.
func limits(r *rand.Rand, squares []float32) []float32 {
	l := []float32{-1, 0, math.SmallestNonzeroFloat32, 1, 1e9, math.MaxFloat32, float32(math.Inf(1))}
	for range 3 {
		if len(squares) > 0 {
			s := squares[r.IntN(len(squares))]
			l = append(l, s, math.Nextafter32(s, 1e10))
		}
	}
	return l
}

// listOf returns the list that Gather returns for the points with the given indices.
func listOf(p points, indices []int32) *List {
	l := &List{}
	l.reserve(len(indices))
	for k, a := range indices {
		l.X[k], l.Y[k], l.Z[k], l.At[k] = p.x[a], p.y[a], p.z[a], a
	}
	l.seal(len(indices))
	l.X, l.Y, l.Z, l.At = l.X[:len(indices)], l.Y[:len(indices)], l.Z[:len(indices)], l.At[:len(indices)]
	return l
}

// room returns a slice s of n elements. The slice all contains s, and guard elements on both sides of it.
func room[T any](n int, guard T) (s, all []T) {
	all = slices.Repeat([]T{guard}, n+32)
	return all[16 : 16+n : 16+n], all
}

func untouched[T comparable](t *testing.T, what string, all []T, guard T) {
	t.Helper()
	for k, v := range all {
		if (k < 16 || k >= len(all)-16) && v != guard {
			t.Fatalf("%s: wrote element %d, outside of the %d elements", what, k-16, len(all)-32)
		}
	}
}

func TestKinAdds(t *testing.T) {
	k := Kin{1, 2, 1<<64 - 1, 5 << 32}
	k.Add(&Kin{10, 20, 3, 1<<64 - 1<<32})
	if want := (Kin{11, 22, 2, 4 << 32}); k != want {
		t.Errorf("sum is %x, want %x", k, want)
	}
}

// ways lists the kernel that this machine uses, and the kernel in plain Go.
type ways[F any] []struct {
	name string
	do   F
}

type scanFunc = func([]int32, []float32, *List, Point, float32) int

func plainScan(indices []int32, d2 []float32, l *List, p Point, limit float32) int {
	if len(l.X) == 0 {
		return 0
	}
	return scanGo(indices[:len(l.X)+pad], d2[:len(l.X)+pad], l, p, limit)
}

func TestScan(t *testing.T) {
	both := ways[scanFunc]{{"scan", Scan}, {"plain scan", plainScan}}
	for _, way := range both {
		clouds(func(r *rand.Rand, n int, p points) {
			ids := make([]int32, n)
			for k := range ids {
				ids[k] = int32(r.IntN(n))
			}
			l := listOf(p, ids)
			here := Point{1000, -1000, 0.5}
			if n > 0 && r.IntN(4) > 0 {
				here = p.at(r.IntN(n))
			}
			checkScan(t, way.name, way.do, r, p, l, here)
		})
	}
}

func checkScan(t *testing.T, name string, scan scanFunc, r *rand.Rand, p points, l *List, here Point) {
	squares := make([]float32, len(l.X))
	for k, a := range l.At {
		squares[k] = d2(p.at(int(a)), here)
	}
	for _, limit := range limits(r, squares) {
		var want []int32
		var wantD2 []float32
		for k, s := range squares {
			if s < limit {
				want, wantD2 = append(want, l.At[k]), append(wantD2, s)
			}
		}
		indices, allAt := room(len(squares)+pad, int32(-7))
		d2, allD2 := room(len(squares)+pad, float32(-7))
		n := scan(indices, d2, l, here, limit)
		if !slices.Equal(indices[:n], want) || !slices.Equal(d2[:n], wantD2) {
			t.Fatalf("%s of %d points within %v: the hits are %v with the squares %v, want %v with %v", name, len(squares), limit, indices[:n], d2[:n], want, wantD2)
		}
		untouched(t, name, allAt, -7)
		untouched(t, name, allD2, -7)
	}
}

type filterFunc = func([]int32, []float32, []int32, []float32, int, float32) int

func plainFilter(toAt []int32, toD2 []float32, indices []int32, d2 []float32, n int, limit float32) int {
	return filterGo(toAt[:n+pad], toD2[:n+pad], indices, d2, n, limit)
}

func TestFilter(t *testing.T) {
	both := ways[filterFunc]{{"filter", Filter}, {"plain filter", plainFilter}}
	for _, way := range both {
		clouds(func(r *rand.Rand, n int, p points) {
			indices, d2s := make([]int32, n+pad), make([]float32, n+pad)
			for k := range n {
				indices[k], d2s[k] = int32(r.Uint32()), d2(p.at(k), p.at(0))
			}
			for _, limit := range limits(r, d2s[:n]) {
				checkFilter(t, way.name, way.do, indices, d2s, n, limit)
			}
		})
	}
}

func checkFilter(t *testing.T, name string, filter filterFunc, indices []int32, d2 []float32, n int, limit float32) {
	var want []int32
	var wantD2 []float32
	for k, s := range d2[:n] {
		if s < limit {
			want, wantD2 = append(want, indices[k]), append(wantD2, s)
		}
	}
	toAt, allAt := room(n+pad, int32(-7))
	toD2, allD2 := room(n+pad, float32(-7))
	m := filter(toAt, toD2, indices, d2, n, limit)
	if !slices.Equal(toAt[:m], want) || !slices.Equal(toD2[:m], wantD2) {
		t.Fatalf("%s of %d squares below %v: the result is %v, want %v", name, n, limit, toD2[:m], wantD2)
	}
	untouched(t, name, allAt, -7)
	untouched(t, name, allD2, -7)

	copy(toAt, indices)
	copy(toD2, d2)
	m = filter(toAt, toD2, toAt, toD2, n, limit)
	if !slices.Equal(toAt[:m], want) || !slices.Equal(toD2[:m], wantD2) {
		t.Fatalf("%s of %d squares below %v, in place: the result is %v, want %v", name, n, limit, toD2[:m], wantD2)
	}
}

func randomKin(r *rand.Rand, n int) []Kin {
	kin := make([]Kin, n)
	for i := range kin {
		for k := range kin[i] {
			kin[i][k] = r.Uint64()
		}
	}
	return kin
}

func plainSum(kin []Kin, hits []int32) (sum Kin) {
	sumGo(&sum, kin, hits)
	return sum
}

func TestSum(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	kin := randomKin(r, 100)
	both := ways[func([]Kin, []int32) Kin]{{"sum", Sum}, {"plain sum", plainSum}}
	for _, way := range both {
		for n := range 71 {
			hits, want := make([]int32, n), Kin{}
			for k := range hits {
				hits[k] = int32(r.IntN(len(kin)))
				for word := range want {
					want[word] += kin[hits[k]][word]
				}
			}
			if got := way.do(kin, hits); got != want {
				t.Fatalf("%s of %d hits: the sum is %x, want %x", way.name, n, got, want)
			}
		}
	}
}

func TestPath(t *testing.T) {
	if p := Path(); p != "avx512" && p != "avx2" && p != "go" {
		t.Errorf("path %q", p)
	}
}

func ExampleSum() {
	kin := []Kin{{3 << 32, 0, 0, 1}, {4 << 32, 0, 0, 1}, {5 << 32, 0, 0, 1}}
	sum := Sum(kin, []int32{0, 2})
	fmt.Println(sum[0]>>32, sum[3])
	// Output: 8 2
}
