package picture

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// The lines at the edges of worlds match lines that were computed by hand. They are a square of 550 m at
// the height of a flat flock, a square on the ground, and a circle.
func TestEdges(t *testing.T) {
	murmuration := func(pairs ...any) flock.Params { return model.With(testscene.Def("murmuration").Params, pairs...) }
	for name, c := range map[string]struct {
		p            flock.Params
		floor        float32
		width, depth float32
		round        bool
	}{
		"map":     {testscene.Def("brundage").Params, 10, 550, 550, false},
		"screen":  {testscene.Def("cornell").Params, 10, 640, 480, false},
		"box":     {murmuration("bounds", "box", "bounds_size", 80), 0, 80, 80, false},
		"sphere":  {murmuration("bounds", "sphere", "bounds_size", 80), 0, 80, 80, true},
		"wrap":    {murmuration("bounds", "wrap", "bounds_size", 80), 0, 80, 80, false},
		"nowhere": {murmuration(), 0, 0, 0, false},
	} {
		boids := []flock.Boid{{Pos: mgl32.Vec3{3, 10, 4}, Vel: mgl32.Vec3{1, 0, 0}, Up: mgl32.Vec3{0, 1, 0}}}
		snap := &flock.Snapshot{Pos: []mgl32.Vec3{boids[0].Pos}, Flags: []flock.Flags{0}}
		f := &frame.Frame{}
		for _, on := range []bool{false, true} {
			s := Scene{Size: image.Pt(320, 180), Boids: boids, Snapshot: snap, Params: []flock.Params{c.p}, Traces: &Traces{}, Show: look.Show{Edge: on}}
			s.choose(-1)
			(&Composer{}).Compose(f, &s)
			if !on && len(f.Ribbons) > 0 {
				t.Errorf("%s: a line is drawn although it is switched off", name)
			}
		}
		if c.width == 0 {
			if len(f.Ribbons) > 0 {
				t.Errorf("%s: a world without an edge has %d points", name, len(f.Ribbons))
			}
			continue
		}
		if n := len(f.Ribbons); n == 0 || !f.Ribbons[0].Start || !testflight.Close(f.Ribbons[0].Pos, f.Ribbons[n-1].Pos, 1e-3) {
			t.Fatalf("%s: %d points do not form a closed line", name, n)
		}
		low, high := f.Ribbons[0].Pos, f.Ribbons[0].Pos
		for _, p := range f.Ribbons {
			x, z := num.Abs(p.Pos[0])/(c.width/2), num.Abs(p.Pos[2])/(c.depth/2)
			if away := max(x, z); !c.round && num.Abs(away-1) > 1e-4 || c.round && num.Abs(num.Sqrt(x*x+z*z)-1) > 1e-4 {
				t.Fatalf("%s: a point at %v is not on the edge", name, p.Pos)
			}
			for k := range 3 {
				low[k], high[k] = min(low[k], p.Pos[k]), max(high[k], p.Pos[k])
			}
		}
		if want := (mgl32.Vec3{c.width / 2, c.floor, c.depth / 2}); !testflight.Close(high, want, 1e-3) || !testflight.Close(low, mgl32.Vec3{-want[0], c.floor, -want[2]}, 1e-3) {
			t.Errorf("%s: the edge reaches from %v to %v, want to %v", name, low, high, want)
		}
	}
}
