package near

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Sums of packed numbers can be separated again, for any number of boids.
func TestPack(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	for n := range 70 {
		var in [6][]float32
		for k := range in {
			in[k] = make([]float32, n, n+pad)
			for i := range in[k] {
				in[k][i] = float32(r.IntN(1<<23)-1<<22) / 4096
			}
		}
		kin, plain := make([]Kin, n+1), make([]Kin, n)
		kin[n] = Kin{7, 7, 7, 7}
		Pack(kin[:n], in[0], in[1], in[2], in[3], in[4], in[5], 4096)
		packGo(plain, in[0], in[1], in[2], in[3], in[4], in[5], 4096)
		if kin[n] != (Kin{7, 7, 7, 7}) {
			t.Fatalf("with %d boids, the kernel wrote past the end", n)
		}
		var sum Kin
		var want [6]int64 // sums of differences from the first boid
		for i := range n {
			if kin[i] != plain[i] || kin[i][3] != 1 {
				t.Fatalf("with %d boids, boid %d is packed as %x, but in Go as %x", n, i, kin[i], plain[i])
			}
			sum.Add(&kin[i])
			for k := range in {
				want[k] += int64(in[k][i]*4096) - int64(in[k][0]*4096)
			}
		}
		for w := range 3 {
			if n == 0 {
				break
			}
			lo, hi := SplitWord(sum[w] - uint64(n)*kin[0][w])
			if lo != want[2*w] || hi != want[2*w+1] {
				t.Fatalf("with %d boids, word %d contains %d and %d, want %d and %d", n, w, lo, hi, want[2*w], want[2*w+1])
			}
		}
	}
}

// The kernels pack the same bits as Go, also boids at rest, and write nothing past the end.
func TestPackPeers(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 11))
	for n := range 70 {
		var in [7][]float32
		for k := range in {
			in[k] = make([]float32, n, n+pad)
			for i := range in[k] {
				in[k][i] = float32(r.IntN(1<<23)-1<<22) / 4096
				if k >= 3 && i%5 == 0 {
					in[k][i] = 0
				}
			}
		}
		got, want := make([]Peer, n+1), make([]Peer, n+1)
		got[n][3], want[n][3] = 7, 7
		PackPeers(got[:n], in[0], in[1], in[2], in[3], in[4], in[5], in[6])
		packPeersGo(want[:n], in[0], in[1], in[2], in[3], in[4], in[5], in[6])
		courses, wantCourses := make([]Course, n+1), make([]Course, n+1)
		courses[n][3], wantCourses[n][3] = 7, 7
		PackCourses(courses[:n], in[3], in[4], in[5])
		packCoursesGo(wantCourses[:n], in[3], in[4], in[5])
		for i := range got {
			sameBits(t, got[i][:], want[i][:])
			sameBits(t, courses[i][:], wantCourses[i][:])
		}
	}
}

func sameBits(t *testing.T, got, want []float32) {
	t.Helper()
	for c := range got {
		if math.Float32bits(got[c]) != math.Float32bits(want[c]) {
			t.Fatalf("a kernel packs %v, but Go %v", got, want)
		}
	}
}
