package scenario

import (
	"errors"
	"math"
	"testing"

	"skein/flock"
	"skein/flock/explanation"
)

// The falcon's explanation agrees with events and snapshots: its prey, the distance, and its rest after a
// strike or a near miss.
func TestPursuitAgreesWithEvents(t *testing.T) {
	sc, err := Builtin("falcon")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(sc.Params.Set("count", 12), sc.Others[0].Params.Set("hunt_way", "nearest"), sc.Others[0].Params.Set("hunt_turn", 6)); err != nil {
		t.Fatal(err)
	}
	sc.WarmUp = 0
	w, err := flock.NewWorld(sc.Def())
	if err != nil {
		t.Fatal(err)
	}
	w.TakeEvents(nil)
	const falcon = 12
	var current, next flock.Snapshot
	var restsUntil float64
	prey, attacks, strikes, rests := -1, 0, 0, 0
	for range 12 * sc.TickRate {
		w.Snapshot(&current)
		e, err := w.Explain(falcon)
		if err != nil {
			t.Fatal(err)
		}
		w.Step()
		w.Snapshot(&next)
		p := e.Hunt
		if p == nil {
			t.Fatalf("at %.2f s nothing says that the falcon hunts", current.Seconds())
		}
		if p.Phase == explanation.Attacks {
			attacks++
			apart := func(s *flock.Snapshot) float64 { return float64(s.Pos[p.Prey].Sub(s.Pos[falcon]).Len()) }
			if p.Prey != prey || math.Abs(float64(p.Distance)-apart(&current)) > 0.001 {
				t.Fatalf("at %.2f s it attacks boid %d, %v m away; want boid %d, %v m away", current.Seconds(), p.Prey, p.Distance, prey, apart(&current))
			}
			closing := func(s *flock.Snapshot) float64 {
				to, vel := s.Pos[p.Prey].Sub(s.Pos[falcon]), s.Vel[p.Prey].Sub(s.Vel[falcon])
				return -float64(to.Normalize().Dot(vel))
			}
			if math.Abs(float64(p.Closing)-closing(&current)) > 0.01 {
				t.Fatalf("at %.2f s the distance shrinks by %v m/s, want %v m/s", current.Seconds(), p.Closing, closing(&current))
			}
			measured := (apart(&current) - apart(&next)) * float64(sc.TickRate)
			mean := (closing(&current) + closing(&next)) / 2 // both birds turn during the tick
			if apart(&current) > 5 && math.Abs(mean-measured) > 2 {
				t.Fatalf("at %.2f s the distance shrinks by %v m/s, want %v m/s", current.Seconds(), mean, measured)
			}
		}
		if restsUntil > 0 && current.Seconds() < restsUntil-0.001 && p.Phase != explanation.Rests {
			t.Fatalf("at %.2f s it %s, but it said that it rests until %.2f s", current.Seconds(), p.Phase, restsUntil)
		}
		if p.Phase == explanation.Rests && restsUntil == 0 {
			restsUntil = current.Seconds() + float64(p.Left)
			rests++
		}
		for _, event := range w.TakeEvents(nil) {
			switch event.Kind {
			case flock.AttackBegan:
				prey, restsUntil = event.Prey, 0
			case flock.Strike, flock.NearMiss:
				strikes++
				if p.Phase != explanation.Attacks || event.Prey != p.Prey {
					t.Fatalf("at %.2f s there is a %v of boid %d, but it %s boid %d", current.Seconds(), event.Kind, event.Prey, p.Phase, p.Prey)
				}
			}
		}
	}
	if attacks == 0 || rests == 0 || strikes == 0 {
		t.Errorf("the falcon attacks in %d ticks, rests %d times and comes near %d times; want all of them", attacks, rests, strikes)
	}
}
