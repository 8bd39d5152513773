package engine

import (
	"math"
	"slices"
	"sort"

	"github.com/go-gl/mathgl/mgl32"
)

// Key is where a camera is at a time.
type Key struct {
	Seconds  float64 // of simulated time
	Eye      mgl32.Vec3
	Rotation mgl32.Quat // as in [View]
	Target   mgl32.Vec3 // what it looks at, if the path is aimed
	Roll     float32    // if the path is aimed: clockwise, radians
	FovY     float32    // full vertical angle, radians
	Cut      bool       // the camera is here at once, not on its way from the key before
}

// Path is a camera's way through its keys, in order of their times. Between two
// cuts eye, target, roll and angle of view follow cubics through the keys, with
// the slopes of Catmull and Rom weighted by the times between them; rotations
// follow Shoemake's Bézier curves on the sphere (Animating rotation with
// quaternion curves, SIGGRAPH 1985) with slopes found likewise. All go on without
// a jump in speed at a key. Before its first key and after its last a path rests.
type Path struct {
	Keys  []Key
	Aimed bool // looks at the targets, upright but for the roll, instead of along the rotations
}

// View is the camera at a time. A path without keys gives the zero View.
func (p *Path) View(seconds float64) View {
	if len(p.Keys) == 0 {
		return View{}
	}
	next := sort.Search(len(p.Keys), func(k int) bool { return p.Keys[k].Seconds > seconds })
	switch {
	case next == 0:
		return p.at(p.Keys[0])
	case next == len(p.Keys) || p.Keys[next].Cut:
		return p.at(p.Keys[next-1])
	}
	return p.at(p.between(next-1, seconds))
}

// at is the view of a key.
func (p *Path) at(k Key) View {
	v := View{Eye: k.Eye, Rotation: k.Rotation, FovY: mgl32.Clamp(k.FovY, 0.02, 3), Near: near, Far: far, Hide: -1}
	v.Eye[1] = max(v.Eye[1], 0.2)
	if p.Aimed {
		turn := mgl32.QuatRotate(-k.Roll, mgl32.Vec3{0, 0, 1})
		v.Rotation = LookAt(v.Eye, k.Target, mgl32.Vec3{0, 1, 0}).Mul(turn)
	}
	return v
}

// between is the camera between the keys k and k+1.
func (p *Path) between(k int, seconds float64) Key {
	a, b := &p.Keys[k], &p.Keys[k+1]
	h := float32(b.Seconds - a.Seconds)
	t := float32((seconds - a.Seconds) / (b.Seconds - a.Seconds))
	vec := func(of func(*Key) mgl32.Vec3) mgl32.Vec3 {
		slope := func(k int) mgl32.Vec3 {
			return p.slope(k, func(from, to *Key) mgl32.Vec3 { return of(to).Sub(of(from)) })
		}
		return cubic(of(a), of(b), slope(k).Mul(h), slope(k+1).Mul(h), t)
	}
	lens := vec(func(k *Key) mgl32.Vec3 { return mgl32.Vec3{k.FovY, k.Roll} })
	return Key{
		Eye:      vec(func(k *Key) mgl32.Vec3 { return k.Eye }),
		Target:   vec(func(k *Key) mgl32.Vec3 { return k.Target }),
		FovY:     lens[0],
		Roll:     lens[1],
		Rotation: arc(a.Rotation, b.Rotation, p.turning(k).Mul(h/3), p.turning(k+1).Mul(h/3), t),
	}
}

// slope is how fast something changes at key k, per second, off being how much it
// changes from one key to another.
func (p *Path) slope(k int, off func(from, to *Key) mgl32.Vec3) mgl32.Vec3 {
	rate := func(i int) mgl32.Vec3 {
		from, to := &p.Keys[i], &p.Keys[i+1]
		return off(from, to).Mul(1 / float32(to.Seconds-from.Seconds))
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
	return mix(rate(k-1), rate(k), float32(before/(before+after)))
}

// turning is how fast the rotation changes at key k. It is slow enough for the
// curve on either side not to swing around beyond its ends: a steady turn of half
// a circle from key to key is not slowed.
func (p *Path) turning(k int) mgl32.Vec3 {
	const most = 1.1 * math.Pi
	w := p.slope(k, spin)
	longest := 0.0
	if k > 0 && !p.Keys[k].Cut {
		longest = p.Keys[k].Seconds - p.Keys[k-1].Seconds
	}
	if k+1 < len(p.Keys) && !p.Keys[k+1].Cut {
		longest = max(longest, p.Keys[k+1].Seconds-p.Keys[k].Seconds)
	}
	if by := w.Len() * float32(longest); by > most {
		return w.Mul(most / by)
	}
	return w
}

// cubic goes from a to b with slopes da and db, t in [0,1].
func cubic(a, b, da, db mgl32.Vec3, t float32) mgl32.Vec3 {
	s := 1 - t
	return a.Mul(s * s * (1 + 2*t)).Add(da.Mul(t * s * s)).
		Add(b.Mul(t * t * (3 - 2*t))).Sub(db.Mul(t * t * s))
}

// spin is the turn from one key's rotation to another's the shorter way, as an
// axis of the camera's times the angle.
func spin(from, to *Key) mgl32.Vec3 {
	q := from.Rotation.Inverse().Mul(to.Rotation)
	if q.W < 0 {
		q = q.Scale(-1)
	}
	sine := q.V.Len()
	if sine < 1e-9 {
		return mgl32.Vec3{}
	}
	return q.V.Mul(2 * atan2(sine, q.W) / sine)
}

// turned is a rotation turned on by an axis of its own times an angle.
func turned(q mgl32.Quat, by mgl32.Vec3) mgl32.Quat {
	angle := by.Len()
	if angle < 1e-9 {
		return q
	}
	return q.Mul(mgl32.QuatRotate(angle, by.Mul(1/angle)))
}

// arc is the Bézier curve from a to b that leaves a by out and comes to b by in.
func arc(a, b mgl32.Quat, out, in mgl32.Vec3, t float32) mgl32.Quat {
	points := [4]mgl32.Quat{a, turned(a, out), turned(b, in.Mul(-1)), b}
	for n := len(points) - 1; n > 0; n-- {
		for i := range n {
			points[i] = slerp(points[i], points[i+1], t)
		}
	}
	return points[0]
}

// Put adds a key, in the place of one at the same time if there is any.
func (p *Path) Put(k Key) {
	n, there := slices.BinarySearchFunc(p.Keys, k.Seconds, func(k Key, at float64) int {
		switch {
		case k.Seconds < at:
			return -1
		case k.Seconds > at:
			return 1
		}
		return 0
	})
	if there {
		p.Keys[n] = k
		return
	}
	p.Keys = slices.Insert(p.Keys, n, k)
}
