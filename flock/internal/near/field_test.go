package near

import (
	"math"
	"math/rand/v2"
	"testing"

	"skein/flock/vec"
)

// Interpolate gives the weighted mean of the eight corners around a point, with the kernel and without.
func TestField(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	draw := func(size float32) vec.Vec {
		return vec.Vec{X: size * r.Float32(), Y: size * r.Float32(), Z: size * r.Float32()}
	}
	ways := []func(*Field, *Vec, *Vec){(*Field).Interpolate, (*Field).interpolateGo}
	for n := range 40 {
		cells := [3]int{1 + r.IntN(6), 1 + r.IntN(4), 1 + r.IntN(3)}
		f := Field{Low: draw(100), Side: draw(9).Add(vec.Vec{X: 1, Y: 1, Z: 1})}
		for a := range cells {
			f.Last[a] = float32(cells[a] - 1)
		}
		corners := make([]vec.Vec, (cells[0]+1)*(cells[1]+1)*(cells[2]+1))
		for k := range corners {
			corners[k] = draw(2)
		}
		f.Set(corners)
		room := n + pad
		points := Vec{make([]float32, room), make([]float32, room), make([]float32, room)}
		for i := range n {
			in := draw(1)
			points.X[i] = f.Low.X + f.Side.X*float32(cells[0])*in.X
			points.Y[i] = f.Low.Y + f.Side.Y*float32(cells[1])*in.Y
			points.Z[i] = f.Low.Z + f.Side.Z*float32(cells[2])*in.Z
		}
		var first []vec.Vec
		for _, do := range ways {
			got := Vec{make([]float32, n, room), make([]float32, n, room), make([]float32, n, room)}
			do(&f, &got, &points)
			for i := range n {
				p, v := vec.Vec{X: points.X[i], Y: points.Y[i], Z: points.Z[i]}, vec.Vec{X: got.X[i], Y: got.Y[i], Z: got.Z[i]}
				if want := meanOfCorners(&f, cells, corners, p); v.Sub(want).Length() > 1e-4 {
					t.Fatalf("at %v in %v cells: %v, want %v", p, cells, v, want)
				}
				if len(first) <= i {
					first = append(first, v)
				} else if v != first[i] {
					t.Fatalf("at %v: %v with the kernel, %v without", p, first[i], v)
				}
			}
		}
	}
}

// meanOfCorners weighs each corner by its closeness along each axis.
func meanOfCorners(f *Field, cells [3]int, corners []vec.Vec, p vec.Vec) (mean vec.Vec) {
	place, low, side := p.Floats(), f.Low.Floats(), f.Side.Floats()
	for k, v := range corners {
		weight := 1.0
		for a, corner := range [3]int{k % (cells[0] + 1), k / (cells[0] + 1) % (cells[1] + 1), k / (cells[0] + 1) / (cells[1] + 1)} {
			away := math.Abs(float64(place[a]-low[a])/float64(side[a]) - float64(corner))
			weight *= max(0, 1-away)
		}
		mean = mean.Add(v.Scale(float32(weight)))
	}
	return mean
}
