package near

import (
	"math/rand/v2"
	"testing"
)

// Number gives the cell that contains a point, or the nearest one, with the kernel and without.
func TestCells(t *testing.T) {
	ways := []func(*Cells, []int32, []float32, []float32, []float32){(*Cells).Number, (*Cells).numberGo}
	clouds(func(r *rand.Rand, n int, p points) {
		c := Cells{Low: [3]float32{-100, 3.5, -400}}
		var cells [3]int
		for a := range cells {
			cells[a] = 1 + r.IntN([]int{1, 9, 400}[r.IntN(3)])
			c.Inv[a], c.Last[a] = r.Float32(), float32(cells[a]-1)
		}
		for _, do := range ways {
			keys, all := room(n, int32(-7))
			do(&c, keys, p.x, p.y, p.z)
			for i, key := range keys {
				want := [3]int{}
				for a, x := range [3]float32{p.x[i], p.y[i], p.z[i]} {
					for want[a] < cells[a]-1 && (x-c.Low[a])*c.Inv[a] >= float32(want[a]+1) {
						want[a]++
					}
				}
				if number := (want[2]*cells[1]+want[1])*cells[0] + want[0]; int(key) != number {
					t.Fatalf("the point %v is in cell %d of %v, want %d", p.at(i), key, cells, number)
				}
			}
			untouched(t, "number", all, -7)
		}
	})
}
