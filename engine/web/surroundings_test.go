package web

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/scenario"
	"skein/models"
)

// A page has the obstacles of the scene, where they are, and the wires on which birds perch.
func TestSurroundings(t *testing.T) {
	sc, err := scenario.Parse("scene.toml", []byte(`version = 1
[[obstacle]]
name = "house"
shape = "box"
at = [10.0, 0.0, -20.0]
size = [4.0, 6.0, 8.0]
[[obstacle]]
name = "ball"
shape = "sphere"
at = [-50.0, 30.0, 0.0]
radius = 5.0
[[perch]]
name = "wire"
points = [[0.0, 9.0, 6.0], [20.0, 9.0, 6.0]]
sag = 0.5
`))
	if err != nil {
		t.Fatal(err)
	}
	var p Page
	p.setSurroundings(&sc.Surroundings, mgl32.Vec3{0.1, 0.2, 0.1})
	about := p.Scene.Solids
	if about == nil || len(p.Data) != 1 || len(p.Data[0].Bytes) != 12*about.Triangles+18*about.Vertices {
		t.Fatalf("the page has the obstacles %+v and %d parts of data", about, len(p.Data))
	}
	data := p.Data[0].Bytes
	for k := range 3 * about.Triangles {
		if v := binary.LittleEndian.Uint32(data[4*k:]); int(v) >= about.Vertices {
			t.Fatalf("triangle %d has the vertex %d of %d", k/3, v, about.Vertices)
		}
	}
	low, high := mgl32.Vec3{1e6, 1e6, 1e6}, mgl32.Vec3{-1e6, -1e6, -1e6} // corners of the box around the house, which is at positive x
	farthest := 0.0                                                      // largest distance of a vertex of the ball from its centre
	for v := range about.Vertices {
		var at mgl32.Vec3
		for axis := range at {
			at[axis] = math.Float32frombits(binary.LittleEndian.Uint32(data[12*about.Triangles+12*v+4*axis:]))
		}
		if at[0] < 0 {
			farthest = max(farthest, float64(at.Sub(mgl32.Vec3{-50, 30, 0}).Len()))
			continue
		}
		for axis := range at {
			low[axis], high[axis] = min(low[axis], at[axis]), max(high[axis], at[axis])
		}
	}
	if size := high.Sub(low).Sub(mgl32.Vec3{4, 6, 8}).Len(); size > 0.01 || math.Abs(float64(low[0]+high[0]-20)) > 0.01 || math.Abs(float64(low[2]+high[2]+40)) > 0.01 {
		t.Errorf("the house is from %v to %v, want 4 by 6 by 8 m around x = 10, z = -20", low, high)
	}
	if math.Abs(farthest-5) > 0.01 {
		t.Errorf("the ball has a radius of %g m, want 5", farthest)
	}
	if len(p.Scene.Wires) != 1 {
		t.Fatalf("the page has %d wires, want 1", len(p.Scene.Wires))
	}
	wire, lowest := p.Scene.Wires[0], float32(100)
	for _, at := range wire {
		lowest = min(lowest, at[1])
	}
	if first, last := wire[0], wire[len(wire)-1]; first != [3]float32{0, 9, 6} || last != [3]float32{20, 9, 6} || math.Abs(float64(lowest-8.5)) > 0.01 {
		t.Errorf("the wire goes from %v to %v and down to %g m, want 8.5 m", first, last, lowest)
	}
}

// A page says how many birds it has, and of which kind.
func TestFlockText(t *testing.T) {
	starling, gull := &models.Baked{Name: "starling"}, &models.Baked{Name: "gull"}
	for _, c := range []struct {
		counts []int
		labels string
		birds  []models.Mix
		want   string
	}{
		{[]int{1000, 1}, "starling falcon", []models.Mix{models.Only(starling), models.Only(gull)}, "1000 birds (starling), 1 bird (falcon, drawn as gull)"},
		{[]int{60}, "boid", []models.Mix{models.Only(gull)}, "60 birds (drawn as gull)"},
	} {
		var species []Species
		for _, name := range strings.Fields(c.labels) {
			species = append(species, Species{Name: name})
		}
		if got := flockText(c.counts, species, c.birds); got != c.want {
			t.Errorf("the text is %q, want %q", got, c.want)
		}
	}
}
