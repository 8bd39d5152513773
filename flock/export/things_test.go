package export

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/qmuntal/gltf"

	"skein/flock"
	"skein/flock/recording"
)

// yard is a recording of four frames with a box, a straight path, a wire and a goal, in
// which the box moves before the third.
func yard(t *testing.T) *recording.Reader {
	t.Helper()
	var all flock.Surroundings
	box := all.Add("obstacle").(*flock.Obstacle)
	box.Name, box.Shape, box.At, box.Size = "big-tower", "box", flock.Vec{X: 10, Y: 20, Z: -5}, flock.Vec{X: 6, Y: 40, Z: 4}
	floor := all.Add("obstacle").(*flock.Obstacle)
	floor.Name, floor.Shape = "floor", "ground"
	way := all.Add("path").(*flock.Path)
	way.Name, way.Width, way.Points = "way", 3, []flock.Vec{{X: -10, Y: 8}, {Y: 8}, {X: 10, Y: 8}}
	cable := all.Add("perch").(*flock.Perch)
	cable.Name, cable.Sag, cable.Points = "cable", 1, []flock.Vec{{Y: 6, Z: 3}, {X: 8, Y: 6, Z: 3}}
	goal := all.Add("place").(*flock.Place)
	goal.Name, goal.At, goal.Radius = "home", flock.Vec{X: 1, Y: 2, Z: 3}, 7
	all.Add("wind")
	return recordedOf(t, recording.Meta{TickRate: 60, FPS: 30}, 4, func(frame int, s *flock.Snapshot) []flock.Event {
		set(s, circle(float64(frame)/30))
		if frame%2 == 1 {
			return nil
		}
		now := all.Clone()
		now.Obstacles[0].At.X += float32(50 * frame)
		return []flock.Event{{Tick: s.Tick - 1, Kind: flock.SurroundingsChanged, Boid: -1, Surroundings: &now}}
	})
}

// extent is the box around points that follow one another.
func extent(v []float64) (low, high [3]float64) {
	low, high = [3]float64(v[:3]), [3]float64(v[:3])
	for k, x := range v {
		low[k%3], high[k%3] = min(low[k%3], x), max(high[k%3], x)
	}
	return low, high
}

func nearBox(low, high, wantLow, wantHigh [3]float64) bool {
	for k := range 3 {
		if math.Abs(low[k]-wantLow[k]) > 1e-3 || math.Abs(high[k]-wantHigh[k]) > 1e-3 {
			return false
		}
	}
	return true
}

// What is around is in a layer as in its first frame, in its axes and unit.
func TestUSDThings(t *testing.T) {
	r := yard(t)
	for _, o := range []Options{{}, {Prims: true}} {
		world := readUSDFile(t, usd(t, r, "a.usda", o)).at(t, "Flock/World")
		if n := len(world.children); n != 4 {
			t.Fatalf("%d things, want 4: neither the ground nor the wind", n)
		}
		tower := world.at(t, "big_tower")
		if low, high := extent(floats(t, tower.value(t, "point3f[] points"))); !nearBox(low, high, [3]float64{7, 0, -7}, [3]float64{13, 40, -3}) {
			t.Errorf("the tower reaches from %v to %v", low, high)
		}
		way := floats(t, world.at(t, "way").value(t, "point3f[] points"))
		if low, high := extent(way); !nearBox(low, high, [3]float64{-10, 8, 0}, [3]float64{10, 8, 0}) {
			t.Errorf("the way reaches from %v to %v", low, high)
		}
		if n := floats(t, world.at(t, "way").value(t, "int[] curveVertexCounts")); int(n[0]) != len(way)/3 {
			t.Errorf("%v points of %d", n, len(way)/3)
		}
		if low, _ := extent(floats(t, world.at(t, "cable").value(t, "point3f[] points"))); math.Abs(low[1]-5) > 1e-3 {
			t.Errorf("the wire hangs down to %v", low[1])
		}
		if at := floats(t, world.at(t, "home").value(t, "double3 xformOp:translate")); at[0] != 1 || at[1] != 2 || at[2] != 3 {
			t.Errorf("the goal is at %v", at)
		}
	}
	world := readUSDFile(t, usd(t, r, "b.usda", Options{ZUp: true, Scale: 100, Frames: []Range{{3, 4, 1}}})).at(t, "Flock/World")
	tower := world.at(t, "big_tower")
	if low, high := extent(floats(t, tower.value(t, "point3f[] points"))); !nearBox(low, high, [3]float64{10700, 300, 0}, [3]float64{11300, 700, 4000}) {
		t.Errorf("in centimetres, Z up, from the third frame on the tower reaches from %v to %v", low, high)
	}
	none := recorded(t, 30, 2, func(_ int, s *flock.Snapshot) { set(s, circle(0)) })
	for _, c := range readUSDFile(t, usd(t, none, "c.usda", Options{})).at(t, "Flock").children {
		if c.name == "World" {
			t.Error("a recording without things has a World")
		}
	}
}

