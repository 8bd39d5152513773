package engine

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// times of keys, unevenly apart.
var keyTimes = []float64{0, 0.7, 1, 2.5, 3.1, 5, 5.4, 8}

// Away from its ends, a path follows a parabola through unevenly spaced keys
// exactly, and an even turn about one axis.
func TestPathFollowsParabolasAndEvenTurns(t *testing.T) {
	axis := mgl32.Vec3{1, 2, -0.5}.Normalize()
	truth := func(s float32) (mgl32.Vec3, mgl32.Quat) {
		return mgl32.Vec3{3 - s, 10 + 2*s - 0.3*s*s, 0.5 * s * s}, mgl32.QuatRotate(0.9*s, axis)
	}
	var p Path
	for _, at := range keyTimes {
		eye, turn := truth(float32(at))
		if len(p.Keys)%2 == 1 {
			turn = turn.Scale(-1) // the same rotation
		}
		p.Put(Key{Seconds: at, Eye: eye, Rotation: turn, FovY: 1})
	}
	for s := 0.7; s < 5.4; s += 0.05 {
		eye, turn := truth(float32(s))
		v := p.View(s)
		if !near3(v.Eye, eye, 1e-3) {
			t.Errorf("at %.2f s: the eye is at %v, want %v", s, v.Eye, eye)
		}
		if d := abs(v.Rotation.Dot(turn)); d < 1-1e-4 {
			t.Errorf("at %.2f s: the rotation is off by %v", s, 1-d)
		}
	}
}

// No speed jumps at a key: those before and after it agree, for keys anyhow.
func TestPathIsSmoothAtItsKeys(t *testing.T) {
	for _, aimed := range []bool{false, true} {
		p := Path{Aimed: aimed}
		for i, at := range keyTimes {
			x := float32(i)
			p.Put(Key{
				Seconds: at, Eye: mgl32.Vec3{10 * sin(5*x), 10 + 4*sin(9*x), 12 * sin(7*x)},
				Rotation: flatView(mgl32.Vec3{}, 2*sin(3*x), sin(11*x)).Rotation,
				Target:   mgl32.Vec3{40 + 5*sin(4*x), 12, -30 + 8*sin(6*x)}, Roll: sin(2 * x), FovY: 0.8 + 0.2*sin(x),
			})
		}
		const h = 3e-3
		for _, at := range keyTimes[1 : len(keyTimes)-1] {
			a, b, c := p.View(at-h), p.View(at), p.View(at+h)
			before, after := b.Eye.Sub(a.Eye).Mul(1/h), c.Eye.Sub(b.Eye).Mul(1/h)
			if d := after.Sub(before).Len(); d > 0.12*(before.Len()+5) {
				t.Errorf("aimed %v, at %v s: velocity %v becomes %v", aimed, at, before, after)
			}
			turn := func(a, b View) mgl32.Vec3 {
				return b.Rotation.Rotate(spin(&Key{Rotation: a.Rotation}, &Key{Rotation: b.Rotation})).Mul(1 / h)
			}
			if w, v := turn(a, b), turn(b, c); v.Sub(w).Len() > 0.12*(w.Len()+1) {
				t.Errorf("aimed %v, at %v s: it turns by %v and then by %v", aimed, at, w, v)
			}
		}
	}
}

// A path goes through its keys, rests before and after them, and holds still
// until a cut.
func TestPathKeysRestsAndCuts(t *testing.T) {
	var p Path
	for i, at := range keyTimes {
		p.Put(Key{Seconds: at, Eye: mgl32.Vec3{float32(i), 10, 0}, Rotation: mgl32.QuatIdent(), FovY: 1, Cut: i == 3})
	}
	p.Put(Key{Seconds: 1, Eye: mgl32.Vec3{2, 11, 0}, Rotation: mgl32.QuatIdent(), FovY: 1})
	for _, c := range []struct{ at, x, y float64 }{
		{-5, 0, 10}, {0, 0, 10}, {0.7, 1, 10}, {1, 2, 11}, {2.4999, 2, 11}, {2.5, 3, 10}, {5, 5, 10}, {8, 7, 10}, {100, 7, 10},
	} {
		if got := p.View(c.at).Eye; !near3(got, mgl32.Vec3{float32(c.x), float32(c.y), 0}, 1e-4) {
			t.Errorf("at %v s the eye is at %v, want %v %v", c.at, got, c.x, c.y)
		}
	}
}

// An aimed path has its target in the middle of the picture, upright or rolled
// to the right by what it says.
func TestAimedPathLooksAtItsTarget(t *testing.T) {
	p := Path{Aimed: true, Keys: []Key{{Eye: mgl32.Vec3{10, 5, 3}, Target: mgl32.Vec3{-4, 9, 20}, Roll: 0.4, FovY: 1}}}
	v := p.View(0)
	x, y, _, ok := v.Project(p.Keys[0].Target, 1000, 1000)
	if !ok || abs(x-500) > 0.1 || abs(y-500) > 0.1 {
		t.Errorf("the target is seen at %v %v (%v)", x, y, ok)
	}
	up := v.Rotation.Inverse().Rotate(mgl32.Vec3{0, 1, 0}) // as the camera sees it
	if lean := atan2(-up[0], up[1]); abs(lean-0.4) > 0.01 {
		t.Errorf("a camera rolled clockwise by 0.4 sees upright things lean to the left by %v", lean)
	}
}
