package camera

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/look"
)

// Subject is what there is to look at: a flock, which other flocks may fly beside.
type Subject struct {
	Boids []flock.Boid // the flock's
	Boid  *flock.Boid  // the one of them that a camera may be tied to; nil for none
	ID    int          // its id; -1: none
	Index int          // where it stands among the boids of all flocks; -1: nowhere
	Span  float32      // wingspan, m
	Motion
}

// Group are boids of flocks, and the one flock of them that cameras go by.
type Group struct {
	All   []flock.Boid    // of all flocks
	by    *flock.Snapshot // has their ids; nil: those are their indices
	Flock int             // number of the one, from 0
	Boids []flock.Boid    // its
	Span  float32         // its wingspan, m
}

// Index returns where the boid of an id stands among all; false: it is not there.
func (c *Group) Index(id int) (i int, there bool) {
	if c.by == nil {
		return id, id >= 0 && id < len(c.All)
	}
	return c.by.Index(id)
}

// Centre returns the middle of the followed flock's main body.
func (c *Group) Centre() mgl32.Vec3 { return companyOf(c.Boids, c.Span).centre }

// FramePoints returns where the boids of the followed flock have to be in a picture: strays
// are drawn in towards the middle.
func (c *Group) FramePoints() (points []mgl32.Vec3) {
	body := companyOf(c.Boids, c.Span)
	for i := range c.Boids {
		points = append(points, body.held(c.Boids[i].Pos))
	}
	return points
}

// GroupOf returns the cast whose cameras go by the flock of a boid of an id, or the first if
// it is not there, or hunts: such a one alone is no picture, and hands that put it elsewhere
// would push the camera. By a hunter's flock goes who is tied to it. s divides the boids into
// flocks, which fly by params.
func GroupOf(boids []flock.Boid, s *flock.Snapshot, selected int, params []flock.Params, tied bool) Group {
	i, there := s.Index(selected)
	if !there {
		i = 0
	}
	k := s.FlockOf(i)
	if params[k].Float("hunt_speed") > 0 && !tied {
		k = 0
	}
	return groupIn(boids, s, k, params)
}

// groupIn is that whose cameras go by a flock.
func groupIn(boids []flock.Boid, s *flock.Snapshot, k int, params []flock.Params) Group {
	from, to := s.Range(k)
	return Group{boids, s, k, boids[from:to], params[k].Float("wingspan")}
}

// Motion is a flock as cameras go by it: smoothed over time, so that they do not
// shake. A [RecordedMotion] knows what comes, a [LiveMotion] only what was.
type Motion interface {
	// middle is that of the flock.
	middle() mgl32.Vec3
	// drift is the flock's velocity, m/s.
	drift() mgl32.Vec3
	// reach is how far the flock goes in a picture.
	reach(l *lens) reach
	// heading is how the boid of an id, which is there, is turned, smoothed for a camera in
	// mode Follow or Eye.
	heading(boid int, m look.Mode) mgl32.Quat
}

// NewSubject returns what a camera can look at; selected: the id of the boid it may be tied to,
// -1 for none. It may not be there.
func NewSubject(c Group, selected int, look Motion) Subject {
	sub := Subject{Boids: c.Boids, ID: selected, Index: -1, Span: c.Span, Motion: look}
	if i, there := c.Index(selected); there {
		sub.Boid, sub.Index = &c.All[i], i
	}
	return sub
}

// ExactMotion is a flock as it is, not smoothed.
type ExactMotion Group

func (s ExactMotion) middle() mgl32.Vec3 { return companyOf(s.Boids, s.Span).centre }
func (s ExactMotion) drift() mgl32.Vec3  { return companyOf(s.Boids, s.Span).drift }
func (s ExactMotion) reach(l *lens) reach {
	c := companyOf(s.Boids, s.Span)
	return c.reach(l, s.Boids, s.Span)
}
func (s ExactMotion) heading(boid int, _ look.Mode) mgl32.Quat {
	c := Group(s)
	i, _ := c.Index(boid)
	return s.All[i].Attitude()
}

// company are those of a flock that keep together: all but boids that left it, or
// were left, far behind. They begin straggle times as far from the middle as half of
// the flock is, and more than strayed wingspans; from there on a boid counts less and
// less, and twice as far away not at all.
type company struct {
	hub    mgl32.Vec3 // the middle that distances are taken from: half of the boids lie to each side of it
	within float32    // distance from there in which a boid counts fully, m
	centre mgl32.Vec3 // mean of those that count
	drift  mgl32.Vec3 // their mean velocity, m/s
}

const (
	straggle = 6
	strayed  = 30
)

// companyOf finds those that count, boids having a span.
func companyOf(boids []flock.Boid, span float32) (c company) {
	if len(boids) == 0 {
		c.centre = mgl32.Vec3{0, 10, 0}
		return c
	}
	for axis := range 3 {
		c.hub[axis] = typical(len(boids), func(i int) float32 { return boids[i].Pos[axis] })
	}
	half := typical(len(boids), func(i int) float32 { return boids[i].Pos.Sub(c.hub).Len() })
	c.within = max(straggle*half, strayed*span)
	all := float32(0)
	for i := range boids {
		all += c.share(boids[i].Pos)
	}
	for i := range boids {
		share := c.share(boids[i].Pos) / all
		c.centre = c.centre.Add(boids[i].Pos.Mul(share))
		c.drift = c.drift.Add(boids[i].Vel.Mul(share))
	}
	return c
}

// share returns how much a boid counts, from 0 to 1.
func (c *company) share(pos mgl32.Vec3) float32 {
	return mgl32.Clamp(2-pos.Sub(c.hub).Len()/c.within, 0, 1)
}

// held returns where a boid has to be in the picture: where it is, or nearer to the middle
// if it counts less.
func (c *company) held(pos mgl32.Vec3) mgl32.Vec3 {
	return c.hub.Add(pos.Sub(c.hub).Mul(c.share(pos)))
}

// reach returns how far they go in a picture, from wingtip to wingtip.
func (c *company) reach(l *lens, boids []flock.Boid, span float32) reach {
	sides := l.sides()
	out := sides.at(c.hub)
	for i := range boids {
		out.widen(sides.at(c.held(boids[i].Pos)))
	}
	return out.plus(sides.lengths(), span/2)
}

// typical returns the median of n values, of many of those of an even choice.
func typical(n int, of func(i int) float32) float32 {
	const most = 1000
	var some [most]float32
	step := (n + most - 1) / most
	count := 0
	for i := 0; i < n; i += step {
		some[count] = of(i)
		count++
	}
	slices.Sort(some[:count])
	return (some[(count-1)/2] + some[count/2]) / 2
}
