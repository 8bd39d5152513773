package flock

import (
	"skein/flock/cloud"
	"skein/flock/internal/lanes"
	"skein/flock/lead"
	"skein/flock/vec"
)

// These scenes are from package model, which imports package flock, so tests of package flock_test set them.
var Scenes struct {
	Murmuration, Paper func() Def
	Crowd              func(n int, shape cloud.Shape) Def
	CrowdOf            func(m *Model, n int, shape cloud.Shape) Def
	Models             func() []*Model
}

func DefaultDef() Def                       { return Scenes.Murmuration() }
func PaperDef() Def                         { return Scenes.Paper() }
func CrowdDef(n int, shape cloud.Shape) Def { return Scenes.Crowd(n, shape) }
func DefaultParams() Params                 { return DefaultDef().Params }
func PaperParams() Params                   { return PaperDef().Params }
func Specs() []Spec                         { p := DefaultParams(); return p.Specs() }

// put sets pairs of keys and values.
func put(p *Params, pairs ...any) {
	for k := 0; k < len(pairs); k += 2 {
		if err := p.Set(pairs[k].(string), pairs[k+1]); err != nil {
			panic(err)
		}
	}
}

func hartman() *Model { p := PaperParams(); return p.Model() }

func defaultSettings() *settings {
	p := DefaultParams()
	s := newSettings(&p, 0, 30)
	return &s
}

func gustOf(w *World, slot int) vec.Vec {
	return vec.Vec{X: w.flocks[0].Boids.Own[0][slot], Y: w.flocks[0].Boids.Own[1][slot], Z: w.flocks[0].Boids.Own[2][slot]}
}

// drifts returns the place of the roost, and how hard the rule "meander" turns all boids, from -1 to 1.
func drifts(w *World) (roost vec.Vec, turn float32) {
	p := w.Params()
	put(&p, "meander", 1)
	now := w.flocks[0].presentTick()
	for _, r := range p.Model().freshRules() {
		if r.About().Name != "meander" {
			continue
		}
		p.model.list.Load(r, &p.Values)
		r.(ticker).Tick(&now)
		var terms lanes.Terms
		r.(fast).Terms(&terms)
		turn = terms.Turn
	}
	return w.flocks[0].homeAt(&now), turn
}

func escapeOf(p *Params) *lead.Leadership {
	return &lead.Leadership{EscapeShape: lead.Shape(p.Choice("escape_shape")), EscapePoints: p.Points("escape_points")}
}
