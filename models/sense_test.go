package models

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// paper is a model of two square wings, 1 wide each, that hang on hinges along
// an axis and beat as told, and a long body that is higher in front. side, up
// and ahead are the model's axes of those directions.
type paper struct {
	side, up, ahead int
	back            bool // ahead is the negative axis
	times, angles   []float32
	head, tail      string // names of nodes at the ends of the body
}

func (p paper) doc() *gltf.Document {
	place := func(side, up, ahead float32) (v [3]float32) {
		if p.back {
			ahead = -ahead
		}
		v[p.side], v[p.up], v[p.ahead] = side, up, ahead
		return v
	}
	square := func(a, b [2]float32) (corners [][3]float32) {
		for _, c := range [][2]float32{{a[0], a[1]}, {b[0], a[1]}, {b[0], b[1]}, {a[0], a[1]}, {b[0], b[1]}, {a[0], b[1]}} {
			corners = append(corners, place(c[0], 0, c[1]))
		}
		return corners
	}
	doc := gltf.NewDocument()
	body := [][3]float32{place(0, 0, -1), place(0.2, 0, 1), place(0, 0.6, 1), place(0, 0, -1), place(0, 0.6, 1), place(-0.2, 0, 1)}
	for _, corners := range [][][3]float32{square([2]float32{0, -0.3}, [2]float32{1, 0.3}), square([2]float32{-1, -0.3}, [2]float32{0, 0.3}), body} {
		doc.Meshes = append(doc.Meshes, &gltf.Mesh{Primitives: []*gltf.Primitive{{
			Attributes: gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(doc, corners)},
		}}})
		doc.Nodes = append(doc.Nodes, &gltf.Node{Mesh: gltf.Index(len(doc.Meshes) - 1)})
	}
	for _, n := range []struct {
		name  string
		ahead float32
	}{{p.head, 1}, {p.tail, -1}} {
		if n.name != "" {
			at := place(0, 0, n.ahead)
			doc.Nodes = append(doc.Nodes, &gltf.Node{Name: n.name, Translation: [3]float64{float64(at[0]), float64(at[1]), float64(at[2])}})
		}
	}
	for i := range doc.Nodes {
		doc.Scenes[0].Nodes = append(doc.Scenes[0].Nodes, i)
	}
	p.beat(doc)
	return doc
}

// beat turns the wings about the body.
func (p paper) beat(doc *gltf.Document) {
	if len(p.times) == 0 {
		return
	}
	var hinge, out mgl32.Vec3
	out[p.side] = 1
	var up mgl32.Vec3
	up[p.up] = 1
	hinge = out.Cross(up)
	a := &gltf.Animation{Name: "beat"}
	for wing, sign := range []float32{1, -1} {
		turns := make([][4]float32, len(p.angles))
		for i, angle := range p.angles {
			q := mgl32.QuatRotate(sign*angle, hinge)
			turns[i] = [4]float32{q.V[0], q.V[1], q.V[2], q.W}
		}
		a.Samplers = append(a.Samplers, &gltf.AnimationSampler{
			Input:  modeler.WriteAccessor(doc, gltf.TargetNone, p.times),
			Output: modeler.WriteAccessor(doc, gltf.TargetNone, turns),
		})
		a.Channels = append(a.Channels, &gltf.AnimationChannel{
			Sampler: wing, Target: gltf.AnimationChannelTarget{Node: gltf.Index(wing), Path: gltf.TRSRotation},
		})
	}
	doc.Animations = []*gltf.Animation{a}
}

// wave is n beats of the wings, of 1 s each from second 2, with the given sizes.
func wave(sizes ...float32) (times, angles []float32) {
	const steps = 16
	for i := range steps*len(sizes) + 1 {
		times = append(times, 2+float32(i)/steps)
		size := sizes[min(i/steps, len(sizes)-1)]
		angles = append(angles, size*float32(math.Sin(2*math.Pi*float64(i)/steps)))
	}
	return times, angles
}

