//go:build cgo && !nowindow && linux

package program

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/fly"
	"skein/flock/around"

	"skein/flock/scenario"
	"skein/flock/vec"
)

// The test adds a thing, selects it in the picture and drags it by its handle. Then it scales, duplicates and
// removes the thing, and undoes all of this. The saved scene contains the same things as the window.
func TestWindowThings(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	scene := filepath.Join(t.TempDir(), "yard.toml")
	text := `version = 1
warm_up = 0.0
[params]
count = 3
[camera]
mode = "orbit"
target = [0.0, 10.0, 0.0]
distance = 70.0
elevation = 20.0
azimuth = 0.0
[[obstacle]]
name = "tower"
shape = "box"
at = [-12.0, 10.0, 0.0]
size = [8.0, 20.0, 8.0]
`
	if err := os.WriteFile(scene, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p := launch(t, scene, "--size", "1200x860")
	p.key("space")
	p.settle()
	saved := func() *scenario.Scenario {
		t.Helper()
		p.waitFrames(3)
		p.save()
		s, err := scenario.Load(scene)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	tower := func() *around.Obstacle {
		t.Helper()
		o, ok := saved().Surroundings.Thing("tower").(*around.Obstacle)
		if !ok {
			t.Fatal("the tower is gone")
		}
		return o
	}

	p.click(p.pointOf("tab.Scene", 0.5, 0.5))
	p.click(p.pointAt(mgl32.Vec3{-12, 12, 4})) // a point on a face of the obstacle
	p.wait("the tower selected", func(l *fly.LogLine) bool { return l.Thing == "tower" })

	// drag moves the thing by dragging the handle of an axis. The movement is in m.
	drag := func(axis string, movement mgl32.Vec3) {
		t.Helper()
		p.waitFrames(3)
		x, y := p.pointOf("handle.axis."+axis, 0.5, 0.5)
		at := mgl32.Vec3{-12, 10, 0}
		fx, fy := p.pixel(at)
		tx, ty := p.pixel(at.Add(movement))
		p.moveTo(x, y)
		p.xdotool("mousedown", "1")
		p.waitFrames(2)
		const steps = 6
		for k := 1; k <= steps; k++ {
			share := float64(k) / steps
			p.moveTo(offset(x, share*(tx-fx)), offset(y, share*(ty-fy)))
		}
		p.xdotool("mouseup", "1")
		p.waitFrames(2)
	}
	drag("x", mgl32.Vec3{10, 0, 0})
	if at := tower().At; math.Abs(float64(at.X+2)) > 0.5 || at.Y != 10 || at.Z != 0 {
		t.Errorf("dragged by 10 m along x from -12, 10, 0, the tower is at %v, want -2, 10, 0", at)
	}
	p.key("ctrl+z")
	if at := tower().At; at != (vec.Vec{X: -12, Y: 10}) {
		t.Errorf("after undo of the whole drag, the tower is at %v, want -12, 10, 0", at)
	}
	p.key("ctrl+y")
	if at := tower().At; math.Abs(float64(at.X+2)) > 0.5 {
		t.Errorf("after redo, the tower is at %v, want x = -2", at)
	}
	p.key("ctrl+z")

	p.key("r") // R scales, because an object is selected
	drag("y", mgl32.Vec3{0, 5, 0})
	if size := tower().Size; size.Y < 22 || size.X != 8 || size.Z != 8 {
		t.Errorf("scaled along y, the tower's size is %v, want 8, at least 22, 8", size)
	}
	if o := tower(); math.Abs(float64(o.At.Y-o.Size.Y/2)) > 0.02 {
		t.Errorf("scaled along y, the foot of the tower is at %g m, want 0", o.At.Y-o.Size.Y/2)
	}
	p.key("ctrl+z")
	p.key("w")

	p.key("ctrl+d")
	p.wait("a copy selected", func(l *fly.LogLine) bool { return l.Thing == "obstacle-1" })
	p.key("x")
	p.wait("nothing selected", func(l *fly.LogLine) bool { return l.Thing == "" })
	if n := len(saved().Surroundings.Things()); n != 1 {
		t.Errorf("there are %d things after the copy was removed, want 1", n)
	}
	p.key("ctrl+z")
	if s := saved(); len(s.Surroundings.Obstacles) != 2 || s.Surroundings.Obstacles[1].Size != (vec.Vec{X: 8, Y: 20, Z: 8}) {
		t.Errorf("after undo of the removal, the obstacles are %+v, want two of the same size", s.Surroundings.Obstacles)
	}
	p.key("ctrl+z")

	p.click(p.pointOf("add", 0.5, 0.5))
	p.waitFrames(3)
	p.click(p.pointOf("add.path", 0.5, 0.5))
	p.wait("a path selected", func(l *fly.LogLine) bool { return l.Thing == "path-1" })
	s := saved()
	if len(s.Surroundings.Paths) != 1 || len(s.Surroundings.Paths[0].Points) != 4 {
		t.Fatalf("added: %+v", s.Surroundings.Paths)
	}
	point := s.Surroundings.Paths[0].Points[3] // this point is in the middle of the picture, and the others are at its edges
	p.click(p.pointAt(point.Array()))
	p.waitFrames(2)
	p.click(p.pointOf("point.remove", 0.5, 0.5))
	if s := saved(); len(s.Surroundings.Paths[0].Points) != 3 || slices.Contains(s.Surroundings.Paths[0].Points, point) {
		t.Errorf("the path's last point was clicked and removed, but its points are %v", s.Surroundings.Paths[0].Points)
	}
	p.key("Escape")
	p.wait("nothing selected", func(l *fly.LogLine) bool { return l.Thing == "" })
}

func (p *windowDriver) pixel(at mgl32.Vec3) (x, y float64) {
	p.Helper()
	c := p.last.Projection.Mul4(p.last.View).Mul4x1(at.Vec4(1))
	r := p.last.Picture
	return float64(r[0]) + float64(r[2])*float64(1+c[0]/c[3])/2, float64(r[1]) + float64(r[3])*float64(1-c[1]/c[3])/2
}

func (p *windowDriver) pointAt(at mgl32.Vec3) (string, string) {
	x, y := p.pixel(at)
	return offset("0", x), offset("0", y)
}

func offset(from string, distance float64) string {
	n, _ := strconv.Atoi(from)
	return strconv.Itoa(n + int(math.Round(distance)))
}
