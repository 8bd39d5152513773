package torus

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"skein/flock/vec"
)

func TestTorusByHand(t *testing.T) {
	world := New(10)
	for _, c := range []struct {
		pos, want vec.Vec
		moved     bool
	}{
		{vec.Vec{X: 0, Y: 0, Z: 0}, vec.Vec{X: 0, Y: 0, Z: 0}, false},
		{vec.Vec{X: -5, Y: 9.5, Z: 4.5}, vec.Vec{X: -5, Y: 9.5, Z: 4.5}, false},
		{vec.Vec{X: 5, Y: 10, Z: -5.5}, vec.Vec{X: -5, Y: 0, Z: 4.5}, true},
		{vec.Vec{X: -5.25, Y: -0.25, Z: 14}, vec.Vec{X: 4.75, Y: 9.75, Z: 4}, true},
		{vec.Vec{X: 37, Y: -31, Z: 0}, vec.Vec{X: -3, Y: 9, Z: 0}, true},
	} {
		if got, moved := world.Wrap(c.pos); got != c.want || moved != c.moved {
			t.Errorf("%v wraps to %v, moved is %v; want %v, %v", c.pos, got, moved, c.want, c.moved)
		}
	}
	for _, c := range [][2]vec.Vec{
		{{X: 1, Y: -2, Z: 4.5}, {X: 1, Y: -2, Z: 4.5}}, {{X: 9, Y: -9, Z: 6}, {X: -1, Y: 1, Z: -4}}, {{X: 0, Y: 0, Z: -5.5}, {X: 0, Y: 0, Z: 4.5}},
	} {
		if got := world.Nearest(c[0]); got != c[1] {
			t.Errorf("the nearest image of %v is at %v, want %v", c[0], got, c[1])
		}
	}
}

// A torus of any size moves positions by whole sides, exactly, and finds the nearest image.
func TestTorus(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		size := rapid.Float32Range(1, 1000).Draw(rt, "size")
		world := New(size)
		if math.Abs(world.Side-float64(size)) > vec.Quantum/2 {
			rt.Fatalf("the side is %v, want about %v", world.Side, size)
		}
		coordinate := rapid.Float32Range(-1000, 1000)
		x := vec.Quantize(coordinate.Draw(rt, "x"))
		got := float64(world.wrapAxis(x, 0))
		want := float64(x)
		for want < 0 {
			want += world.Side
		}
		for want >= world.Side {
			want -= world.Side
		}
		if got != want {
			rt.Fatalf("%v in a world of %v m wraps to %v, want %v", x, size, got, want)
		}
		there, _ := world.Wrap(vec.Vec{X: x, Y: x, Z: x})
		origin := world.Nearest(there)
		least := math.Inf(1)
		for k := -1.0; k <= 1; k++ {
			least = min(least, math.Abs(float64(there.X)+k*world.Side))
		}
		if math.Abs(float64(origin.X)) != least || origin.X != origin.Y || origin.X != origin.Z {
			rt.Fatalf("%v in a world of %v m has its nearest image at %v, want %v", x, size, origin, least)
		}
	})
}
