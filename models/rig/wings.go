package rig

import "github.com/go-gl/mathgl/mgl32"

// stroke describes a kind's wingbeat, estimated by eye from slow-motion films.
type stroke struct {
	up, down float32 // angles above and below the wing's rest plane
	lag      float32 // lag of the tip behind the root, as an angle of the wingbeat
	twist    float32 // largest twist of the tip; the leading edge is down in the downstroke
	fold     float32 // fraction of the wing by which the tip moves backwards and inwards during the upstroke
	heave    float32 // motion of the body opposite to the wings, as a fraction of half the wingspan
	tail     float32
}

func strokeOf(k Kind) stroke {
	if k == Insect {
		return stroke{up: 1.1, down: 0.7, lag: 0.15, twist: 0.5, heave: 0.03}
	}
	return stroke{up: 0.65, down: 0.4, lag: 0.9, twist: 0.25, fold: 0.18, heave: 0.05, tail: 0.08}
}

// rootShare is the fraction of a wing, next to the body, in which its angle grows from 0.
const rootShare = 0.2

const steps = 32

type wing struct {
	angle   [steps + 1]float32 // angle above the horizontal, from root to tip
	x, y    [steps + 1]float32 // position relative to the root, outwards and up, in wing lengths
	twist   float32
	fold    float32
	heave   float32 // height of the body, in the model's units
	tail    float32
	reach   float32
	hingeAt float32
}

// wingAt returns the wings at an angle of the wingbeat, in radians. At 0 they are highest near their roots.
// The tips lag behind.
func (r *Rig) wingAt(turn float32) wing {
	s := strokeOf(r.Kind)
	w := wing{reach: r.tip - r.hinge, heave: -s.heave * r.tip * cos(turn), tail: s.tail * sin(turn-1), twist: s.twist * sin(turn-s.lag/2)}
	rising := max(0, -sin(turn-s.lag/2))
	w.fold = s.fold * rising * rising
	middle, swing := (s.up-s.down)/2, (s.up+s.down)/2
	for k := range steps + 1 {
		u := float32(k) / steps
		w.angle[k] = smoothstep(u/rootShare) * (middle + swing*cos(turn-s.lag*u))
		if k > 0 {
			mean := (w.angle[k-1] + w.angle[k]) / 2
			w.x[k], w.y[k] = w.x[k-1]+cos(mean)/steps, w.y[k-1]+sin(mean)/steps
		}
	}
	return w
}

// at returns a point of the wing's middle line. u is 0 at the root and 1 at the tip.
func (w *wing) at(u float32) (angle, x, y float32) {
	f := min(max(u, 0), 1) * steps
	k := min(int(f), steps-1)
	f -= float32(k)
	mix := func(a *[steps + 1]float32) float32 { return a[k] + f*(a[k+1]-a[k]) }
	return mix(&w.angle), mix(&w.x), mix(&w.y)
}

func (r *Rig) flap(w *wing, p, n *mgl32.Vec3) {
	u := r.along(p[0])
	if u <= 0 {
		r.moveTail(w.tail, p, n)
		p[1] += w.heave
		return
	}
	r.moveTail(w.tail*(1-smoothstep(u/rootShare)), p, n) // the tail turns less near the hinge, so that a wide tail does not tear
	side := float32(1)
	if p[0] < r.middle {
		side = -1
	}
	angle, x, y := w.at(u)
	up, ahead := rotate(p[1]-r.root, p[2]-r.chord, w.twist*u)
	out := (1 - w.fold*u) * x * w.reach
	p[0] = r.middle + side*(r.hinge+out-up*sin(angle))
	p[1] = r.root + y*w.reach + up*cos(angle) + w.heave
	p[2] = r.chord + ahead - w.fold*u*u*w.reach
	n[1], n[2] = rotate(n[1], n[2], w.twist*u)
	outwards, upwards := rotate(side*n[0], n[1], angle)
	n[0], n[1] = side*outwards, upwards
}

func (r *Rig) moveTail(tail float32, p, n *mgl32.Vec3) {
	behind := r.tail - p[2]
	if behind <= 0 || tail == 0 {
		return
	}
	angle := tail * min(2*behind/(r.tail-r.low[2]), 1)
	p[1] += sin(angle) * behind
	n[2], n[1] = rotate(n[2], n[1], -angle)
}

func rotate(a, b, angle float32) (float32, float32) {
	c, s := cos(angle), sin(angle)
	return a*c - b*s, a*s + b*c
}

func smoothstep(x float32) float32 {
	x = min(max(x, 0), 1)
	return x * x * (3 - 2*x)
}