// However a model is turned, the bake finds its axes, and says from what.
func TestSenseOfAxes(t *testing.T) {
	times, angles := wave(1)
	for name, c := range map[string]struct {
		p                 paper
		forward, up       mgl32.Vec3
		whyForward, whyUp string
	}{
		"as glTF has it": {p: paper{side: 0, up: 1, ahead: 2, times: times, angles: angles},
			forward: mgl32.Vec3{0, 0, 1}, up: mgl32.Vec3{0, 1, 0}, whyForward: "convention", whyUp: "convention"},
		"facing +X": {p: paper{side: 2, up: 1, ahead: 0, times: times, angles: angles},
			forward: mgl32.Vec3{1, 0, 0}, up: mgl32.Vec3{0, 1, 0}, whyForward: "mirror image", whyUp: "convention"},
		"facing -Z, with a head": {p: paper{side: 0, up: 1, ahead: 2, back: true, times: times, angles: angles, head: "Bip_Head.001"},
			forward: mgl32.Vec3{0, 0, -1}, up: mgl32.Vec3{0, 1, 0}, whyForward: "Bip_Head.001", whyUp: "convention"},
		"facing -X, with a tail": {p: paper{side: 2, up: 1, ahead: 0, back: true, times: times, angles: angles, tail: "tail"},
			forward: mgl32.Vec3{-1, 0, 0}, up: mgl32.Vec3{0, 1, 0}, whyForward: "tail", whyUp: "convention"},
		"Z up, facing -Y": {p: paper{side: 0, up: 2, ahead: 1, back: true, times: times, angles: angles},
			forward: mgl32.Vec3{0, -1, 0}, up: mgl32.Vec3{0, 0, 1}, whyForward: "convention", whyUp: "wings"},
		"Z up, facing +X, with both ends": {p: paper{side: 1, up: 2, ahead: 0, times: times, angles: angles, head: "beak", tail: "tail"},
			forward: mgl32.Vec3{1, 0, 0}, up: mgl32.Vec3{0, 0, 1}, whyForward: "tail", whyUp: "wings"},
		"no wings that beat": {p: paper{side: 0, up: 2, ahead: 1},
			forward: mgl32.Vec3{0, 0, 1}, up: mgl32.Vec3{0, 1, 0}, whyForward: "convention", whyUp: "convention"},
	} {
		s := baked(t, loaded(t, c.p.doc()), BakeOptions{}).Sense
		if s.Forward.Axis != c.forward || s.Up.Axis != c.up {
			t.Errorf("%s: forward %v, up %v, want %v and %v", name, s.Forward, s.Up, c.forward, c.up)
		}
		if !strings.Contains(s.Forward.Why, c.whyForward) || !strings.Contains(s.Up.Why, c.whyUp) {
			t.Errorf("%s: from %q and %q, want %q and %q", name, s.Forward.Why, s.Up.Why, c.whyForward, c.whyUp)
		}
	}
}

