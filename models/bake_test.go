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

// baked is a model without levels of detail.
func baked(t *testing.T, m *Model, o BakeOptions) *Baked {
	t.Helper()
	b, err := m.bake(o, new(teller))
	if err != nil {
		t.Fatal(err)
	}
	for i := range b.Parts {
		checkPart(t, &b.Parts[i], b.Poses)
	}
	return b
}

// posed is one pose of a baked model as surfaces.
func posed(b *Baked, pose int) []Surface {
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
			if w := width(posed(b, i)); w > 1.001 {
				t.Errorf("%d poses: pose %d is %v wide", poses, i, w)
			}
		}
	}
}

// From the last pose to the first is a step like any other.
func TestLoopCloses(t *testing.T) {
	b := baked(t, builtin(t), BakeOptions{})
	var steps []float32
	for i := range b.Poses {
		steps = append(steps, apart(posed(b, i), posed(b, (i+1)%b.Poses)))
	}
	last := steps[b.Poses-1]
	if last > slices.Max(steps[:b.Poses-1]) || last < slices.Min(steps[:b.Poses-1]) {
		t.Errorf("steps between poses are %v", steps)
	}
}

// A clip that ends elsewhere than it starts, having moved 8 to the left
// meanwhile: the travel is taken out, both ends are among the poses.
func TestOpenClip(t *testing.T) {
	doc := unit3()
	doc.Nodes = append(doc.Nodes, &gltf.Node{Children: []int{0}})
	doc.Scenes[0].Nodes = []int{1}
	animate(doc, 1, gltf.TRSTranslation, gltf.InterpolationLinear, []float32{5, 6}, [][3]float32{{}, {8, 0, 0}})
	m := loaded(t, doc)
	poses := beatOf(t, m).sample(4)
	for i, p := range poses {
		if d := apart(poses[0], p); d > 1e-4 {
			t.Errorf("pose %d is off by %v though the model only travels", i, d)
		}
	}
	doc = unit3()
	animate(doc, 0, gltf.TRSScale, gltf.InterpolationLinear, []float32{5, 6}, [][3]float32{{1, 1, 1}, {1, 4, 1}})
	m = loaded(t, doc)
	for i, p := range beatOf(t, m).sample(4) {
		low, high := bounds(p)
		if want := 1 + float32(i); math.Abs(float64(high[1]-low[1]-want)) > 1e-4 {
			t.Errorf("pose %d is %v high, want %v", i, high[1]-low[1], want)
		}
	}
}

// beatOf is the default beat of a model, in its own axes.
func beatOf(t *testing.T, m *Model) *beat {
	t.Helper()
	l, _, err := m.loop(BakeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// As many poses are taken as keep every vertex close to where the clip has it,
// looked at eight places between any two, and no more.
func TestPosesSuffice(t *testing.T) {
	m := builtin(t)
	b := baked(t, m, BakeOptions{})
	m = m.thin(m.Triangles) // normals take time and are not asked for
	for _, n := range PoseCounts() {
		off := blendError(t, m, n)
		t.Logf("%d poses: %.4f of a wingspan", n, off)
		if n < b.Poses && off <= PoseError || n == b.Poses && off > PoseError {
			t.Errorf("%d poses taken, with %d a vertex is off by %v of a wingspan", b.Poses, n, off)
		}
	}
	if off := blendError(t, m, b.Poses); off < 0.99*b.Sense.Error || off > 1.3*b.Sense.Error {
		t.Errorf("said to be off by %v, is by %v", b.Sense.Error, off)
	}
}

// blendError is how far, in wingspans, a vertex between two poses is from where
// the clip has it, at most.
func blendError(t *testing.T, m *Model, poses int) float32 {
	t.Helper()
	l, sense, err := m.loop(BakeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.open(BakeOptions{}, sense); err != nil {
		t.Fatal(err)
	}
	coarse := l.sample(poses)
	var worst float32
	for i, pose := range coarse {
		next := coarse[(i+1)%poses]
		for k := range 8 {
			u := float32(k) / 8
			want := l.at(l.start + (float64(i)+float64(u))/float64(poses))[0]
			for v, p := range want.Positions {
				between := pose[0].Positions[v].Mul(1 - u).Add(next[0].Positions[v].Mul(u))
				worst = max(worst, between.Sub(p).Len())
			}
		}
	}
	return worst / sense.Span
}

// Sizes whose squares overflow are refused.
func TestBakeRefusesAbsurdSizes(t *testing.T) {
	for _, scale := range []float64{1e25, 1e-25} {
		doc := unit3()
		doc.Nodes[0].Scale = [3]float64{scale, scale, scale}
		if b, err := loaded(t, doc).Bake(BakeOptions{}); err == nil {
			t.Errorf("scale %v gave %v", scale, b.Parts[0].Positions)
		}
	}
}

// The bird comes out the same however its file is turned: by itself where it
// faces +X, told so where it faces elsewhere.
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
		got := baked(t, turned(builtin(t), c.turn), c.o)
		for pose := range want.Poses {
			if d := apart(posed(want, pose), posed(got, pose)); d > 1e-3 {
				t.Errorf("turned by %v, baked with %+v: pose %d is off by %v", c.turn, c.o, pose, d)
			}
		}
	}
	if _, err := builtin(t).Bake(BakeOptions{Forward: mgl32.Vec3{0, 1, 0}}); err == nil {
		t.Error("forward along up was taken")
	}
}

// turned hangs a model below a node that is turned.
func turned(m *Model, q mgl32.Quat) *Model {
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
