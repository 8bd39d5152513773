package rules

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/vec"
)

// A bird does not turn if equally many of its nearest flockmates turn left and right. A leader has a larger
// weight than other flockmates.
func TestTurnsBothWays(t *testing.T) {
	r := &Turns{Gain: 1, Nearest: 2, delay: 2, busy: 9, rest: 3}
	me := &flock.Self{State: []float32{0, 0, 0, 0}}
	mates := []flock.Mate{
		{InView: true, Weight: 1, Columns: []float32{1, 8, 0, 0}},
		{InView: true, Weight: 1, Columns: []float32{-1, 5, 0, 0}},
	}
	r.watch(me, mates)
	if me.State[turnSeen] != 1 {
		t.Errorf("the boid has seen others turn for %v ticks, want 1", me.State[turnSeen])
	}
	if r.watch(me, mates); me.State[turnHard] != 0 || me.State[turnTime] != 0 {
		t.Errorf("the boid turns with the strength %v for %v ticks, want 0 for 0", me.State[turnHard], me.State[turnTime])
	}
	mates[1].Weight = 3
	if r.watch(me, mates); me.State[turnHard] != -0.5 || me.State[turnTime] != 9 || me.State[turnLeader] != 8 {
		t.Errorf("the boid turns with the strength %v for %v ticks after the leader %v-1, want -0.5 for 9 after 8-1", me.State[turnHard], me.State[turnTime], me.State[turnLeader])
	}
	me.State = []float32{0, 0, 0, 1}
	if r.watch(me, []flock.Mate{{InView: true, Weight: 1, Columns: []float32{0, 0, 0, 0}}}); me.State[turnSeen] != 0 {
		t.Errorf("where no boid turns, the boid has seen others turn for %v ticks, want 0", me.State[turnSeen])
	}
}

// A leader that heads for the middle of the flock begins no turn and does not rest. A leader that heads
// away begins a turn.
func TestLeaderHeadingForTheMiddle(t *testing.T) {
	r := &Turns{Gain: 1, Nearest: 2, Radius: 1000, delay: 3, busy: 9, rest: 3, middle: vec.Vec{X: 50}, now: flock.Tick{TickRate: 30}}
	mates := []flock.Mate{{InView: true, Weight: 1, Columns: []float32{1, 8, 0, 0}}}
	me := &flock.Self{ID: 4, Escape: 1, Heading: vec.Vec{X: 1}, State: make([]float32, 4)}
	if steer := r.Steer(me, mates); steer != (vec.Vec{}) || me.State[turnTime] != 0 || me.State[turnLeader] != 0 || me.State[turnSeen] != 1 {
		t.Errorf("towards the middle: the steer is %v and the state %v; want no turn, and 1 tick of others that turn", steer, me.State)
	}
	me = &flock.Self{ID: 4, Escape: 1, Heading: vec.Vec{X: -1}, State: make([]float32, 4)}
	if steer := r.Steer(me, mates); steer == (vec.Vec{}) || me.State[turnTime] != 9 || me.State[turnLeader] != 5 {
		t.Errorf("away from the middle: the steer is %v and the state %v; want a turn as leader 4 for 9 ticks", steer, me.State)
	}
}

// Near the roost, a leader begins no turn if the flock's mean velocity along the leader's heading is below
// Agree times the leader's speed.
func TestFlockDisagreesWithLeader(t *testing.T) {
	flow, against := vec.Vec{X: -5, Z: 5 * float32(math.Sqrt(3))}, vec.Vec{X: 10}
	for _, c := range []struct {
		agree, at float32
		flow      vec.Vec
		turns     bool
	}{
		{0.51, -10, flow, false}, {0.49, -10, flow, true}, {0, -10, flow, true}, {0.51, -101, flow, true}, {1, -101, flow, true},
		{0, -10, against, true}, {0.01, -10, against, false},
	} {
		r := &Turns{Gain: 1, Nearest: 2, Radius: 100, Agree: c.agree, flow: c.flow, now: flock.Tick{TickRate: 30}}
		me := &flock.Self{Pos: vec.Vec{X: c.at}, Heading: vec.Vec{X: -1}, Speed: 10, State: make([]float32, 4)}
		if hard := r.turnStrength(me); (hard != 0) != c.turns {
			t.Errorf("a leader at x = %v m turns with the strength %v for agree = %v, want a turn: %v", c.at, hard, c.agree, c.turns)
		}
	}
}