// So it is in glTF, below a node of its own: triangles, line strips, and a node for a goal.
func TestGLBThings(t *testing.T) {
	p := playGLB(t, yard(t), Options{Birds: one(bakedBird(t))})
	world := p.doc.Nodes[p.nodes["world"]]
	if len(world.Children) != 4 || len(p.doc.Scenes[0].Nodes) != 2 {
		t.Fatalf("%d things, %d nodes of the scene", len(world.Children), len(p.doc.Scenes[0].Nodes))
	}
	bounds := func(name string, mode gltf.PrimitiveMode) (low, high [3]float64) {
		part := p.doc.Meshes[*p.doc.Nodes[p.nodes[name]].Mesh].Primitives[0]
		if part.Mode != mode {
			t.Errorf("%s is drawn in mode %v, want %v", name, part.Mode, mode)
		}
		var all []float64
		for _, v := range p.floats(part.Attributes[gltf.POSITION]) {
			all = append(all, float64(v[0]), float64(v[1]), float64(v[2]))
		}
		return extent(all)
	}
	if low, high := bounds("big_tower", gltf.PrimitiveTriangles); !nearBox(low, high, [3]float64{7, 0, -7}, [3]float64{13, 40, -3}) {
		t.Errorf("the tower reaches from %v to %v", low, high)
	}
	if low, high := bounds("way", gltf.PrimitiveLineStrip); !nearBox(low, high, [3]float64{-10, 8, 0}, [3]float64{10, 8, 0}) {
		t.Errorf("the way reaches from %v to %v", low, high)
	}
	if at := p.doc.Nodes[p.nodes["home"]].Translation; at != [3]float64{1, 2, 3} {
		t.Errorf("the goal is at %v", at)
	}
}

// So it is for Blender, Z up.
func TestBlenderThings(t *testing.T) {
	dir := forBlender(t, yard(t), Options{})
	text, err := os.ReadFile(filepath.Join(dir, blenderScene))
	if err != nil {
		t.Fatal(err)
	}
	var about struct {
		Things []struct {
			Name, Kind string
			Points     []float64
			Triangles  []int
			Size       float64
		}
	}
	if err := json.Unmarshal(text, &about); err != nil || len(about.Things) != 4 {
		t.Fatalf("%d things, %v", len(about.Things), err)
	}
	for _, thing := range about.Things {
		low, high := extent(thing.Points)
		switch thing.Name {
		case "big_tower":
			if !nearBox(low, high, [3]float64{7, 3, 0}, [3]float64{13, 7, 40}) || len(thing.Triangles) != 36 {
				t.Errorf("the tower reaches from %v to %v with %d corners of triangles", low, high, len(thing.Triangles))
			}
		case "home":
			if low != [3]float64{1, -3, 2} || thing.Size != 7 || thing.Kind != "goal" {
				t.Errorf("the goal is %+v", thing)
			}
		}
	}
}
