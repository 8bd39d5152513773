package near

import (
	"math/rand/v2"
	"slices"
	"testing"
)

type rowFunc = func([]float32, []uint64, []float32, []float32, []float32, Point, float32)

func plainRow(d2 []float32, mask []uint64, x, y, z []float32, p Point, limit float32) {
	rowGo(d2, mask[:Words(len(d2))], x, y, z, p, limit)
}

func TestRow(t *testing.T) {
	both := ways[rowFunc]{{"row", Row}, {"plain row", plainRow}}
	for _, way := range both {
		clouds(func(r *rand.Rand, n int, p points) {
			here := Point{1, -1000, 0.5}
			if n > 0 && r.IntN(4) > 0 {
				here = p.at(r.IntN(n))
			}
			squares := make([]float32, n)
			for k := range squares {
				squares[k] = d2(p.at(k), here)
			}
			for _, limit := range limits(r, squares) {
				checkRow(t, way.name, way.do, p, here, squares, limit)
			}
		})
	}
}

func checkRow(t *testing.T, name string, row rowFunc, p points, here Point, squares []float32, limit float32) {
	n := len(squares)
	want := make([]uint64, Words(n))
	for k, s := range squares {
		if s < limit {
			want[k/64] |= 1 << (k % 64)
		}
	}
	eights, allD2 := room((n+7)/8*8, float32(-7))
	got := eights[:n]
	mask, allMask := room(Words(n), uint64(99))
	row(got, mask, p.x[:n:n], p.y[:n:n], p.z[:n:n], here, limit)
	if !slices.Equal(got, squares) || !slices.Equal(mask, want) {
		t.Fatalf("%s of %d points within %v: the squares are %v with the mask %x, want %v with %x", name, n, limit, got, mask, squares, want)
	}
	untouched(t, name, allD2, -7)
	untouched(t, name, allMask, 99)
}

type meetFunc = func(sums, all []Kin, i int, mask, near []uint64, d2 []float32, limit float32)

func TestMeet(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	both := ways[meetFunc]{{"meet", Meet}, {"plain meet", meetGo}}
	for _, way := range both {
		for n := 1; n < 200; n++ {
			checkMeet(t, way.name, way.do, r, n, float32(r.IntN(12)-1))
		}
	}
	Meet(nil, nil, 0, nil, nil, nil, 1) // without boids
}

// checkMeet calls Meet for boid n and some of the boids before it.
func checkMeet(t *testing.T, name string, meet meetFunc, r *rand.Rand, n int, limit float32) {
	all, sums := randomKin(r, n+1), randomKin(r, n+1)
	mask, d2 := make([]uint64, Words(n)), make([]float32, n)
	want, wantNear := slices.Clone(sums), make([]uint64, len(mask))
	for j := range d2 {
		d2[j] = float32(r.IntN(10))
		if r.IntN(3) > 0 {
			continue
		}
		mask[j/64] |= 1 << (j % 64)
		for k := range all[j] {
			want[j][k] += all[n][k]
			want[n][k] += all[j][k]
		}
		if d2[j] < limit {
			wantNear[j/64] |= 1 << (j % 64)
		}
	}
	near, allNear := room(len(mask), uint64(99))
	meet(sums, all, n, mask, near, d2, limit)
	if !slices.Equal(sums, want) || !slices.Equal(near, wantNear) {
		t.Fatalf("%s of %d points: the sums are wrong, or the mask near is %x, want %x", name, n, near, wantNear)
	}
	untouched(t, name, allNear, 99)
}
