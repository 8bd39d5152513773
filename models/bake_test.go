package models

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"
)

func builtin(t *testing.T) *Model {
	t.Helper()
	m, err := Builtin("")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// baked bakes a model without levels of detail.
func baked(t *testing.T, m *Model, o BakeOptions) *Baked {
	t.Helper()
	b, err := m.bake(o, new(progress))
	if err != nil {
		t.Fatal(err)
	}
	for i := range b.Parts {
		checkPart(t, &b.Parts[i], b.Poses)
	}
	return b
}

// poseOf returns one pose of a baked model.
func poseOf(b *Baked, pose int) []Surface {
	out := make([]Surface, len(b.Parts))
	for i := range b.Parts {
		n := b.Parts[i].Vertices(b.Poses)
		out[i] = Surface{b.Parts[i].Positions[pose*n : (pose+1)*n], b.Parts[i].Normals[pose*n : (pose+1)*n]}
	}
	return out
}

func width(pose []Surface) float32 {
	low, high := bounds(pose)
	return high[0] - low[0]
}

func TestPoseZeroIsMostOpen(t *testing.T) {
	for _, poses := range []int{5, 24} {
		b := baked(t, builtin(t), BakeOptions{Poses: poses})
		for i := 1; i < poses; i++ {
			if w := width(poseOf(b, i)); w > 1.001 {
				t.Errorf("%d poses: pose %d is %v wide", poses, i, w)
			}
		}
	}
}

// TestLoopCloses checks that the step from the last pose to the first is not unusual.
func TestLoopCloses(t *testing.T) {
	b := baked(t, builtin(t), BakeOptions{})
	var steps []float32
	for i := range b.Poses {
		steps = append(steps, maxDistance(poseOf(b, i), poseOf(b, (i+1)%b.Poses)))
	}
	last := steps[b.Poses-1]
	if last > slices.Max(steps[:b.Poses-1]) || last < slices.Min(steps[:b.Poses-1]) {
		t.Errorf("distances between consecutive poses: %v", steps)
	}
}

// TestOpenClip checks a clip whose end differs from its start: travel is removed, and both ends
// are among the poses.
func TestOpenClip(t *testing.T) {
	doc := unitTriangle()
	doc.Nodes = append(doc.Nodes, &gltf.Node{Children: []int{0}})
	doc.Scenes[0].Nodes = []int{1}
	animate(doc, 1, gltf.TRSTranslation, gltf.InterpolationLinear, []float32{5, 6}, [][3]float32{{}, {8, 0, 0}})
	m := loaded(t, doc)
	poses := beatOf(t, m).sample(4)
	for i, p := range poses {
		if d := maxDistance(poses[0], p); d > 1e-4 {
			t.Errorf("pose %d differs by %v although the model only travels", i, d)
		}
	}
	doc = unitTriangle()
	animate(doc, 0, gltf.TRSScale, gltf.InterpolationLinear, []float32{5, 6}, [][3]float32{{1, 1, 1}, {1, 4, 1}})
	m = loaded(t, doc)
	for i, p := range beatOf(t, m).sample(4) {
		low, high := bounds(p)
		if want := 1 + float32(i); math.Abs(float64(high[1]-low[1]-want)) > 1e-4 {
			t.Errorf("pose %d is %v high, want %v", i, high[1]-low[1], want)
		}
	}
}

// beatOf returns the default wingbeat of a model, in its own axes.
func beatOf(t *testing.T, m *Model) *beat {
	t.Helper()
	l, _, err := m.findBeat(BakeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestPoseCount checks that the chosen number of poses is the smallest that keeps the blend
// error within PoseError, measured at eight points between any two poses.
func TestPoseCount(t *testing.T) {
	m := builtin(t)
	b := baked(t, m, BakeOptions{})
	m = m.sampleTriangles(m.Triangles) // the test needs no normals, which take time
	for _, n := range PoseCounts() {
		deviation := blendError(t, m, n)
		t.Logf("%d poses: error %.4f wingspans", n, deviation)
		if n < b.Poses && deviation <= PoseError || n == b.Poses && deviation > PoseError {
			t.Errorf("%d poses chosen, but %d poses have an error of %v wingspans", b.Poses, n, deviation)
		}
	}
	if deviation := blendError(t, m, b.Poses); deviation < 0.99*b.Analysis.Error || deviation > 1.3*b.Analysis.Error {
		t.Errorf("Analysis.Error is %v, but the error is %v", b.Analysis.Error, deviation)
	}
}

// blendError returns the largest distance, in wingspans, of a vertex blended between two poses
// from its position in the clip.
func blendError(t *testing.T, m *Model, poses int) float32 {
	t.Helper()
	l, sense, err := m.findBeat(BakeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.findOpenWings(BakeOptions{}, sense); err != nil {
		t.Fatal(err)
	}
	coarse := l.sample(poses)
	var worst float32
	for i, pose := range coarse {
		next := coarse[(i+1)%poses]
		for k := range 8 {
			u := float32(k) / 8
			want := l.poseAt(l.zeroPhase + (float64(i)+float64(u))/float64(poses))[0]
			for v, p := range want.Positions {
				blended := pose[0].Positions[v].Mul(1 - u).Add(next[0].Positions[v].Mul(u))
				worst = max(worst, blended.Sub(p).Len())
			}
		}
	}
	return worst / sense.Span
}

// TestBakeSizeLimits checks that sizes whose squares overflow give an error.
func TestBakeSizeLimits(t *testing.T) {
	for _, scale := range []float64{1e25, 1e-25} {
		doc := unitTriangle()
		doc.Nodes[0].Scale = [3]float64{scale, scale, scale}
		if b, err := loaded(t, doc).Bake(BakeOptions{}); err == nil {
			t.Errorf("scale %v gave %v", scale, b.Parts[0].Positions)
		}
	}
}

// TestFacing checks that a bird bakes to the same poses in any orientation: automatically if it
// faces +X, with options otherwise.
func TestFacing(t *testing.T) {
	want := baked(t, builtin(t), BakeOptions{Poses: 12})
	for _, c := range []struct {
		turn mgl32.Quat
		o    BakeOptions
	}{
		{mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{0, 1, 0}), BakeOptions{}}, // faces +X
		{mgl32.QuatRotate(math.Pi, mgl32.Vec3{0, 1, 0}), BakeOptions{Forward: mgl32.Vec3{0, 0, -2}}},
		{mgl32.QuatRotate(-math.Pi/2, mgl32.Vec3{0, 1, 0}), BakeOptions{Forward: mgl32.Vec3{-1, 0.1, 0}}},
		{mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{1, 0, 0}), BakeOptions{Forward: mgl32.Vec3{0, -1, 0}, Up: mgl32.Vec3{0, 0, 1}}},
	} {
		c.o.Poses = want.Poses
		got := baked(t, rotateModel(builtin(t), c.turn), c.o)
		for pose := range want.Poses {
			if d := maxDistance(poseOf(want, pose), poseOf(got, pose)); d > 1e-3 {
				t.Errorf("rotation %v, options %+v: pose %d is off by %v", c.turn, c.o, pose, d)
			}
		}
	}
	if _, err := builtin(t).Bake(BakeOptions{Forward: mgl32.Vec3{0, 1, 0}}); err == nil {
		t.Error("equal forward and up directions were accepted")
	}
}

// rotateModel puts a model below a rotated node.
func rotateModel(m *Model, q mgl32.Quat) *Model {
	top := len(m.nodes)
	for i := range m.nodes {
		if m.nodes[i].parent < 0 {
			m.nodes[i].parent = top
		}
	}
	m.nodes = append(m.nodes, node{parent: -1, rest: transform{
		rotation: quat([4]float64{float64(q.V[0]), float64(q.V[1]), float64(q.V[2]), float64(q.W)}),
		scale:    mgl64.Vec3{1, 1, 1},
	}})
	m.order = append([]int{top}, m.order...)
	return m
}
