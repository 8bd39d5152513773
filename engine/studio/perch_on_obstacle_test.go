package studio

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/flock/around"

	"skein/flock/look"
	"skein/flock/vec"
)

// A perch on an obstacle is drawn along the edge of the obstacle's top. This also holds after the
// obstacle has moved. A click on the line selects the perch.
func TestPerchOnAnObstacleIsDrawn(t *testing.T) {
	s := smallStudio(t)
	size := image.Pt(640, 360)
	s.Frame(size, 0, camera.Drive{})
	s.Controls.Show.Traces, s.Controls.Show.Things, s.Controls.Show.Vision = look.TraceNone, true, false
	v := s.frame.View
	ray := v.Ray(320, 240, size.X, size.Y)
	if ray[1] >= -0.01 {
		ray = mgl32.Vec3{ray[0], -0.3, ray[2]}
	}
	pos := v.Eye.Add(ray.Mul((v.Eye[1] - 1) / -ray[1])) // point that appears at pixel (320, 240), 1 m above the ground

	var things around.Surroundings
	table := things.Add("obstacle").(*around.Obstacle)
	table.Shape, table.At, table.Size = "box", vec.Vec{X: pos[0], Y: 0.5, Z: pos[2]}, vec.Vec{X: 4, Y: 1, Z: 2}
	perch := things.Add("perch").(*around.Perch)
	perch.Obstacle, perch.Spacing = table.Name, 0.25
	drawn := func() (low, high mgl32.Vec3) {
		t.Helper()
		if err := s.Surround(things, Done); err != nil {
			t.Fatal(err)
		}
		s.Frame(size, 0, camera.Drive{})
		var seats []mgl32.Vec3
		for _, p := range s.Shown().Ribbons {
			if p.Pos[1] > 1.04 && p.Pos[1] < 1.06 {
				seats = append(seats, p.Pos)
			}
		}
		if len(seats) < 2*(16+8)-4 {
			t.Fatalf("%d seats are drawn along 12 m, want one every 0.25 m", len(seats))
		}
		low, high = seats[0], seats[0]
		for _, p := range seats {
			for k := range 3 {
				low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
			}
		}
		return low, high
	}
	near := func(a, b mgl32.Vec3) bool { return a.Sub(b).Len() < 0.3 }
	if low, high := drawn(); !near(low, mgl32.Vec3{pos[0] - 2, 1.05, pos[2] - 1}) || !near(high, mgl32.Vec3{pos[0] + 2, 1.05, pos[2] + 1}) {
		t.Errorf("the seats are drawn from %v to %v, but the middle of the table is at %v", low, high, pos)
	}
	s.Frame(size, 0, camera.Drive{})
	x, y, _, ok := s.frame.View.Project(mgl32.Vec3{pos[0] + 2, 1, pos[2]}, size.X, size.Y)
	if !ok {
		t.Fatal("the table is not in the picture")
	}
	if s.Pick(x, y); s.Controls.Thing != perch.Name {
		t.Errorf("a click on the line selects %q, want %s", s.Controls.Thing, perch.Name)
	}
	table = &things.Obstacles[0]
	table.At.X += 5
	if low, _ := drawn(); !near(low, mgl32.Vec3{pos[0] + 3, 1.05, pos[2] - 1}) {
		t.Errorf("after a move by 5 m along x, the seats are drawn from %v, want 5 m further", low)
	}
}
