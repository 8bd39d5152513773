package rules

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// The kernel computes the same m at the corners as the plain code. The plain code agrees with the sum in
// float64.
func TestProjectionCorners(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	place := func(size float32) vec.Vec {
		return vec.Vec{X: size * rng.Float32(), Y: size * rng.Float32(), Z: size * rng.Float32()}
	}
	for range 20 {
		r := Projection{low: place(100), cell: place(9)}
		r.prepare()
		crowds, boids := make([]crowd, 1+rng.IntN(cells)), 0
		for k := range crowds {
			crowds[k] = crowd{n: 1 + rng.IntN(50), centre: r.low.Add(place(60))}
			boids += crowds[k].n
		}
		r.computeCorners(crowds, boids, nil)
		plain := slices.Clone(r.corners)
		for z := range cellsZ + 1 {
			for y := range cellsY + 1 {
				for x := range cellsX + 1 {
					at := vec.Vec{X: r.low.X + r.cell.X*float32(x), Y: r.low.Y + r.cell.Y*float32(y), Z: r.low.Z + r.cell.Z*float32(z)}
					want := meanPull(crowds, at, r.cell)
					if got := plain[(z*(cellsY+1)+y)*(cellsX+1)+x]; wide(got).Sub(want).Length() > 1e-5 {
						t.Fatalf("m at corner %d, %d, %d is %v, want %v", x, y, z, got, want)
					}
				}
			}
		}
		if attract := lanes.Fast().Attract; attract != nil {
			if r.computeCorners(crowds, boids, attract); !slices.Equal(r.corners, plain) {
				t.Fatal("the kernel and the plain code differ")
			}
		}
	}
}

// The kernel adds the same bits as the formula.
func TestProjectionKernel(t *testing.T) {
	kernels := lanes.Fast()
	rng := rand.New(rand.NewPCG(9, 10))
	place := func(size float32) vec.Vec {
		return vec.Vec{X: size * (2*rng.Float32() - 1), Y: size * (2*rng.Float32() - 1), Z: size * (2*rng.Float32() - 1)}
	}
	for _, floor := range []float32{0, 0.6, 1} {
		r := &Projection{Gain: 11, gain: 7, Floor: floor, Match: 1.8, mean: place(10), low: place(50), cell: vec.Vec{X: 7, Y: 3, Z: 1.1}}
		r.prepare()
		for k := range r.corners {
			r.corners[k] = place(1.5)
		}
		r.setField()
		kernel := r.Kernel(&kernels)
		if kernel == nil {
			t.Skip("this machine has no kernels")
		}
		b := &lanes.Block{N: lanes.Size - 3, Seen: lanes.MakeSeen()}
		for _, v := range []*lanes.Vec{&b.Pos, &b.Vel} {
			v.Resize(lanes.Size)
		}
		var want [lanes.Size]vec.Vec
		pulled := 0
		for i := range b.N {
			half := vec.Vec{X: r.cell.X * cellsX / 2, Y: r.cell.Y * cellsY / 2, Z: r.cell.Z * cellsZ / 2}
			in := place(1)
			b.Pos.Set(i, r.low.Add(half).Add(vec.Vec{X: half.X * in.X, Y: half.Y * in.Y, Z: half.Z * in.Z}))
			b.Vel.Set(i, place(15))
			b.Steer.Set(i, place(1))
			steer := r.Steer(&flock.Self{Pos: b.Pos.At(i), Vel: b.Vel.At(i)})
			if want[i] = b.Steer.At(i).Add(steer); steer != (vec.Vec{}) {
				pulled++
			}
		}
		var terms lanes.Terms
		r.Terms(&terms)
		kernel(b, &terms)
		for i := range b.N {
			if got := b.Steer.At(i); got != want[i] {
				t.Fatalf("floor %v, boid %d: %v, want %v", floor, i, got, want[i])
			}
		}
		if pulled == 0 {
			t.Errorf("floor %v: no boid is pulled", floor)
		}
	}
}

func wide(a vec.Vec) vec.Vec64 { return vec.Vec64{float64(a.X), float64(a.Y), float64(a.Z)} }

// meanPull returns m at a place, by the formula in the comment of Projection.
func meanPull(crowds []crowd, at, cell vec.Vec) (m vec.Vec64) {
	boids := 0
	for _, c := range crowds {
		to, width := wide(c.centre).Sub(wide(at)), wide(cell).Length()/math.Sqrt(12)
		m = m.Add(to.Scale(float64(c.n) / math.Hypot(to.Length(), width)))
		boids += c.n
	}
	return m.Scale(1 / float64(boids))
}

// In a flock of 8·Crowd boids, the gain is divided by the cube root of 8. In a flock of Crowd boids, and if
// Crowd is 0, the gain is unchanged.
func TestProjectionCrowd(t *testing.T) {
	for _, c := range []struct {
		boids, crowd int
		want         float32
	}{{8 * 4000, 4000, 3}, {4000, 4000, 6}, {4000, 4001, 6}, {32000, 0, 6}, {27, 1, 2}} {
		r := Projection{Gain: 6, Crowd: c.crowd}
		if got := r.gainIn(c.boids); math.Abs(float64(got/c.want-1)) > 1e-6 {
			t.Errorf("with %d boids and the crowd %d, the gain is %v, want %v", c.boids, c.crowd, got, c.want)
		}
	}
}
