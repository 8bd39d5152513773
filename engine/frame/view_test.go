package frame

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestViewMatrix(t *testing.T) {
	eye := mgl32.Vec3{1, 2, 3}
	v := View{Eye: eye, Rotation: LookAt(eye, eye.Add(mgl32.Vec3{10, 0, 0}), mgl32.Vec3{0, 1, 0})}
	got := mgl32.TransformCoordinate(mgl32.Vec3{5, 2, 3}, v.Matrix())
	if got.Sub(mgl32.Vec3{0, 0, -4}).Len() > 1e-5 {
		t.Errorf("a point 4 m ahead is at %v, want 0, 0, -4", got)
	}
	got = mgl32.TransformCoordinate(mgl32.Vec3{1, 2, 5}, v.Matrix())
	if got.Sub(mgl32.Vec3{2, 0, 0}).Len() > 1e-5 {
		t.Errorf("a point 2 m to the right is at %v, want 2, 0, 0", got)
	}
}

func TestProjectAgreesWithMatrices(t *testing.T) {
	v := View{
		Eye: mgl32.Vec3{3, 5, -2}, Rotation: mgl32.QuatRotate(0.7, mgl32.Vec3{0, 1, 0}).Mul(mgl32.QuatRotate(-0.3, mgl32.Vec3{1, 0, 0})),
		FovY: 0.9, Near: 0.15, Far: 4000, Hide: -1,
	}
	m := v.Projection(1280.0 / 720).Mul4(v.Matrix())
	for _, p := range []mgl32.Vec3{{-10, 3, -20}, {-20, 9, -25}, {-13, 0.5, -9}} {
		clip := m.Mul4x1(p.Vec4(1))
		wantX := (clip[0]/clip[3] + 1) / 2 * 1280
		wantY := (1 - clip[1]/clip[3]) / 2 * 720
		x, y, _, ok := v.Project(p, 1280, 720)
		if !ok || mgl32.Abs(x-wantX) > 0.05 || mgl32.Abs(y-wantY) > 0.05 {
			t.Errorf("the point %v is seen at %v, %v (in view: %v), want %v, %v", p, x, y, ok, wantX, wantY)
		}
	}
	if _, _, _, ok := v.Project(v.Eye.Sub(v.Forward().Mul(5)), 1280, 720); ok {
		t.Error("a point behind the camera is in view, want not")
	}
}

func TestPick(t *testing.T) {
	v := View{Eye: mgl32.Vec3{0, 10, 0}, Rotation: mgl32.QuatIdent(), FovY: 1, Near: 0.15, Far: 4000, Hide: -1}
	birds := []Bird{{Pos: mgl32.Vec3{0, 10, -50}, Span: 0.4}, {Pos: mgl32.Vec3{2, 10, -10}, Span: 0.4}, {Pos: mgl32.Vec3{0, 10, 20}, Span: 0.4}}
	for want := range 2 {
		x, y, _, _ := v.Project(birds[want].Pos, 800, 600)
		if got := Pick(v, 800, 600, birds, x+3, y-2, 10); got != want {
			t.Errorf("Pick returns bird %d, want %d", got, want)
		}
	}
	if got := Pick(v, 800, 600, birds, 100, 100, 10); got != -1 {
		t.Errorf("Pick returns bird %d in the empty sky, want none", got)
	}
	v.Hide = 0
	if got := Pick(v, 800, 600, birds, 400, 300, 10); got != -1 {
		t.Errorf("Pick returns bird %d, which is hidden", got)
	}
}

// The test looks through different points of a lens. Objects in the plane of focus stay in place. Other
// objects cover a disc, whose size follows from the thin lens formula.
func TestThinLens(t *testing.T) {
	const width, height, focus, diameter = 640, 360, 12, 0.3
	v := View{Eye: mgl32.Vec3{3, 4, 5}, Rotation: mgl32.QuatRotate(0.7, mgl32.Vec3{0.3, 1, 0.2}.Normalize()), FovY: 0.9, Near: 0.1, Far: 500}
	pointAt := func(d, right, up float32) mgl32.Vec3 { return v.Eye.Add(v.Rotation.Rotate(mgl32.Vec3{right, up, -d})) }
	seen := func(v View, p mgl32.Vec3) mgl32.Vec2 {
		x, y, _, ok := v.Project(p, width, height)
		c := v.Projection(float32(width) / height).Mul4(v.Matrix()).Mul4x1(p.Vec4(1))
		drawn := mgl32.Vec2{(c[0]/c[3] + 1) * width / 2, (1 - c[1]/c[3]) * height / 2}
		if !ok || drawn.Sub(mgl32.Vec2{x, y}).Len() > 2e-2 {
			t.Fatalf("the point %v is projected to %v, %v, but drawn at %v", p, x, y, drawn)
		}
		return drawn
	}
	// A lens of focal length f is at the distance s from the film, which is as high as the picture.
	// The image of an object at the distance d is sharp at f·d/(d-f) behind the lens.
	const f = 0.05
	s := f * focus / (focus - f)
	pixel := 2 * s * math.Tan(0.9/2) / height // height of a pixel on the film, m
	for _, d := range []float64{2, 7, 12, 40, 400} {
		image := f * d / (d - f)
		want := diameter * math.Abs(s-image) / image / pixel
		p := pointAt(float32(d), 0.3*float32(d), -0.2*float32(d))
		got := float64(seen(v.ShiftToLens(mgl32.Vec2{diameter / 2, 0}, focus), p).Sub(seen(v.ShiftToLens(mgl32.Vec2{-diameter / 2, 0}, focus), p)).Len())
		down := float64(seen(v.ShiftToLens(mgl32.Vec2{0, diameter / 2}, focus), p).Sub(seen(v.ShiftToLens(mgl32.Vec2{0, -diameter / 2}, focus), p)).Len())
		if math.Abs(got-want) > 0.02+0.005*want || math.Abs(down-want) > 0.02+0.005*want {
			t.Errorf("at %g m the circle of confusion is %.3f by %.3f pixels wide, want %.3f", d, got, down, want)
		}
	}
}

// [View.Project] is the inverse of [View.Ray], even if the view is rotated and shifted.
func TestRayIsProjectedBack(t *testing.T) {
	v := View{Eye: mgl32.Vec3{3, 10, 5}, Rotation: mgl32.QuatRotate(0.7, mgl32.Vec3{1, 2, 0.5}.Normalize()), FovY: 0.8, Near: 0.1, Shift: mgl32.Vec2{0.1, -0.05}}
	for _, at := range [][2]float32{{0, 0}, {40, 130}, {319, 10}} {
		x, y, depth, ok := v.Project(v.Eye.Add(v.Ray(at[0], at[1], 320, 180).Mul(7)), 320, 180)
		if !ok || mgl32.Abs(x-at[0]) > 1e-2 || mgl32.Abs(y-at[1]) > 1e-2 || mgl32.Abs(depth-7) > 1e-4 {
			t.Errorf("the ray through %v comes back at %v, %v at a depth of %v m, want 7 m", at, x, y, depth)
		}
	}
}
