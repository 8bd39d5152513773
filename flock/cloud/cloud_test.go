package cloud

import (
	"math"
	"testing"

	"skein/flock/vec"
)

// The second moments of the shapes are known: r²/5 along each axis of a ball, r²/3 of a cube, and r²/4 of a
// normal distribution with the spread r/2.
func TestSecondMoments(t *testing.T) {
	const n, r = 20_000, 6.
	for shape, want := range map[Shape]float64{Ball: r * r / 5, Box: r * r / 3, Blob: r * r / 4} {
		c := Placement{Start: Start{Shape: shape, Radius: r}, Seed: 3, Boids: n, Middle: vec.Vec{X: 10, Y: 20, Z: -30}}
		var sum, squares [3]float64
		for id := range n {
			pos, _ := c.Place(id)
			for k, x := range pos.Sub(c.Middle).Floats() {
				sum[k] += float64(x)
				squares[k] += float64(x) * float64(x)
			}
		}
		for k := range sum {
			// five standard errors of the mean, and of the mean square, whose relative error is below 1.5/√n
			if mean, far := sum[k]/n, 5*math.Sqrt(want/n); math.Abs(mean) > far {
				t.Errorf("%s: the mean along axis %d is %.3f m, want 0 ± %.3f", Shapes()[shape], k, mean, far)
			}
			if got := squares[k] / n; math.Abs(got/want-1) > 5*1.5/math.Sqrt(n) {
				t.Errorf("%s: the mean square along axis %d is %.3f m², want %.3f", Shapes()[shape], k, got, want)
			}
		}
	}
}

// A roomy ball has the volume 1.8 m³ per boid. A roomy lens has 2.3 m³, and is three times as wide as high.
func TestRoomyClouds(t *testing.T) {
	for shape, perBoid := range map[Shape]float64{Ball: 1.8, Lens: 2.3} {
		for _, n := range []int{1, 100, 5000} {
			c := Placement{Start: Start{Shape: shape, Roomy: true, Radius: 1}, Boids: n}
			size := c.size()
			if got, want := 4./3*math.Pi*float64(size.X)*float64(size.Y)*float64(size.Z), perBoid*float64(n); math.Abs(got/want-1) > 1e-5 {
				t.Errorf("%s: %d boids have %.4f m³, want %.4f", Shapes()[shape], n, got, want)
			}
			if shape == Lens && math.Abs(float64(size.X/size.Y)-3) > 1e-5 {
				t.Errorf("lens: the size is %v, want three times as wide as high", size)
			}
		}
	}
}

func TestPlaceGroups(t *testing.T) {
	c := Placement{
		Start: Start{Groups: []Group{
			{Count: 10, Place: vec.Vec{X: 100}, Radius: 4, Heading: 90, Speed: 7},
			{Share: 0.25, Radius: 2}, {Share: 0.75, Place: vec.Vec{Z: -50}, Radius: 3},
		}},
		Seed: 1, Boids: 50, Middle: vec.Vec{Y: 30},
	}
	from := []int{0, 10, 20, 50} // the 40 boids that are left are shared 1 : 3
	next := 0
	n := c.PlaceGroups(func(id int, pos, vel vec.Vec) {
		if id != next {
			t.Fatalf("boid %d is placed, want boid %d", id, next)
		}
		next++
		k := 0
		for id >= from[k+1] {
			k++
		}
		g := c.Groups[k]
		if away := pos.Sub(c.Middle).Sub(g.Place).Length(); away > g.Radius*1.001 {
			t.Errorf("boid %d is %.2f m from the centre of group %d, which has the radius %.2f m", id, away, k+1, g.Radius)
		}
		if want := (vec.Vec{X: 7}); id < 10 && vel.Sub(want).Length() > 1e-5 {
			t.Errorf("boid %d has the velocity %v, want %v", id, vel, want)
		}
	})
	if n != 50 || next != 50 {
		t.Errorf("%d boids are placed, and the result is %d; want 50", next, n)
	}
}

// In a plane, all boids are placed at the height of the middle.
func TestPlane(t *testing.T) {
	c := Placement{Start: Start{Shape: Blob, Radius: 5, Speed: 3, Disorder: 1, Groups: []Group{{Count: 20, Radius: 9}}}, Boids: 60, Plane: true, Middle: vec.Vec{Y: 2}}
	check := func(id int, pos, vel vec.Vec) {
		if pos.Y != 2 || vel.Y != 0 {
			t.Errorf("boid %d is at %v with the velocity %v, want the height 2 m and a level course", id, pos, vel)
		}
	}
	for id := c.PlaceGroups(check); id < c.Boids; id++ {
		pos, vel := c.Place(id)
		check(id, pos, vel)
		if other, offset := c.Beside(id, 20); other < 0 || other >= 20 || offset.Y != 0 {
			t.Errorf("boid %d joins boid %d at the offset %v, want one of 20 boids and a level offset", id, other, offset)
		}
	}
}
