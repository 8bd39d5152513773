package flock

import (
	"fmt"

	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/sight"
	"skein/flock/internal/torus"
	"skein/flock/lead"
	"skein/flock/vec"
	"skein/flock/view"
)

type settings struct {
	flockSize
	see Sight // the parameters; Sight.Settings of a flock says what its boids see
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

	viewCosine      float32 // see sight.Settings.LeastViewCosine
	clusterGap      float32 // greatest distance between neighbours in a cluster, m: the parameter vision
	little          bool    // whether only decisions to lead need the sums over the vision sphere
	edge2           float32 // square of the smallest distance from the mean position of the visible boids at which a boid may escape, m²
	fastest, excess float32
	wraps           bool
	torus           torus.Torus
	floor           float32
	smoothing       float32 // fraction of the difference that smoothing removes per tick
	flapTurns       float32 // wingbeats per tick
}

func newSettings(p *Params, seed uint64, tickRate int) settings {
	s := settings{seed: seed, gain: 30 / float32(tickRate), dt: 1 / float32(tickRate), rate: float32(tickRate)}
	s.step, s.perSecond = s.dt, 1
	model := p.model
	model.load(&s, p)
	s.plane = model.Plane()
	if model.Units() == PerStep {
		s.gain, s.step, s.perSecond = 1, 1, float32(tickRate)
	}
	s.clusterGap = s.see.Vision
	s.fastest, s.excess = s.escapeLimit(s.MaxSpeed)
	s.smoothing = s.dt / (s.BankTime + s.dt)
	s.flapTurns = s.FlapRate * s.dt
	s.wraps, s.torus = s.Bounds == Wrap, torus.New(s.BoundsSize)
	s.floor = -around.Wall
	if s.GroundMargin > 0 && !s.wraps {
		s.floor = max(vec.Quantum, vec.Quantize(min(s.GroundMargin, s.Wingspan)/2))
	}
	see := s.sight(Protection{})
	s.viewCosine = see.LeastViewCosine()
	return s
}

// sight returns what the boids see. all is the sum that the active rules request.
func (s *settings) sight(all Protection) sight.Settings {
	v := sight.Settings{
		View: s.view(), Salience: s.Salience,
		Separation: sight.Separation{All: all.All, Radius: vec.Distance(all.Radius), Falloff: near.Falloff(all.Falloff)},
		Wraps:      s.wraps, Torus: s.torus, Plane: s.plane, Leads: s.Leadership.IsActive(),
	}
	return sight.NewSettings(v)
}

func (s *settings) view() view.View {
	v := view.View{
		Vision: s.see.Vision, Neighbourhood: s.see.Neighbourhood, Nearest: s.see.Nearest, FieldOfView: s.see.FieldOfView,
		LonelyCount: s.see.LonelyCount, LonelyRange: s.see.LonelyRange, SalienceRange: s.SalienceRange,
	}
	if s.wraps {
		v.Side = s.BoundsSize
	}
	return v
}

// View returns how the boids see. If they differ in their vision radius, this is the mean radius.
// [World.Explain] uses the boid's own radius.
func (p *Params) View() view.View {
	s := newSettings(p, 0, 30)
	return s.view()
}

// escapeLimit returns the limit of speed at the beginning of an escape, for a boid whose limit is otherwise
// top, and the excess.
func (s *settings) escapeLimit(top float32) (fastest, excess float32) {
	fastest = float32(top * s.EscapeSpeed)
	return fastest, fastest - top
}

// SquareRange returns the square of a rule's range, m². The simulation compares it with
// Neighbour.Square.
func SquareRange(within float32) float64 {
	within = vec.Distance(within)
	return float64(within) * float64(within)
}

// maxDistance2 is a squared distance larger than that between any two boids, m².
const maxDistance2 = sight.Far2

// maxTorusSide is the largest side of a world that wraps around, m. No boid can cross the gap to the wall in
// one tick.
const maxTorusSide = around.Wall - 10

func (s *settings) checkBounds() error {
	see := sight.Settings{View: s.view(), Leads: s.Leadership.IsActive()}
	reach, key := see.GreatestReach()
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

// terms returns the values that the kernels of the stages need. Rules add their own.
func (s *settings) terms(deciding bool) lanes.Terms {
	return lanes.Terms{
		SteerLimit: s.SteerLimit, ViewCosine: s.viewCosine, EdgeLimit: s.edgeLimit(deciding),
		Gain: s.gain, Step: s.step, Dt: s.dt, Rate: s.rate,
		MinSpeed: s.MinSpeed, MaxSpeed: s.MaxSpeed, Fastest: s.fastest, Excess: s.excess, EscapeSeconds: s.EscapeSeconds, Floor: s.floor,
		Follow: s.smoothing, GlideSink: s.GlideSink, FlapTurns: s.flapTurns,
	}
}
