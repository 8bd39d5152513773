package models

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	qmuntal "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"skein/models/facing"
	"skein/models/gltf"
	"skein/models/internal/testdoc"
	"skein/models/rig"
)

// paperBird is a model of a bird. It has two square wings of width 1 on hinges, and a long body
// that is higher in front. The fields side, up and forward are the model's axes.
type paperBird struct {
	side, up, forward int
	reversed          bool // whether forward is the negative direction of its axis
	times, angles     []float32
	head, tail        string // names of nodes at the ends of the body; "": none
}

func (p paperBird) doc() *qmuntal.Document {
	place := func(side, up, ahead float32) (v [3]float32) {
		if p.reversed {
			ahead = -ahead
		}
		v[p.side], v[p.up], v[p.forward] = side, up, ahead
		return v
	}
	square := func(a, b [2]float32) (corners [][3]float32) {
		for _, c := range [][2]float32{{a[0], a[1]}, {b[0], a[1]}, {b[0], b[1]}, {a[0], a[1]}, {b[0], b[1]}, {a[0], b[1]}} {
			corners = append(corners, place(c[0], 0, c[1]))
		}
		return corners
	}
	doc := qmuntal.NewDocument()
	body := [][3]float32{place(0, 0, -1), place(0.2, 0, 1), place(0, 0.6, 1), place(0, 0, -1), place(0, 0.6, 1), place(-0.2, 0, 1)}
	for _, corners := range [][][3]float32{square([2]float32{0, -0.3}, [2]float32{1, 0.3}), square([2]float32{-1, -0.3}, [2]float32{0, 0.3}), body} {
		doc.Meshes = append(doc.Meshes, &qmuntal.Mesh{Primitives: []*qmuntal.Primitive{{
			Attributes: qmuntal.PrimitiveAttributes{qmuntal.POSITION: modeler.WritePosition(doc, corners)},
		}}})
		doc.Nodes = append(doc.Nodes, &qmuntal.Node{Mesh: qmuntal.Index(len(doc.Meshes) - 1)})
	}
	for _, n := range []struct {
		name  string
		ahead float32
	}{{p.head, 1}, {p.tail, -1}} {
		if n.name != "" {
			position := place(0, 0, n.ahead)
			doc.Nodes = append(doc.Nodes, &qmuntal.Node{Name: n.name, Translation: [3]float64{float64(position[0]), float64(position[1]), float64(position[2])}})
		}
	}
	for i := range doc.Nodes {
		doc.Scenes[0].Nodes = append(doc.Scenes[0].Nodes, i)
	}
	p.addBeat(doc)
	return doc
}

func (p paperBird) addBeat(doc *qmuntal.Document) {
	if len(p.times) == 0 {
		return
	}
	var hinge, sideways mgl32.Vec3
	sideways[p.side] = 1
	var up mgl32.Vec3
	up[p.up] = 1
	hinge = sideways.Cross(up)
	a := &qmuntal.Animation{Name: "beat"}
	for wing, sign := range []float32{1, -1} {
		rotations := make([][4]float32, len(p.angles))
		for i, angle := range p.angles {
			q := mgl32.QuatRotate(sign*angle, hinge)
			rotations[i] = [4]float32{q.V[0], q.V[1], q.V[2], q.W}
		}
		a.Samplers = append(a.Samplers, &qmuntal.AnimationSampler{
			Input:  modeler.WriteAccessor(doc, qmuntal.TargetNone, p.times),
			Output: modeler.WriteAccessor(doc, qmuntal.TargetNone, rotations),
		})
		a.Channels = append(a.Channels, &qmuntal.AnimationChannel{
			Sampler: wing, Target: qmuntal.AnimationChannelTarget{Node: qmuntal.Index(wing), Path: qmuntal.TRSRotation},
		})
	}
	doc.Animations = []*qmuntal.Animation{a}
}

// beatAngles returns keys for wingbeats of 1 s each with the given amplitudes, starting at 2 s.
func beatAngles(sizes ...float32) (times, angles []float32) {
	const steps = 16
	for i := range steps*len(sizes) + 1 {
		times = append(times, 2+float32(i)/steps)
		size := sizes[min(i/steps, len(sizes)-1)]
		angles = append(angles, size*float32(math.Sin(2*math.Pi*float64(i)/steps)))
	}
	return times, angles
}

