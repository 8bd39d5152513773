package camera

import (
	"iter"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/flock"
	"skein/flock/look"
)

// LiveMotion smooths the motion of a live flock, whose future is unknown. It lags behind only when the flock
// turns or changes speed.
type LiveMotion struct {
	Group
	sample []flock.Boid // all boids, or an even sample of a large flock
	body   mainBody
	dt     float32
	begun  bool

	centre   mgl32.Vec3
	course   mgl32.Vec3
	headings [2]mgl32.Quat // smoothed attitudes of the boid, for cameras behind it and in its eyes
	boid     int

	lens        lens
	framed      bool // reach was called between the last two updates
	reachCalled bool
	smoothReach reach // relative to the middle
	speed       reach // rate of change of smoothReach, m/s
}

// Smoothing times in s of simulated time.
const (
	centreTime = 0.6
	courseTime = 1
	followTime = 0.25
	eyeTime    = 0.15
	widenTime  = 0.25
	narrowTime = 1.5
)

const maxGap = 1

// Update advances the motion by dt simulated seconds. boid is the id of the boid to follow, or -1. If time
// goes back or jumps, the smoothing starts again.
func (g *LiveMotion) Update(c Group, boid int, dt float64) {
	sample := evenSample(g.sample[:0], c.Boids)
	g.Group, g.sample, g.body, g.dt = c, sample, mainBodyOf(sample, c.Span), float32(dt)
	g.framed, g.reachCalled = g.reachCalled, false
	if !g.begun || dt < 0 || dt > maxGap {
		*g = LiveMotion{Group: c, sample: sample, body: g.body, centre: g.body.centre, course: g.body.drift, begun: true, boid: -1}
	} else {
		lead := g.body.drift.Mul(centreTime) // compensates for the lag behind a moving flock
		g.centre = num.Mix(g.centre, g.body.centre.Add(lead), smoothingShare(g.dt, centreTime))
		g.course = num.Mix(g.course, g.body.drift, smoothingShare(g.dt, courseTime))
	}
	i, ok := c.Index(boid)
	if !ok {
		g.boid = -1
		return
	}
	q := c.All[i].Attitude()
	if boid != g.boid {
		g.boid, g.headings = boid, [2]mgl32.Quat{q, q}
	}
	g.headings[0] = num.Slerp(g.headings[0], q, smoothingShare(g.dt, followTime))
	g.headings[1] = num.Slerp(g.headings[1], q, smoothingShare(g.dt, eyeTime))
}

func (g *LiveMotion) middle() mgl32.Vec3 { return g.centre }
func (g *LiveMotion) drift() mgl32.Vec3  { return g.course }

func (g *LiveMotion) heading(boid int, from look.Stance) mgl32.Quat {
	switch {
	case boid != g.boid:
		return ExactMotion(g.Group).heading(boid, from)
	case from == look.StanceInside:
		return g.headings[1]
	}
	return g.headings[0]
}

// reach returns the reach of the flock, including its straight flight in the near future. It grows quickly
// and shrinks slowly, but is never smaller than the current reach.
func (g *LiveMotion) reach(l *lens) reach {
	sides := l.sides()
	middle := sides.reachOf(g.centre)
	measured := g.body.reach(l, g.sample, g.Span).plus(middle, -1)
	wanted := measured
	for _, ahead := range []float32{0.4, 0.8} {
		wanted.widen(g.reachAfter(ahead, l).plus(middle, -1))
	}
	if g.reachCalled = true; *l != g.lens || !g.framed {
		g.lens, g.smoothReach, g.speed = *l, wanted, reach{}
	}
	for k := range g.smoothReach {
		time := float32(widenTime)
		if wanted[k] < g.smoothReach[k] {
			time = narrowTime
		}
		g.smoothReach[k], g.speed[k] = springStep(g.smoothReach[k], g.speed[k], wanted[k], g.dt, time)
	}
	g.smoothReach.widen(measured)
	return g.smoothReach.plus(middle, 1)
}

// maxFramed limits the number of boids that a live camera frames. In a larger flock, it uses every second
// boid, every third, and so on. The margin of the frame leaves room for the others.
const maxFramed = 4000

func evenSample(dst, boids []flock.Boid) []flock.Boid {
	for i := range EvenSample(len(boids)) {
		dst = append(dst, boids[i])
	}
	return dst
}

// EvenSample returns the indices of the boids that a live camera uses, out of n boids.
func EvenSample(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		step := (n + maxFramed - 1) / maxFramed
		for i := 0; i < n; i += step {
			if !yield(i) {
				return
			}
		}
	}
}

func (g *LiveMotion) reachAfter(ahead float32, l *lens) reach {
	sides := l.sides()
	out := sides.reachOf(g.body.hub)
	for i := range g.sample {
		b := &g.sample[i]
		offset := b.Vel.Sub(g.body.drift).Mul(ahead)
		out.widen(sides.reachOf(g.body.framePoint(b.Pos.Add(offset))))
	}
	return out.plus(sides.lengths(), g.Span/2)
}

// springStep advances a critically damped spring from x by dt seconds. It settles at towards within about
// twice the given time.
func springStep(x, speed, towards, dt, time float32) (float32, float32) {
	offset := x - towards
	change := (speed + offset/time) * dt
	decay := float32(math.Exp(-float64(dt / time)))
	return towards + (offset+change)*decay, (speed - change/time) * decay
}

// smoothingShare returns the fraction of the way to its goal that a smoothed value moves in dt. It makes the
// motion independent of the frame rate.
func smoothingShare(dt, time float32) float32 {
	return 1 - float32(math.Exp(-float64(dt/time)))
}
