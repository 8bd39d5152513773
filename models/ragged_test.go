package models

import (
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// circled is what is left of a small ball and of its mirror image, which overlap, and
// some triangles further off. Where one was collapsed with its mirror image, a site
// came back that had been left.
func circled() *Baked {
	p := Part{Material: Material{Base: mgl32.Vec4{1, 1, 1, 1}}}
	for _, v := range [][3]float32{ // in ten-thousandths
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
	return &Baked{Name: "circled", Poses: 1, Parts: []Part{p}}
}

// checkHeirs refuses heirs that form a circle, and sites that were left and have
// triangles.
func checkHeirs(t *testing.T, s *simplifier) {
	t.Helper()
	for v := range s.heir {
		if s.heir[v] != uint32(v) && s.degree[v] > 0 {
			t.Fatalf("%s: site %d has %d triangles and an heir, %d", s.b.Name, v, s.degree[v], s.heir[v])
		}
		u := uint32(v)
		for range s.count {
			u = s.heir[u]
		}
		if s.heir[u] != u {
			t.Fatalf("%s: the heirs of site %d form a circle", s.b.Name, v)
		}
	}
}

// Sites that were left stay so, or their heirs form a circle that is walked for ever.
func TestHeirsFormNoCircle(t *testing.T) {
	s := newSimplifier(circled())
	s.flatten()
	s.loosen()
	for before := 0; s.triangles != before; {
		before = s.triangles
		s.reduce(before - 1)
		checkHeirs(t, s)
	}
}

// ragged is what no simplifier likes: pieces of all sizes through, beside and on one
// another, some mirrored, some flat or without area, corners that belong elsewhere.
func ragged(seed uint64) *Baked {
	r := rand.New(rand.NewPCG(seed, 11))
	b := &Baked{Name: "ragged", Poses: 1 + r.IntN(3)}
	for range 1 + r.IntN(3) {
		p := Part{Material: Material{Base: mgl32.Vec4{1, 1, 1, 1}}}
		var rest []mgl32.Vec3
		for range 1 + r.IntN(6) {
			rest = raggedPiece(r, &p, rest)
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

// raggedPiece adds a piece, or several of its kind nearly in one place, to a part
// and its vertices.
func raggedPiece(r *rand.Rand, p *Part, rest []mgl32.Vec3) []mgl32.Vec3 {
	shapes := []func() *Baked{
		func() *Baked { return ball(3+r.IntN(12), 2+r.IntN(8)) },
		func() *Baked { return wings(1+r.IntN(8), 1) },
		func() *Baked { return soup(1+r.IntN(60), 1) },
		func() *Baked { return fan(3 + r.IntN(100)) },
	}
	from := shapes[r.IntN(len(shapes))]().Parts[0]
	if r.IntN(4) == 0 {
		for k := range from.Positions {
			from.Positions[k][1] = 0
		}
	}
	at := mgl32.Vec3{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}
	size := float32(math.Pow(10, -3*r.Float64()))
	for range 1 + r.IntN(4)*r.IntN(2) {
		switch r.IntN(4) {
		case 0:
			at[0] = -at[0]
		case 1:
			at[1] += 0.01
		case 2:
			at[0] += 0.03 * r.Float32()
		}
		first := uint32(len(rest))
		for _, v := range from.Positions {
			rest = append(rest, v.Mul(size).Add(at))
		}
		for _, i := range from.Indices {
			p.Indices = append(p.Indices, first+i)
		}
	}
	return rest
}

// However ragged a mesh, taking triangles out ends, within the bound on the work,
// and what is left holds together.
func TestRaggedMeshes(t *testing.T) {
	meshes := uint64(150)
	if testing.Short() {
		meshes = 25
	}
	for seed := range meshes {
		b := ragged(seed)
		s := newSimplifier(b)
		for range s.drafts(s.triangles) {
			checkHeirs(t, s)
		}
		const last = 10_000_000 // what one site may take, when the bound is met
		if s.steps > s.most+last || s.spent() != (s.given > 0) {
			t.Errorf("ragged mesh %d: %d steps, the bound is %d; %d levels given up", seed, s.steps, s.most, s.given)
		}
		if seed%5 == 0 {
			b.Simplify()
			checkLevels(t, b)
		}
	}
}

func FuzzRaggedMeshes(f *testing.F) {
	f.Fuzz(func(t *testing.T, seed uint64) {
		b := ragged(seed)
		b.Simplify()
		checkLevels(t, b)
	})
}

// When the bound on the work is met, what was reached until then is kept, and the
// rest given up.
func TestLevelsAreGivenUp(t *testing.T) {
	b := wings(24, 2)
	s := newSimplifier(b)
	for range s.drafts(s.triangles) {
	}
	whole, all := s.steps, len(goals(len(s.corners)))
	for _, share := range []float64{0, 0.3, 0.9} {
		s := newSimplifier(b)
		start := s.steps // the costs of all sites
		s.most = start + int(share*float64(whole-start))
		made := 0
		for range s.drafts(s.triangles) {
			made++
		}
		if s.given == 0 || made+s.given > all || (made > 0) != (share > 0) {
			t.Errorf("with %v of the work %d levels were made and %d given up", share, made, s.given)
		}
	}
}

// tangle is triangles through one another, which boxes do not help to tell apart.
func tangle() *Baked {
	b := soup(8000, 2)
	b.Name = "tangle"
	return b
}

// Levels that would take too long are left out, the report says so, and the others
// are the same for any number of workers.
func TestTangledLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	var first *Baked
	for _, n := range []int{1, 3} {
		runtime.GOMAXPROCS(n)
		b := tangle()
		b.Simplify()
		checkLevels(t, b)
		if said := strings.Join(b.Sense.Warnings, "\n"); !strings.Contains(said, "given up") {
			t.Errorf("%d levels, and it is not said that any are missing: %q", len(b.Levels), said)
		}
		if first == nil {
			first = b
		} else if !reflect.DeepEqual(b.Levels, first.Levels) || !reflect.DeepEqual(b.Sense, first.Sense) {
			t.Errorf("%d workers made other levels than one", n)
		}
	}
}

// Progress goes up, from little to nearly all, one call at a time.
func TestProgressOfBaking(t *testing.T) {
	m, err := Builtin("gull")
	if err != nil {
		t.Fatal(err)
	}
	var told []float64 // the race detector watches it
	if _, err := m.Bake(BakeOptions{Poses: 2, Progress: func(share float64) { told = append(told, share) }}); err != nil {
		t.Fatal(err)
	}
	for k := range told {
		if told[k] > 1 || k > 0 && told[k] <= told[k-1] {
			t.Fatalf("progress %v", told)
		}
	}
	if len(told) < 20 || told[0] > 0.2 || told[len(told)-1] < 0.9 {
		t.Errorf("progress %v", told)
	}
}
