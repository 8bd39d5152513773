package metrics

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// corners returns a flock with a boid at each corner of a box with the half sides x, y and z, rotated about
// Z.
func corners(x, y, z, angle float64, middle mgl32.Vec3) *flock.Snapshot {
	s := &flock.Snapshot{}
	sin, cos := math.Sincos(angle)
	for k := range 8 {
		sign := func(bit int) float64 { return float64(k>>bit&1)*2 - 1 }
		a, b := sign(0)*x, sign(1)*y
		p := mgl32.Vec3{float32(a*cos - b*sin), float32(a*sin + b*cos), float32(sign(2) * z)}
		s.Pos = append(s.Pos, p.Add(middle))
	}
	return s
}

// The ellipsoid's diameters are 2√5 times the half sides of a box, because the variances of its corners are
// their squares.
func TestShape(t *testing.T) {
	for name, c := range map[string]struct {
		s       *flock.Snapshot
		gravity float64
	}{
		"lies flat":     {corners(5.6, 1, 2.8, 0, mgl32.Vec3{40, 10, -7}), 1},
		"stands":        {corners(1, 5.6, 2.8, 0, mgl32.Vec3{}), 0},
		"tilted by 60°": {corners(5.6, 1, 2.8, math.Pi/3, mgl32.Vec3{0, 100, 0}), 0.5},
	} {
		t.Run(name, func(t *testing.T) {
			shape := ShapeOf(c.s)
			for k, half := range []float64{1, 2.8, 5.6} {
				if math.Abs(shape.Axes[k]-2*math.Sqrt(5)*half) > 1e-4 {
					t.Errorf("axis %d has the length %v, want %v", k, shape.Axes[k], 2*math.Sqrt(5)*half)
				}
			}
			if math.Abs(shape.Gravity-c.gravity) > 1e-5 {
				t.Errorf("gravity is %v, want %v", shape.Gravity, c.gravity)
			}
			if got, want := Measure(c.s, 1).Value("spread"), math.Sqrt(1+2.8*2.8+5.6*5.6); math.Abs(got-want) > 1e-5 {
				t.Errorf("spread is %v, want half of the diagonal, %v", got, want)
			}
		})
	}
}

// A uniformly filled ellipsoid is its own shape, with the right density.
func TestShapeOfEllipsoid(t *testing.T) {
	s := &flock.Snapshot{}
	const step = 0.25
	for x := -10.0; x <= 10; x += step {
		for y := -2.0; y <= 2; y += step {
			for z := -5.0; z <= 5; z += step {
				if x*x/100+y*y/4+z*z/25 <= 1 {
					s.Pos = append(s.Pos, mgl32.Vec3{float32(x), float32(y), float32(z)})
				}
			}
		}
	}
	shape, m := ShapeOf(s), Measure(s, 0.1)
	for k, want := range []float64{4, 10, 20} {
		if math.Abs(shape.Axes[k]-want) > 0.02*want {
			t.Errorf("axis %d has the length %v, want %v", k, shape.Axes[k], want)
		}
	}
	if want := 1 / (step * step * step); math.Abs(m.Value("ellipsoid_density")-want) > 0.03*want {
		t.Errorf("the density is %v, want %v", m.Value("ellipsoid_density"), want)
	}
	if math.Abs(m.Value("width_ratio")-2.5) > 0.05 || math.Abs(m.Value("length_ratio")-5) > 0.1 {
		t.Errorf("the axes are 1 : %v : %v, want 1 : 2.5 : 5", m.Value("width_ratio"), m.Value("length_ratio"))
	}
}

func TestFlatShape(t *testing.T) {
	s := corners(3, 0, 1, 0, mgl32.Vec3{0, 7, 0})
	shape, m := ShapeOf(s), Measure(s, 1)
	if shape.Axes[0] != 0 || shape.Volume() != 0 || !math.IsNaN(m.Value("ellipsoid_density")) || !math.IsNaN(m.Value("width_ratio")) || !math.IsNaN(m.Value("length_ratio")) {
		t.Errorf("%+v, %+v", shape, m)
	}
	if math.Abs(shape.Gravity-1) > 1e-9 || math.Abs(shape.Axes[2]-6*math.Sqrt(5)) > 1e-9 {
		t.Errorf("%+v", shape)
	}
}
