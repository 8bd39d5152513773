package camera

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/look"
)

// Subject is the flock that a camera looks at, and the boid that it may be tied to.
type Subject struct {
	Boids []flock.Boid // boids of the flock
	Boid  *flock.Boid  // nil if none
	ID    int          // -1 if none
	Index int          // index among the boids of all flocks; -1 if absent
	Span  float32      // wingspan, m
	Motion
}

// Group contains the boids of all flocks and the flock that cameras follow.
type Group struct {
	All      []flock.Boid    // boids of all flocks
	snapshot *flock.Snapshot // contains the ids; if nil, ids are indices
	Flock    int             // index of the followed flock
	Boids    []flock.Boid    // boids of the followed flock
	Span     float32         // wingspan of the followed flock, m
}

// Index returns the index, among all boids, of the boid with an id. ok is false if the boid is absent.
func (c *Group) Index(id int) (i int, ok bool) {
	if c.snapshot == nil {
		return id, id >= 0 && id < len(c.All)
	}
	return c.snapshot.Index(id)
}

func (c *Group) id(i int) int {
	if c.snapshot == nil {
		return i
	}
	first, _ := c.snapshot.Range(c.Flock)
	return c.snapshot.ID(first + i)
}

// Centre returns the middle of the followed flock's main body.
func (c *Group) Centre() mgl32.Vec3 { return mainBodyOf(c.Boids, c.Span).centre }

// FramePoints returns the points that a picture of the followed flock must contain. Strays are moved towards
// the middle.
func (c *Group) FramePoints() (points []mgl32.Vec3) {
	body := mainBodyOf(c.Boids, c.Span)
	for i := range c.Boids {
		points = append(points, body.framePoint(c.Boids[i].Pos))
	}
	return points
}

// GroupOf returns the group for a picture. s assigns the boids to flocks, and params contains each flock's
// parameters. Cameras follow the flock of the selected boid if the boid is present, and otherwise the first
// flock. If the boid is a hunter and tied is false, they also follow the first flock: a picture of the hunter
// would show little, and would move while the user drags it.
func GroupOf(boids []flock.Boid, s *flock.Snapshot, selected int, params []flock.Params, tied bool) Group {
	i, ok := s.Index(selected)
	if !ok {
		i = 0
	}
	k := s.FlockOf(i)
	if params[k].Float("hunt_speed") > 0 && !tied {
		k = 0
	}
	return groupFollowing(boids, s, k, params)
}

func groupFollowing(boids []flock.Boid, s *flock.Snapshot, k int, params []flock.Params) Group {
	from, to := s.Range(k)
	return Group{boids, s, k, boids[from:to], params[k].Float("wingspan")}
}

// Motion is the motion of a flock, smoothed so that cameras do not shake. A [RecordedMotion] also uses the
// flock's future, but a [LiveMotion] uses only its past.
type Motion interface {
	middle() mgl32.Vec3
	drift() mgl32.Vec3
	reach(l *lens) reach
	// heading returns the smoothed attitude of a boid, for a camera behind it or at its eyes. The boid must
	// be present.
	heading(boid int, from look.Stance) mgl32.Quat
}

// NewSubject returns the subject for a camera. selected is the id of the boid that the camera may be tied to,
// or -1. The boid may be absent.
func NewSubject(c Group, selected int, look Motion) Subject {
	sub := Subject{Boids: c.Boids, ID: selected, Index: -1, Span: c.Span, Motion: look}
	if i, ok := c.Index(selected); ok {
		sub.Boid, sub.Index = &c.All[i], i
	}
	return sub
}

// ExactMotion is motion without smoothing.
type ExactMotion Group

func (s ExactMotion) middle() mgl32.Vec3 { return mainBodyOf(s.Boids, s.Span).centre }
func (s ExactMotion) drift() mgl32.Vec3  { return mainBodyOf(s.Boids, s.Span).drift }
func (s ExactMotion) reach(l *lens) reach {
	c := mainBodyOf(s.Boids, s.Span)
	return c.reach(l, s.Boids, s.Span)
}
func (s ExactMotion) heading(boid int, _ look.Stance) mgl32.Quat {
	c := Group(s)
	i, _ := c.Index(boid)
	return s.All[i].Attitude()
}

// mainBody describes a flock without the boids that are far from most others. Boids within fullRadius of the
// median position have weight 1. The weight falls to 0 at twice this distance. fullRadius is strayFactor
// times the radius around half of the flock, but at least strayWingspans wingspans.
type mainBody struct {
	hub        mgl32.Vec3
	fullRadius float32 // m
	centre     mgl32.Vec3
	drift      mgl32.Vec3 // weighted mean velocity, m/s
}

const (
	strayFactor    = 6
	strayWingspans = 30
)

func mainBodyOf(boids []flock.Boid, span float32) (c mainBody) {
	if len(boids) == 0 {
		c.centre = mgl32.Vec3{0, 10, 0}
		return c
	}
	for axis := range 3 {
		c.hub[axis] = median(len(boids), func(i int) float32 { return boids[i].Pos[axis] })
	}
	medianDistance := median(len(boids), func(i int) float32 { return boids[i].Pos.Sub(c.hub).Len() })
	c.fullRadius = max(strayFactor*medianDistance, strayWingspans*span)
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

func (c *mainBody) share(pos mgl32.Vec3) float32 {
	return mgl32.Clamp(2-pos.Sub(c.hub).Len()/c.fullRadius, 0, 1)
}

func (c *mainBody) framePoint(pos mgl32.Vec3) mgl32.Vec3 {
	return c.hub.Add(pos.Sub(c.hub).Mul(c.share(pos)))
}

func (c *mainBody) reach(l *lens, boids []flock.Boid, span float32) reach {
	sides := l.sides()
	out := sides.reachOf(c.hub)
	for i := range boids {
		out.widen(sides.reachOf(c.framePoint(boids[i].Pos)))
	}
	return out.plus(sides.lengths(), span/2)
}

func median(n int, value func(i int) float32) float32 {
	var memory [maxSample]float32
	sample := sortedSample(memory[:0], n, value)
	return (sample[(len(sample)-1)/2] + sample[len(sample)/2]) / 2
}

// quantile returns the value below which a share of n values lies. If n is more than 1000, it uses an evenly
// spaced sample.
func quantile(n int, share float32, value func(i int) float32) float32 {
	var memory [maxSample]float32
	sample := sortedSample(memory[:0], n, value)
	return sample[int(share*float32(len(sample)-1))]
}

const maxSample = 1000

func sortedSample(dst []float32, n int, value func(i int) float32) []float32 {
	step := (n + maxSample - 1) / maxSample
	for i := 0; i < n; i += step {
		dst = append(dst, value(i))
	}
	slices.Sort(dst)
	return dst
}

type stillMotion struct {
	ExactMotion
	boid flock.Boid
}

func (m stillMotion) drift() mgl32.Vec3                   { return mgl32.Vec3{} }
func (m stillMotion) heading(int, look.Stance) mgl32.Quat { return m.boid.Attitude() }

// Still returns a copy that does not change while the flock flies on. all is its group. Index is -1 in the
// copy, so that a view from a boid's eyes does not hide the boid.
func (s Subject) Still(all *Group) Subject {
	still := stillMotion{ExactMotion: ExactMotion(*all)}
	still.Boids = slices.Clone(s.Boids)
	s.Boids, s.Index = still.Boids, -1
	if s.Boid != nil {
		still.boid = *s.Boid
		s.Boid = &still.boid
	}
	s.Motion = still
	return s
}
