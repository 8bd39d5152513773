package picture

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario/testscene"
)

func TestVariety(t *testing.T) {
	const n, variety = 20000, 0.03
	var sum, squares, both, shades float64
	for id := range n {
		var one variant
		size := float64(one.forBird(id).sizeFactor(variety)) - 1
		shade := one.shadeTint(variety)
		dark := float64(shade[3])
		sum, squares, both, shades = sum+size, squares+size*size, both+size*dark, shades+dark*dark
		if math.Abs(size) > 2.5*variety+1e-6 || shade != (mgl32.Vec4{0, 0, 0, shade[3]}) || shade[3] > 0.25 {
			t.Fatalf("bird %d differs by %v in size and has the shade %v", id, size, shade)
		}
	}
	if mean, deviation := sum/n, math.Sqrt(squares/n); math.Abs(mean) > 0.001 || math.Abs(deviation-variety) > 0.001 {
		t.Errorf("sizes have a mean difference of %v and a deviation of %v; want 0 and %v", mean, deviation, variety)
	}
	if r := both / math.Sqrt(squares*shades); math.Abs(r) > 0.03 {
		t.Errorf("sizes and shades have a correlation of %v, want almost 0", r)
	}
}

// A bird keeps its size and shade when its index changes. Colours that show data are not shaded, and all
// spheres have the same size and shade.
func TestVarietyIsByID(t *testing.T) {
	p := testscene.Def("murmuration").Params
	compose := func(show look.Show, ids ...int32) []frame.Bird {
		boids, snap := make([]flock.Boid, len(ids)), &flock.Snapshot{IDs: ids, Flags: make([]flock.Flags, len(ids))}
		for i := range boids {
			boids[i] = flock.Boid{Pos: mgl32.Vec3{float32(ids[i]), 10, 4}, Vel: mgl32.Vec3{1, 0, 0}, Up: mgl32.Vec3{0, 1, 0}}
			if ids[i] == 7 {
				boids[i].Flags = flock.Leading
			}
			snap.Pos = append(snap.Pos, boids[i].Pos)
		}
		s := Scene{Size: image.Pt(320, 180), Boids: boids, Snapshot: snap, Params: []flock.Params{p}, Traces: &Traces{}, Show: show}
		s.choose(-1)
		f := &frame.Frame{}
		(&Composer{}).Compose(f, &s)
		return f.Birds
	}
	varied := look.Show{Variety: 0.03}
	one, other := compose(varied, 5, 6, 7, 9), compose(varied, 3, 9, 5, 6, 7)
	for i, index := range []int{2, 3, 4, 1} {
		if one[i] != other[index] {
			t.Errorf("a bird is %+v, but %+v at another place of the list", one[i], other[index])
		}
	}
	if one[0].Span == one[1].Span || one[0].Tint == one[1].Tint {
		t.Errorf("two birds have the same size or tint: %+v, %+v", one[0], one[1])
	}
	if one[2].Tint != (&Scene{}).inks().Leader {
		t.Errorf("a leader has the tint %v, want that of leaders", one[2].Tint)
	}
	for _, b := range append(compose(look.Show{}, 5, 6), compose(look.Show{Variety: 0.03, Style: look.Spheres}, 5, 6)...) {
		if b.Span != p.Float("wingspan") || b.Tint != (mgl32.Vec4{}) {
			t.Errorf("a bird without variety has a span of %v and the tint %v", b.Span, b.Tint)
		}
	}
}
