package scenery

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/flock/around"

	"skein/flock/vec"
)

func TestCamerasStayOut(t *testing.T) {
	var surroundings around.Surroundings
	box := surroundings.Add("obstacle").(*around.Obstacle)
	box.Shape, box.At, box.Size = "box", vec.Vec{Y: 10}, vec.Vec{X: 8, Y: 20, Z: 6}
	ball := surroundings.Add("obstacle").(*around.Obstacle)
	ball.Shape, ball.At, ball.Radius = "sphere", vec.Vec{X: 30, Y: 8}, 5
	var things Scenery
	things.Update(&surroundings)
	rng := rand.New(rand.NewPCG(3, 4))
	moved := 0
	for range 4000 {
		eye := mgl32.Vec3{rng.Float32()*60 - 15, rng.Float32() * 25, rng.Float32()*30 - 15}
		got := things.KeepOut(eye)
		outside := func(p mgl32.Vec3) float64 { // distance to the nearer solid, m; negative inside
			q := mgl32.Vec3{num.Abs(p[0]) - 4, num.Abs(p[1]-10) - 10, num.Abs(p[2]) - 3}
			beyond := mgl32.Vec3{max(q[0], 0), max(q[1], 0), max(q[2], 0)}.Len()
			box := float64(beyond + min(max(q[0], q[1], q[2]), 0))
			return min(box, float64(p.Sub(mgl32.Vec3{30, 8, 0}).Len())-5)
		}
		if d := outside(got); d < Clearance-0.05 { // the facets of the sphere are flat, so some are nearer than its radius
			t.Fatalf("a camera at %v is moved to %v, only %v m from a solid", eye, got, d)
		}
		if outside(eye) > Clearance+0.05 && got != eye {
			t.Fatalf("a camera at %v, %v m from a solid, is moved to %v", eye, outside(eye), got)
		}
		if got != eye {
			moved++
		}
	}
	if moved < 100 {
		t.Errorf("only %d cameras were moved, want at least 100", moved)
	}
}
