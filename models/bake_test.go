package models

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	qmuntal "github.com/qmuntal/gltf"

	"skein/models/gltf"
	"skein/models/internal/testdoc"
	"skein/models/lod"
)

func builtin(t *testing.T) *gltf.Model {
	t.Helper()
	m, err := Builtin("")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func bakeOnly(t *testing.T, m *gltf.Model, o BakeOptions) *Baked {
	t.Helper()
	b, err := bakePoses(m, o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range b.Parts {
		checkPart(t, &b.Parts[i], b.Poses)
	}
	return b
}

func poseOf(b *Baked, pose int) []gltf.Surface {
	out := make([]gltf.Surface, len(b.Parts))
	for i := range b.Parts {
		n := b.Parts[i].Vertices(b.Poses)
		out[i] = gltf.Surface{Positions: b.Parts[i].Positions[pose*n : (pose+1)*n], Normals: b.Parts[i].Normals[pose*n : (pose+1)*n]}
	}
	return out
}

func width(pose []gltf.Surface) float32 {
	low, high := bounds(pose)
	return high[0] - low[0]
}

func TestPoseZeroIsMostOpen(t *testing.T) {
	for _, poses := range []int{5, 24} {
		b := bakeOnly(t, builtin(t), BakeOptions{Poses: poses})
		for i := 1; i < poses; i++ {
			if w := width(poseOf(b, i)); w > 1.001 {
				t.Errorf("%d poses: pose %d is %v wide, want at most 1", poses, i, w)
			}
		}
	}
}

// TestLoopCloses checks that the step from the last pose to the first is neither the longest nor the
// shortest step.
func TestLoopCloses(t *testing.T) {
	b := bakeOnly(t, builtin(t), BakeOptions{})
	var steps []float32
	for i := range b.Poses {
		steps = append(steps, maxDistance(poseOf(b, i), poseOf(b, (i+1)%b.Poses)))
	}
	last := steps[b.Poses-1]
	if last > slices.Max(steps[:b.Poses-1]) || last < slices.Min(steps[:b.Poses-1]) {
		t.Errorf("the distance from the last pose to the first is not like the others: %v", steps)
	}
}

// TestOpenClip checks a clip whose last pose differs from its first pose. Bake must remove travel,
// and both ends must be among the poses.
func TestOpenClip(t *testing.T) {
	doc := testdoc.UnitTriangle()
	doc.Nodes = append(doc.Nodes, &qmuntal.Node{Children: []int{0}})
	doc.Scenes[0].Nodes = []int{1}
	testdoc.Animate(doc, 1, qmuntal.TRSTranslation, qmuntal.InterpolationLinear, []float32{5, 6}, [][3]float32{{}, {8, 0, 0}})
	m := modelOf(t, doc)
	poses := beatOf(t, m).sample(4)
	for i, p := range poses {
		if d := maxDistance(poses[0], p); d > 1e-4 {
			t.Errorf("pose %d differs by %v although the model only travels", i, d)
		}
	}
	doc = testdoc.UnitTriangle()
	testdoc.Animate(doc, 0, qmuntal.TRSScale, qmuntal.InterpolationLinear, []float32{5, 6}, [][3]float32{{1, 1, 1}, {1, 4, 1}})
	m = modelOf(t, doc)
	for i, p := range beatOf(t, m).sample(4) {
		low, high := bounds(p)
		if want := 1 + float32(i); math.Abs(float64(high[1]-low[1]-want)) > 1e-4 {
			t.Errorf("pose %d is %v high, want %v", i, high[1]-low[1], want)
		}
	}
}

func beatOf(t *testing.T, m *gltf.Model) *beat {
	t.Helper()
	l, _, err := findBeat(m, BakeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestPoseCount checks that the number of poses is the smallest for which the blend error is at
// most PoseError. It measures the error at eight points between neighbouring poses.
func TestPoseCount(t *testing.T) {
	m := builtin(t)
	b := bakeOnly(t, m, BakeOptions{})
	m = m.SampleTriangles(m.Triangles) // the sample has no normals, because the test does not need them and they are slow to compute
	for _, n := range PoseCounts() {
		deviation := blendError(t, m, n)
		t.Logf("%d poses have an error of %.4f wingspans", n, deviation)
		if n < b.Poses && deviation <= PoseError || n == b.Poses && deviation > PoseError {
			t.Errorf("%d poses were chosen, but %d poses have an error of %v wingspans", b.Poses, n, deviation)
		}
	}
	if deviation := blendError(t, m, b.Poses); deviation < 0.99*b.Analysis.Error || deviation > 1.3*b.Analysis.Error {
		t.Errorf("the measured error is %v, but Analysis.Error is %v", b.Analysis.Error, deviation)
	}
}

// blendError returns the largest distance, in wingspans, between a vertex that is blended between
// poses and its position in the clip.
func blendError(t *testing.T, m *gltf.Model, poses int) float32 {
	t.Helper()
	l, sense, err := findBeat(m, BakeOptions{})
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

// TestBakeSizeLimits checks that models whose squared size overflows give an error.
func TestBakeSizeLimits(t *testing.T) {
	for _, scale := range []float64{1e25, 1e-25} {
		doc := testdoc.UnitTriangle()
		doc.Nodes[0].Scale = [3]float64{scale, scale, scale}
		if b, err := Bake(modelOf(t, doc), BakeOptions{}); err == nil {
			t.Errorf("a model with the scale %v was accepted, with the positions %v", scale, b.Parts[0].Positions)
		}
	}
}

// TestFacing checks that a bird bakes to the same poses in any orientation. For a bird that faces
// +X, Bake must find the direction itself.
func TestFacing(t *testing.T) {
	want := bakeOnly(t, builtin(t), BakeOptions{Poses: 12})
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
		got := bakeOnly(t, rotatedBird(t, c.turn), c.o)
		for pose := range want.Poses {
			if d := maxDistance(poseOf(want, pose), poseOf(got, pose)); d > 1e-3 {
				t.Errorf("rotation %v, options %+v: pose %d is off by %v", c.turn, c.o, pose, d)
			}
		}
	}
	if _, err := Bake(builtin(t), BakeOptions{Forward: mgl32.Vec3{0, 1, 0}, Up: mgl32.Vec3{0, 2, 0}}); err == nil {
		t.Error("equal forward and up directions were accepted")
	}
}

func checkPart(t *testing.T, p *lod.Part, poses int) {
	t.Helper()
	n := p.Vertices(poses)
	if len(p.Normals) != len(p.Positions) || len(p.Positions) != n*poses {
		t.Fatalf("there are %d positions and %d normals in %d poses, want the vertices of each pose", len(p.Positions), len(p.Normals), poses)
	}
	if len(p.UV) != 0 && len(p.UV) != n || len(p.Colours) != 0 && len(p.Colours) != n {
		t.Fatalf("there are %d texture coordinates and %d colours for %d vertices, want none or one each", len(p.UV), len(p.Colours), n)
	}
	for _, i := range p.Indices {
		if int(i) >= n {
			t.Fatalf("index %d is too large for %d vertices", i, n)
		}
	}
	for k, v := range p.Positions {
		if d := v.Len() - v.Len(); d != 0 {
			t.Fatalf("position %d is %v, want finite numbers", k, v)
		}
		if l := p.Normals[k].Len(); !(l > 0.99 && l < 1.01) {
			t.Fatalf("normal %d is %v, want the length 1", k, p.Normals[k])
		}
	}
}

// TestProgressOfBaking checks that progress increases from nearly 0 to nearly 1, without
// concurrent calls.
func TestProgressOfBaking(t *testing.T) {
	m, err := Builtin("gull")
	if err != nil {
		t.Fatal(err)
	}
	var reports []float64 // the race detector reports concurrent calls
	if _, err := Bake(m, BakeOptions{Poses: 2, Progress: func(share float64) { reports = append(reports, share) }}); err != nil {
		t.Fatal(err)
	}
	for k := range reports {
		if reports[k] > 1 || k > 0 && reports[k] <= reports[k-1] {
			t.Fatalf("the reported progress is %v", reports)
		}
	}
	if len(reports) < 20 || reports[0] > 0.2 || reports[len(reports)-1] < 0.9 {
		t.Errorf("the reported progress is %v", reports)
	}
}

func rotatedBird(t *testing.T, q mgl32.Quat) *gltf.Model {
	t.Helper()
	data, err := birds.ReadFile(Builtins()[0] + ".glb")
	if err != nil {
		t.Fatal(err)
	}
	doc := new(qmuntal.Document)
	if err := qmuntal.NewDecoder(bytes.NewReader(data)).Decode(doc); err != nil {
		t.Fatal(err)
	}
	doc.Nodes = append(doc.Nodes, &qmuntal.Node{
		Children: doc.Scenes[0].Nodes,
		Rotation: [4]float64{float64(q.V[0]), float64(q.V[1]), float64(q.V[2]), float64(q.W)},
	})
	doc.Scenes[0].Nodes = []int{len(doc.Nodes) - 1}
	return modelOf(t, doc)
}

func modelOf(t *testing.T, doc *qmuntal.Document) *gltf.Model {
	t.Helper()
	m, err := gltf.Decode("test.glb", testdoc.Encode(t, doc), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
