package lod

import (
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
)

// wings returns two flat, finely divided wings that beat by ±60° about the Z axis.
func wings(divisions, poses int) *namedMesh {
	p := Part{Material: gltf.Material{BaseColour: mgl32.Vec4{1, 1, 1, 1}}}
	for pose := range poses {
		angle := math.Pi / 3 * math.Sin(2*math.Pi*float64(pose)/float64(poses))
		for _, side := range [2]float64{1, -1} {
			first := uint32(len(p.Positions))
			for j := range divisions + 1 {
				for i := range divisions + 1 {
					span, chord := 0.5*float64(i)/float64(divisions), 0.3*(float64(j)/float64(divisions)-0.5)
					p.Positions = append(p.Positions, mgl32.Vec3{
						float32(side * span * math.Cos(angle)), float32(span * math.Sin(angle)), float32(chord),
					})
					p.Normals = append(p.Normals, mgl32.Vec3{float32(-side * math.Sin(angle)), float32(math.Cos(angle)), 0})
				}
			}
			if pose == 0 {
				p.Indices = append(p.Indices, grid(first, divisions, side > 0)...)
			}
		}
	}
	return &namedMesh{Name: "wings", Mesh: Mesh{Poses: poses, Parts: []Part{p}}}
}

func grid(first uint32, divisions int, reversed bool) (out []uint32) {
	row := uint32(divisions + 1)
	for j := range uint32(divisions) {
		for i := range uint32(divisions) {
			a := first + j*row + i
			b, c := a+1, a+row
			if reversed {
				b, c = c, b
			}
			out = append(out, a, b, a+row+1, a, a+row+1, c)
		}
	}
	return out
}

func ball(columns, rows int) *namedMesh {
	p := Part{Material: gltf.Material{BaseColour: mgl32.Vec4{1, 1, 1, 1}}}
	for j := range rows + 1 {
		for i := range columns + 1 {
			lat, lon := (float64(j)/float64(rows)-0.5)*math.Pi, 2*math.Pi*float64(i)/float64(columns)
			n := mgl32.Vec3{float32(math.Cos(lat) * math.Sin(lon)), float32(math.Sin(lat)), float32(math.Cos(lat) * math.Cos(lon))}
			p.Positions, p.Normals = append(p.Positions, n.Mul(0.5)), append(p.Normals, n)
		}
	}
	for j := range uint32(rows) {
		for i := range uint32(columns) {
			a, row := j*uint32(columns+1)+i, uint32(columns+1)
			p.Indices = append(p.Indices, a, a+1, a+row+1, a, a+row+1, a+row)
		}
	}
	return &namedMesh{Name: "ball", Mesh: Mesh{Poses: 1, Parts: []Part{p}}}
}

// checkLevels fails the test if a level has an index out of range or a degenerate triangle. Each level must
// have fewer triangles than the previous level, and no smaller error.
func checkLevels(t *testing.T, b *namedMesh) {
	t.Helper()
	for k, l := range b.Levels {
		n := 0
		for i := range l.Parts {
			indices := l.Parts[i].Indices
			n += len(indices) / 3
			for j := 0; j < len(indices); j += 3 {
				x, y, z := indices[j], indices[j+1], indices[j+2]
				if int(max(x, y, z)) >= l.Parts[i].Vertices(b.Poses) || k > 0 && (x == y || y == z || z == x) {
					t.Fatalf("%s: level %d, part %d has the wrong triangle %v", b.Name, k, i, indices[j:j+3])
				}
			}
		}
		if n != l.Triangles || n == 0 || k > 0 && (n >= b.Levels[k-1].Triangles || l.Error < b.Levels[k-1].Error) || l.RMSError > l.Error+1e-6 {
			t.Errorf("%s: level %d has %d triangles (recorded as %d), the error %v and the RMS error %v", b.Name, k, n, l.Triangles, l.Error, l.RMSError)
		}
	}
}

// TestFlatWingsCollapse checks that a flat wing reduces to its outline without any error in any
// pose.
func TestFlatWingsCollapse(t *testing.T) {
	b := wings(24, 8)
	b.simplify()
	checkLevels(t, b)
	last := b.Levels[len(b.Levels)-1]
	if last.Triangles > silhouetteTriangles || last.Error > 2e-5 {
		t.Errorf("%d of %d triangles are left with the error %v, want a silhouette", last.Triangles, b.Levels[0].Triangles, last.Error)
	}
	if l := b.Levels[1]; l.Triangles > b.Levels[0].Triangles/firstLevelDivisor {
		t.Errorf("level 1 has %d of %d triangles, which is too many", l.Triangles, b.Levels[0].Triangles)
	}
}

