package bench

import (
	"math"
	"testing"

	"skein/flock"
)

func TestSinOfPi(t *testing.T) {
	for k := -1000; k <= 1000; k++ {
		x := float64(k) / 1000
		if got, want := sinOfPi(x), math.Sin(math.Pi*x); math.Abs(got-want) > 2e-5 {
			t.Errorf("sin(π·%g) is %g, want %g", x, got, want)
		}
	}
}

// TestCirclesStep compares one step with a loop over all pairs. The positions must be exactly equal,
// because they are multiples of 2⁻¹² m, and so is each term before the multiplication by 0.05.
func TestCirclesStep(t *testing.T) {
	const n = 400
	def, err := circlesDef(n)
	if err != nil {
		t.Fatal(err)
	}
	world, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	var before, after flock.Snapshot
	for step := range 3 {
		world.Snapshot(&before)
		world.Step()
		world.Snapshot(&after)
		if before.Len() != n {
			t.Fatalf("there are %d agents, want %d", before.Len(), n)
		}
		seen, moved := 0, 0.0
		for i, p := range before.Pos {
			var force [3]float64
			count := 0
			for j, q := range before.Pos {
				to := q.Sub(p)
				d := math.Sqrt(float64(to[0])*float64(to[0]) + float64(to[1])*float64(to[1]) + float64(to[2])*float64(to[2]))
				if i == j || d >= 2 || d == 0 {
					continue
				}
				k := -math.Sin(2*math.Pi*d/2) * 0.05
				for axis := range force {
					force[axis] += k * float64(to[axis]) / d
				}
				count++
			}
			seen += count
			for axis := range force {
				want := force[axis] / float64(max(1, count))
				got := float64(after.Pos[i][axis]) - float64(p[axis])
				moved = max(moved, math.Abs(got))
				if math.Abs(got-want) > 2.0/4096 {
					t.Fatalf("step %d: agent %d moves by %g along axis %d, want %g", step, i, got, axis, want)
				}
			}
		}
		if mean := float64(seen) / n; mean < 15 || mean > 34 || moved < 0.01 {
			t.Errorf("agents have %.1f others within the radius and move by up to %.4f m; want 15 to 34, fewer than in a large cube, and at least 0.01 m", mean, moved)
		}
	}
}
