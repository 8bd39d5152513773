package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/flock/look"
)

// LiveMotion looks at a living flock, of which it knows only what was: what it smooths
// trails behind, but for what even flight makes up for.
type LiveMotion struct {
	Group
	now   company
	dt    float32 // simulated seconds since the instant before
	begun bool

	centre   mgl32.Vec3
	course   mgl32.Vec3    // m/s
	headings [2]mgl32.Quat // of boid, in Follow and Eye
	boid     int

	lens   lens // that the flock was framed through at the last instant that it was
	framed bool // and that was the one before this
	asked  bool
	off    reach // from the middle, smoothed
	speed  reach // 1/s
}

// Times over which a lag smooths, in seconds of simulated time.
const (
	centreTime = 0.6
	courseTime = 1
	followTime = 0.25
	eyeTime    = 0.15
	widenTime  = 0.25
	narrowTime = 1.5
)

// forgets is the longest time between two instants that one smooths over, s.
const forgets = 1

// Update makes the lag look at an instant, some simulated seconds after the one before,
// and at a boid, -1 for none. Smoothing begins anew where time leaps or goes back.
func (g *LiveMotion) Update(c Group, boid int, dt float64) {
	g.Group, g.now, g.dt = c, companyOf(c.Boids, c.Span), float32(dt)
	g.framed, g.asked = g.asked, false
	if !g.begun || dt < 0 || dt > forgets {
		*g = LiveMotion{Group: c, now: g.now, centre: g.now.centre, course: g.now.drift, begun: true, boid: -1}
	} else {
		lead := g.now.drift.Mul(centreTime) // smoothing trails by as much
		g.centre = num.Mix(g.centre, g.now.centre.Add(lead), settle(g.dt, centreTime))
		g.course = num.Mix(g.course, g.now.drift, settle(g.dt, courseTime))
	}
	i, there := c.Index(boid)
	if !there {
		g.boid = -1
		return
	}
	q := c.All[i].Attitude()
	if boid != g.boid {
		g.boid, g.headings = boid, [2]mgl32.Quat{q, q}
	}
	g.headings[0] = num.Slerp(g.headings[0], q, settle(g.dt, followTime))
	g.headings[1] = num.Slerp(g.headings[1], q, settle(g.dt, eyeTime))
}

func (g *LiveMotion) middle() mgl32.Vec3 { return g.centre }
func (g *LiveMotion) drift() mgl32.Vec3  { return g.course }

func (g *LiveMotion) heading(boid int, m look.Mode) mgl32.Quat {
	switch {
	case boid != g.boid:
		return ExactMotion(g.Group).heading(boid, m)
	case m == look.Eye:
		return g.headings[1]
	}
	return g.headings[0]
}

// reach returns how far the flock goes, and will soon if everyone flies straight on:
// widened quickly and narrowed slowly, but never less than it is.
func (g *LiveMotion) reach(l *lens) reach {
	sides := l.sides()
	middle := sides.at(g.centre)
	is := g.now.reach(l, g.Boids, g.Span).plus(middle, -1)
	wanted := is
	for _, ahead := range []float32{0.4, 0.8} {
		wanted.widen(g.reachIn(ahead, l).plus(middle, -1))
	}
	if g.asked = true; *l != g.lens || !g.framed {
		g.lens, g.off, g.speed = *l, wanted, reach{}
	}
	for k := range g.off {
		time := float32(widenTime)
		if wanted[k] < g.off[k] {
			time = narrowTime
		}
		g.off[k], g.speed[k] = sprung(g.off[k], g.speed[k], wanted[k], g.dt, time)
	}
	g.off.widen(is)
	return g.off.plus(middle, 1)
}

// reachIn returns how far the boids go after a time of straight flight, beside their
// middle.
func (g *LiveMotion) reachIn(ahead float32, l *lens) reach {
	sides := l.sides()
	out := sides.at(g.now.hub)
	for i := range g.Boids {
		b := &g.Boids[i]
		by := b.Vel.Sub(g.now.drift).Mul(ahead)
		out.widen(sides.at(g.now.held(b.Pos.Add(by))))
	}
	return out.plus(sides.lengths(), g.Span/2)
}

// sprung returns a value and its speed after dt on a critically damped spring towards
// another, which takes about twice a time, s.
func sprung(x, speed, towards, dt, time float32) (float32, float32) {
	off := x - towards
	by := (speed + off/time) * dt
	decay := float32(math.Exp(-float64(dt / time)))
	return towards + (off+by)*decay, (speed - by/time) * decay
}

// settle returns the share of the way to its aim that a value smoothed over a time
// covers in dt, whatever the frame rate.
func settle(dt, time float32) float32 {
	return 1 - float32(math.Exp(-float64(dt/time)))
}
