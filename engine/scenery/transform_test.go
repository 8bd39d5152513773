package scenery

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/around"

	"skein/flock/vec"
)

// Converting angles to a rotation and back gives the same rotation, even in gimbal lock. Package
// flock converts angles in the same way.
func TestAngleConversion(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for k := range 300 {
		d := vec.Vec{X: rng.Float32()*180 - 90, Y: rng.Float32()*360 - 180, Z: rng.Float32()*360 - 180}
		if k%5 == 0 {
			d.X = []float32{-90, 90}[k/5%2]
		}
		q := toQuat(d)
		second := toQuat(toDegrees(q))
		o := around.Obstacle{Shape: "box", Turn: d, Size: vec.Vec{X: 1, Y: 1, Z: 1}}
		for axis := range 3 {
			var v mgl32.Vec3
			v[axis] = 1
			if a, b := q.Rotate(v), second.Rotate(v); a.Sub(b).Len() > 2e-3 {
				t.Fatalf("%v: axis %d is rotated to %v, but to %v after the conversion and back", d, axis, a, b)
			}
			if a, b := q.Rotate(v), o.Matrix().Mul4x1(v.Vec4(0)).Vec3(); a.Sub(b).Len() > 1e-4 {
				t.Fatalf("%v: axis %d is rotated to %v, but by package flock to %v", d, axis, a, b)
			}
		}
	}
}

func TestTransform(t *testing.T) {
	box := around.Obstacle{Name: "a", Shape: "box", At: vec.Vec{X: 1, Y: 2, Z: 3}, Size: vec.Vec{X: 4, Y: 4, Z: 4}, Turn: vec.Vec{Y: 30}}
	one, none := mgl32.Vec3{1, 1, 1}, mgl32.QuatIdent()
	o := box
	Transform(&o, 0, mgl32.Vec3{0.501, 0, -1}, none, one)
	if o.At != (vec.Vec{X: 1.5, Y: 2, Z: 2}) || o.Turn != box.Turn || o.Size != box.Size {
		t.Errorf("the moved box is %+v, want it at 1.5, 2, 2", o)
	}
	o = box
	Transform(&o, 0, mgl32.Vec3{}, mgl32.QuatRotate(mgl32.DegToRad(15), mgl32.Vec3{0, 1, 0}), one)
	if o.Turn != (vec.Vec{Y: 45}) || o.At != box.At {
		t.Errorf("the turned box is %+v, want a turn of 45° about y", o)
	}
	o = box
	Transform(&o, 0, mgl32.Vec3{}, none, mgl32.Vec3{1, 2.5, 1})
	if o.Size != (vec.Vec{X: 4, Y: 10, Z: 4}) || o.Turn != box.Turn {
		t.Errorf("the scaled box is %+v, want the size 4, 10, 4", o)
	}
	path := around.Path{Points: []vec.Vec{{X: -10}, {X: 10}}}
	p := path
	p.Points = []vec.Vec{{X: -10}, {X: 10}}
	Transform(&p, 0, mgl32.Vec3{0, 5, 0}, mgl32.QuatRotate(mgl32.DegToRad(90), mgl32.Vec3{0, 1, 0}), one)
	if p.Points[0] != (vec.Vec{Y: 5, Z: 10}) || p.Points[1] != (vec.Vec{Y: 5, Z: -10}) {
		t.Errorf("a path that was moved and turned has the points %v, want 0, 5, 10 and 0, 5, -10", p.Points)
	}
	p.Points = []vec.Vec{{X: -10}, {X: 10}}
	Transform(&p, 2, mgl32.Vec3{0, 0, 1}, none, one)
	if p.Points[0] != (vec.Vec{X: -10}) || p.Points[1] != (vec.Vec{X: 10, Z: 1}) {
		t.Errorf("a path with a moved point has the points %v, want -10, 0, 0 and 10, 0, 1", p.Points)
	}
	ball := around.Obstacle{Shape: "sphere", Radius: 2, Height: 10}
	Transform(&ball, 0, mgl32.Vec3{}, none, mgl32.Vec3{1, 3, 1})
	if ball.Radius != 6 {
		t.Errorf("a sphere with radius 2 scaled by 3 has the radius %v, want 6", ball.Radius)
	}
}

func lowest(o *around.Obstacle) float32 {
	s := o.Surface()
	low := s.Vertices[0].Y
	for _, v := range s.Vertices {
		low = min(low, v.Y)
	}
	return low
}

// Obstacles whose size or shape changes stay on the ground, even if they are tilted. The test compares the
// lowest points of their surfaces.
func TestObstaclesGrowFromTheirFoot(t *testing.T) {
	box := around.Obstacle{Shape: "box", At: vec.Vec{X: 3, Y: 6, Z: 1}, Size: vec.Vec{X: 4, Y: 12, Z: 5}, Radius: 2, Height: 7}
	for name, change := range map[string]func(o *around.Obstacle){
		"higher":     func(o *around.Obstacle) { o.Size.Y = 40 },
		"lower":      func(o *around.Obstacle) { o.Size.Y = 2 },
		"cylinder":   func(o *around.Obstacle) { o.Shape = "cylinder" },
		"sphere":     func(o *around.Obstacle) { o.Shape = "sphere" },
		"tilted box": func(o *around.Obstacle) { o.Size = vec.Vec{X: 9, Y: 30, Z: 2} },
		"dragged":    func(o *around.Obstacle) { Transform(o, 0, mgl32.Vec3{}, mgl32.QuatIdent(), mgl32.Vec3{1, 2, 1}) },
	} {
		old := box
		if name == "tilted box" {
			old.Turn = vec.Vec{X: 20, Y: 70, Z: -35}
		}
		o := old
		if change(&o); name != "dragged" {
			KeepFoot(&o, &old)
		}
		if offset := lowest(&o) - lowest(&old); offset > 0.02 || offset < -0.02 {
			t.Errorf("%s: the foot moved by %g m, want 0", name, offset)
		}
	}
	hill := around.Obstacle{Shape: "sphere", At: vec.Vec{Y: -60}, Radius: 80}
	wide := hill
	wide.Radius = 90
	if KeepFoot(&wide, &hill); wide.At != hill.At {
		t.Errorf("a hill that grows moves to %v, want %v", wide.At, hill.At)
	}
}

func TestHandlePlace(t *testing.T) {
	o := around.Obstacle{Shape: "box", At: vec.Vec{Y: 20}, Size: vec.Vec{X: 4, Y: 40, Z: 4}}
	pivot := mgl32.Vec3{0, 20, 0}
	for _, c := range []struct{ from, to, want float32 }{{0, 40, 20}, {30, 60, 30}, {-20, 9, 9}, {50, 60, 20}} {
		pos := HandlePlace(&o, pivot, 40, func(p mgl32.Vec3) bool { return p[1] >= c.from && p[1] <= c.to })
		if pos[0] != 0 || pos[2] != 0 || pos[1] < c.want-1 || pos[1] > c.want+1 {
			t.Errorf("if the picture shows %g to %g m, the handles are at %v, want a height of %g", c.from, c.to, pos, c.want)
		}
	}
}
