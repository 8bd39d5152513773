package camera

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/look"
	"skein/flock/vec"
)

// The live camera frames a sample of a large flock. No boid is outside the picture, and at most one in 1000
// is in the margin that Fill leaves.
func TestSampleOfALargeFlockIsFramed(t *testing.T) {
	boids := make([]flock.Boid, 30_000)
	for k := range boids {
		p := vec.InBall(1, k, 2000, 0)
		boids[k] = flock.Boid{Pos: mgl32.Vec3{60 * p.X, 80 + 20*p.Y, 60 * p.Z}, Vel: mgl32.Vec3{1e-3, 0, 0}, Up: mgl32.Vec3{0, 1, 0}}
	}
	var g LiveMotion
	r := NewRig()
	r.Mode, r.Aspect = look.Auto, 16./9
	c := onlyFlock(boids, 0.4)
	g.Update(c, -1, 1./30)
	v := r.Update(1./30, Drive{}, NewSubject(c, -1, &g))
	outside, farthest := 0, 0.0
	for k := range boids {
		x, y, _, _ := v.Project(boids[k].Pos, 1600, 900)
		offset := max(math.Abs(float64(x)-800)/800, math.Abs(float64(y)-450)/450)
		farthest = max(farthest, offset)
		if offset > float64(r.Fill) {
			outside++
		}
	}
	if outside > len(boids)/1000 || farthest > 1 {
		t.Errorf("%d of %d boids are outside the share %v of the picture, the farthest at %.2f; want one in 1000, and at most 1", outside, len(boids), r.Fill, farthest)
	}
}