// TestErrorOfBall compares the error of a ball with the error of n equal triangles inscribed in it.
// This error is r - √(r² - R²), where r is the radius of the ball and R is the circumradius of a
// triangle. Unequal triangles may have a few times this error.
func TestErrorOfBall(t *testing.T) {
	b := ball(64, 32)
	b.simplify()
	checkLevels(t, b)
	for _, l := range b.Levels[1:] {
		if l.Triangles < 100 {
			break
		}
		area := math.Pi / float64(l.Triangles)
		want := 0.5 - math.Sqrt(0.25-4*area/(3*math.Sqrt(3)))
		if got := float64(l.Error); got < 0.5*want || got > 5*want {
			t.Errorf("%d triangles have an error of %v; equal ones would have %v", l.Triangles, got, want)
		}
	}
}

// TestErrorAgainstBruteForce checks that the error of each level is the largest deviation, in any
// pose, of this level and of all earlier levels.
func TestErrorAgainstBruteForce(t *testing.T) {
	for _, b := range []*namedMesh{wings(5, 3), ball(10, 6), soup(70, 2)} {
		b.simplify()
		checkLevels(t, b)
		for k, l := range b.Levels[1:] {
			var want float32
			if k > 0 {
				want = b.Levels[k].Error
			}
			for pose := range b.Poses {
				want = max(want, slowDeviation(b, l, pose))
			}
			if math.Abs(float64(want-l.Error)) > 1e-5 {
				t.Errorf("%s: level %d has an error of %v, but Error is %v", b.Name, k+1, want, l.Error)
			}
		}
	}
}

func slowDeviation(b *namedMesh, l Level, pose int) (far float32) {
	position := func(parts []Part, part int, v uint32) mgl32.Vec3 {
		p := &parts[part]
		return p.Positions[pose*p.Vertices(b.Poses)+int(v)]
	}
	for i := range b.Parts {
		for _, v := range b.Parts[i].Indices {
			nearest := float32(math.Inf(1))
			for k := range l.Parts {
				indices := l.Parts[k].Indices
				for j := 0; j < len(indices); j += 3 {
					nearest = min(nearest, slowDistance(position(b.Parts, i, v), position(l.Parts, k, indices[j]), position(l.Parts, k, indices[j+1]), position(l.Parts, k, indices[j+2])))
				}
			}
			far = max(far, nearest)
		}
	}
	return far
}

// slowDistance returns the distance of p from a triangle. It searches for the nearest point in
// decreasing steps.
func slowDistance(p, a, b, c mgl32.Vec3) float32 {
	best := float32(math.Inf(1))
	u, v, step := float32(1.0/3), float32(1.0/3), float32(0.5)
	for step > 1e-6 {
		u0, v0, better := u, v, false
		for k := range 8 {
			angle := float64(k) * math.Pi / 4
			x, y := max(0, u0+step*float32(math.Cos(angle))), max(0, v0+step*float32(math.Sin(angle)))
			if s := x + y; s > 1 {
				x, y = x/s, y/s
			}
			if d := a.Mul(1 - x - y).Add(b.Mul(x)).Add(c.Mul(y)).Sub(p).Len(); d < best {
				best, u, v, better = d, x, y, true
			}
		}
		if !better {
			step /= 2
		}
	}
	return best
}

// TestLevelsKeepTheirSides checks that no triangle of a level faces backwards in any pose.
func TestLevelsKeepTheirSides(t *testing.T) {
	b := wings(20, 8)
	b.simplify()
	for k, l := range b.Levels {
		p := &l.Parts[0]
		n := p.Vertices(b.Poses)
		for pose := range b.Poses {
			position := func(i uint32) mgl32.Vec3 { return p.Positions[pose*n+int(i)] }
			for j := 0; j < len(p.Indices); j += 3 {
				x, y, z := p.Indices[j], p.Indices[j+1], p.Indices[j+2]
				normal := position(y).Sub(position(x)).Cross(position(z).Sub(position(x)))
				if normal.Dot(p.Normals[pose*n+int(x)]) < -1e-6 {
					t.Fatalf("level %d, pose %d: triangle %d faces backwards", k, pose, j/3)
				}
			}
		}
	}
}

// soup returns triangles between random vertices. Some have no area, and some are repeated or reversed.
func soup(triangles, poses int) *namedMesh {
	rng := rand.New(rand.NewPCG(7, 8))
	p := Part{Material: gltf.Material{BaseColour: mgl32.Vec4{1, 1, 1, 1}}}
	vertices := max(3, triangles/2)
	for range vertices * poses {
		p.Positions = append(p.Positions, mgl32.Vec3{rng.Float32() - 0.5, rng.Float32() - 0.5, rng.Float32() - 0.5})
		p.Normals = append(p.Normals, mgl32.Vec3{0, 1, 0})
	}
	for range triangles {
		a, b, c := rng.Uint32N(uint32(vertices)), rng.Uint32N(uint32(vertices)), rng.Uint32N(uint32(vertices))
		p.Indices = append(p.Indices, a, b, c)
		if rng.IntN(5) == 0 {
			p.Indices = append(p.Indices, c, b, a, a, b, c)
		}
	}
	return &namedMesh{Name: "soup", Mesh: Mesh{Poses: poses, Parts: []Part{p}}}
}