// A leader begins no turn while too many others turn, even if it is far from the roost.
func TestLeaderWhileOthersTurn(t *testing.T) {
	for _, x := range []float32{-10, -200} {
		r := &Turns{Gain: 1, Nearest: 2, Radius: 100, now: flock.Tick{TickRate: 30}}
		me := &flock.Self{Pos: vec.Vec{X: x}, Heading: vec.Vec{X: -1}, Speed: 10, State: make([]float32, 4)}
		if hard := r.turnStrength(me); hard == 0 {
			t.Errorf("a leader at x = %v m begins no turn, though no other bird turns", x)
		}
		r.wait = true
		if hard := r.turnStrength(me); hard != 0 {
			t.Errorf("a leader at x = %v m turns with the strength %v while others turn, want no turn", x, hard)
		}
	}
}

// The vertical acceleration of a turn is Gain·Climb·(6·|h| - 5), at least -Gain·Climb. Leaders higher
// above the roost than Depth begin the gentlest turns.
func TestTurnsClimb(t *testing.T) {
	r := &Turns{Gain: 20, Climb: 0.35, Depth: 25, Height: 50, Nearest: 2, Radius: 1000}
	r.Tick(&flock.Tick{TickRate: 30})
	for _, c := range []struct{ hard, climb float32 }{{1, 7}, {-1, 7}, {5. / 6, 0}, {-2. / 3, -7}, {0.1, -7}} {
		me := &flock.Self{Heading: vec.Vec{X: 1}, State: []float32{c.hard, 1, r.rest + 9, 0}}
		steer := r.Steer(me, nil)
		if got := 30 * steer.Y; math.Abs(float64(got-c.climb)) > 1e-5 {
			t.Errorf("a turn with the strength %v climbs with %v m/s², want %v", c.hard, got, c.climb)
		}
		if got := -30 * steer.Z; math.Abs(float64(got-20*c.hard)) > 1e-5 {
			t.Errorf("a turn with the strength %v has the acceleration %v m/s² to the left, want %v", c.hard, got, 20*c.hard)
		}
	}
	for _, c := range []struct{ height, want float32 }{{101, 2. / 3}, {-1, 1}} {
		me := &flock.Self{Pos: vec.Vec{X: 9, Y: c.height}, Heading: vec.Vec{X: 1}, State: make([]float32, 4)}
		if got := vec.Max(-r.turnStrength(me), r.turnStrength(me)); got != c.want {
			t.Errorf("a leader at a height of %v m turns with the strength %v, want %v", c.height, got, c.want)
		}
	}
	r.now.Plane = true
	me := &flock.Self{ID: 3, Pos: vec.Vec{X: 9}, Heading: vec.Vec{X: 1}, State: make([]float32, 4)}
	flat := r.turnStrength(me)
	if r.Climb = 0; r.turnStrength(me) != flat {
		t.Errorf("in a plane, the climb changes the strength of a turn from %v to %v", r.turnStrength(me), flat)
	}
}

// lengthOverWidth returns the ratio of the axes of an ellipse filled with boids.
func TestLengthOverWidth(t *testing.T) {
	for _, c := range []struct {
		n            int
		long, narrow float64
	}{{1_000_000, 1900, 950}, {400, 20, 4}, {400, 0.5, 0.1}} {
		for _, turn := range []float64{0, 0.4, 2} {
			var s spread
			sin, cos := math.Sincos(turn)
			for k := range c.n {
				b, a := math.Sincos(2 * math.Pi * float64(k) / float64(c.n))
				a, b = a*c.long, b*c.narrow
				s.add(vec.Vec{X: float32(a*cos - b*sin), Y: 7, Z: float32(a*sin + b*cos)})
			}
			if got, want := float64(s.lengthOverWidth()), c.long/c.narrow; math.Abs(got/want-1) > 0.003 {
				t.Errorf("%d boids, %v by %v m, turned by %v: the length over the width is %v, want %v", c.n, c.long, c.narrow, turn, got, want)
			}
		}
	}
}
