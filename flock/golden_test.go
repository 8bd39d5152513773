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
		"murmuration": scene(func(*Def) {}, 0x548966d218def353, 0x9827c0addc20a97b),
		"paper":       scene(func(d *Def) { *d = PaperDef(); d.WarmUp = 2 }, 0x3586e194fe8ea37a, 0xf5ad106ebfaacceb),
		"as printed": scene(func(d *Def) {
			*d = PaperDef()
			p := &d.Params
			put(p, "count", 50, "separation_form", Printed, "alignment_form", PrintedVector, "trigger", Printed)
		}, 0xbabe66ba3ab5733e, 0x274c309102883d7b),
		"seven nearest in a torus": scene(func(d *Def) {
			p := &d.Params
			put(p, "count", 90, "neighbourhood", NearestN, "bounds", Wrap, "bounds_size", 30, "ground_margin", 0)
		}, 0xf2bdd68c2858fbfb, 0xfd4eb23d9d78a5e6),
		"twelve at least": scene(func(d *Def) {
			p := &d.Params
			put(p, "count", 60, "neighbourhood", RadiusAndNearest, "nearest", 12, "vision", 2, "lonely_count", 0, "escape_speed", 1)
		}, 0x46234b4b8da20dad, 0x773a803e445fdb13),
		"three more outside": scene(func(d *Def) {
			p := &d.Params
			put(p, "count", 60, "neighbourhood", RadiusPlusNearest, "nearest", 3, "vision", 2, "lonely_count", 0, "escape_speed", 1)
		}, 0xedef6bba10676a8c, 0x409bd7c390584b33),
		"narrow views, many leaders": scene(func(d *Def) {
			p := &d.Params
			put(p, "count", 80, "field_of_view", 240, "leadership", 0.6, "escape_scaling", Current, "escape_shape", Custom)
			put(p, "escape_points", EscapePoints{N: 4, At: [MaxEscapePoints]EscapePoint{{0, 0}, {0.1, 1}, {0.6, 0.3}, {1, 0}}})
		}, 0x3ed42f0b50123c2c, 0x8a1c250a807d758c),
		"a crowd on a grid": scene(func(d *Def) {
			d.Start.Radius, d.TickRate, d.Index, d.Workers = 14, 30, Grid, 2
			p := &d.Params
			put(p, "count", 400, "falloff", InverseSquare, "separation", 0.02, "bounds", SoftSphere, "roost_pull", 0)
		}, 0x267f6284609e687e, 0xa9956ccd135f23a5),
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
