package seek

import "testing"

func TestRowsAreSharedOutOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 500, 777, 20_000} {
		for of := 1; of < 17; of++ {
			m := Matrix{n: n}
			if m.Share(0, of) != 0 || m.Share(of, of) != n {
				t.Errorf("%d rows for %d workers: the shares go from %d to %d, want all rows", n, of, m.Share(0, of), m.Share(of, of))
			}
		}
	}
}

// The triangle takes half the memory of a full matrix, plus at most seven unused numbers per row.
func TestMatrixMemory(t *testing.T) {
	var m Matrix
	m.Resize(77)
	if n := len(m.d2); n < 77*76/2 || n > 77*76/2+77*7 {
		t.Fatalf("the matrix has room for %d distances of 77 boids, want 2926 to 3465", n)
	}
	for i := range 77 {
		if next := rowStart(i+1) - rowStart(i); next < i || next > i+7 {
			t.Fatalf("row %d has room for %d distances, want at least its number and at most 7 more", i, next)
		}
	}
}
