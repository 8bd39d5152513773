package camera

import (
	"math"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/snapshots"
)

// escapes returns events in which boids break away, a different boid each time. The events are
// every seconds apart, and the last one happens before the time until, in s.
func escapes(every, until float64) (events []flock.Event) {
	for k := 0; float64(k)*every < until; k++ {
		events = append(events, flock.Event{Tick: int64(float64(k) * every * 30), Kind: flock.EscapeBegan, Boid: k})
	}
	return events
}

func TestDirectorKnowsOnlyThePast(t *testing.T) {
	events := escapes(2.3, 120)
	once := NewDirector(5, 30, 0)
	once.At(120, events)
	live := NewDirector(5, 30, 0)
	known := 0
	for k := range 120*30 + 1 {
		now := float64(k) / 30
		for known < len(events) && float64(events[known].Tick)/30 <= now {
			known++
		}
		live.At(now, events[:known])
	}
	if !reflect.DeepEqual(once.shots, live.shots) {
		t.Errorf("the shots of a recording %v differ from those of a live flock %v", once.shots, live.shots)
	}
	if n := len(once.shots); n < 120/11 || n > 120/shortestShot {
		t.Errorf("there are %d shots in two minutes, which is too few or too many", n)
	}
}

// Consecutive shots differ in scale. A shot of a leader starts when the leader breaks away, and the
// next shot of a leader starts at least leaderPause later.
func TestDirectorVariesItsShots(t *testing.T) {
	d := NewDirector(5, 30, 0)
	events := escapes(2.3, 300)
	d.At(300, events)
	leaders, last := 0, math.Inf(-1)
	for k, s := range d.shots[1:] {
		before := d.shots[k]
		if s.Kind != LeaderShot && s.Kind.scale() == before.Kind.scale() {
			t.Errorf("shot %d: kind %d follows kind %d of the same scale", k, s.Kind, before.Kind)
		}
		if age := s.From - before.From; age < shortestShot || age > before.Until-before.From+1e-9 {
			t.Errorf("shot %d lasts %.1f s, which is too short, or longer than planned", k, age)
		}
		if s.Kind != LeaderShot {
			continue
		}
		leaders++
		if began := float64(events[s.Boid].Tick) / 30; s.From != began {
			t.Errorf("boid %d broke away at %.1f s, but is shown from %.1f s on", s.Boid, began, s.From)
		}
		if s.From-last < leaderPause {
			t.Errorf("a leader is shown again after %.1f s, which is too soon", s.From-last)
		}
		last = s.From
	}
	if leaders < 300/30 {
		t.Errorf("%d leaders are shown in five minutes, want at least 10", leaders)
	}
	if quiet := NewDirector(5, 30, 0); quiet.Until(0, nil) > 60 {
		t.Error("without events the camera does not cut")
	}
}

func TestDirectorUntil(t *testing.T) {
	events := escapes(7.1, 200)
	d := NewDirector(2, 30, 0)
	for at := 0.0; at < 150; at += 3.7 {
		until := d.Until(at, events)
		s, _ := d.At(until, events)
		before, _ := d.At(until-1e-6, events)
		if until <= at || s.From != until || s.Glide || s == before {
			t.Errorf("from %.1f s: the next cut is announced for %.2f s, but the shot there is %+v", at, until, *s)
		}
	}
}

// A pull back begins inside the flock, at most 30 m from its middle. The camera always moves away from
// the middle, and ends at the place of the automatic camera.
func TestPullBack(t *testing.T) {
	boids := make([]flock.Boid, 0, 400)
	for k := range 400 {
		a := float64(k) * 2.4
		r := 60 * math.Sqrt(float64(k)/400)
		boids = append(boids, flock.Boid{Pos: mgl32.Vec3{float32(r * math.Cos(a)), 50, float32(r * math.Sin(a))}, Vel: mgl32.Vec3{1e-3, 0, 0}, Up: mgl32.Vec3{0, 1, 0}})
	}
	c := onlyFlock(boids, 0.4)
	s := NewSubject(c, -1, ExactMotion(c))
	d := NewDirector(1, 30, 0)
	r := NewRig()
	r.Mode, r.Aspect = look.Director, 16./9
	shot, _ := d.At(0, nil)
	shot.Place(&r, c, s)
	last := float32(0)
	for k := range 10*10 + 1 {
		r.Cue = Cue{Shot: shot, Now: float64(k) / 10}
		away := r.Update(0, Drive{}, s).Eye.Sub(s.middle()).Len()
		if k == 0 && (away > 30.1 || away < 20) || away < last-1e-3 {
			t.Errorf("after %.1f s the camera is %.1f m from the middle, and before that %.1f m; want 20 to 30 m, then further away", float64(k)/10, away, last)
		}
		last = away
	}
	auto := NewRig()
	auto.Mode, auto.Aspect = look.Auto, 16./9
	if got, want := r.View().Eye, auto.Update(0, Drive{}, s).Eye; !testflight.Close(got, want, 1e-2) {
		t.Errorf("the pull back ends at %v, but the automatic camera is at %v", got, want)
	}
}

func TestShotsShowTheFlock(t *testing.T) {
	r, motion := twoBirdsInLine(300, 20, mgl32.Vec3{12, 0, 0}), mgl32.Vec3{12, 0, 0}
	boids := snapshots.Interpolate(nil, &r[150], &r[150], 1)
	for k := range boids {
		boids[k].Vel = motion
	}
	c := onlyFlock(boids, 0.4)
	for kind := PullBackShot; kind <= LeaderShot; kind++ {
		if kind == EyeShot {
			continue // a bird sees neither itself nor the birds behind it
		}
		shot := &Shot{Kind: kind, Until: 8, Boid: -1, Turn: 0.4}
		if kind == LeaderShot {
			shot.Boid = 1
		}
		rig := NewRig()
		rig.Mode, rig.Aspect = look.Director, 16./9
		shot.Place(&rig, c, NewSubject(c, shot.Boid, ExactMotion(c)))
		s := NewSubject(c, shot.Boid, ExactMotion(c))
		rig.Cue = Cue{Shot: shot, Now: 4}
		v := rig.Update(0, Drive{}, s)
		target := s.middle()
		if s.Boid != nil {
			target = s.Boid.Pos
		}
		x, y, _, ok := v.Project(target, 1600, 900)
		if !ok || x < 0 || x > 1600 || y < 0 || y > 900 {
			t.Errorf("kind %d: the flock is at %v, %v, outside the picture of 1600 × 900", kind, x, y)
		}
	}
}