// TestFindAxes checks that Bake finds the axes of a model in any orientation, with the right
// evidence.
func TestFindAxes(t *testing.T) {
	times, angles := beatAngles(1)
	for name, c := range map[string]struct {
		p           paperBird
		forward, up mgl32.Vec3
		evidence    string
	}{
		"as glTF has it": {p: paperBird{side: 0, up: 1, forward: 2, times: times, angles: angles},
			forward: mgl32.Vec3{0, 0, 1}, up: mgl32.Vec3{0, 1, 0}},
		"facing +X": {p: paperBird{side: 2, up: 1, forward: 0, times: times, angles: angles},
			forward: mgl32.Vec3{1, 0, 0}, up: mgl32.Vec3{0, 1, 0}},
		"facing -Z, with a head": {p: paperBird{side: 0, up: 1, forward: 2, reversed: true, times: times, angles: angles, head: "Bip_Head.001"},
			forward: mgl32.Vec3{0, 0, -1}, up: mgl32.Vec3{0, 1, 0}, evidence: "Bip_Head.001"},
		"facing -X, with a tail": {p: paperBird{side: 2, up: 1, forward: 0, reversed: true, times: times, angles: angles, tail: "tail"},
			forward: mgl32.Vec3{-1, 0, 0}, up: mgl32.Vec3{0, 1, 0}, evidence: "tail"},
		"Z up, facing -Y": {p: paperBird{side: 0, up: 2, forward: 1, reversed: true, times: times, angles: angles},
			forward: mgl32.Vec3{0, -1, 0}, up: mgl32.Vec3{0, 0, 1}},
		"Z up, facing +X, with both ends": {p: paperBird{side: 1, up: 2, forward: 0, times: times, angles: angles, head: "beak", tail: "tail"},
			forward: mgl32.Vec3{1, 0, 0}, up: mgl32.Vec3{0, 0, 1}, evidence: "tail"},
	} {
		s := bakeOnly(t, modelOf(t, c.p.doc()), BakeOptions{}).Analysis
		if s.Forward.Axis != c.forward || s.Up.Axis != c.up {
			t.Errorf("%s: forward is %v and up %v, want %v and %v", name, s.Forward, s.Up, c.forward, c.up)
		}
		if !slices.ContainsFunc(s.Forward.Votes, func(v facing.Vote) bool { return strings.Contains(v.Why, c.evidence) }) {
			t.Errorf("%s: the evidence is %+v, want %q in it", name, s.Forward.Votes, c.evidence)
		}
	}
}

// TestUnsureFront checks that a front without evidence is a guess, with a warning that names the second
// choice.
func TestUnsureFront(t *testing.T) {
	m := modelOf(t, testdoc.UnitTriangle())
	b := bakeOnly(t, m, BakeOptions{})
	f := b.Analysis.Forward
	warnings := strings.Join(b.ModelWarnings(), " ")
	if !f.Guess() || f.SecondProbability <= 0 || f.SecondProbability > f.Probability {
		t.Errorf("the front of a triangle is %+v, want a guess with a second choice", f)
	}
	if !strings.Contains(warnings, "guess") || !strings.Contains(warnings, "the second choice is "+AxisName(f.Second)) || !strings.Contains(warnings, "[bird]") {
		t.Errorf("the warnings are %q, want one that names the second choice and how to set it", warnings)
	}
	b = bakeOnly(t, m, BakeOptions{Forward: mgl32.Vec3{-1, 0, 0}, Up: mgl32.Vec3{0, 1, 0}})
	if f := b.Analysis.Forward; f.Evidence != Given || f.Guess() || len(b.ModelWarnings()) > 0 || f.Axis != (mgl32.Vec3{-1, 0, 0}) {
		t.Errorf("a direction given by the options is %+v with the warnings %q, want no guess", f, b.ModelWarnings())
	}
}

// TestGivenForward checks that the up direction agrees with a given forward direction.
func TestGivenForward(t *testing.T) {
	p := paperBird{side: 0, up: 1, forward: 2}
	for _, f := range []mgl32.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}, {0.5, 0.1, 2}} {
		s := bakeOnly(t, modelOf(t, p.doc()), BakeOptions{Forward: f}).Analysis
		if s.Forward.Axis != f || s.Up.Axis.Cross(f).Len() < 0.5 {
			t.Errorf("with the given direction %v, forward is %v and up %v", f, s.Forward.Axis, s.Up.Axis)
		}
	}
}

// TestFishUp checks that a model that wriggles from side to side, like a fish, keeps the
// default up direction.
func TestFishUp(t *testing.T) {
	times, angles := beatAngles(0.4)
	doc := paperBird{side: 0, up: 1, forward: 2}.doc()
	fish := paperBird{side: 1, up: 0, forward: 2, times: times, angles: angles}
	fish.addBeat(doc)
	doc.Animations[0].Channels = doc.Animations[0].Channels[:1]
	doc.Nodes[0].Scale, doc.Nodes[1].Scale = [3]float64{0.1, 1, 1}, [3]float64{0.1, 1, 1}
	if s := bakeOnly(t, modelOf(t, doc), BakeOptions{}).Analysis; s.Up.Axis != (mgl32.Vec3{0, 1, 0}) || !s.SpanIsLength {
		t.Errorf("up is %v and SpanIsLength is %v, want +Y and true", s.Up, s.SpanIsLength)
	}
}

