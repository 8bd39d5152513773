package lod

import (
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/sample"
	"skein/models/gltf"
)

// overlappingBalls returns the remains of a small ball and its overlapping mirror image. An earlier
// version of the simplifier used an abandoned site of this mesh again.
func overlappingBalls() *namedMesh {
	p := Part{Material: gltf.Material{BaseColour: mgl32.Vec4{1, 1, 1, 1}}}
	for _, v := range [][3]float32{ // unit: 1/10,000
		{-45, -1508, -1452}, {315, -1508, -1452}, {179, -1508, -1734}, {-27, 1992, -4230}, {64, 2060, -4156},
		{-27, 2060, -4112}, {-27, 1992, -4230}, {-120, 2060, -4156}, {-142, 2060, -4256}, {64, 2197, -4156},
		{87, 2060, -4256}, {87, 2197, -4256}, {23, 2060, -4336}, {-79, 2197, -4336}, {23, 2197, -4336},
		{-79, 2060, -4336}, {-142, 2197, -4256}, {-27, 2060, -4112}, {-27, 2197, -4112}, {-27, 2265, -4230},
		{-27, 2265, -4230}, {-120, 2197, -4156}, {-27, 2265, -4230}, {859, 2803, 2402}, {2179, 2803, 2402},
		{1969, 2803, 1689}, {45, -1508, -1452}, {-179, -1508, -1734}, {-315, -1508, -1452}, {27, 1992, -4230},
		{-64, 2060, -4156}, {-87, 2060, -4256}, {27, 1992, -4230}, {120, 2060, -4156}, {27, 2060, -4112},
		{-64, 2197, -4156}, {-87, 2197, -4256}, {-23, 2060, -4336}, {-23, 2197, -4336}, {79, 2197, -4336},
		{79, 2060, -4336}, {142, 2197, -4256}, {142, 2060, -4256}, {120, 2197, -4156}, {27, 2265, -4230},
		{27, 2265, -4230}, {-859, 2803, 2402}, {-1969, 2803, 1689}, {-2179, 2803, 2402},
	} {
		p.Positions = append(p.Positions, mgl32.Vec3(v).Mul(1e-4))
	}
	p.Normals = make([]mgl32.Vec3, len(p.Positions))
	p.Indices = []uint32{
		0, 1, 2, 3, 4, 5, 6, 7, 8, 5, 4, 9, 4, 10, 11, 4, 11, 9, 12, 13, 14, 15, 16, 13,
		7, 17, 18, 9, 11, 19, 14, 13, 20, 16, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34,
		30, 35, 36, 37, 38, 39, 40, 39, 41, 42, 41, 43, 38, 44, 39, 39, 45, 41, 46, 47, 48,
	}
	return &namedMesh{Name: "circled", Mesh: Mesh{Poses: 1, Parts: []Part{p}}}
}

// checkMerges fails the test if merged sites form a cycle or if a merged site still has triangles.
func checkMerges(t *testing.T, s *simplifier) {
	t.Helper()
	for v := range s.mergedInto {
		if s.mergedInto[v] != uint32(v) && s.degree[v] > 0 {
			t.Fatalf("site %d has %d triangles although it was merged into %d", v, s.degree[v], s.mergedInto[v])
		}
		u := uint32(v)
		for range s.count {
			u = s.mergedInto[u]
		}
		if s.mergedInto[u] != u {
			t.Fatalf("the sites that site %d was merged into form a cycle", v)
		}
	}
}

// TestMergesFormNoCycle checks that abandoned sites stay abandoned. Otherwise, a search for the
// site that replaces a site might never end.
func TestMergesFormNoCycle(t *testing.T) {
	s := newSimplifier(&overlappingBalls().Mesh)
	s.flatten()
	s.releaseAnchors()
	for before := 0; s.triangles != before; {
		before = s.triangles
		s.reduce(before - 1)
		checkMerges(t, s)
	}
}

// raggedMesh returns a mesh that is hard to simplify. Its pieces intersect, touch, coincide, are
// mirrored, are flat or have no area. A few corners of triangles are moved to random vertices.
func raggedMesh(seed uint64) *namedMesh {
	r := rand.New(rand.NewPCG(seed, 11))
	b := &namedMesh{Name: "ragged", Mesh: Mesh{Poses: 1 + r.IntN(3)}}
	for range 1 + r.IntN(3) {
		p := Part{Material: gltf.Material{BaseColour: mgl32.Vec4{1, 1, 1, 1}}}
		var rest []mgl32.Vec3
		for range 1 + r.IntN(6) {
			rest = addRaggedPiece(r, &p, rest)
		}
		if r.IntN(2) == 0 {
			first := uint32(len(rest))
			for _, v := range rest[:first] {
				rest = append(rest, mgl32.Vec3{-v[0], v[1], v[2]})
			}
			for k, all := 0, p.Indices; k+2 < len(all); k += 3 {
				p.Indices = append(p.Indices, first+all[k], first+all[k+2], first+all[k+1])
			}
		}
		for k := range p.Indices {
			if r.IntN(300) == 0 {
				p.Indices[k] = r.Uint32N(uint32(len(rest)))
			}
		}
		for pose := range b.Poses {
			for _, v := range rest {
				p.Positions = append(p.Positions, v.Add(mgl32.Vec3{0, 0.3 * float32(pose) * v[0] * v[0], 0}))
				p.Normals = append(p.Normals, mgl32.Vec3{0, 1, 0})
			}
		}
		b.Parts = append(b.Parts, p)
	}
	return b
}

