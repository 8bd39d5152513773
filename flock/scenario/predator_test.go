package scenario

import (
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/vec"
)

// An added predator hunts, and the scene is the same after it was written and parsed.
func TestPredatorOfAScene(t *testing.T) {
	s, err := Builtin("murmuration")
	if err != nil {
		t.Fatal(err)
	}
	f, regarders, err := s.Predator()
	if err != nil || len(regarders.Fleeing) != 1 || f.Species != "falcon" || f.Params.Count() != 0 || !f.Hunts() || f.Bird.File != "falcon" {
		t.Fatalf("%+v of %v, %v", f.Flock, regarders.Fleeing, err)
	}
	s.Others, s.Flees = append(s.Others, f), []string{f.Species}
	if s.Params, err = WithAlarm(s.Params); err != nil || s.Params.Float("alarm") <= 0 {
		t.Fatalf("alarm %g, %v", s.Params.Float("alarm"), err)
	}
	falcon, err := Builtin("falcon")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"alarm", "alarm_range", "alarm_reach", "alarm_seconds", "alarm_speed", "alarm_back"} {
		if got, want := s.Params.Float(key), falcon.Params.Float(key); got != want {
			t.Errorf("%s is %g, want %g as in the scene falcon", key, got, want)
		}
	}
	if err := s.Others[0].Params.Set("count", 2); err != nil {
		t.Fatal(err)
	}
	spot := flock.Spot{At: vec.Vec{X: 4, Y: 50}, Velocity: vec.Vec{Z: 13}}
	s.Others[0].Start.Groups = []cloud.Group{cloud.Single(spot.At.Sub(vec.Vec{Y: 40}), spot.Velocity), {Count: 1, Speed: 9}}
	repeated, err := Parse("again.toml", s.TOML())
	if err != nil {
		t.Fatal(err)
	}
	hash := func(s *Scenario) uint64 {
		w, err := flock.NewWorld(s.Def())
		if err != nil {
			t.Fatal(err)
		}
		for range 120 {
			w.Step()
		}
		return w.Hash()
	}
	if hash(s) != hash(repeated) {
		t.Error("written and read back, the scene flies differently")
	}
	if second, r, err := repeated.Predator(); err != nil || second.Species != "falcon-2" || len(r.Fleeing) != 1 {
		t.Errorf("a second predator is %s with the prey %v (error %v), want falcon-2", second.Species, r.Fleeing, err)
	}
}

func TestPredatorWithoutPrey(t *testing.T) {
	for name, why := range map[string]string{"cornell": "cornell", "parker": "parker", "brundage": "metres and seconds"} {
		s, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Predator(); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
