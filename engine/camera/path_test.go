package camera

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/internal/testflight"
)

// keyTimes contains unevenly spaced times of keys, in s.
var keyTimes = []float64{0, 0.7, 1, 2.5, 3.1, 5, 5.4, 8}

// Except near its ends, a path follows a parabola through unevenly spaced keys exactly. It also follows a
// steady turn exactly: a pan, a tilt beyond the zenith, and a roll.
func TestPathFollowsParabolasAndEvenTurns(t *testing.T) {
	about := func(x, y, z float32) func(angle float32) mgl32.Quat {
		return func(angle float32) mgl32.Quat { return mgl32.QuatRotate(angle, mgl32.Vec3{x, y, z}) }
	}
	pan, tilt, roll := about(0, 1, 0), about(1, 0, 0), about(0, 0, 1)
	for name, turn := range map[string]func(s float32) mgl32.Quat{
		"pan and tilt": func(s float32) mgl32.Quat { return pan(0.9 * s).Mul(tilt(0.9 - 0.3*s)) },
		"loop":         func(s float32) mgl32.Quat { return pan(2).Mul(tilt(1.1 * s)) },
		"roll":         func(s float32) mgl32.Quat { return pan(-1).Mul(tilt(-0.4)).Mul(roll(0.8 * s)) },
		"all":          func(s float32) mgl32.Quat { return pan(-0.8 * s).Mul(tilt(0.4 * s)).Mul(roll(0.5 * s)) },
	} {
		truth := func(s float32) (mgl32.Vec3, mgl32.Quat) {
			return mgl32.Vec3{3 - s, 10 + 2*s - 0.3*s*s, 0.5 * s * s}, turn(s)
		}
		var p Path
		for _, at := range keyTimes {
			eye, turn := truth(float32(at))
			if len(p.Keys)%2 == 1 {
				turn = turn.Scale(-1) // the negative quaternion is the same rotation
			}
			p.SetKey(Key{Seconds: at, Eye: eye, Rotation: turn, FovY: 1})
		}
		for s := 0.7; s < 5.4; s += 0.05 {
			eye, turn := truth(float32(s))
			v := p.View(s)
			if !testflight.Close(v.Eye, eye, 1e-3) {
				t.Errorf("%s at %.2f s: the eye is at %v, want %v", name, s, v.Eye, eye)
			}
			if d := num.Abs(v.Rotation.Dot(turn)); d < 1-1e-5 {
				t.Errorf("%s at %.2f s: the rotation is off by %v", name, s, 1-d)
			}
		}
	}
}

// Between level keys the horizon stays level, for any directions of the keys. At a key with a roll, the
// camera has this roll.
func TestPathKeepsTheHorizonLevel(t *testing.T) {
	var level, rolled Path
	for i, at := range keyTimes {
		x := float32(i)
		back := mgl32.Vec3{sin(5 * x), 1.2 * sin(3*x), sin(7*x + 1)}.Normalize()
		right := mgl32.Vec3{0, 1, 0}.Cross(back).Normalize()
		key := Key{Seconds: at, Eye: mgl32.Vec3{x, 10, 0}, FovY: 1}
		key.Rotation = mgl32.Mat4ToQuat(mgl32.Mat3FromCols(right, back.Cross(right), back).Mat4())
		level.SetKey(key)
		if i == 3 {
			key.Rotation = key.Rotation.Mul(mgl32.QuatRotate(-0.4, mgl32.Vec3{0, 0, 1}))
		}
		rolled.SetKey(key)
	}
	most := float32(0)
	for s := 0.0; s < 8; s += 0.01 {
		if right := level.View(s).Rotation.Rotate(mgl32.Vec3{1, 0, 0}); num.Abs(right[1]) > 1e-5 {
			t.Fatalf("at %.2f s the horizon leans by %v, want it level", s, right[1])
		}
		v := rolled.View(s)
		up := v.Rotation.Inverse().Rotate(mgl32.Vec3{0, 1, 0})
		lean := num.Atan2(-up[0], up[1])
		most = max(most, lean)
		if lean < -0.15 || (s < 0.7 || s > 5) && num.Abs(lean) > 0.1 {
			t.Errorf("at %.2f s the camera is rolled by %v, want almost none there, and never to the left", s, lean)
		}
	}
	if most < 0.39 || most > 0.45 {
		t.Errorf("a roll of 0.4 becomes %v, want 0.39 to 0.45", most)
	}
}

func TestPathIsSmoothAtItsKeys(t *testing.T) {
	for _, aimed := range []bool{false, true} {
		p := Path{Aimed: aimed}
		for i, at := range keyTimes {
			x := float32(i)
			p.SetKey(Key{
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
				t.Errorf("aimed %v, at %v s: the velocity jumps from %v to %v", aimed, at, before, after)
			}
			turn := func(a, b frame.View) mgl32.Vec3 { // returns the angular velocity about the axes of the world, in radians/s
				q := b.Rotation.Mul(a.Rotation.Inverse())
				if q.W < 0 {
					q = q.Scale(-1)
				}
				return q.V.Mul(2 / h)
			}
			if w, v := turn(a, b), turn(b, c); v.Sub(w).Len() > 0.12*(w.Len()+1) {
				t.Errorf("aimed %v, at %v s: the rate of turning jumps from %v to %v", aimed, at, w, v)
			}
		}
	}
}

// The camera passes through the keys of a path. It does not move before the first key, after the last key, or
// between a key and a cut.
func TestPathKeysRestsAndCuts(t *testing.T) {
	var p Path
	for i, at := range keyTimes {
		p.SetKey(Key{Seconds: at, Eye: mgl32.Vec3{float32(i), 10, 0}, Rotation: mgl32.QuatIdent(), FovY: 1, Cut: i == 3})
	}
	p.SetKey(Key{Seconds: 1, Eye: mgl32.Vec3{2, 11, 0}, Rotation: mgl32.QuatIdent(), FovY: 1})
	for _, c := range []struct{ at, x, y float64 }{
		{-5, 0, 10}, {0, 0, 10}, {0.7, 1, 10}, {1, 2, 11}, {2.4999, 2, 11}, {2.5, 3, 10}, {5, 5, 10}, {8, 7, 10}, {100, 7, 10},
	} {
		if got := p.View(c.at).Eye; !testflight.Close(got, mgl32.Vec3{float32(c.x), float32(c.y), 0}, 1e-4) {
			t.Errorf("at %v s the eye is at %v, want %v, %v", c.at, got, c.x, c.y)
		}
	}
}

func TestAimedPathLooksAtItsTarget(t *testing.T) {
	p := Path{Aimed: true, Keys: []Key{{Eye: mgl32.Vec3{10, 5, 3}, Target: mgl32.Vec3{-4, 9, 20}, Roll: 0.4, FovY: 1}}}
	v := p.View(0)
	x, y, _, ok := v.Project(p.Keys[0].Target, 1000, 1000)
	if !ok || num.Abs(x-500) > 0.1 || num.Abs(y-500) > 0.1 {
		t.Errorf("the target is seen at %v, %v (in view: %v), want 500, 500", x, y, ok)
	}
	up := v.Rotation.Inverse().Rotate(mgl32.Vec3{0, 1, 0}) // direction that is up in the picture
	if lean := num.Atan2(-up[0], up[1]); num.Abs(lean-0.4) > 0.01 {
		t.Errorf("a camera rolled clockwise by 0.4 sees upright things lean to the left by %v, want 0.4", lean)
	}
}

func sin(x float32) float32 { return float32(math.Sin(float64(x))) }
