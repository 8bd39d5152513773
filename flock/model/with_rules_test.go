package model_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/formula"
	"skein/flock/model"
	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

// param returns a parameter of a rule with a default.
func param(key, unit string, value float64) formula.Param {
	return formula.Param{Key: key, Unit: unit, Doc: "For a test", Max: 100, Default: value}
}

func modelWith(t testing.TB, m *flock.Model, all ...formula.Definition) *flock.Model {
	t.Helper()
	m, err := model.WithRules(m, all)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func carried(t testing.TB, p flock.Params, m *flock.Model) flock.Params {
	t.Helper()
	to := m.Params()
	for _, s := range p.Specs() {
		if err := to.Set(s.Key, p.Value(s.Key)); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// cornellRules are the three rules of S2 as formulas.
func cornellRules() []formula.Definition {
	return []formula.Definition{
		{Name: "avoid again", Perceives: "range", Range: "protected_range", Steer: "-my_avoid * sum(offset)", Params: []formula.Param{param("my_avoid", "1/s", 0.05)}},
		{Name: "centre again", Perceives: "range", Range: "vision", Steer: "my_centre * mean(offset, distance >= protected_range)", Params: []formula.Param{param("my_centre", "1/s", 0.0005)}},
		{Name: "match again", Perceives: "range", Range: "vision", Steer: "my_match * mean(relative_velocity, distance >= protected_range)", Params: []formula.Param{param("my_match", "", 0.05)}},
	}
}

// The three rules of S2 as formulas give the same bits as the rules in Go. Their sums are exact in both.
func TestFormulasFlyLikeTheRulesOfCornell(t *testing.T) {
	def := testscene.Def("cornell-3d")
	def.WarmUp, def.Others, def.Flees = 0, nil, nil
	want := world(t, def)
	p := def.Params
	written := def
	written.Params = model.With(carried(t, p, modelWith(t, model.Cornell3D(), cornellRules()...)), "avoid_factor", 0, "centering_factor", 0, "matching_factor", 0,
		"my_avoid", p.Float("avoid_factor"), "my_centre", p.Float("centering_factor"), "my_match", p.Float("matching_factor"))
	got := world(t, written)
	for tick := range 300 {
		want.Step()
		if got.Step(); got.Hash() != want.Hash() {
			t.Fatalf("in tick %d the formulas fly differently from the rules in Go", tick+1)
		}
	}
	still := model.With(written.Params, "my_avoid", 0)
	if err := got.SetParams(still); err != nil {
		t.Fatal(err)
	}
	want.Step()
	if got.Step(); got.Hash() == want.Hash() {
		t.Error("without one of the rules the flock flies the same, so the test proves nothing")
	}
}

// hartmanRules are the three rules of S3 as formulas.
func hartmanRules() []formula.Definition {
	return []formula.Definition{
		{Name: "separation again", Source: "S3 eq. 1", Perceives: "neighbourhood", Steer: "-my_separation * sum(offset)", Params: []formula.Param{param("my_separation", "1/s", 0)}},
		{Name: "cohesion again", Source: "S3 eq. 3", Perceives: "neighbourhood", Steer: "my_cohesion * mean(offset)", Params: []formula.Param{param("my_cohesion", "1/s", 0)}},
		{Name: "alignment again", Source: "S3 eq. 4", Perceives: "neighbourhood", Steer: "my_alignment * mean(relative_velocity)", Params: []formula.Param{param("my_alignment", "", 0)}},
	}
}

// The three rules of Hartman and Beneš (S3) as formulas agree with the rules in Go within the rounding of
// float32. They are not equal bit for bit: only the rules in Go round a sum before they divide it.
func TestFormulasSteerLikeTheRulesOfHartman(t *testing.T) {
	def := testscene.Def("paper")
	def.WarmUp = 0
	p := def.Params
	def.Params = model.With(carried(t, p, modelWith(t, model.Hartman(), hartmanRules()...)),
		"my_separation", p.Float("separation"), "my_cohesion", p.Float("cohesion"), "my_alignment", p.Float("alignment"))
	for _, neighbourhood := range []string{"sphere", "nearest", "radius_plus_nearest", "everyone"} {
		def.Params = model.With(def.Params, "neighbourhood", neighbourhood)
		w := world(t, def)
		largest := 0.0
		for id := range 40 {
			e, err := w.Explain(id)
			if err != nil {
				continue // the boid escapes in this step
			}
			steers := map[string]vec.Vec{}
			for _, s := range e.Steers {
				steers[s.Rule] = s.Steer
			}
			for _, name := range []string{"separation", "cohesion", "alignment"} {
				a, b := steers[name], steers[name+" again"]
				largest = max(largest, float64(a.Length()))
				if offset := float64(a.Sub(b).Length()); offset > 2e-7*float64(a.Length()) {
					t.Fatalf("%s: %s of boid %d is %v, but %v as a formula", neighbourhood, name, id, a, b)
				}
			}
		}
		if largest < 0.01 {
			t.Errorf("%s: the longest steer is %v, so the test proves little", neighbourhood, largest)
		}
	}
}

// The flight of a flock with formulas has the same bits with every index and any number of workers, and
// after a restart from a checkpoint.
func TestFormulasDoNotDependOnTheIndex(t *testing.T) {
	for name, pairs := range map[string][]any{
		"open": {}, "view": {"field_of_view", 200}, "wrap": {"bounds", "wrap", "bounds_size", 16}, "leaders": {"leadership", 0.6, "salience", 5},
	} {
		def := testscene.EveryCrowd()
		m := def.Params.Model()
		def.WarmUp, def.Start.Radius = 0, 3
		def.Params = model.With(model.With(def.Params, "count", 70), pairs...)
		var want uint64
		for _, index := range []flock.Index{flock.Brute, flock.Grid, flock.Matrix} {
			for _, workers := range []int{1, 3} {
				def.Index, def.Workers = index, workers
				w := world(t, def)
				for range 8 {
					w.Step()
				}
				second, err := flock.Resume(w.Checkpoint(), 2, flock.Grid, m)
				if err != nil {
					t.Fatal(err)
				}
				for range 4 {
					w.Step()
					second.Step()
				}
				if want == 0 {
					want = w.Hash()
				}
				if w.Hash() != want || second.Hash() != want {
					t.Errorf("%s, index %v, %d workers: another flight", name, index, workers)
				}
			}
		}
	}
}

func TestFormulasAllocateNothing(t *testing.T) {
	def := testscene.EveryCrowd()
	def.Workers, def.WarmUp = 1, 0
	def.Params = model.With(def.Params, "leadership", 0, "count", 100)
	w := world(t, def)
	for range 10 {
		w.Step()
	}
	if n := testing.AllocsPerRun(5, w.Step); n > 0 {
		t.Errorf("a tick allocates %v times", n)
	}
}

// vicsekRule is the model of T. Vicsek, A. Czirók, E. Ben-Jacob, I. Cohen and O. Shochet, "Novel type of
// phase transition in a system of self-driven particles", Phys. Rev. Lett. 75 (1995), equations 1 and 2.
func vicsekRule() formula.Definition {
	return formula.Definition{Name: "vicsek", Source: "Vicsek 1995", Perceives: "range", Range: "vicsek_radius",
		Velocity: "vicsek_speed * rotate(normalize(sum(other_velocity) + velocity), up, vicsek_noise * (random() - 0.5))",
		Params:   []formula.Param{param("vicsek_radius", "m", 1), param("vicsek_speed", "m/step", 0.03), param("vicsek_noise", "rad", 2)}}
}

// slowVicsek computes a step of Vicsek's model in the plane, from the paper's equations, and returns the
// new velocities. The direction of particle i is that of the mean velocity of all particles within the
// radius, including i, plus the random angle turns[i].
func slowVicsek(pos, vel [][2]float64, side, radius, speed float64, turns []float64) (next [][2]float64) {
	for i := range pos {
		var sum [2]float64
		for j := range pos {
			dx, dz := math.Remainder(pos[j][0]-pos[i][0], side), math.Remainder(pos[j][1]-pos[i][1], side)
			if dx*dx+dz*dz < radius*radius {
				sum[0], sum[1] = sum[0]+vel[j][0], sum[1]+vel[j][1]
			}
		}
		theta := math.Atan2(sum[0], sum[1]) + turns[i] // from +z to +x, counter-clockwise around y
		next = append(next, [2]float64{speed * math.Sin(theta), speed * math.Cos(theta)})
	}
	return next
}

// Vicsek's model as a formula agrees with slowVicsek within the quantum of velocities and positions. The
// random angles, found from the velocities, are uniform in the interval of the noise.
func TestVicsek(t *testing.T) {
	const side, radius, speed, eta, n = 7, 1, 0.03, 2.0, 150
	base, err := model.Named("plain-steps-2d")
	if err != nil {
		t.Fatal(err)
	}
	def := flock.Def{Seed: 3, TickRate: 30, Workers: 1}
	def.Start = cloud.Start{Shape: cloud.Box, Radius: side / 2, Altitude: 20, Speed: speed, Disorder: 1}
	def.Params = model.With(modelWith(t, base, vicsekRule()).Params(), "count", n, "bounds", "wrap", "bounds_size", side, "vision", radius,
		"min_speed", 0, "max_speed", 1, "vicsek_noise", 0)
	state := func(w *flock.World) (pos, vel [][2]float64) {
		var s flock.Snapshot
		w.Snapshot(&s)
		for i := range s.Pos {
			pos = append(pos, [2]float64{float64(s.Pos[i][0]), float64(s.Pos[i][2])})
			vel = append(vel, [2]float64{float64(s.Vel[i][0]) / 30, float64(s.Vel[i][2]) / 30})
		}
		return pos, vel
	}
	w := world(t, def)
	for step := range 60 {
		pos, vel := state(w)
		want := slowVicsek(pos, vel, side, radius, speed, make([]float64, n))
		w.Step()
		_, got := state(w)
		for i := range got {
			if offset := max(math.Abs(got[i][0]-want[i][0]), math.Abs(got[i][1]-want[i][1])); offset > 0.501*vec.Quantum {
				t.Fatalf("step %d: the velocity of particle %d is %v, want %v", step, i, got[i], want[i])
			}
		}
	}
	if err := w.SetParams(model.With(w.Params(), "vicsek_noise", eta)); err != nil {
		t.Fatal(err)
	}
	var sum, square float64
	const steps = 100
	for range steps {
		pos, vel := state(w)
		calm := slowVicsek(pos, vel, side, radius, speed, make([]float64, n))
		w.Step()
		_, got := state(w)
		for i := range got {
			turn := math.Remainder(math.Atan2(got[i][0], got[i][1])-math.Atan2(calm[i][0], calm[i][1]), 2*math.Pi)
			if math.Abs(turn) > eta/2+0.02 {
				t.Fatalf("a particle turns by %v, want at most %v", turn, eta/2)
			}
			sum, square = sum+turn, square+turn*turn
		}
	}
	mean, variance := sum/(steps*n), square/(steps*n)
	if math.Abs(mean) > 0.03 || math.Abs(variance-eta*eta/12) > 0.02 {
		t.Errorf("the mean turn is %v and its variance %v, want 0 and %v", mean, variance, eta*eta/12)
	}
}

// The same rules give the same model. If a rule has an error, the message contains the rule's name and the
// key.
func TestWithRules(t *testing.T) {
	a, b := modelWith(t, model.Hartman(), vicsekRule()), modelWith(t, model.Hartman(), vicsekRule())
	if a != b {
		t.Error("the same rules give different models")
	}
	if restored, err := model.Restored("hartman", model.RulesText(a)); err != nil || restored != a {
		t.Errorf("the text of the rules gives another model (%v)", err)
	}
	if m, err := model.Restored("hartman", ""); err != nil || m != model.Hartman() {
		t.Errorf("no rules give another model than hartman (%v)", err)
	}
	for want, change := range map[string]func(d *formula.Definition){
		"name: the model hartman already has a rule \"cohesion\"":                                             func(d *formula.Definition) { d.Name = "cohesion" },
		"name: a rule needs a name":                                                                           func(d *formula.Definition) { d.Name = "" },
		"key: the model already has a parameter \"vision\"":                                                   func(d *formula.Definition) { d.Params[0].Key = "vision" },
		"key: \"Speed\" is not a key":                                                                         func(d *formula.Definition) { d.Params[0].Key = "Speed" },
		"key: \"speed\" is reserved in formulas":                                                              func(d *formula.Definition) { d.Params[0].Key = "speed" },
		"key: the model already has a parameter \"vicsek_speed\"":                                             func(d *formula.Definition) { d.Params[2].Key = "vicsek_speed" },
		"default: default is 200 m/step: must be 0 to 100 m/step":                                             func(d *formula.Definition) { d.Params[1].Default = 200 },
		"range: give the lowest and the highest value":                                                        func(d *formula.Definition) { d.Params[1].Min = 100 },
		"unit: unknown unit \"furlong\"":                                                                      func(d *formula.Definition) { d.Params[1].Unit = "furlong" },
		"perceives: \"rang\" is not one of nobody, neighbourhood":                                             func(d *formula.Definition) { d.Perceives = "rang" },
		"perceives: the formula uses neighbours":                                                              func(d *formula.Definition) { d.Perceives, d.Range = "", "" },
		"perceives: \"nearest\" needs the key nearest; its value must be a number or the name of a parameter": func(d *formula.Definition) { d.Perceives, d.Range = "nearest", "" },
		"range: has an effect only with perceives = \"range\"":                                                func(d *formula.Definition) { d.Perceives = "everyone" },
		"range: \"vicsek_radios\" is not the name of a parameter in m, did you mean":                          func(d *formula.Definition) { d.Range = "vicsek_radios" },
		"range: \"vicsek_speed\" is not the name of a parameter in m":                                         func(d *formula.Definition) { d.Range = "vicsek_speed" },
		"range: range is 2000 m: must be 0 to 1000 m":                                                         func(d *formula.Definition) { d.Range = "2000" },
		"switch: this rule has no parameter with the key \"vision\"":                                          func(d *formula.Definition) { d.Switch = "vision" },
		"steer: a rule needs a formula: either steer or velocity":                                             func(d *formula.Definition) { d.Steer = "heading" },
		"velocity: 1:1: the result is a vector without a unit: must be a vector in m/s":                       func(d *formula.Definition) { d.Velocity = "heading" },
		"regards: \"hated\" is not one of flockmates, noticed, followed, feared":                              func(d *formula.Definition) { d.Regards = "hated" },
		"regards: other species can be perceived only with perceives = \"range\"":                             func(d *formula.Definition) { d.Regards, d.Perceives, d.Range = "feared", "neighbourhood", "" },
	} {
		d := vicsekRule()
		change(&d)
		if _, err := model.WithRules(model.Hartman(), []formula.Definition{d}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("the error is %v, want one that begins with %q", err, want)
		}
	}
}

// pushAway is a rule in Go, as a program outside this module would write it.
type pushAway struct {
	Gain  float32 `key:"push_gain" unit:"m²/s" range:"0,1" doc:"Gain"`
	Reach float32 `key:"push_reach" unit:"m" range:"0,50" doc:"Range"`
}

func (r *pushAway) About() flock.About {
	return flock.About{Name: "push away", Source: "this test", Social: true}
}
func (r *pushAway) IsActive() bool      { return r.Gain > 0 }
func (r *pushAway) SightRange() float32 { return r.Reach }

func (r *pushAway) AddNeighbour(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	if d := other.Offset.Length(); d > 0 {
		sums[0].Add(other.Offset.Scale(1 / d).Scale(1 / d))
		sums[1].Add(other.Vel)
	}
}

func (r *pushAway) Steer(_ *flock.Self, sums *flock.Sums) vec.Vec {
	return sums[1].Mean().Scale(0.01).Sub(sums[0].Sum().Scale(r.Gain))
}

// BenchmarkRule compares ticks with a rule in Go, and with the same rule as a formula. The metric x-go is
// the ratio of their times, after the time of a tick without the rule is subtracted from both.
func BenchmarkRule(b *testing.B) {
	def := scenario.Crowd(4000, cloud.Ball)
	def.Workers = 1
	base, err := model.Hartman().With(&pushAway{})
	if err != nil {
		b.Fatal(err)
	}
	written := modelWith(b, model.Hartman(), formula.Definition{Name: "push away again", Perceives: "range", Range: "push_reach", Switch: "push_gain",
		Steer:  "0.01 * mean(relative_velocity) - push_gain * sum(direction / distance)",
		Params: []formula.Param{{Key: "push_gain", Unit: "m²/s", Max: 1, Doc: "Gain"}, {Key: "push_reach", Unit: "m", Max: 50, Doc: "Range"}}})
	perTick := map[string]float64{}
	for _, c := range []struct {
		name string
		m    *flock.Model
		gain float64
	}{{"none", base, 0}, {"go", base, 0.01}, {"formula", written, 0.01}} {
		b.Run(c.name, func(b *testing.B) {
			d := def
			d.Params = model.With(carried(b, def.Params, c.m), "push_gain", c.gain, "push_reach", def.Params.Float("vision"))
			w, err := flock.NewWorld(d)
			if err != nil {
				b.Fatal(err)
			}
			w.Step()
			for b.Loop() {
				w.Step()
			}
			perTick[c.name] = float64(b.Elapsed().Nanoseconds()) / float64(b.N)
			if c.name == "formula" && perTick["go"] > perTick["none"] {
				b.ReportMetric((perTick["formula"]-perTick["none"])/(perTick["go"]-perTick["none"]), "x-go")
			}
		})
	}
}

// WithRules does not keep a model that is no longer used. Otherwise each edit of a formula would need more
// memory.
func TestModelsOfOldEditsAreForgotten(t *testing.T) {
	rule := func(k int) formula.Definition {
		return formula.Definition{Name: "drift", Steer: fmt.Sprintf("vec(%d[m/s], 0, 0)", k)}
	}
	remaining := modelWith(t, model.Hartman(), rule(0))
	var keys []string
	for k := 1; k <= 20; k++ {
		modelWith(t, model.Hartman(), rule(k))
		d := rule(k)
		keys = append(keys, "hartman\n"+d.Text())
	}
	remembered := func() (n int) {
		for _, key := range keys {
			if model.IsCached(key) {
				n++
			}
		}
		return n
	}
	if n := remembered(); n == 0 {
		t.Fatal("no model is remembered: the test looks for the wrong keys")
	}
	for range 100 {
		runtime.GC()
		if remembered() == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := remembered(); n > 0 {
		t.Errorf("%d of 20 models that nobody uses are remembered", n)
	}
	if second := modelWith(t, model.Hartman(), rule(0)); second != remaining {
		t.Error("the same rules give another model, although the first is in use")
	}
	runtime.KeepAlive(remaining)
}
