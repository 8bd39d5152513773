package near

import (
	"slices"
	"testing"
)

func TestJoin(t *testing.T) {
	for n := range 20 {
		var a, b List
		place := func(k int) Point { return Point{float32(k), 0, 0} }
		a.Fill(n, place)
		b.Fill(5, place)
		a.Join(&b, Point{0, 100, 0})
		indices, d2 := make([]int32, n+5+pad), make([]float32, n+5+pad)
		if got := Scan(indices, d2, &a, Point{}, 1e9); got != n+5 {
			t.Fatalf("lists of %d and 5 candidates make a list of %d, want the sum", n, got)
		}
		got := Scan(indices, d2, &a, Point{0, 100, 0}, 4.5)
		if want := []int32{0, 1, 2}; !slices.Equal(indices[:got], want) || d2[2] != 4 {
			t.Fatalf("with a first list of %d, the candidates near the moved ones are %v at the squares %v, want %v", n, indices[:got], d2[:got], want)
		}
	}
}
