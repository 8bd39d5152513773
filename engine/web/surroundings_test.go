package web

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/web/live"
	"skein/flock/around"
	"skein/flock/scenario"
	"skein/flock/vec"
	"skein/models"
)

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
	var obstacles solids
	obstacles.add(0, sc.Surroundings.Obstacles)
	obstacles.addTo(&p, mgl32.Vec3{0.1, 0.2, 0.1})
	p.setWires(&sc.Surroundings)
	if p.Scene.Solids == nil || len(p.Data) != 1 || len(p.Scene.Solids.Parts) != 2 || p.Scene.Solids.Moves != 0 {
		t.Fatalf("the page has the obstacles %+v and %d parts of data", p.Scene.Solids, len(p.Data))
	}
	low, high := boundsOf(t, &p, 0, p.Scene.Solids.Parts[0].Place)
	if size := high.Sub(low).Sub(mgl32.Vec3{4, 6, 8}).Len(); size > 0.01 || low.Add(high).Sub(mgl32.Vec3{20, 0, -40}).Len() > 0.01 {
		t.Errorf("the house is from %v to %v, want 4 by 6 by 8 m around [10, 0, -20]", low, high)
	}
	low, high = boundsOf(t, &p, 1, p.Scene.Solids.Parts[1].Place)
	if size := high.Sub(low).Sub(mgl32.Vec3{10, 10, 10}).Len(); size > 0.1 || low.Add(high).Sub(mgl32.Vec3{-100, 60, 0}).Len() > 0.1 {
		t.Errorf("the ball is from %v to %v, want a radius of 5 m around [-50, 30, 0]", low, high)
	}
	if len(p.Scene.Wires) != 1 {
		t.Fatalf("the page has %d wires, want 1", len(p.Scene.Wires))
	}
	wire, lowest := p.Scene.Wires[0], float32(100)
	for _, pos := range wire {
		lowest = min(lowest, pos[1])
	}
	if first, last := wire[0], wire[len(wire)-1]; first != [3]float32{0, 9, 6} || last != [3]float32{20, 9, 6} || math.Abs(float64(lowest-8.5)) > 0.01 {
		t.Errorf("the wire goes from %v to %v and down to %g m, want 8.5 m", first, last, lowest)
	}
}

func boundsOf(t *testing.T, p *Page, part int, place live.Placement) (low, high mgl32.Vec3) {
	t.Helper()
	about, data := p.Scene.Solids, p.Data[0].Bytes
	first, triangles := 0, 0
	for k, one := range about.Parts {
		if k < part {
			first += one.Triangles
		}
		triangles += one.Triangles
	}
	if len(data) != 12*triangles+18*about.Vertices {
		t.Fatalf("%d bytes describe %d triangles and %d vertices", len(data), triangles, about.Vertices)
	}
	low, high = mgl32.Vec3{1e6, 1e6, 1e6}, mgl32.Vec3{-1e6, -1e6, -1e6}
	for k := range 3 * about.Parts[part].Triangles {
		v := int(binary.LittleEndian.Uint32(data[4*(3*first+k):]))
		if v >= about.Vertices {
			t.Fatalf("a triangle has the vertex %d of %d", v, about.Vertices)
		}
		var own mgl32.Vec3
		for axis := range own {
			own[axis] = math.Float32frombits(binary.LittleEndian.Uint32(data[12*triangles+12*v+4*axis:]))
		}
		for axis := range low {
			x := place[axis]*own[0] + place[3+axis]*own[1] + place[6+axis]*own[2] + place[9+axis]
			low[axis], high[axis] = min(low[axis], x), max(high[axis], x)
		}
	}
	return low, high
}

func TestMovingObstacles(t *testing.T) {
	house := around.Obstacle{Name: "house", Shape: "box", At: vec.Vec{X: 10, Y: 3, Z: 0}, Size: vec.Vec{X: 4, Y: 6, Z: 8}}
	moved, grown := house, house
	moved.At, moved.Turn.Y = vec.Vec{X: 20, Y: 3, Z: 5}, 90
	grown.Size = vec.Vec{X: 8, Y: 6, Z: 8}
	ball := around.Obstacle{Name: "ball", Shape: "sphere", Radius: 2}
	var obstacles solids
	obstacles.add(0, []around.Obstacle{house})
	obstacles.add(3, []around.Obstacle{moved})
	obstacles.add(4, []around.Obstacle{moved})
	obstacles.add(7, []around.Obstacle{grown, ball})
	obstacles.add(9, []around.Obstacle{ball})
	var p Page
	obstacles.addTo(&p, mgl32.Vec3{})
	if about := p.Scene.Solids; about == nil || len(about.Parts) != 2 || about.Moves != 4 || about.Parts[1].Place != (live.Placement{}) {
		t.Fatalf("the page has the obstacles %+v, want two with 4 movements, and no ball at the start", about)
	}
	type move struct {
		Frame, Part uint32
		Place       live.Placement
	}
	moves := make([]move, 4)
	if err := binary.Read(bytes.NewReader(p.Data[1].Bytes), binary.LittleEndian, moves); err != nil || p.Data[1].Name != "moves" {
		t.Fatalf("the movements in %s cannot be read: %v", p.Data[1].Name, err)
	}
	for k, want := range []struct {
		frame, part uint32
		low, high   mgl32.Vec3
	}{
		{3, 0, mgl32.Vec3{16, 0, 3}, mgl32.Vec3{24, 6, 7}}, // a quarter turn about the vertical axis swaps the lengths along x and z
		{7, 0, mgl32.Vec3{6, 0, -4}, mgl32.Vec3{14, 6, 4}},
		{7, 1, mgl32.Vec3{-2, -2, -2}, mgl32.Vec3{2, 2, 2}},
	} {
		m := moves[k]
		low, high := boundsOf(t, &p, int(m.Part), m.Place)
		if m.Frame != want.frame || m.Part != want.part || low.Sub(want.low).Len() > 0.03 || high.Sub(want.high).Len() > 0.03 {
			t.Errorf("movement %d puts part %d in frame %d from %v to %v, want %+v", k, m.Part, m.Frame, low, high, want)
		}
	}
	if m := moves[3]; m.Frame != 9 || m.Part != 0 || m.Place != (live.Placement{}) {
		t.Errorf("the last movement is %+v, want the house to disappear in frame 9", m)
	}
}

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