// What tells the front is said, and whether it is but a guess. All these face -Z, or
// nobody can tell.
func TestEvidenceOfTheFront(t *testing.T) {
	times, angles := wave(1)
	at := func(d *gltf.Document, name string, z float32) { // a small triangle, its node at the origin
		d.Meshes = append(d.Meshes, &gltf.Mesh{Primitives: []*gltf.Primitive{{Attributes: gltf.PrimitiveAttributes{
			gltf.POSITION: modeler.WritePosition(d, [][3]float32{{-0.1, 0, z}, {0.1, 0, z}, {0, 0.1, z}})}}}})
		d.Nodes = append(d.Nodes, &gltf.Node{Name: name, Mesh: gltf.Index(len(d.Meshes) - 1)})
		d.Scenes[0].Nodes = append(d.Scenes[0].Nodes, len(d.Nodes)-1)
	}
	for name, c := range map[string]struct {
		spoil    func(*gltf.Document)
		from     Evidence
		forward  mgl32.Vec3
		guess    bool
		lineOnly bool
	}{
		"nothing":                {func(*gltf.Document) {}, Convention, mgl32.Vec3{0, 0, 1}, true, true},
		"a mesh that is named":   {func(d *gltf.Document) { at(d, "Eyes", -1) }, Named, mgl32.Vec3{0, 0, -1}, false, false},
		"two meshes that are":    {func(d *gltf.Document) { at(d, "beak", -1); at(d, "tail", 1) }, Named, mgl32.Vec3{0, 0, -1}, false, false},
		"a name that is no beak": {func(d *gltf.Document) { at(d, "Billboard", -1) }, Convention, mgl32.Vec3{0, 0, 1}, true, true},
		"a material that is named": {func(d *gltf.Document) {
			at(d, "", -1)
			d.Materials = []*gltf.Material{{Name: "Beak_orange"}}
			d.Meshes[len(d.Meshes)-1].Primitives[0].Material = gltf.Index(0)
		}, Named, mgl32.Vec3{0, 0, -1}, false, false},
		"a clip that travels": {func(d *gltf.Document) {
			root := &gltf.Node{Children: []int{0, 1, 2}}
			d.Nodes, d.Scenes[0].Nodes = append(d.Nodes, root), []int{3}
			a := d.Animations[0]
			a.Samplers = append(a.Samplers, &gltf.AnimationSampler{
				Input:  modeler.WriteAccessor(d, gltf.TargetNone, []float32{2, 3}),
				Output: modeler.WriteAccessor(d, gltf.TargetNone, [][3]float32{{0, 0, 5}, {0, 0.3, 3}}),
			})
			a.Channels = append(a.Channels, &gltf.AnimationChannel{Sampler: 2,
				Target: gltf.AnimationChannelTarget{Node: gltf.Index(3), Path: gltf.TRSTranslation}})
		}, Travels, mgl32.Vec3{0, 0, -1}, false, false},
	} {
		doc := paper{side: 0, up: 1, ahead: 2, back: true, times: times, angles: angles}.doc()
		c.spoil(doc)
		f := baked(t, loaded(t, doc), BakeOptions{}).Sense.Forward
		if f.From != c.from || f.Axis != c.forward || f.Guess() != c.guess || f.Line != c.lineOnly {
			t.Errorf("%s: %+v, want %v from %v", name, f, c.forward, c.from)
		}
	}
	doc := paper{side: 2, up: 1, ahead: 0, times: times, angles: angles}.doc()
	if f := baked(t, loaded(t, doc), BakeOptions{}).Sense.Forward; f.From != Mirrored || !f.Guess() || !f.Line {
		t.Errorf("its own mirror image across X: %+v", f)
	}
	if f := baked(t, loaded(t, doc), BakeOptions{Forward: mgl32.Vec3{-1, 0, 0}}).Sense.Forward; f.From != Given || f.Guess() {
		t.Errorf("told: %+v", f)
	}
}

// A model that wriggles from side to side, as fish do, has no wings to tell up by.
func TestSenseOfAFish(t *testing.T) {
	times, angles := wave(0.4)
	doc := paper{side: 0, up: 1, ahead: 2}.doc()
	fish := paper{side: 1, up: 0, ahead: 2, times: times, angles: angles}
	fish.beat(doc)
	doc.Animations[0].Channels = doc.Animations[0].Channels[:1]
	doc.Nodes[0].Scale, doc.Nodes[1].Scale = [3]float64{0.1, 1, 1}, [3]float64{0.1, 1, 1}
	if s := baked(t, loaded(t, doc), BakeOptions{}).Sense; s.Up.Axis != (mgl32.Vec3{0, 1, 0}) || !s.Long {
		t.Errorf("up %v, length %v", s.Up, s.Long)
	}
}