// TestFindBeat checks that Bake cuts one beat out of a clip with several equal beats. If the beats
// differ, it must choose the largest clean one, with a warning.
func TestFindBeat(t *testing.T) {
	for name, c := range map[string]struct {
		sizes    []float32
		to       float64
		beats    int
		warnings int
	}{
		"one":           {[]float32{1}, 3, 1, 0},
		"three alike":   {[]float32{1, 1, 1}, 3, 1, 0},
		"two pairs":     {[]float32{1, 0.7, 1, 0.7}, 3, 1, 1},
		"two, unequal":  {[]float32{1, 0.7}, 3, 1, 1},
		"beat and rest": {[]float32{1, 0, 0}, 5, 1, 0},
	} {
		p := paperBird{side: 0, up: 1, forward: 2}
		p.times, p.angles = beatAngles(c.sizes...)
		s := bakeOnly(t, modelOf(t, p.doc()), BakeOptions{}).Analysis
		if math.Abs(s.Start-2) > 0.01 || math.Abs(s.End-c.to) > 0.01 || s.Beats != c.beats || len(s.Warnings) != c.warnings {
			t.Errorf("%s: the wingbeat is from %v to %v s, with %d beats and the warnings %q; want to %v s, with %d beats", name, s.Start, s.End, s.Beats, s.Warnings, c.to, c.beats)
		}
	}
}

func TestOptionsOverrideAnalysis(t *testing.T) {
	p := paperBird{side: 0, up: 1, forward: 2}
	p.times, p.angles = beatAngles(1, 0.5)
	m := modelOf(t, p.doc())
	open := 3.25 // the time of the peak of the second beat: sin 90° × 0.5
	b := bakeOnly(t, m, BakeOptions{Start: 3, End: 4, OpenTime: &open, Span: 4})
	s := b.Analysis
	if s.Start != 3 || s.End != 4 || s.Span != 4 || math.Abs(s.OpenTime-open) > 1e-6 {
		t.Errorf("the analysis is %+v, want the values of the options", s)
	}
	if w, want := width(poseOf(b, 0)), 2*math.Cos(0.5)/4; math.Abs(float64(w)-want) > 1e-3 {
		t.Errorf("pose 0 is %v wide, want %v", w, want)
	}
	early, late := 1.0, 4.5
	for _, o := range []BakeOptions{{Start: 4}, {Start: 1, End: 3}, {Start: 3, End: 5}, {OpenTime: &early}, {OpenTime: &late}, {Span: -1}, {Poses: -1}, {Poses: 65}} {
		if _, err := Bake(m, o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
}

// TestFindOpenWings checks that the wings are most open halfway through the beat, where they
// are level.
func TestFindOpenWings(t *testing.T) {
	p := paperBird{side: 0, up: 1, forward: 2, times: []float32{0, 1, 2}, angles: []float32{-1, 1, -1}}
	b := bakeOnly(t, modelOf(t, p.doc()), BakeOptions{})
	if s := b.Analysis; math.Abs(s.OpenTime-0.5) > 0.02 && math.Abs(s.OpenTime-1.5) > 0.02 || math.Abs(float64(s.Span)-2) > 1e-3 {
		t.Errorf("the wings are open at %v s with the span %v; want 0.5 or 1.5 s and 2", s.OpenTime, s.Span)
	}
}

// TestStaticClips checks that a model whose first clip moves nothing uses another clip. A model without
// motion gets one pose.
func TestStaticClips(t *testing.T) {
	p := paperBird{side: 0, up: 1, forward: 2}
	p.times, p.angles = beatAngles(1)
	doc := p.doc()
	static := *doc.Animations[0]
	static.Name = "pose"
	static.Samplers = []*qmuntal.AnimationSampler{{
		Input:  modeler.WriteAccessor(doc, qmuntal.TargetNone, []float32{0, 1}),
		Output: modeler.WriteAccessor(doc, qmuntal.TargetNone, [][4]float32{{0, 0, 0, 1}, {0, 0, 0, 1}}),
	}}
	static.Channels = static.Channels[:1]
	doc.Animations = []*qmuntal.Animation{&static, doc.Animations[0]}
	m := modelOf(t, doc)
	if s := bakeOnly(t, m, BakeOptions{}).Analysis; s.Clip != 1 || s.Static {
		t.Errorf("the clip is %d and Static is %v, want 1 and false", s.Clip, s.Static)
	}
	for _, m := range []*gltf.Model{m, modelOf(t, testdoc.UnitTriangle())} {
		b := bakeOnly(t, m, BakeOptions{Rig: rig.None, Clip: map[bool]string{true: "pose"}[len(m.Clips) > 0]})
		if s := b.Analysis; !s.Static || b.Poses != 1 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "without flapping") {
			t.Errorf("a model without motion has %d poses and the analysis %+v, want one pose and one warning", b.Poses, s)
		}
	}
}