// addRaggedPiece adds a piece, or several copies of it at nearly the same position, to a part.
func addRaggedPiece(r *rand.Rand, p *Part, rest []mgl32.Vec3) []mgl32.Vec3 {
	shapes := []func() *namedMesh{
		func() *namedMesh { return ball(3+r.IntN(12), 2+r.IntN(8)) },
		func() *namedMesh { return wings(1+r.IntN(8), 1) },
		func() *namedMesh { return soup(1+r.IntN(60), 1) },
		func() *namedMesh { return fan(3 + r.IntN(100)) },
	}
	from := shapes[r.IntN(len(shapes))]().Parts[0]
	if r.IntN(4) == 0 {
		for k := range from.Positions {
			from.Positions[k][1] = 0
		}
	}
	offset := mgl32.Vec3{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}
	size := float32(math.Pow(10, -3*r.Float64()))
	for range 1 + r.IntN(4)*r.IntN(2) {
		switch r.IntN(4) {
		case 0:
			offset[0] = -offset[0]
		case 1:
			offset[1] += 0.01
		case 2:
			offset[0] += 0.03 * r.Float32()
		}
		first := uint32(len(rest))
		for _, v := range from.Positions {
			rest = append(rest, v.Mul(size).Add(offset))
		}
		for _, i := range from.Indices {
			p.Indices = append(p.Indices, first+i)
		}
	}
	return rest
}

// TestRaggedMeshes checks that the simplification of any mesh ends within the work limit and gives
// valid levels.
func TestRaggedMeshes(t *testing.T) {
	seeds := make([]uint64, 150)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	for _, seed := range sample.Some(t, 35, seeds) {
		b := raggedMesh(seed)
		s := newSimplifier(&b.Mesh)
		for range s.drafts(s.triangles) {
			checkMerges(t, s)
		}
		const last = 10_000_000 // number of steps that a single site may take when the limit is reached
		if s.stepCount > s.stepLimit+last || s.outOfSteps() != (s.skippedLevels > 0) {
			t.Errorf("ragged mesh %d: %d steps were taken with a limit of %d, and %d levels skipped", seed, s.stepCount, s.stepLimit, s.skippedLevels)
		}
		if seed%5 == 0 {
			b.simplify()
			checkLevels(t, b)
		}
	}
}

func FuzzRaggedMeshes(f *testing.F) {
	f.Fuzz(func(t *testing.T, seed uint64) {
		b := raggedMesh(seed)
		b.simplify()
		checkLevels(t, b)
	})
}

// TestLevelsSkippedAtWorkLimit checks that reaching the work limit keeps the finished levels and
// skips all others.
func TestLevelsSkippedAtWorkLimit(t *testing.T) {
	b := wings(24, 2)
	s := newSimplifier(&b.Mesh)
	for range s.drafts(s.triangles) {
	}
	whole, all := s.stepCount, len(targetCounts(len(s.corners)))
	for _, share := range []float64{0, 0.3, 0.9} {
		s := newSimplifier(&b.Mesh)
		start := s.stepCount // number of steps for the initial costs of all sites
		s.stepLimit = start + int(share*float64(whole-start))
		count := 0
		for range s.drafts(s.triangles) {
			count++
		}
		if s.skippedLevels == 0 || count+s.skippedLevels > all || (count > 0) != (share > 0) {
			t.Errorf("with a share of %v of the work, %d levels were made and %d skipped, want some skipped", share, count, s.skippedLevels)
		}
	}
}

func tangle() *namedMesh {
	b := soup(8000, 2)
	b.Name = "tangle"
	return b
}

// TestTangledLevels checks that levels that would take too long are skipped. Which levels are
// skipped must not depend on the number of workers.
func TestTangledLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	var first *namedMesh
	for _, n := range []int{1, 3} {
		runtime.GOMAXPROCS(n)
		b := tangle()
		b.simplify()
		checkLevels(t, b)
		if b.skipped == 0 {
			t.Errorf("there are %d levels, and none is skipped, want some", len(b.Levels))
		}
		if first == nil {
			first = b
		} else if !reflect.DeepEqual(b.Levels, first.Levels) || b.skipped != first.skipped {
			t.Errorf("levels from %d workers differ from those of one worker", n)
		}
	}
}
