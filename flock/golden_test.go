package flock

import "testing"

// golden is a scene and the hash of its state after some ticks: the same on every
// machine, for any number of workers and every index.
type golden struct {
	def           Def
	after, really uint64 // 300 ticks, and 10,000
}

func goldens() map[string]golden {
	scene := func(change func(d *Def), after, really uint64) golden {
		d := DefaultDef()
		d.WarmUp = 2
		change(&d)
		return golden{d, after, really}
	}
	return map[string]golden{
		"murmuration": scene(func(*Def) {}, 0xb6d8d501eac93e4d, 0x077bed159d7ce51d),
		"paper":       scene(func(d *Def) { *d = PaperDef(); d.WarmUp = 2 }, 0x3586e194fe8ea37a, 0xf5ad106ebfaacceb),
		"as printed": scene(func(d *Def) {
			*d = PaperDef()
			p := &d.Params
			put(p, "count", 50, "separation_form", Printed, "alignment_form", PrintedVector, "trigger", Printed)
		}, 0xbabe66ba3ab5733e, 0x274c309102883d7b),
		"seven nearest in a torus": scene(func(d *Def) {
			p := &d.Params
			put(p, "count", 90, "neighbourhood", NearestN, "bounds", Wrap, "bounds_size", 30, "ground_margin", 0)
		}, 0xafa0a63082a9ff25, 0xd33866e8b52687bf),
		"narrow views, many leaders": scene(func(d *Def) {
			p := &d.Params
			put(p, "count", 80, "field_of_view", 240, "leadership", 0.6, "escape_scaling", Current, "escape_shape", Custom)
			put(p, "escape_points", EscapePoints{N: 4, At: [MaxEscapePoints]EscapePoint{{0, 0}, {0.1, 1}, {0.6, 0.3}, {1, 0}}})
		}, 0x5475f4a4252658ec, 0xb741395e0d4a9601),
		"a crowd on a grid": scene(func(d *Def) {
			d.Start.Radius, d.TickRate, d.Index, d.Workers = 14, 30, Grid, 2
			p := &d.Params
			put(p, "count", 400, "falloff", InverseSquare, "separation", 0.02, "bounds", SoftSphere, "roost_pull", 0)
		}, 0x97a3d578809d1bba, 0x76bd4d5b85df5cbc),
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for name, g := range goldens() {
		t.Run(name, func(t *testing.T) { checkGolden(t, g.def, 300, g.after) })
	}
}

func TestGoldenLong(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	for name, g := range goldens() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkGolden(t, g.def, 10_000, g.really)
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
