package engine

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/model"
)

// The line of a world's edge, by hand: a square of 550 m at the height at which a flat
// flock flies, a square on the ground, a circle; none where the world has no end.
func TestEdges(t *testing.T) {
	murmuration := func(pairs ...any) flock.Params { return model.With(model.Murmuration().Params, pairs...) }
	for name, c := range map[string]struct {
		p            flock.Params
		floor        float32
		width, depth float32
		round        bool
	}{
		"map":     {model.BrundageScene().Params, 10, 550, 550, false},
		"screen":  {model.CornellScene().Params, 10, 640, 480, false},
		"box":     {murmuration("bounds", "box", "bounds_size", 80), 0, 80, 80, false},
		"sphere":  {murmuration("bounds", "sphere", "bounds_size", 80), 0, 80, 80, true},
		"wrap":    {murmuration("bounds", "wrap", "bounds_size", 80), 0, 80, 80, false},
		"nowhere": {murmuration(), 0, 0, 0, false},
	} {
		boids := []flock.Boid{{Pos: mgl32.Vec3{3, 10, 4}, Vel: mgl32.Vec3{1, 0, 0}, Up: mgl32.Vec3{0, 1, 0}}}
		snap := &flock.Snapshot{Pos: []mgl32.Vec3{boids[0].Pos}, Flags: []flock.Flags{0}}
		f := &Frame{}
		for _, on := range []bool{false, true} {
			s := Scene{Size: image.Pt(320, 180), Boids: boids, Snapshot: snap, Params: []flock.Params{c.p}, Traces: &Traces{}, Show: Show{Edge: on}}
			s.Subject = seen(boids, -1, 1)
			Compose(f, &s, nil)
			if !on && len(f.Ribbons) > 0 {
				t.Errorf("%s: a line that is switched off", name)
			}
		}
		if c.width == 0 {
			if len(f.Ribbons) > 0 {
				t.Errorf("%s: %d points", name, len(f.Ribbons))
			}
			continue
		}
		if n := len(f.Ribbons); n == 0 || !f.Ribbons[0].Start || !near3(f.Ribbons[0].Pos, f.Ribbons[n-1].Pos, 1e-3) {
			t.Fatalf("%s: %d points, no closed line", name, n)
		}
		low, high := f.Ribbons[0].Pos, f.Ribbons[0].Pos
		for _, p := range f.Ribbons {
			x, z := abs(p.Pos[0])/(c.width/2), abs(p.Pos[2])/(c.depth/2)
			if away := max(x, z); !c.round && abs(away-1) > 1e-4 || c.round && abs(sqrt(x*x+z*z)-1) > 1e-4 {
				t.Fatalf("%s: a point at %v is not on the edge", name, p.Pos)
			}
			for k := range 3 {
				low[k], high[k] = min(low[k], p.Pos[k]), max(high[k], p.Pos[k])
			}
		}
		if want := (mgl32.Vec3{c.width / 2, c.floor, c.depth / 2}); !near3(high, want, 1e-3) || !near3(low, mgl32.Vec3{-want[0], c.floor, -want[2]}, 1e-3) {
			t.Errorf("%s: from %v to %v, want to %v", name, low, high, want)
		}
	}
}

// A camera that holds the flock has the whole map in a picture of any shape, and so a
// flock in a world without an end; one that sees it already stays.
func TestHold(t *testing.T) {
	for _, aspect := range []float32{0.5, 1.18, 16.0 / 9} {
		size := image.Pt(int(1000*aspect), 1000)
		s := brundage(t)
		s.Rig.Distance = 50
		s.Hold(aspect)
		v := s.Frame(size, 1, Drive{}).View
		var edge float32
		for _, x := range []float32{-275, 275} {
			for _, z := range []float32{-275, 275} {
				px, py, _, ok := v.Project(mgl32.Vec3{x, 10, z}, size.X, size.Y)
				if !ok || px < 0 || py < 0 || px > float32(size.X) || py > 1000 {
					t.Errorf("aspect %v: the corner %v %v is at %v %v", aspect, x, z, px, py)
				}
				edge = max(edge, abs(px/float32(size.X)-0.5), abs(py/1000-0.5))
			}
		}
		if edge < 0.42 {
			t.Errorf("aspect %v: the map reaches %v of the way to the picture's edge", aspect, 2*edge)
		}

		s = smallStudio(t)
		s.Rig.Distance = 1
		s.Hold(aspect)
		s.Frame(size, 1, Drive{})
		s.Rig.Anchor = nil
		f := s.Frame(size, 1, Drive{})
		for i, b := range f.Birds {
			if px, py, _, ok := f.View.Project(b.Pos, size.X, size.Y); !ok || px < 0 || py < 0 || px > float32(size.X) || py > 1000 {
				t.Errorf("aspect %v: bird %d is at %v %v", aspect, i, px, py)
			}
		}
		was := s.Rig.Distance
		s.Rig.Distance *= 3
		if s.Hold(aspect); s.Rig.Distance != 3*was {
			t.Errorf("moved from %v to %v though all was seen", 3*was, s.Rig.Distance)
		}
	}
}
