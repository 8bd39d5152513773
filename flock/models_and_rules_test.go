package flock

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"skein/flock/cloud"
	"skein/flock/lead"
	"skein/flock/vec"
)

// keepOff and keepFar are rules that request a Protection and read its sum.
type (
	keepOff struct {
		Gain   float32 `key:"keep_off" range:"0,1" doc:"gain"`
		Radius float32 `key:"keep_off_radius" unit:"m" range:"0,9" doc:"radius"`
	}
	keepFar struct {
		Gain   float32 `key:"keep_far" range:"0,1" doc:"gain"`
		Radius float32 `key:"keep_far_radius" unit:"m" range:"0,9" doc:"radius"`
	}
)

func (*keepOff) About() About                        { return About{Name: "keep off", Social: true} }
func (r *keepOff) IsActive() bool                    { return r.Gain > 0 }
func (r *keepOff) Protects() Protection              { return Protection{Radius: r.Radius} }
func (r *keepOff) Steer(_ *Self, seen *Seen) vec.Vec { return seen.Away.Scale(r.Gain) }

func (*keepFar) About() About                        { return About{Name: "keep far", Social: true} }
func (r *keepFar) IsActive() bool                    { return r.Gain > 0 }
func (r *keepFar) Protects() Protection              { return Protection{Radius: r.Radius} }
func (r *keepFar) Steer(_ *Self, seen *Seen) vec.Vec { return seen.Away.Scale(r.Gain) }

