package camera

import (
	"math"
	"slices"
	"sort"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
)

// Key is the state of the camera at a point in time.
type Key struct {
	Seconds  float64 // simulated time, s
	Eye      mgl32.Vec3
	Rotation mgl32.Quat // rotation, as in [frame.View]
	Target   mgl32.Vec3 // point that the camera looks at, if the path is aimed
	Roll     float32    // clockwise roll on an aimed path, radians
	FovY     float32    // full vertical angle, radians
	Cut      bool       // the camera jumps to this key
	Linear   bool       // the camera moves to this key in a straight line at constant speed
}

// Path is a camera path through keys in order of time. Between two cuts, cubic curves give the eye, the angle
// of view and the direction. On an aimed path, the direction comes from target and roll, otherwise from pan,
// tilt and roll. The slopes at the keys follow Catmull and Rom, weighted by the times between keys. The
// horizon therefore stays level between level keys, and the speed does not jump. Before the first key and
// after the last, the camera does not move.
type Path struct {
	Keys  []Key
	Aimed bool // the camera looks at the targets, upright except for the roll; otherwise it uses the rotations
}

// View returns the camera at a time, or the zero View for a path without keys.
func (p *Path) View(seconds float64) frame.View {
	if len(p.Keys) == 0 {
		return frame.View{}
	}
	next := sort.Search(len(p.Keys), func(k int) bool { return p.Keys[k].Seconds > seconds })
	switch {
	case next == 0:
		return p.cameraAt(p.Keys[0])
	case next == len(p.Keys) || p.Keys[next].Cut:
		return p.cameraAt(p.Keys[next-1])
	}
	return p.cameraAt(p.interpolate(next-1, seconds))
}

func (p *Path) cameraAt(k Key) frame.View {
	v := frame.View{Eye: k.Eye, Rotation: k.Rotation, FovY: mgl32.Clamp(k.FovY, 0.02, 3), Near: Near, Far: Far, Hide: -1}
	v.Eye[1] = max(v.Eye[1], 0.2)
	if p.Aimed {
		turn := mgl32.QuatRotate(-k.Roll, mgl32.Vec3{0, 0, 1})
		v.Rotation = frame.LookAt(v.Eye, k.Target, mgl32.Vec3{0, 1, 0}).Mul(turn)
	}
	return v
}

func (p *Path) interpolate(k int, seconds float64) Key {
	first := max(k-1, 0)
	near := Path{Keys: p.Keys[first:min(k+3, len(p.Keys))]}
	k -= first
	turns := near.turns()
	a, b := &near.Keys[k], &near.Keys[k+1]
	h := float32(b.Seconds - a.Seconds)
	t := float32((seconds - a.Seconds) / (b.Seconds - a.Seconds))
	vec := func(value func(k int) mgl32.Vec3) mgl32.Vec3 {
		if b.Linear {
			return num.Mix(value(k), value(k+1), t)
		}
		return cubic(value(k), value(k+1), near.slope(k, value).Mul(h), near.slope(k+1, value).Mul(h), t)
	}
	lens := vec(func(k int) mgl32.Vec3 { return mgl32.Vec3{near.Keys[k].FovY, near.Keys[k].Roll} })
	return Key{
		Eye:      vec(func(k int) mgl32.Vec3 { return near.Keys[k].Eye }),
		Target:   vec(func(k int) mgl32.Vec3 { return near.Keys[k].Target }),
		FovY:     lens[0],
		Roll:     lens[1],
		Rotation: rotationOf(vec(func(k int) mgl32.Vec3 { return turns[k] })),
	}
}

func (p *Path) slope(k int, value func(k int) mgl32.Vec3) mgl32.Vec3 {
	rate := func(i int) mgl32.Vec3 {
		return value(i + 1).Sub(value(i)).Mul(1 / float32(p.Keys[i+1].Seconds-p.Keys[i].Seconds))
	}
	first := k == 0 || p.Keys[k].Cut
	last := k+1 == len(p.Keys) || p.Keys[k+1].Cut
	switch {
	case first && last:
		return mgl32.Vec3{}
	case first:
		return rate(k)
	case last:
		return rate(k - 1)
	}
	before, after := p.Keys[k].Seconds-p.Keys[k-1].Seconds, p.Keys[k+1].Seconds-p.Keys[k].Seconds
	return num.Mix(rate(k-1), rate(k), float32(before/(before+after)))
}

func cubic(a, b, da, db mgl32.Vec3, t float32) mgl32.Vec3 {
	s := 1 - t
	return a.Mul(s * s * (1 + 2*t)).Add(da.Mul(t * s * s)).
		Add(b.Mul(t * t * (3 - 2*t))).Sub(db.Mul(t * t * s))
}

// turns returns the keys' rotations as pan, tilt and roll, each as close as possible to the previous one. A
// pan may therefore exceed half a turn, and a tilt may go beyond the zenith.
func (p *Path) turns() []mgl32.Vec3 {
	all := make([]mgl32.Vec3, len(p.Keys))
	for k := range p.Keys {
		all[k] = turnOf(p.Keys[k].Rotation)
		if k == 0 {
			continue
		}
		upright := nearestTurn(all[k], all[k-1])
		over := nearestTurn(mgl32.Vec3{all[k][0] + math.Pi, math.Pi - all[k][1], all[k][2] + math.Pi}, all[k-1])
		all[k] = upright
		if over.Sub(all[k-1]).Len() < upright.Sub(all[k-1]).Len() {
			all[k] = over
		}
	}
	return all
}

// nearestTurn adds full turns to the angles of turn to bring them close to those of target.
func nearestTurn(turn, target mgl32.Vec3) mgl32.Vec3 {
	for i := range turn {
		turn[i] = target[i] + float32(math.Remainder(float64(turn[i]-target[i]), 2*math.Pi))
	}
	return turn
}

// turnOf converts a camera's rotation to pan (left from -Z), tilt (upwards) and roll (clockwise), in radians.
// If the camera looks straight up or down, the roll is 0.
func turnOf(q mgl32.Quat) mgl32.Vec3 {
	axes := q.Normalize().Mat4()
	up, back := axes.Col(1).Vec3(), axes.Col(2).Vec3()
	tilt := num.Atan2(-back[1], mgl32.Vec2{back[0], back[2]}.Len())
	if num.Abs(back[1]) > 1-1e-6 {
		ahead := up.Mul(back[1])
		return mgl32.Vec3{num.Atan2(-ahead[0], -ahead[2]), tilt, 0}
	}
	pan := num.Atan2(back[0], back[2])
	level := flatView(mgl32.Vec3{}, pan, tilt).Rotation.Mat4()
	return mgl32.Vec3{pan, tilt, num.Atan2(up.Dot(level.Col(0).Vec3()), up.Dot(level.Col(1).Vec3()))}
}

func rotationOf(turn mgl32.Vec3) mgl32.Quat {
	return flatView(mgl32.Vec3{}, turn[0], turn[1]).Rotation.Mul(mgl32.QuatRotate(-turn[2], mgl32.Vec3{0, 0, 1}))
}

// SetKey adds a key, or replaces the key with the same time.
func (p *Path) SetKey(k Key) {
	n, ok := slices.BinarySearchFunc(p.Keys, k.Seconds, func(k Key, seconds float64) int {
		switch {
		case k.Seconds < seconds:
			return -1
		case k.Seconds > seconds:
			return 1
		}
		return 0
	})
	if ok {
		p.Keys[n] = k
		return
	}
	p.Keys = slices.Insert(p.Keys, n, k)
}
