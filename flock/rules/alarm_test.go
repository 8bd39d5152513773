package rules

import (
	"math/rand/v2"
	"testing"

	"skein/flock"
	"skein/flock/vec"
)

// alarmAt returns the rule at 30 ticks per second, with the given time constant. Boids copy an alarm after
// 5 ticks.
func alarmAt(seconds float32) *Alarm {
	r := &Alarm{Gain: 1, Range: 10, Reach: 3, Delay: 5. / 30, Seconds: seconds, Back: 1}
	r.Tick(&flock.Tick{TickRate: 30})
	return r
}

func alarmedMates(alarm vec.Vec) *flock.Sums {
	var s flock.Sums
	s[0].Add(alarm)
	return &s
}

func threat(away vec.Vec) *flock.Sums {
	var s flock.Sums
	s[1].Add(away)
	return &s
}

// A boid waits to copy an alarm. Meanwhile the alarm of its flockmates falls below its own, so it copies
// nobody. It may begin to wait again at once.
func TestAlarmAfterCancelledWait(t *testing.T) {
	r, me := alarmAt(1), &flock.Self{Heading: vec.Vec{X: 1}, State: make([]float32, 4)}
	r.Steer(me, threat(vec.Vec{Z: 1}))
	for range 32 { // the alarm falls to 0.35
		r.Steer(me, &flock.Sums{})
	}
	left, right, quiet := vec.Vec{Z: 0.5}, vec.Vec{Z: -0.9}, vec.Vec{Z: 0.16}
	r.Steer(me, alarmedMates(left))
	for tick := range 5 {
		if steer := r.Steer(me, alarmedMates(quiet)); steer.Z >= 0 || me.State[2] <= 0 {
			t.Fatalf("tick %d of the wait: the boid steers by %v with the alarm %v, want it to turn back", tick, steer.Z, me.State[2])
		}
	}
	if !r.Heeds(me.State) {
		t.Fatal("after the wait the boid does not heed others, although it has copied no boid")
	}
	r.Steer(me, alarmedMates(right))
	for range 4 {
		if r.Steer(me, alarmedMates(right)); me.State[2] < 0 {
			t.Fatal("the boid copies others before the delay is over")
		}
	}
	if r.Steer(me, alarmedMates(right)); me.State[2] > -0.89 || r.Heeds(me.State) {
		t.Errorf("after another wait the boid's alarm is %v, want that of its flockmate, -0.9, and then rest", me.State[2])
	}
}

// An edit of the alarm's length applies at once to boids that have already been alarmed.
func TestAlarmLengthIsEdited(t *testing.T) {
	for _, c := range []struct {
		from, to float32 // length of an alarm before and after the edit, s
		edit     int
		want     int // first tick in which the boid may copy others
	}{{2, 2, 0, 60}, {2, 1, 1, 30}, {2, 1, 20, 30}, {2, 1, 45, 45}, {1, 2, 1, 60}, {1, 2, 29, 60}, {5, 0.05, 3, 3}} {
		r, me := alarmAt(c.from), &flock.Self{Heading: vec.Vec{X: 1}, State: make([]float32, 4)}
		r.Steer(me, threat(vec.Vec{Z: 1}))
		tick := 0
		for ; tick < 200; tick++ {
			if tick == c.edit {
				r = alarmAt(c.to)
			}
			if tick >= c.edit && r.Heeds(me.State) {
				break
			}
			r.Steer(me, &flock.Sums{})
		}
		if tick != c.want {
			t.Errorf("%v s, edited to %v s at tick %d: the boid heeds others from tick %d on, want %d", c.from, c.to, c.edit, tick, c.want)
		}
	}
	for _, to := range []float32{0.2, 1, 50} {
		r, me := alarmAt(1), &flock.Self{Heading: vec.Vec{X: 1}, State: make([]float32, 4)}
		r.Steer(me, alarmedMates(vec.Vec{Z: 0.9}))
		for r = alarmAt(to); me.State[3] < -1; {
			r.Steer(me, &flock.Sums{})
		}
		if r.Steer(me, alarmedMates(vec.Vec{Z: 0.8})); me.State[2] < 0.79 {
			t.Errorf("the boid still waits after 1 s was edited to %v s: its alarm is %v, want 0.8", to, me.State[2])
		}
	}
}

// threatFrom adds a threat at the given speed, m/s. It flies against the heading of the boid, and passes it
// at the distance side, m.
func threatFrom(r *Alarm, me *flock.Self, sums *flock.Sums, side, speed float32) {
	r.AddNeighbour(me, &flock.Neighbour{Regard: flock.Feared, Offset: vec.Vec{X: 4, Z: side}, Vel: vec.Vec{X: -speed}.Sub(me.Vel)}, sums)
}

