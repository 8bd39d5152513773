package flock

import (
	"fmt"

	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/torus"
	"skein/flock/lead"
	"skein/flock/vec"
	"skein/flock/view"
)

type settings struct {
	flockSize
	Sight
	Steers
	Speeds
	lead.Leadership
	Space
	Flight
	seed      uint64
	gain      float32 // factor of a steering force in a tick: 30/TickRate
	dt        float32 // duration of a tick, s
	step      float32
	perSecond float32 // factor from stored velocities to m/s

	plane bool
	rate  float32 // ticks per second

	protection                  Protection
	vision2, salience2, lonely2 float32
	leastVision                 float32 // least vision radius of a boid, m; Vision is the greatest
	clusterGap                  float32 // greatest distance between neighbours in a cluster, m: the parameter vision
	separation2, overSeparation float32
	plainSum                    bool // whether the separation is the sum over all neighbours
	separates                   bool // whether the boid separates only from neighbours within the squared distance protected2, m²
	protected2                  float32
	leaderRange2                float32 // squared distance beyond which a leader is no boid's neighbour, m²
	heedRange2                  float32 // like leaderRange2, for boids whose neighbours are all in sight
	viewCosine                  float32
	little                      bool // whether only decisions to lead need the sums over the vision sphere
	simple                      bool // whether the neighbourhood is the vision sphere, in all directions
	usesLists                   bool
	whole                       bool // whether the neighbourhood is all other boids; see flock.seeWhole
	searchesTogether            bool
	edge2                       float32 // square of the smallest distance from the mean position of the visible boids at which a boid may escape, m²
	fastest, excess             float32
	sumLimit                    int // smallest number of boids whose sums may not fit a word of kin
	wraps                       bool
	torus                       torus.Torus
	floor                       float32
	smoothing                   float32 // fraction of the difference that smoothing removes per tick
	flapTurns                   float32 // wingbeats per tick
}

func newSettings(p *Params, all Protection, seed uint64, tickRate int) settings {
	s := settings{seed: seed, gain: 30 / float32(tickRate), dt: 1 / float32(tickRate), rate: float32(tickRate)}
	s.step, s.perSecond = s.dt, 1
	model := p.parameterList.model
	model.load(&s, p)
	s.plane = model.Plane()
	if model.Units() == PerStep {
		s.gain, s.step, s.perSecond = 1, 1, float32(tickRate)
	}
	s.protection = all
	s.vision2, s.leastVision, s.clusterGap = float32(s.Vision*s.Vision), s.Vision, s.Vision
	s.salience2 = float32(s.SalienceRange * s.SalienceRange)
	s.lonely2 = float32(s.LonelyRange * s.LonelyRange)
	s.separate()
	s.reachLeaders()
	_, cosine := vec.SinCos(float64(s.FieldOfView) * (vec.Pi / 360))
	s.viewCosine = float32(cosine)
	s.simple = s.Neighbourhood == view.Sphere && s.FieldOfView >= 360
	s.usesLists = s.listable()
	s.whole = s.Neighbourhood == view.Everyone && s.FieldOfView >= 360 && s.Bounds != Wrap &&
		s.LonelyCount == 0 && !s.separates && !s.Leadership.IsActive()
	s.fastest, s.excess = s.escapeLimit(s.MaxSpeed)
	s.smoothing = s.dt / (s.BankTime + s.dt)
	s.flapTurns = s.FlapRate * s.dt
	s.wraps, s.torus = s.Bounds == Wrap, torus.New(s.BoundsSize)
	s.sumLimit = s.sumLimitOf()
	s.floor = -around.Wall
	if s.GroundMargin > 0 && !s.wraps {
		s.floor = max(vec.Quantum, vec.Quantize(min(s.GroundMargin, s.Wingspan)/2))
	}
	return s
}

// View returns how the boids see. If they differ in their vision radius, this is the mean radius.
// [World.Explain] uses the boid's own radius.
func (p *Params) View() view.View {
	s := newSettings(p, Protection{}, 0, 30)
	v := view.View{
		Vision: s.Vision, Neighbourhood: s.Neighbourhood, Nearest: s.Nearest, FieldOfView: s.FieldOfView,
		LonelyCount: s.LonelyCount, LonelyRange: s.LonelyRange, SalienceRange: s.SalienceRange,
	}
	if s.wraps {
		v.Side = s.BoundsSize
	}
	return v
}

// escapeLimit returns the limit of speed at the beginning of an escape, for a boid whose limit is otherwise
// top, and the excess.
func (s *settings) escapeLimit(top float32) (fastest, excess float32) {
	fastest = float32(top * s.EscapeSpeed)
	return fastest, fastest - top
}

