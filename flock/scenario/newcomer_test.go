package scenario

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"skein/flock"
)

func joinedWorld(t *testing.T, s *Scenario, n *Newcomer) *flock.World {
	t.Helper()
	w, err := flock.NewWorld(s.Def())
	if err != nil {
		t.Fatal(err)
	}
	f, regarders, err := s.Newcomer(n)
	if err == nil {
		err = w.Join(f.Flock, regarders)
	}
	for k := range s.Flocks() {
		p := w.ParamsOf(k)
		if err == nil {
			p, err = n.Adapted(k, p)
		}
		if err == nil {
			err = w.SetParamsOf(k, p)
		}
	}
	k := w.FlockCount() - 1
	p := w.ParamsOf(k)
	if err == nil {
		err = p.Set("count", n.Count)
	}
	if err == nil {
		err = w.SetParamsOf(k, p)
	}
	if err != nil {
		t.Fatalf("%+v: %v", n, err)
	}
	return w
}

func small(t *testing.T, scene string) *Scenario {
	t.Helper()
	s, err := Builtin(scene)
	if err != nil {
		t.Fatal(err)
	}
	s.WarmUp = 0
	if err := s.Params.Set("count", 40); err != nil {
		t.Fatal(err)
	}
	return s
}

// For each model that fits a scene, a flock can join with every relation, and flies.
func TestNewcomersFly(t *testing.T) {
	tried := 0
	for _, scene := range []string{"murmuration", "cornell", "parker", "heppner"} {
		s := small(t, scene)
		for _, m := range s.NewcomerModels() {
			for r := range RelationNames() {
				n := &Newcomer{Model: m, Bird: "goose", Count: 6, Regards: make([]Relation, len(s.Flocks()))}
				if n.Regards[0] = Relation(r); n.Regards[0] == Hunts && (s.Flocks()[0].Params.Model().Units() == flock.PerStep || s.Flocks()[0].Params.Model().Plane()) {
					continue // a newcomer cannot hunt here
				}
				w := joinedWorld(t, s, n)
				for range 30 {
					w.Step()
				}
				tried++
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d flocks were tried, want at least 20", tried)
	}
}

// meanDistance returns the mean distance between the first and the last flock in metres, and the fraction of
// time below 20 m.
func meanDistance(t *testing.T, r, by Relation) (mean, near float32) {
	t.Helper()
	s := small(t, "murmuration")
	w := joinedWorld(t, s, &Newcomer{Model: "hartman", Bird: "gull", Count: 30, Regards: []Relation{r}, Regarded: []Relation{by}})
	var snap flock.Snapshot
	sum, n := float32(0), 0
	for k := range 3600 {
		w.Step()
		if k < 300 {
			continue
		}
		w.Snapshot(&snap)
		middle := func(flock int) (m mgl32.Vec3) {
			from, to := snap.Range(flock)
			for i := from; i < to; i++ {
				m = m.Add(snap.Pos[i].Mul(1 / float32(to-from)))
			}
			return m
		}
		d := middle(0).Sub(middle(1)).Len()
		if sum, n = sum+d, n+1; d < 20 {
			near++
		}
	}
	return sum / float32(n), near / float32(n)
}

// A flock that follows another flock stays nearer than a flock that ignores it, and a flock that flees is
// near less often, whichever flock is the newcomer.
func TestNewcomersRegardOthers(t *testing.T) {
	ignores, meets := meanDistance(t, Ignores, Ignores)
	for _, joined := range []bool{true, false} {
		of := func(r Relation) (mean, near float32) {
			if joined {
				return meanDistance(t, r, Ignores)
			}
			return meanDistance(t, Ignores, r)
		}
		follows, _ := of(Follows)
		_, flees := of(Flees)
		if follows < 0.7*ignores && meets > 0 && flees < 0.7*meets {
			continue
		}
		t.Errorf("the distance is %g m if it follows and %g m if it ignores; it is near for the share %g of the time if it ignores, and %g if it flees", follows, ignores, meets, flees)
	}
}

func TestNewcomerIsNamed(t *testing.T) {
	s := small(t, "falcon")
	f, regarders, err := s.Newcomer(&Newcomer{Model: "hartman", Bird: "falcon", Regards: []Relation{Hunts, Ignores}})
	if err != nil || f.Species != "falcon-2" || len(regarders.Fleeing) != 1 || regarders.Fleeing[0] != 0 || !f.Hunts() || f.Params.Count() != 0 {
		t.Errorf("the newcomer is %+v, feared by %v (error %v); want falcon-2, feared by flock 0", f.Flock, regarders.Fleeing, err)
	}
	_, regarders, err = s.Newcomer(&Newcomer{Model: "hartman", Bird: "gull", Regards: []Relation{Hunts, Follows}, Regarded: []Relation{KeepsClear, Hunts}})
	if err != nil || !slices.Equal(regarders.Noticing, []int{0}) || !slices.Equal(regarders.Following, []int{1}) || regarders.Fleeing != nil {
		t.Errorf("the newcomer is regarded by %+v (error %v); flock 0 keeps clear of it, and flock 1 hunts it", regarders, err)
	}
	if _, _, err := s.Newcomer(&Newcomer{Model: "hartman", Bird: "gull", Regarded: []Relation{Hunts}}); err == nil {
		t.Error("starlings can hunt a newcomer")
	}
	if _, _, err := small(t, "parker").Newcomer(&Newcomer{Model: "starlings", Bird: "gull"}); err == nil {
		t.Error("starlings can join a scene of another kind")
	}
}

// Setting a relation switches its rule on, and a rule that is on keeps its values.
func TestWithRelation(t *testing.T) {
	s, err := Builtin("falcon")
	if err != nil {
		t.Fatal(err)
	}
	starlings, falcon := s.Params, s.Others[0].Params
	off := func(p flock.Params, keys ...string) flock.Params {
		for _, key := range keys {
			if err := p.Set(key, 0); err != nil {
				t.Fatal(err)
			}
		}
		return p
	}
	for _, v := range []struct {
		p      flock.Params
		to     Relation
		hunted bool
		regard flock.Regard
		key    string
		want   float32
	}{
		{starlings, Ignores, false, flock.Flockmates, "flee", starlings.Float("flee")},
		{off(starlings, "give_way"), KeepsClear, false, flock.Noticed, "give_way", 0.5},
		{off(starlings, "flee"), Flees, false, flock.Feared, "flee", 0.6},
		{off(starlings, "alarm"), Flees, true, flock.Feared, "alarm", starlings.Float("alarm")},
		{off(falcon, "hunt_speed"), Hunts, false, flock.Followed, "hunt_speed", falcon.Float("hunt_speed")},
		{falcon, Follows, false, flock.Followed, "hunt_speed", 0},
	} {
		r, p, err := WithRelation(flock.Regards{Flees: []int{1}}, v.p, 1, v.to, v.hunted, nil)
		if err != nil || r.Of(1) != v.regard || p.Float(v.key) != v.want {
			t.Errorf("relation %q: the flock has the regard %d and %s = %v (error %v), want %d and %v", RelationNames()[v.to], r.Of(1), v.key, p.Float(v.key), err, v.regard, v.want)
		}
		if back := RelationOf(r.Of(1), IsHunter(&p)); back != v.to {
			t.Errorf("relation %q is shown as %q", RelationNames()[v.to], RelationNames()[back])
		}
	}
}

// When a flock ends its hunt, parameters return to their former values, except those changed meanwhile. While
// it hunts another flock, all stay.
func TestEndOfAHunt(t *testing.T) {
	s, err := Builtin("murmuration")
	if err != nil {
		t.Fatal(err)
	}
	before := s.Params
	for _, to := range []Relation{Ignores, KeepsClear, Follows} {
		hunts, hunter, err := WithRelation(flock.Regards{}, before, 1, Hunts, false, nil)
		if err != nil || hunter.Float("max_speed") == before.Float("max_speed") {
			t.Fatalf("the hunter has the maximum speed %v (error %v), want another one than before", hunter.Float("max_speed"), err)
		}
		_, same, err := WithRelation(hunts, hunter, 1, to, false, nil)
		if err != nil || same.Float("max_speed") != hunter.Float("max_speed") {
			t.Errorf("relation %q: without the former parameters, the maximum speed is %v (error %v)", RelationNames()[to], same.Float("max_speed"), err)
		}
		if err := hunter.Set("strike_range", 2.5); err != nil {
			t.Fatal(err)
		}
		both, _, err := WithRelation(hunts, hunter, 2, Hunts, false, &before)
		if err != nil {
			t.Fatal(err)
		}
		if _, still, err := WithRelation(both, hunter, 1, Ignores, false, &before); err != nil || still != hunter {
			t.Errorf("a flock that hunts one flock less has other parameters (error %v)", err)
		}
		_, after, err := WithRelation(hunts, hunter, 1, to, false, &before)
		if err != nil || after.Float("strike_range") != 2.5 {
			t.Errorf("relation %q: strike_range is %v (error %v), want 2.5", RelationNames()[to], after.Float("strike_range"), err)
		}
		for _, key := range []string{"hunt_speed", "hunt_way", "stoop_height", "hunt_turn", "hunt_seconds", "rest_seconds", "max_speed"} {
			if after.Value(key) != before.Value(key) {
				t.Errorf("relation %q: %s is %v, want %v as before the hunt", RelationNames()[to], key, after.Value(key), before.Value(key))
			}
		}
	}
}

// The bird that is proposed for the model of the scene starlings is a starling, whose wingspan is about
// 0.4 m.
func TestNewcomerBirdFitsItsModel(t *testing.T) {
	f, _ := exampleOf("starlings")
	if bird := NewcomerBird("starlings"); bird != "" && bird != "starling" || f.Params.Float("wingspan") > 0.5 {
		t.Errorf("the bird %q has a wingspan of %g m, want a starling with about 0.4 m", bird, f.Params.Float("wingspan"))
	}
}