// A boid steers four times as hard away from a threat that flies twice as fast as Speed, but its alarm is
// weak. A threat that flies half as fast as Speed alarms it half, so it steers a quarter as hard. The boid's
// own velocity has no effect, and neither has the speed of the threat if Speed is 0 or tiny.
func TestAlarmByFastThreats(t *testing.T) {
	for _, c := range []struct{ speed, threat, steer, alarm float32 }{
		{10, 10, 1, 1}, {10, 12.5, 1.5625, 0.512}, {10, 20, 4, 0.16}, {10, 1000, 100, 0.16}, {10, 5, 0.25, 0.5},
		{0, 20, 1, 1}, {0, 5, 1, 1}, {1e-40, 5, 1, 1},
	} {
		for _, own := range []float32{0, 3} {
			r, me, sums := alarmAt(1), &flock.Self{Heading: vec.Vec{X: 1}, Vel: vec.Vec{X: own}, State: make([]float32, 4)}, &flock.Sums{}
			r.Speed = c.speed
			threatFrom(r, me, sums, -1, c.threat)
			steer := r.Steer(me, sums)
			if alarm := me.State[2]; !(vec.Max(steer.Z/c.steer-1, 1-steer.Z/c.steer) <= 1e-3 && vec.Max(alarm-c.alarm, c.alarm-alarm) <= 1e-3) {
				t.Errorf("alarm speed %v, threat at %v m/s: the boid steers by %v with the alarm %v, want %v and %v", c.speed, c.threat, steer.Z, alarm, c.steer, c.alarm)
			}
		}
	}
}

// Flockmates copy the weak alarm of a boid that flees a very fast threat, in every direction.
func TestWeakAlarmIsCopied(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		r, me, sums := alarmAt(1), &flock.Self{Heading: vec.Vec{X: 1}, State: make([]float32, 4)}, &flock.Sums{}
		r.Speed = 10
		side := vec.Vec{X: 2*rng.Float32() - 1, Y: 2*rng.Float32() - 1, Z: 2*rng.Float32() - 1}
		r.AddNeighbour(me, &flock.Neighbour{Regard: flock.Feared, Offset: side, Vel: side.Scale(-30)}, sums)
		r.Steer(me, sums)
		var copied flock.Sums
		r.AddNeighbour(&flock.Self{}, &flock.Neighbour{Offset: vec.Vec{X: 0.5}, Columns: me.State[:3]}, &copied)
		if copied[0].Count() != 1 {
			t.Fatalf("flockmates ignore the alarm %v", me.State[:3])
		}
	}
}

// A threat below Speed that stays near alarms a boid once per Seconds, so that its alarm fades meanwhile. A
// threat above Speed alarms it in every tick.
func TestSlowThreatAlarmsOnce(t *testing.T) {
	for _, c := range []struct{ threat, alarm float32 }{{8, 0.8}, {12.5, 0.512}} {
		r, me := alarmAt(1), &flock.Self{Heading: vec.Vec{X: 1}, State: make([]float32, 4)}
		r.Speed = 10
		want := c.alarm
		for tick := range 2 * 30 {
			sums := &flock.Sums{}
			threatFrom(r, me, sums, -1, c.threat)
			r.Steer(me, sums)
			switch {
			case tick == 31:
				want = c.alarm
			case c.threat < r.Speed && tick > 0:
				want *= r.decay
			}
			if alarm := me.State[2]; vec.Max(alarm-want, want-alarm) > 1e-3 {
				t.Fatalf("threat at %v m/s, tick %d: the alarm is %v, want %v", c.threat, tick, alarm, want)
			}
		}
	}
}

// A second threat on the same side does not make the reaction weaker, and a slow threat does not calm an
// alarmed boid.
func TestMoreThreatsDoNotCalm(t *testing.T) {
	r, me, sums := alarmAt(1), &flock.Self{Heading: vec.Vec{X: 1}, State: make([]float32, 4)}, &flock.Sums{}
	r.Speed = 10
	threatFrom(r, me, sums, -1, 20)
	threatFrom(r, me, sums, -2, 20)
	if steer := r.Steer(me, sums); vec.Max(steer.Z-4, 4-steer.Z) > 1e-3 {
		t.Errorf("with two threats at twice the alarm speed, the boid steers by %v, want 4", steer.Z)
	}
	full, slow := &flock.Sums{}, &flock.Sums{}
	threatFrom(r, me, full, -1, r.Speed)
	r.Steer(me, full)
	threatFrom(r, me, slow, 1, 2)
	r.Steer(me, slow)
	if want := r.decay; vec.Max(me.State[2]-want, want-me.State[2]) > 1e-3 {
		t.Errorf("after a slow threat, the alarm is %v, want %v, as without it", me.State[2], want)
	}
}