func mustModel(t *testing.T, d ModelDef) *Model {
	t.Helper()
	m, err := NewModel(d)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func worldOf(t *testing.T, m *Model) *World {
	t.Helper()
	w, err := NewWorld(Def{Seed: 3, TickRate: 30, Flock: Flock{Start: cloud.Start{Radius: 4, Altitude: 30, Speed: 5}, Params: m.Params()}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Rules that request different separations cannot be active together, at the start, in flight or in a model.
// Rules with one radius can.
func TestSeparationsMustAgree(t *testing.T) {
	const want = "the rules keep off and keep far are both active and separate boids differently"
	_, err := NewModel(def(&keepOff{Gain: 0.1, Radius: 1}, &keepFar{Gain: 0.1, Radius: 2}))
	wantError(t, err, want)
	m := mustModel(t, def(&keepOff{Gain: 0.1, Radius: 1}, &keepFar{Radius: 2}))
	w := worldOf(t, m)
	p := w.Params()
	put(&p, "keep_far", 0.1)
	wantError(t, p.Validate(), want)
	wantError(t, w.SetParams(p), want)
	if strings.Contains(p.Validate().Error(), "\n") || w.Params() != m.Params() {
		t.Error("the error is not one line, or the parameters changed")
	}
	_, err = NewWorld(Def{TickRate: 30, Flock: Flock{Params: p}})
	wantError(t, err, want)
	put(&p, "keep_off", 0)
	if err := w.SetParams(p); err != nil {
		t.Error(err)
	}
	put(&p, "keep_off", 0.1, "keep_far_radius", 1)
	if err := w.SetParams(p); err != nil {
		t.Error(err)
	}
}

// A flock accepts neither the parameters of another model nor the zero Params.
func TestParamsOfAnotherModel(t *testing.T) {
	w := worldOf(t, mustModel(t, def(&keepOff{Gain: 0.1, Radius: 1})))
	was := w.Params()
	other := def()
	other.Name = "other"
	wantError(t, w.SetParams(mustModel(t, other).Params()), "these are parameters of the model other, but this flock has the model test")
	wantError(t, w.SetParams(Params{}), "no model")
	if w.Params() != was {
		t.Error("the refused parameters were applied")
	}
	var none Params
	if none.Model() != nil || none.Specs() != nil || none.Value("count") != nil || none.Count() != 0 || none.Validate() == nil ||
		none.Set("count", 1) == nil {
		t.Error("the zero Params have a model, want none")
	}
}

// Changes of a definition do not change a model that was made from it.
func TestModelCopiesItsDefinition(t *testing.T) {
	r := &keepOff{Gain: 0.25, Radius: 1}
	l := &lead.Leadership{Influence: 0.5, DrawSigma: 0.1, EscapeSeconds: 3, EscapePoints: lead.Smooth.Curve(), EscapeSpeed: 1, Salience: 1}
	d := def(r, &drag{Speed: 5})
	d.Leadership = l
	m := mustModel(t, d)
	w := worldOf(t, m)
	d.Rules[0], r.Gain, l.Influence = &listless{}, 7, 7
	if p := m.Params(); p.Float("keep_off") != 0.25 || p.Float("leadership") != 0.5 {
		t.Error("the model's values changed")
	}
	if got := m.Rules(); len(got) != 2 || got[0].Name != "keep off" {
		t.Errorf("the model's rules are %v, want keep off and another one", got)
	}
	again := worldOf(t, m)
	for range 30 {
		w.Step()
		again.Step()
	}
	if w.Hash() != again.Hash() {
		t.Error("another flight of the same model differs")
	}
}

// drag is a rule that declares the cruise speed, which Leadership also uses.
type drag struct {
	Speed float32 `key:"cruise_speed" unit:"m/s" range:"0,50" doc:"cruise speed"`
}

func (*drag) About() About        { return About{Name: "drag"} }
func (*drag) Steer(*Self) vec.Vec { return vec.Vec{} }

// Worlds that use one model at the same time fly like a World alone.
func TestWorldsShareAModel(t *testing.T) {
	m := mustModel(t, def(&keepOff{Gain: 0.1, Radius: 1}, &clock{}))
	alone := worldOf(t, m)
	for range 60 {
		alone.Step()
	}
	want := alone.Hash()
	var all sync.WaitGroup
	for range 4 {
		w := worldOf(t, m)
		all.Go(func() {
			for range 60 {
				w.Step()
			}
			if w.Hash() != want {
				t.Error("a flock of a model flies differently after the other models were made")
			}
		})
	}
	all.Wait()
}

type clock struct{ age int64 }

func (*clock) About() About      { return About{Name: "clock"} }
func (*clock) Columns() []Column { return []Column{{Name: "beat", High: 10}} }
func (r *clock) Tick(now *Tick)  { r.age = now.Age }
func (r *clock) Steer(me *Self) vec.Vec {
	me.State[0] = float32((r.age + int64(me.ID)) % 10)
	return vec.Vec{Y: me.State[0] * 0.01}
}

type absurdRule struct{ steer, state float32 }

func (*absurdRule) About() About      { return About{Name: "wild", Social: true} }
func (*absurdRule) Columns() []Column { return []Column{{Name: "wild", Low: -1, High: 1}} }
func (r *absurdRule) Steer(me *Self) vec.Vec {
	me.State[0] = r.state
	return vec.Vec{X: r.steer}
}

// If a rule returns NaN or huge forces, the flock flies on, and its checkpoints are valid.
func TestRulesMayReturnNonsense(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, x := range []float32{nan, inf, -inf, 1e30, -1e30, 1e6} {
		m := mustModel(t, def(&absurdRule{x, x}))
		w := worldOf(t, m)
		for range 20 {
			w.Step()
		}
		var s Snapshot
		w.Snapshot(&s)
		for i := range s.Pos {
			if v := (vec.Vec{X: s.Vel[i][0], Y: s.Vel[i][1], Z: s.Vel[i][2]}); !v.Within(9.01) {
				t.Fatalf("with a steer of %v, boid %d flies at %v m/s, want at most 9", x, i, v)
			}
		}
		back, err := Resume(w.Checkpoint(), 1, Auto, m)
		if err != nil {
			t.Fatalf("with a steer of %v, the checkpoint cannot be resumed: %v", x, err)
		}
		if back.Step(); back.Hash() == w.Hash() {
			t.Error("the flock does not move")
		}
	}
}

// Set accepts every result of Value.
func TestSetAcceptsValue(t *testing.T) {
	p := DefaultParams()
	for _, s := range p.Specs() {
		q := PaperParams()
		if err := q.Set(s.Key, p.Value(s.Key)); err != nil {
			t.Error(err)
		}
		if fmt.Sprint(q.Value(s.Key)) != fmt.Sprint(p.Value(s.Key)) {
			t.Errorf("%s is %v, want %v", s.Key, q.Value(s.Key), p.Value(s.Key))
		}
	}
	put(&p, "falloff", 9)
	if v := p.Value("falloff"); v == nil || p.Validate() == nil {
		t.Errorf("falloff 9 has the value %v, or is valid; want an error", v)
	}
	m := mustModel(t, def(&spot{At: -7.5}))
	w := worldOf(t, m)
	if got := w.flocks[0].allRules[0].(*spot).At; got != -7.5 {
		t.Errorf("a rule at -7.5 m is at %v m", got)
	}
}

type spot struct {
	At float32 `key:"at" unit:"m" range:"-50,50" doc:"position along x"`
}

func (*spot) About() About             { return About{Name: "place"} }
func (r *spot) Steer(me *Self) vec.Vec { return vec.Vec{X: r.At - me.Pos.X} }

type timerRule struct {
	Rate float32 `key:"tired_rate" range:"0,1" doc:"how fast a boid grows tired; 0 switches it off"`
}

func (*timerRule) About() About      { return About{Name: "tired"} }
func (r *timerRule) IsActive() bool  { return r.Rate > 0 }
func (*timerRule) Columns() []Column { return []Column{{Name: "tiredness", High: 100}} }
func (r *timerRule) Steer(me *Self) vec.Vec {
	me.State[0] = min(100, me.State[0]+r.Rate)
	return me.Vel.Scale(-0.001 * me.State[0])
}

// A rule with columns does not change checkpoints and hashes while it is switched off.
func TestColumnsOfAnIdleRule(t *testing.T) {
	d := def(&keepOff{Gain: 0.1, Radius: 1}, &clock{})
	was := mustModel(t, d)
	d.Guests = []Guest{{Owner: "other", Rule: &timerRule{}}}
	d.Rules = []Rule{&keepOff{Gain: 0.1, Radius: 1}, &clock{}}
	now := mustModel(t, d)
	w, other := worldOf(t, was), worldOf(t, now)
	for range 40 {
		w.Step()
		other.Step()
	}
	if w.Hash() != other.Hash() {
		t.Error("a rule that is switched off changes the hash")
	}
	back, err := Resume(w.Checkpoint(), 1, Auto, now)
	if err != nil {
		t.Fatal(err)
	}
	if back.Hash() != w.Hash() {
		t.Error("the resumed World flies differently")
	}
	p := back.Params()
	put(&p, "tired_rate", 0.5)
	if err := back.SetParams(p); err != nil {
		t.Fatal(err)
	}
	for range 40 {
		back.Step()
	}
	again, err := Resume(back.Checkpoint(), 1, Auto, now)
	if err != nil {
		t.Fatal(err)
	}
	if x := again.flocks[0].Boids.Own[1][3]; x != 20 || again.Hash() != back.Hash() {
		t.Errorf("after 40 ticks the tiredness of boid 3 is %v, want 20", x)
	}
	_, err = Resume(back.Checkpoint(), 1, Auto, was)
	wantError(t, err, `checkpoint: unknown parameter "tired_rate"`)
	stranger := def(&timerRule{})
	stranger.Name = "other"
	_, err = Resume(back.Checkpoint(), 1, Auto, mustModel(t, stranger))
	wantError(t, err, `unknown model "test"; use one of other`)
	hashes := back.Hash()
	back.flocks[0].Boids.Own[1][3]++
	if back.Hash() == hashes {
		t.Error("the column of an active rule is not hashed")
	}
}

// A tick with rules from outside this module allocates nothing.
func TestOutsideRulesAllocateNothing(t *testing.T) {
	w := worldOf(t, mustModel(t, def(&keepOff{Gain: 0.1, Radius: 1}, &clock{}, &spot{At: 3})))
	for range 100 {
		w.Step()
	}
	w.TakeEvents(nil)
	if n := testing.AllocsPerRun(50, w.Step); n > 0 {
		t.Errorf("%v allocations a tick, want none", n)
	}
}

// Bounds are an error if no rule turns boids back from them.
func TestBoundsWithoutARule(t *testing.T) {
	p := mustModel(t, def(&keepOff{})).Params()
	put(&p, "bounds", SoftBox)
	wantError(t, p.Validate(), "bounds is box: no rule of the model test turns boids back there; use none or wrap")
	put(&p, "bounds", Wrap, "bounds_size", 100)
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
}