// leastViewCosine returns the cosine of half the field of view; -2 if boids see all around.
func (s *settings) leastViewCosine() float32 {
	if s.FieldOfView >= 360 {
		return -2
	}
	return s.viewCosine
}

// perceiveLittle limits perception to the vision sphere, all around. The eccentricity needs no more if no
// rule uses the neighbourhood.
func (s *settings) perceiveLittle() {
	s.Neighbourhood, s.LonelyCount = view.Sphere, 0
	s.little, s.simple, s.usesLists, s.whole = true, true, true, false
	s.reachLeaders()
	s.sumLimit = s.sumLimitOf()
}

func (s *settings) separate() {
	radius := length(s.protection.Radius)
	s.separation2 = float32(radius * radius)
	if s.protection.All {
		radius, s.separation2 = s.Vision, maxDistance2
	}
	s.overSeparation = 1 / radius
	s.plainSum = s.protection.All && s.protection.Falloff == Sum
	s.separates = s.protection != (Protection{}) && !s.plainSum
	if s.separates {
		s.protected2 = s.separation2
	}
}

// length returns the simulation's value for m metres: 0 if m is 0, otherwise at least one quantum in
// magnitude. So square and inverse stay in the range of float32.
func length(m float32) float32 {
	switch {
	case m > 0:
		return max(m, vec.Quantum)
	case m < 0: // a coordinate of a place may be negative
		return min(m, -vec.Quantum)
	}
	return 0
}

// SquareRange returns the square of a rule's range, m². The simulation compares it with
// Neighbour.Square.
func SquareRange(within float32) float64 {
	within = length(within)
	return float64(within) * float64(within)
}

func (s *settings) reachLeaders() {
	s.heedRange2 = max(s.vision2, s.salience2)
	s.leaderRange2 = s.heedRange2
	if s.unlimited() {
		s.leaderRange2 = maxDistance2
	}
}

func (s *settings) unlimited() bool {
	switch s.Neighbourhood {
	case view.NearestN, view.RadiusAndNearest, view.RadiusPlusNearest, view.Everyone:
		return true
	}
	return false
}

// nearFace reports whether a boid at p may have neighbours across an edge of the torus.
func (s *settings) nearFace(p vec.Vec) bool {
	if s.unlimited() {
		return true
	}
	reach, _ := s.greatestReach()
	return s.crosses(p, reach)
}

func (s *settings) crosses(p vec.Vec, reach float32) bool {
	side := float32(s.torus.Side)
	inner := float32(side/2) - reach
	level := p.X < -inner || p.X > inner || p.Z < -inner || p.Z > inner
	return level || !s.plane && (p.Y < reach || p.Y > side-reach)
}

// maxDistance2 is a squared distance larger than that between any two boids, m².
const maxDistance2 = near.Everywhere2

// maxTorusSide is the largest side of a world that wraps around, m. No boid can cross the gap to the wall in
// one tick.
const maxTorusSide = around.Wall - 10

func (s *settings) checkBounds() error {
	reach, key := s.greatestReach()
	switch {
	case s.Bounds != Wrap:
		return nil
	case s.BoundsSize > maxTorusSide:
		return fmt.Errorf("bounds_size is %g m: must be at most %d m in a world that wraps around", s.BoundsSize, maxTorusSide)
	case s.BoundsSize > 2*reach:
		return nil
	}
	return fmt.Errorf("bounds_size is %g m: must be more than twice %s, %g m, in a world that wraps around", s.BoundsSize, key, reach)
}

// greatestReach returns how far a boid looks, m, and the key of the parameter that determines it. It ignores
// neighbourhoods without a limit of distance.
func (s *settings) greatestReach() (reach float32, key string) {
	reach, key = s.Vision, "vision"
	if led := s.Influence > 0 || s.Trigger == lead.Printed; led && s.SalienceRange > reach {
		reach, key = s.SalienceRange, "salience_range"
	}
	if s.LonelyCount > 0 && s.LonelyRange > reach {
		reach, key = s.LonelyRange, "lonely_range"
	}
	return reach, key
}

// terms returns the values that the kernels of the stages need. Rules add their own.
func (s *settings) terms(at *present) lanes.Terms {
	return lanes.Terms{
		SteerLimit: s.SteerLimit, ViewCosine: s.leastViewCosine(), EdgeLimit: s.edgeLimit(at),
		Gain: s.gain, Step: s.step, Dt: s.dt, Rate: s.rate,
		MinSpeed: s.MinSpeed, MaxSpeed: s.MaxSpeed, Fastest: s.fastest, Excess: s.excess, EscapeSeconds: s.EscapeSeconds, Floor: s.floor,
		Follow: s.smoothing, GlideSink: s.GlideSink, FlapTurns: s.flapTurns,
	}
}