// One of several equal beats is cut out; beats that differ are counted, and said.
func TestSenseOfBeats(t *testing.T) {
	for name, c := range map[string]struct {
		sizes    []float32
		to       float64
		beats    int
		warnings int
	}{
		"one":           {[]float32{1}, 3, 1, 0},
		"three alike":   {[]float32{1, 1, 1}, 3, 1, 0},
		"two pairs":     {[]float32{1, 0.7, 1, 0.7}, 4, 2, 1},
		"two, unequal":  {[]float32{1, 0.7}, 4, 2, 1},
		"beat and rest": {[]float32{1, 0, 0}, 5, 1, 0},
	} {
		p := paper{side: 0, up: 1, ahead: 2}
		p.times, p.angles = wave(c.sizes...)
		s := baked(t, loaded(t, p.doc()), BakeOptions{}).Sense
		if s.From != 2 || math.Abs(s.To-c.to) > 1e-6 || s.Beats != c.beats || len(s.Warnings) != c.warnings {
			t.Errorf("%s: %v to %v s, %d beats, %q; want to %v s, %d beats", name, s.From, s.To, s.Beats, s.Warnings, c.to, c.beats)
		}
	}
}

// What is found can be overruled.
func TestSenseOverruled(t *testing.T) {
	p := paper{side: 0, up: 1, ahead: 2}
	p.times, p.angles = wave(1, 0.5)
	m := loaded(t, p.doc())
	open := 3.25 // the second beat at its highest: sin 90° × 0.5
	b := baked(t, m, BakeOptions{From: 3, To: 4, Open: &open, Span: 4})
	s := b.Sense
	if s.From != 3 || s.To != 4 || s.Span != 4 || math.Abs(s.Open-open) > 1e-6 {
		t.Errorf("%+v", s)
	}
	if w, want := width(posed(b, 0)), 2*math.Cos(0.5)/4; math.Abs(float64(w)-want) > 1e-3 {
		t.Errorf("pose 0 is %v wide, want %v", w, want)
	}
	early, late := 1.0, 4.5
	for _, o := range []BakeOptions{{From: 4}, {From: 1, To: 3}, {From: 3, To: 5}, {Open: &early}, {Open: &late}, {Span: -1}, {Poses: -1}, {Poses: 65}} {
		if _, err := m.Bake(o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}

// The open wings are those that reach furthest: half way through the beat, where
// the wings are level, not at its ends.
func TestSenseOfOpenWings(t *testing.T) {
	p := paper{side: 0, up: 1, ahead: 2, times: []float32{0, 1, 2}, angles: []float32{-1, 1, -1}}
	b := baked(t, loaded(t, p.doc()), BakeOptions{})
	if s := b.Sense; math.Abs(s.Open-0.5) > 0.02 && math.Abs(s.Open-1.5) > 0.02 || math.Abs(float64(s.Span)-2) > 1e-3 {
		t.Errorf("open at %v s, %v wide; want 0.5 or 1.5 s, 2 wide", s.Open, s.Span)
	}
}

// A model whose first clip moves nothing flies with another.
func TestSenseOfStillClips(t *testing.T) {
	p := paper{side: 0, up: 1, ahead: 2}
	p.times, p.angles = wave(1)
	doc := p.doc()
	still := *doc.Animations[0]
	still.Name = "pose"
	still.Samplers = []*gltf.AnimationSampler{{
		Input:  modeler.WriteAccessor(doc, gltf.TargetNone, []float32{0, 1}),
		Output: modeler.WriteAccessor(doc, gltf.TargetNone, [][4]float32{{0, 0, 0, 1}, {0, 0, 0, 1}}),
	}}
	still.Channels = still.Channels[:1]
	doc.Animations = []*gltf.Animation{&still, doc.Animations[0]}
	m := loaded(t, doc)
	if s := baked(t, m, BakeOptions{}).Sense; s.Clip != 1 || s.Stiff {
		t.Errorf("clip %d, stiff %v", s.Clip, s.Stiff)
	}
	for _, m := range []*Model{m, loaded(t, unit3())} {
		b := baked(t, m, BakeOptions{Clip: map[bool]string{true: "pose"}[len(m.Clips) > 0]})
		if s := b.Sense; !s.Stiff || b.Poses != 1 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "stiff") {
			t.Errorf("%d poses, %+v", b.Poses, s)
		}
	}
}
