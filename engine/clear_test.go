package engine

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// A camera never is in a tower, nor nearer to it than its room, and is left alone where
// there is nothing.
func TestCamerasStayOut(t *testing.T) {
	var around flock.Surroundings
	box := around.Add("obstacle").(*flock.Obstacle)
	box.Shape, box.At, box.Size = "box", flock.Vec{Y: 10}, flock.Vec{X: 8, Y: 20, Z: 6}
	ball := around.Add("obstacle").(*flock.Obstacle)
	ball.Shape, ball.At, ball.Radius = "sphere", flock.Vec{X: 30, Y: 8}, 5
	var things Things
	things.show(&around)
	rng := rand.New(rand.NewPCG(3, 4))
	moved := 0
	for range 4000 {
		eye := mgl32.Vec3{rng.Float32()*60 - 15, rng.Float32() * 25, rng.Float32()*30 - 15}
		got := things.clear(eye)
		outside := func(p mgl32.Vec3) float64 { // m from the nearer of both, negative inside
			q := mgl32.Vec3{abs(p[0]) - 4, abs(p[1]-10) - 10, abs(p[2]) - 3}
			beyond := mgl32.Vec3{max(q[0], 0), max(q[1], 0), max(q[2], 0)}.Len()
			box := float64(beyond + min(max(q[0], q[1], q[2]), 0))
			return min(box, float64(p.Sub(mgl32.Vec3{30, 8, 0}).Len())-5)
		}
		if d := outside(got); d < room-0.05 { // the ball has facets
			t.Fatalf("a camera at %v is put at %v, %v m from what stands", eye, got, d)
		}
		if outside(eye) > room+0.05 && got != eye {
			t.Fatalf("a camera at %v, %v m away, is put at %v", eye, outside(eye), got)
		}
		if got != eye {
			moved++
		}
	}
	if moved < 100 {
		t.Errorf("only %d were moved", moved)
	}
}

// Over land a camera stays above it, whatever its mode; free flight goes on from there.
func TestCamerasStayAboveTheLand(t *testing.T) {
	const n = 33
	heights := make([]float32, n*n)
	for k := range heights {
		heights[k] = float32(k%n) / (n - 1) // a slope that rises along x, from -100 to 100 m
	}
	mesh, err := flock.NewRelief(n, n, heights)
	if err != nil {
		t.Fatal(err)
	}
	s := smallStudio(t)
	all, name := s.Added("obstacle", "")
	land := all.Thing(name).(*flock.Obstacle)
	land.Shape, land.File, land.At, land.Size, land.Height, land.Mesh = "terrain", "a.png", flock.Vec{}, flock.Vec{X: 200, Y: 1, Z: 200}, 40, mesh
	s.surround(all)
	slope := func(p mgl32.Vec3) float32 { return (p[0] + 100) / 5 }
	for _, m := range []Mode{Orbit, Fly, Auto} {
		c := s.Controls
		c.Camera.Mode = m
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
		for k := range 60 {
			s.Rig.Elevation, s.Rig.Azimuth = -0.6, float32(k)*2*math.Pi/60
			s.Rig.Pos = mgl32.Vec3{70 * float32(math.Cos(float64(k))), 3, 70 * float32(math.Sin(float64(k)))}
			eye := s.Frame(image.Pt(320, 180), 0.5, Drive{}).View.Eye
			if abs(eye[0]) < 99 && abs(eye[2]) < 99 && eye[1] < slope(eye)+room-0.01 {
				t.Fatalf("%v: the camera is at %v, the land %v m high", m, eye, slope(eye))
			}
			if m == Fly && s.Rig.Pos != eye {
				t.Fatalf("free flight goes on from %v, not from %v", s.Rig.Pos, eye)
			}
		}
	}
}
