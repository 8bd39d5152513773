package flock

import (
	"encoding/json"
	"strings"
	"testing"

	"skein/flock/vec"
)

// keepLater is a rule that replaced keepOff.
type keepLater struct {
	Gain   float32 `key:"keep_later" range:"0,1" doc:"gain"`
	Radius float32 `key:"keep_later_radius" unit:"m" range:"0,9" doc:"radius"`
}

func (*keepLater) About() About                        { return About{Name: "keep later", Social: true} }
func (*keepLater) RetiredKeys() []string               { return []string{"keep_off", "keep_off_radius"} }
func (r *keepLater) Steer(_ *Self, seen *Seen) vec.Vec { return seen.Away.Scale(r.Gain) }

// A checkpoint with a retired parameter can be read, but not resumed.
func TestRetiredParameters(t *testing.T) {
	def := ModelDef{Name: "geese", Rules: []Rule{&keepOff{Gain: 0.5, Radius: 2}}, Speeds: Speeds{MaxSpeed: 9}, Count: 20}
	def.Sight = Sight{Vision: 3, Nearest: 7, FieldOfView: 360}
	def.Space.BoundsSize, def.Flight.Wingspan = 60, 1
	before := mustModel(t, def)
	def.Rules = []Rule{&keepLater{Gain: 0.5, Radius: 2}}
	after := mustModel(t, def)
	old := before.Params()
	text, err := json.Marshal(old)
	if err != nil {
		t.Fatal(err)
	}
	p := after.Params()
	if err := json.Unmarshal(text, &p); err != nil || p.Float("max_speed") != 9 {
		t.Errorf("a retired key gives the error %v and the highest speed %v, want 9", err, p.Float("max_speed"))
	}
	if err := json.Unmarshal([]byte(`{"keep_on": 1}`), &p); err == nil {
		t.Error("a key that never existed was accepted")
	}
	data := worldOf(t, before).Checkpoint()
	if _, err := DefOf(data, after); err != nil {
		t.Errorf("got %v", err)
	}
	if _, err := Resume(data, 1, Auto, after); err == nil || !strings.Contains(err.Error(), "geese has changed") {
		t.Errorf("got %v", err)
	}
}

// In a model without leadership, no boid leads until the influence is above 0.
func TestAnyModelCanLead(t *testing.T) {
	def := ModelDef{Name: "geese", Rules: []Rule{&keepOff{Gain: 0.5, Radius: 2}}, Speeds: Speeds{MaxSpeed: 9}, Count: 60}
	def.Sight = Sight{Vision: 3, Nearest: 7, FieldOfView: 360}
	def.Space.BoundsSize, def.Flight.Wingspan = 60, 1
	w := worldOf(t, mustModel(t, def))
	escapes := func() (n int) {
		for range 90 {
			w.Step()
		}
		for _, e := range w.TakeEvents(nil) {
			if e.Kind == EscapeBegan {
				n++
			}
		}
		return n
	}
	if n := escapes(); n != 0 {
		t.Errorf("%d boids lead in a flock without leadership, want none", n)
	}
	p := w.Params()
	if err := p.Set("leadership", float32(0.9)); err != nil {
		t.Fatal(err)
	}
	if err := w.SetParams(p); err != nil {
		t.Fatal(err)
	}
	if n := escapes(); n == 0 {
		t.Error("nobody leads")
	}
}
