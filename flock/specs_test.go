package flock

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"skein/flock/lead"
	"skein/flock/view"
)

func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one with %q", parts)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q lacks %q", err, part)
		}
	}
}

// setAny changes the parameter to another valid value, if it has exactly one accessor.
func setAny(s *Spec, p *Params) bool {
	set := 0
	if s.Float != nil {
		set++
		*s.Float(&p.Values) = float32((s.Min+s.Max)/2) + 1e-3
	}
	if s.Int != nil {
		set++
		*s.Int(&p.Values) = int(s.Max) - 1
	}
	if s.Bool != nil {
		set++
		*s.Bool(&p.Values) = !*s.Bool(&p.Values)
	}
	if s.Points != nil {
		set++
		s.Points(&p.Values).At[1].Gain = 0.75
	}
	if s.Choice != nil {
		set++
		get, put := s.Choice(&p.Values)
		put((get() + 1) % len(s.Options))
	}
	return set == 1
}

// Every parameter has its own key and one accessor, which changes only this parameter.
func TestSpecsAreDistinct(t *testing.T) {
	keys := map[string]bool{}
	for _, s := range Specs() {
		if keys[s.Key] {
			t.Errorf("%s: there are two specs with this key", s.Key)
		}
		keys[s.Key] = true
		if s.Label == "" || s.Doc == "" || s.Group == "" || strings.Contains(s.Doc, "\n") {
			t.Errorf("%s: the spec lacks a group, a label or a one-line doc: %+v", s.Key, s)
		}
		if s.Min >= s.Max || s.Soft != 0 && (s.Soft <= s.Min || s.Soft >= s.Max) {
			t.Errorf("%s: the range %v to %v, or the slider's end %v, is wrong", s.Key, s.Min, s.Max, s.Soft)
		}
		p, was := DefaultParams(), DefaultParams()
		if !setAny(&s, &p) {
			t.Errorf("%s: want exactly one accessor", s.Key)
		}
		for _, other := range Specs() {
			if changed := !reflect.DeepEqual(p.Value(other.Key), was.Value(other.Key)); changed != (other.Key == s.Key) {
				t.Errorf("setting %s changed %s: %v, want the opposite", s.Key, other.Key, changed)
			}
		}
	}
	if len(keys) < 53 {
		t.Errorf("there are %d parameters, want at least the 53 of S3 and its additions", len(keys))
	}
}

func TestSpecGroups(t *testing.T) {
	var groups []string
	for _, s := range Specs() {
		if len(groups) == 0 || groups[len(groups)-1] != s.Group {
			groups = append(groups, s.Group)
		}
	}
	want := []string{"Flock", "Neighbourhood", "Steering", "Speed", "Leadership", "Extra behaviour", "Place", "Flight", "Individuality", GuestGroup}
	if !slices.Equal(groups, want) {
		t.Errorf("the groups are %v, want %v", groups, want)
	}
}

func TestOptionsMatchConstants(t *testing.T) {
	for key, want := range map[string][]int{
		"separation_form": {0, 1}, "trigger": {int(lead.IntendedTrigger), int(lead.PrintedTrigger)},
		"alignment_form": {0, 1},
		"neighbourhood":  {int(view.Sphere), int(view.NearestN), int(view.RadiusAndNearest), int(view.NearestInSight), int(view.RadiusPlusNearest), int(view.Everyone)},
		"falloff":        {int(Sum), int(Linear), int(Inverse), int(InverseSquare)},
		"escape_shape":   {int(lead.Smooth), int(lead.Triangle), int(lead.Parabola), int(lead.Custom)},
		"escape_scaling": {int(lead.Departure), int(lead.Current)},
		"bounds":         {int(Unbounded), int(SoftBox), int(SoftSphere), int(Wrap)},
	} {
		k := slices.IndexFunc(Specs(), func(s Spec) bool { return s.Key == key })
		if k < 0 || len(Specs()[k].Options) != len(want) {
			t.Errorf("%s: the spec does not have %d options", key, len(want))
		}
	}
}

func TestValidateNamesKeyValueAndRange(t *testing.T) {
	for _, p := range []Params{DefaultParams(), PaperParams()} {
		if err := p.Validate(); err != nil {
			t.Error(err)
		}
	}
	p := DefaultParams()
	put(&p, "cohesion", 2, "count", -1, "falloff", 9)
	wantError(t, p.Validate(), "cohesion is 2: must be 0 to 1", "count is -1: must be 0 to 4000000", "falloff is 9: must be one of sum, linear")
	p = DefaultParams()
	put(&p, "count", 1_000_000_000)
	wantError(t, p.Validate(), "count is 1000000000: must be 0 to 4000000 (it would need 270 GB of memory)")
	_, err := NewWorld(Def{TickRate: 30, Index: Matrix, Flock: Flock{Params: func() Params { put(&p, "count", 30_000); return p }()}})
	wantError(t, err, "count = 30000 is too high for the index matrix; use at most 20000, or the index grid (the matrix would need 2 GB of memory)")
	p = DefaultParams()
	put(&p, "min_speed", 20)
	wantError(t, p.Validate(), "min_speed is 20 m/s: must be at most max_speed, 13 m/s")
}

