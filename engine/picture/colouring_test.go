package picture

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/explanation"
	"skein/flock/look"
)

func lightness(c mgl32.Vec4) float64 {
	y := 0.2126*float64(c[0]) + 0.7152*float64(c[1]) + 0.0722*float64(c[2])
	if y > 0.008856 {
		return 116*math.Cbrt(y) - 16
	}
	return 903.3 * y
}

// Each colour scale gets lighter from its low end to its high end. Its ends have the published colours.
// Beyond its ends, the colour is constant.
func TestColourMaps(t *testing.T) {
	ends := map[look.ColourMap][2]mgl32.Vec3{
		look.Viridis: {{68. / 255, 1. / 255, 84. / 255}, {253. / 255, 231. / 255, 37. / 255}},
		look.Cividis: {{0, 34. / 255, 78. / 255}, {254. / 255, 232. / 255, 56. / 255}},
	}
	for m, end := range ends {
		last := -1.0
		for k := range 201 {
			l := lightness(linear(m.At(float32(k)/200), 1))
			if l <= last {
				t.Errorf("%s: at %v the lightness is %v after %v, want an increase", look.ColourMapNames()[m], float32(k)/200, l, last)
			}
			last = l
		}
		for k, x := range []float32{-1, 2} {
			if got := m.At(x); got.Sub(end[k]).Len() > 1e-5 {
				t.Errorf("%s at %v is %v, want %v", look.ColourMapNames()[m], x, got, end[k])
			}
		}
	}
}

func TestSteersHaveDistinctLines(t *testing.T) {
	type drawn struct {
		colour mgl32.Vec3
		dashed bool
	}
	seen := map[drawn]int{}
	for k := range 14 {
		c, dashed := SteerColour(k)
		if other, twice := seen[drawn{c, dashed}]; twice {
			t.Errorf("steers %d and %d have the same colour and dashes", other, k)
		}
		seen[drawn{c, dashed}] = k
	}
}

func TestColourBySpeed(t *testing.T) {
	sc := starlings(t, 60, 60)
	sc.Show.Colour = look.ColourBySpeed
	f := sc.shown()
	if f.Legend == nil || f.Legend.Title != "speed" || f.Legend.High == "" {
		t.Fatalf("the legend is %+v, want the speed with its range", f.Legend)
	}
	order := make([]int, len(sc.Boids))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(sc.Boids[a].Vel.Len(), sc.Boids[b].Vel.Len()) })
	slow, fast := lightness(f.Birds[order[0]].Tint), lightness(f.Birds[order[len(order)-1]].Tint)
	middle := lightness(f.Birds[order[len(order)/2]].Tint)
	if !(slow < middle && middle < fast) {
		t.Errorf("the slowest, the middle and the fastest boid have the lightness %v, %v and %v, want an increase", slow, middle, fast)
	}
}

func TestColoursDiffer(t *testing.T) {
	sc := starlings(t, 60, 1)
	n := len(sc.Boids)
	sc.Shares = &explanation.Shares{Rules: []string{"first", "second"}, Values: [][]float32{make([]float32, n), make([]float32, n)}}
	sc.Shares.Values[0][0] = 1
	sc.Escapes = map[int]int64{sc.Snapshot.ID(0): sc.Snapshot.Tick}
	snap := sc.Snapshot
	for i := range n { // boid 0 is set below; the others fly close together
		snap.Vel[i], snap.Pos[i] = mgl32.Vec3{5, 0, 0}, mgl32.Vec3{float32(i) * 0.3, 20, 0}
	}
	snap.Vel[0], snap.Pos[0] = mgl32.Vec3{9, 0, 0}, mgl32.Vec3{-5, 20, 0}
	for by := look.ColourBySpeed; by <= look.ColourByRule; by++ {
		switch by {
		case look.ColourByLeaders, look.ColourByCluster, look.ColourBySpecies:
			continue // these overlays have no scale
		}
		sc.Show.Colour, sc.Show.Rule = by, "" // without a name, Rule is the first rule
		var o overlay
		o.compute(sc)
		if o.tints[0] == o.tints[n/2] {
			t.Errorf("%s: birds 0 and %d have the same tint %v, want different ones", look.ColourByNames()[by], n/2, o.tints[0])
		}
		if by == look.ColourByEscape || by == look.ColourByRule {
			if high, low := linear(sc.Show.Map.At(1), cover), linear(sc.Show.Map.At(0), cover); o.tints[0] != high || o.tints[n/2] != low {
				t.Errorf("%s: the tints are %v and %v, want the ends of the scale, %v and %v", look.ColourByNames()[by], o.tints[0], o.tints[n/2], high, low)
			}
		}
		if by == look.ColourByRule && o.legend.Title != "share of first" {
			t.Errorf("the legend has the title %q, want the share of the first rule", o.legend.Title)
		}
	}
}

func TestTracesTaperAndShowSpeeds(t *testing.T) {
	sc := starlings(t, 60, 180)
	sc.Show.Traces, sc.Show.TraceColour = look.TraceAll, look.TracesBySpeed
	f := sc.shown()
	if f.Legend == nil || !strings.Contains(f.Legend.Title, "speed") {
		t.Errorf("the legend is %+v, want the speed as its title", f.Legend)
	}
	low, high := sc.Params[0].Float("min_speed"), sc.Params[0].Float("max_speed")
	n := 0
	for k := range f.Ribbons {
		p := &f.Ribbons[k]
		if k+1 == len(f.Ribbons) || f.Ribbons[k+1].Start { // the newest point of the trace
			speed := sc.Boids[n].Vel.Len()
			want := linear(sc.Show.Map.At((speed-low)/(high-low)), 1)
			if p.Colour.Vec3().Sub(want.Vec3()).Len() > 1e-5 || p.Pos != sc.Boids[n].Pos {
				t.Fatalf("boid %d, %v m/s: the trace ends in %v at %v, want %v at %v", n, speed, p.Colour, p.Pos, want, sc.Boids[n].Pos)
			}
			n++
			continue
		}
		if q := &f.Ribbons[k+1]; q.Width <= p.Width || q.Colour[3] < p.Colour[3] {
			t.Fatalf("point %d has the width %v m and opacity %v, but the newer one %v m and %v; want an increase", k, p.Width, p.Colour[3], q.Width, q.Colour[3])
		}
		if p.Start && p.Width > 0.15*f.Ribbons[len(f.Ribbons)-1].Width {
			t.Fatalf("the tail of a trace is %v m wide, want at most 0.15 of the other end", p.Width)
		}
	}
	if n != len(sc.Boids) {
		t.Errorf("there are %d traces, want one for each of the %d boids", n, len(sc.Boids))
	}
}
