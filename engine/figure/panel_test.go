package figure

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/testflight"
	"skein/engine/picture"
	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/look"
	"skein/flock/snapshots"
)

func flownScene(t *testing.T, ticks int) (*flock.World, *picture.Scene) {
	t.Helper()
	def := testflight.Murmuration(60)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s := &picture.Scene{Snapshot: &flock.Snapshot{}, Traces: &picture.Traces{}, Params: []flock.Params{def.Params}, Show: look.Show{Map: look.Cividis, TraceSeconds: 3}, Camera: frame.View{Rotation: mgl32.QuatIdent(), Hide: -1}}
	for range ticks {
		w.Step()
		w.Snapshot(s.Snapshot)
		s.Traces.Add(s.Snapshot, 3)
	}
	s.Boids = snapshots.Interpolate(nil, s.Snapshot, s.Snapshot, 1)
	all := camera.Group{All: s.Boids, Boids: s.Boids, Span: 0.4}
	s.Subject = camera.NewSubject(all, 4, camera.ExactMotion(all))
	return w, s
}

func TestPanelOfSpeeds(t *testing.T) {
	_, s := flownScene(t, 90)
	s.Show.Colour = look.ColourBySpeed
	for _, ends := range [][2]float32{{}, {2, 30}} {
		s.Ends = ends
		p := NewPanel(s)
		if len(p.Birds) != 60 || p.Legend == nil || ends != [2]float32{} && (p.Legend.From != 2 || p.Legend.To != 30) {
			t.Fatalf("the panel has %d birds and the legend %+v, want 60 and the given ends", len(p.Birds), p.Legend)
		}
		for i, b := range p.Birds {
			share := (s.Snapshot.Vel[i].Len() - p.Legend.From) / (p.Legend.To - p.Legend.From)
			if want := rgb(look.Cividis.At(share)); b.Colour != want || b.Pos != s.Snapshot.Pos[i] || b.ID != i || b.Chosen != (i == 4) {
				t.Fatalf("bird %d is %+v, want the colour %v", i, b, want)
			}
		}
	}
}

// Without an overlay, the leaders, the chosen boid and the boids in its sight have the colours of
// their keys.
func TestPanelOfRoles(t *testing.T) {
	_, s := flownScene(t, 30)
	s.Show.Vision = true
	s.Boids[9].Flags |= flock.Leading
	p := NewPanel(s)
	key := func(text string) Key {
		k := slices.IndexFunc(p.Keys, func(k Key) bool { return k.Text == text })
		if k < 0 {
			t.Fatalf("no key %q in %+v", text, p.Keys)
		}
		return p.Keys[k]
	}
	leader, chosen, seen := key("leader").Colour, key("boid 4").Colour, key("in sight of boid 4").Colour
	in, reach := s.Params[0].View().Visible(nil, s.Snapshot, 4)
	if p.Vision == nil || p.Vision.Radius != reach || p.Vision.Centre != s.Snapshot.Pos[4] {
		t.Errorf("the vision sphere is %+v, want one of %v m around boid 4", p.Vision, reach)
	}
	for i, b := range p.Birds {
		want := birdInk
		switch {
		case s.Boids[i].Flags&flock.Leading != 0:
			want = leader
		case i == 4:
			want = chosen
		case slices.Contains(in, i):
			want = seen
		}
		if b.Colour != want {
			t.Errorf("bird %d is %v, want %v", i, b.Colour, want)
		}
	}
}

// The arrows of the steering forces have the same colours as in the window. The explanation gives their
// directions and lengths.
func TestPanelOfSteers(t *testing.T) {
	w, s := flownScene(t, 90)
	why, err := w.Explain(4)
	if err != nil {
		t.Fatal(err)
	}
	s.Show.Forces, s.Why = true, why
	p := NewPanel(s)
	if p.Steers == nil || len(p.Steers.Arrows) < 2 {
		t.Fatalf("the steers are %+v, want at least two arrows", p.Steers)
	}
	for _, a := range p.Steers.Arrows {
		k := slices.IndexFunc(why.Steers, func(s explanation.Steer) bool { return s.Rule == a.Rule })
		if k < 0 {
			t.Fatalf("the explanation has no steer %q", a.Rule)
		}
		colour, dashed := picture.SteerColour(k)
		mark := map[bool]Mark{false: ArrowMark, true: DashedArrowMark}[dashed]
		if a.Colour != colour || a.Along.Mul(1/p.Steers.Scale).Sub(why.Steers[k].Steer.Array()).Len() > 1e-4 {
			t.Errorf("the arrow is %+v, want the steer %v in the colour %v", a, why.Steers[k], colour)
		}
		if !slices.Contains(p.Keys, Key{rgb(colour), a.Rule, mark}) {
			t.Errorf("the legend has no key for %s", a.Rule)
		}
	}
}

func TestPanelOfTraces(t *testing.T) {
	_, s := flownScene(t, 200)
	s.Show.Traces = look.TraceAll
	p := NewPanel(s)
	if len(p.Traces) < 60 {
		t.Fatalf("there are %d traces, want at least 60", len(p.Traces))
	}
	for i, pos := range s.Snapshot.Pos {
		if !slices.ContainsFunc(p.Traces, func(l Line) bool { return l.Points[len(l.Points)-1] == pos }) {
			t.Errorf("no trace ends at bird %d", i)
		}
	}
}

// The path of the centre is drawn only if traces are drawn. The legend lists only marks that are drawn.
func TestPanelOfBones(t *testing.T) {
	_, s := flownScene(t, 90)
	s.Show.Bones = true
	for want, traces := range map[string]*picture.Traces{"centre and its path": s.Traces, "centre": {}} {
		s.Traces = traces
		p := NewPanel(s)
		lines := 3 // the axes are three lines
		if want != "centre" {
			lines++
		}
		if !p.Hull || len(p.Centres) != 1 || len(p.Bones) != lines || !slices.ContainsFunc(p.Keys, func(k Key) bool { return k.Text == want }) {
			t.Errorf("%s: there are %d lines with the keys %+v, want %d lines", want, len(p.Bones), p.Keys, lines)
		}
	}
}