// Values just outside a range, NaN and infinities are errors. The ends are valid.
func TestValidateEnds(t *testing.T) {
	for _, s := range Specs() {
		if s.Float == nil {
			continue
		}
		for _, c := range []struct {
			value float32
			ok    bool
		}{
			{float32(s.Min), true}, {float32(s.Max), true},
			{math.Nextafter32(float32(s.Min), -1e9), false}, {math.Nextafter32(float32(s.Max), 1e9), false},
			{float32(math.NaN()), false}, {float32(math.Inf(1)), false}, {float32(math.Inf(-1)), false},
		} {
			p := DefaultParams()
			put(&p, "min_speed", 0)
			*s.Float(&p.Values) = c.value
			put(&p, "min_speed", min(p.Float("min_speed"), p.Float("max_speed")))
			if s.Key == "min_speed" && c.value > p.Float("max_speed") {
				put(&p, "min_speed", c.value, "max_speed", 50)
			}
			if err := p.Validate(); (err == nil) != c.ok {
				t.Errorf("%s = %v: %v", s.Key, c.value, err)
			}
		}
	}
}

// An idle parameter changes no bit of a flight, and every other one does.
func TestIdle(t *testing.T) {
	t.Parallel()
	turns := map[string][2]func(*Params){ // changes after which the parameter has an effect, and is idle
		"nearest":       {func(p *Params) { put(p, "neighbourhood", view.NearestInSight) }, func(p *Params) { put(p, "neighbourhood", view.Sphere) }},
		"lonely_range":  {func(p *Params) { put(p, "lonely_count", 40) }, func(p *Params) { put(p, "lonely_count", 0) }},
		"front_floor":   {func(p *Params) { put(p, "front_test", true) }, func(p *Params) { put(p, "front_test", false) }},
		"slow_speed":    {func(p *Params) { put(p, "front_test", true, "min_speed", 0, "max_speed", 2) }, func(p *Params) { put(p, "front_test", false) }},
		"gust_seconds":  {func(p *Params) { put(p, "gust_strength", 0.1) }, func(p *Params) { put(p, "gust_strength", 0) }},
		"gust_vertical": {func(p *Params) { put(p, "gust_strength", 0.1) }, func(p *Params) { put(p, "gust_strength", 0) }},
		"roost_radius":  {func(p *Params) { put(p, "roost_pull", 0.2) }, func(p *Params) { put(p, "roost_pull", 0) }},
		"bounds_size":   {func(p *Params) { put(p, "bounds", SoftBox) }, func(p *Params) { put(p, "bounds", Unbounded) }},
		"bounds_margin": {func(p *Params) { put(p, "bounds", SoftSphere) }, func(p *Params) { put(p, "bounds", Unbounded) }},
		"bounds_turn":   {func(p *Params) { put(p, "bounds", SoftSphere) }, func(p *Params) { put(p, "bounds", Wrap) }},
	}
	fly := func(s *Spec, change func(*Params), value float64) uint64 {
		d := small(60)
		put(&d.Params, "count", 60, "leadership", 0.6, "bounds_size", 40)
		change(&d.Params)
		if s.Int != nil {
			*s.Int(&d.Params.Values) = int(value)
		} else {
			*s.Float(&d.Params.Values) = float32(value)
		}
		w := world(t, d)
		for range 60 {
			w.Step()
		}
		return w.Hash()
	}
	for _, s := range Specs() {
		turn, ok := turns[s.Key]
		if !ok {
			if p := DefaultParams(); s.Owner == "" && p.IsIdle(&s) {
				t.Errorf("%s is idle, but not tested", s.Key)
			}
			continue
		}
		low, high := max(s.Min, s.Soft/20), s.Soft // the range that a slider offers
		if s.Soft == 0 {
			low, high = s.Min, s.Max
		}
		for k, change := range turn {
			p := PaperParams()
			change(&p)
			if idle := p.IsIdle(&s); idle != (k == 1) {
				t.Errorf("%s idle: %v", s.Key, idle)
			}
			if same := fly(&s, change, low) == fly(&s, change, high); same != (k == 1) {
				t.Errorf("%s, case %d (1 is idle): two values give the same flight: %v, want the opposite", s.Key, k, same)
			}
		}
	}
}
