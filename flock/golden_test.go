package flock

import (
	"testing"

	"skein/flock/lead"
	"skein/flock/param"
	"skein/flock/sample"
	"skein/flock/view"
)

// golden is a scene and the hash of its state after some ticks, on every machine, for any number of workers
// and every index.
type golden struct {
	def                Def
	hash300, hash10000 uint64 // hashes after 300 ticks, and after 10,000
}

func goldens() map[string]golden {
	scene := func(change func(d *Def), hash300, hash10000 uint64) golden {
		d := DefaultDef()
		d.Seed, d.WarmUp = 4, 2
		put(&d.Params, "roost_agree", false)
		change(&d)
		return golden{d, hash300, hash10000}
	}
	return map[string]golden{
		"each boid pulled to the roost": scene(func(*Def) {}, 0xe3623b12207b61d4, 0xf79dbc940c2dfaf1),
		"murmuration":                   scene(func(d *Def) { put(&d.Params, "roost_agree", true) }, 0xa752fd748695ab82, 0xd436fe39888f023a),
		"paper":                         scene(func(d *Def) { *d = PaperDef(); d.WarmUp = 2 }, 0xcdba664cbc81343b, 0x3ec10b666fefc721),
		"as printed": scene(func(d *Def) {
			*d = PaperDef()
			p := &d.Params
			put(p, "count", 50, "separation_form", "printed", "alignment_form", "printed", "trigger", lead.PrintedTrigger)
		}, 0x7b0cc068ce92ef83, 0x3c8c0020e1b9dc53),
		"seven nearest in a torus": scene(func(d *Def) {
			p := &d.Params
			put(p, "count", 90, "neighbourhood", view.NearestN, "bounds", Wrap, "bounds_size", 30, "ground_margin", 0)
		}, 0x4d36012bad35d369, 0x79fb690a2702be15),
		"at least twelve": scene(func(d *Def) {
			p := &d.Params
			put(p, "count", 60, "neighbourhood", view.RadiusAndNearest, "nearest", 12, "vision", 2, "lonely_count", 0, "escape_speed", 1)
		}, 0xc5680ab814cf9716, 0x994462a854cf1270),
		"three more outside": scene(func(d *Def) {
			p := &d.Params
			put(p, "count", 60, "neighbourhood", view.RadiusPlusNearest, "nearest", 3, "vision", 2, "lonely_count", 0, "escape_speed", 1)
		}, 0xbe704a6732637c6a, 0x7fc6420e20a84bb3),
		"narrow views, many leaders": scene(func(d *Def) {
			p := &d.Params
			put(p, "count", 80, "field_of_view", 240, "leadership", 0.6, "escape_scaling", lead.Current, "escape_shape", lead.Custom)
			put(p, "escape_points", param.CurveThrough([][2]float32{{0, 0}, {0.1, 1}, {0.6, 0.3}, {1, 0}}))
		}, 0x86ebbfba6cc68238, 0x5b062c3d8f8d09b2),
		"a crowd on a grid": scene(func(d *Def) {
			d.Start.Roomy, d.Start.Radius, d.TickRate, d.Index, d.Workers = false, 14, 30, Grid, 2
			p := &d.Params
			put(p, "count", 400, "falloff", InverseSquare, "separation", 0.02, "bounds", SoftSphere, "roost_pull", 0)
		}, 0x3f29a58fa9065d78, 0xd11fe62e5c7e4064),
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for name, g := range goldens() {
		t.Run(name, func(t *testing.T) { checkGolden(t, g.def, 300, g.hash300) })
	}
}

func TestGoldenLong(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	all := goldens()
	for _, name := range sample.Keys(t, 2, all) {
		g := all[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkGolden(t, g.def, 10_000, g.hash10000)
		})
	}
}

func checkGolden(t *testing.T, d Def, ticks int, want uint64) {
	w := world(t, d)
	for range ticks {
		w.Step()
		w.TakeEvents(nil)
	}
	if got := w.Hash(); got != want {
		t.Errorf("after %d ticks: hash %#016x, want %#016x", ticks, got, want)
	}
}