// fan returns triangles around one vertex, each with its own corners.
func fan(triangles int) *namedMesh {
	p := Part{}
	for i := range triangles {
		a, b := 2*math.Pi*float64(i)/float64(triangles), 2*math.Pi*float64(i+1)/float64(triangles)
		p.Positions = append(p.Positions, mgl32.Vec3{},
			mgl32.Vec3{float32(math.Cos(a)), 0, float32(math.Sin(a))}, mgl32.Vec3{float32(math.Cos(b)), 0, float32(math.Sin(b))})
		p.Normals = append(p.Normals, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 1, 0})
		p.Indices = append(p.Indices, uint32(3*i), uint32(3*i+2), uint32(3*i+1))
	}
	return &namedMesh{Name: "fan", Mesh: Mesh{Poses: 1, Parts: []Part{p}}}
}

func TestLevelsOfBadMeshes(t *testing.T) {
	point := ball(16, 8)
	for i := range point.Parts[0].Positions {
		point.Parts[0].Positions[i] = mgl32.Vec3{1, 2, 3}
	}
	line := ball(16, 8)
	for i, v := range line.Parts[0].Positions {
		line.Parts[0].Positions[i] = mgl32.Vec3{v[0], 0, 0}
	}
	separate := ball(16, 8)
	separate.Parts = append(separate.Parts, fan(41).Parts[0], ball(12, 6).Parts[0])
	large := 8
	if testing.Short() {
		large = 1
	}
	for _, b := range []*namedMesh{soup(1, 1), soup(40, 2), soup(125*large, 2), fan(1000 * large), point, line, separate, wings(1, 1), ball(3, 2)} {
		start := time.Now()
		b.simplify()
		if duration := time.Since(start); duration > 5*time.Minute { // on an idle machine, the mesh takes some seconds
			t.Errorf("%s took %v", b.Name, duration)
		}
		checkLevels(t, b)
	}
}

// TestLevelsOfRepeatedMesh checks a mesh whose triangles occur several times. It must be simplified
// as well as the original mesh.
func TestLevelsOfRepeatedMesh(t *testing.T) {
	once, second := wings(12, 3), wings(12, 3)
	for range 9 {
		second.Parts[0].Indices = append(second.Parts[0].Indices, once.Parts[0].Indices...)
	}
	once.simplify()
	second.simplify()
	checkLevels(t, second)
	last := second.Levels[len(second.Levels)-1]
	if want := once.Levels[len(once.Levels)-1]; last.Triangles > want.Triangles || last.Error > want.Error+1e-4 {
		t.Errorf("%d triangles are left with the error %v, but of a mesh drawn once %d with the error %v", last.Triangles, last.Error, want.Triangles, want.Error)
	}
}

// TestLevelsOfDenseMesh checks a mesh with more than the maximum number of sites. Its error must be
// below the cell size of its grid.
func TestLevelsOfDenseMesh(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	b := wings(240, 2)
	b.simplify()
	checkLevels(t, b)
	if len(b.Levels) < 6 || b.Levels[1].Error > 0.01 || b.Levels[len(b.Levels)-1].Triangles > silhouetteTriangles {
		t.Errorf("there are %d levels, level 1 has the error %v, and the last has %d triangles; want 6, 0.01 and a silhouette", len(b.Levels), b.Levels[1].Error, b.Levels[len(b.Levels)-1].Triangles)
	}
}

// TestLevelsIndependentOfWorkers checks that the levels do not depend on the number of workers.
func TestLevelsIndependentOfWorkers(t *testing.T) {
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	one := wings(14, 4)
	one.simplify()
	for _, n := range []int{2, 5} {
		runtime.GOMAXPROCS(n)
		b := wings(14, 4)
		b.simplify()
		if !reflect.DeepEqual(b.Levels, one.Levels) {
			t.Errorf("levels from %d workers differ from those of one worker", n)
		}
	}
}

type namedMesh struct {
	Mesh
	Name    string
	Levels  []Level
	skipped int
}

// silhouette returns the last level that is not for drafts.
func (b *namedMesh) silhouette() *Level {
	n := len(b.Levels)
	for b.Levels[n-1].Draft {
		n--
	}
	return &b.Levels[n-1]
}

func (b *namedMesh) simplify() { b.Levels, b.skipped = b.Simplify(Options{}) }
