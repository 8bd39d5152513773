package export

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/recording"
	"skein/flock/vec"
)

// thingsRecording returns a recording of twelve frames with things that change; see thingBoxes.
func thingsRecording(t *testing.T) *recording.Reader {
	t.Helper()
	var all around.Surroundings
	obstacle := func(name, shape string, pos, size vec.Vec) {
		o := all.Add("obstacle").(*around.Obstacle)
		o.Name, o.Shape, o.At, o.Size = name, shape, pos, size
	}
	obstacle("big-tower", "box", vec.Vec{X: 10, Y: 20, Z: -5}, vec.Vec{X: 6, Y: 40, Z: 4})
	obstacle("floor", "ground", vec.Vec{}, vec.Vec{X: 1, Y: 1, Z: 1})
	obstacle("ball", "sphere", vec.Vec{X: -40, Y: 10}, vec.Vec{X: 1, Y: 1, Z: 1})
	obstacle("mast", "box", vec.Vec{X: -80, Y: 5}, vec.Vec{X: 2, Y: 10, Z: 2})
	way := all.Add("path").(*around.Path)
	way.Name, way.Width, way.Points = "way", 3, []vec.Vec{{X: -10, Y: 8}, {Y: 8}, {X: 10, Y: 8}}
	cable := all.Add("perch").(*around.Perch)
	cable.Name, cable.Sag, cable.Points = "cable", 1, []vec.Vec{{Y: 6, Z: 3}, {X: 8, Y: 6, Z: 3}}
	roof := all.Add("perch").(*around.Perch)
	roof.Name, roof.Obstacle = "roof", "big-tower"
	goal := all.Add("place").(*around.Place)
	goal.Name, goal.At, goal.Radius = "home", vec.Vec{X: 1, Y: 2, Z: 3}, 7
	all.Add("wind")
	return newRecordingOf(t, recording.Meta{TickRate: 60, FPS: 30}, 12, func(frame int, s *flock.Snapshot) []flock.Event {
		setBoids(s, circlingBird(float64(frame)/30))
		switch frame {
		case 0, 9, 11:
		case 3:
			obstacle("crate", "box", vec.Vec{X: 200, Y: 1}, vec.Vec{X: 2, Y: 2, Z: 2})
		case 4:
			all.Obstacles[0].At.X = 60
		case 5:
			all.Obstacles[2].Radius = 10
		case 6:
			for k := range all.Paths[0].Points {
				all.Paths[0].Points[k].Y += 0.7
			}
		case 7:
			all.Obstacles[3] = around.Obstacle{Name: "mast", Shape: "cylinder", At: vec.Vec{X: -80}, Radius: 3, Height: 20, Size: vec.Vec{X: 1, Y: 1, Z: 1}, Scale: 1}
		case 8:
			all.Obstacles[0].Turn.Y = 90
		case 10:
			all.Remove("crate")
		}
		if frame >= 2 && frame <= 6 {
			all.Places[0].At.X, all.Places[0].Radius = float32(frame), 5+float32(frame)
		}
		current := all.Clone()
		return []flock.Event{{Tick: s.Tick - 1, Kind: flock.SurroundingsChanged, Boid: -1, Surroundings: &current}}
	})
}

// boundingBox is the bounding box of the visible part of a thing, in m, Y up. nil means invisible.
type boundingBox struct{ low, high mgl64.Vec3 }

// thingBoxes returns the boxes of the things in thingsRecording, by name and by frame, from 0. A single
// change is a jump halfway between two frames. Changes in consecutive frames are a smooth movement.
func thingBoxes() map[string]map[float64]*boundingBox {
	at := func(x0, y0, z0, x1, y1, z1 float64) *boundingBox {
		return &boundingBox{mgl64.Vec3{x0, y0, z0}, mgl64.Vec3{x1, y1, z1}}
	}
	tower, moved, turned := at(7, 0, -7, 13, 40, -3), at(57, 0, -7, 63, 40, -3), at(58, 0, -8, 62, 40, -2)
	const in = 0.03 // distance of the seats from the edge of a roof, m
	seats := func(b *boundingBox) *boundingBox {
		return at(b.low[0]+in, 40, b.low[2]+in, b.high[0]-in, 40, b.high[2]-in)
	}
	goal := func(x, r float64) *boundingBox { return at(x-r, 2-r, 3-r, x+r, 2+r, 3+r) }
	return map[string]map[float64]*boundingBox{
		"big_tower": {0: tower, 3: tower, 3.25: tower, 4: moved, 7.25: moved, 8: turned, 11: turned},
		"roof":      {0: seats(tower), 3.25: seats(tower), 4: seats(moved), 8: seats(turned)},
		"ball":      {0: at(-45, 5, -5, -35, 15, 5), 4.25: at(-45, 5, -5, -35, 15, 5), 5: at(-50, 0, -10, -30, 20, 10)},
		"mast":      {0: at(-81, 0, -1, -79, 10, 1), 6.25: at(-81, 0, -1, -79, 10, 1), 7: nil, 11: nil},
		"mast_2":    {0: nil, 6.25: nil, 7: at(-83, 0, -3, -77, 20, 3), 11: at(-83, 0, -3, -77, 20, 3)},
		"crate":     {0: nil, 2: nil, 2.25: nil, 3: at(199, 0, -1, 201, 2, 1), 9: at(199, 0, -1, 201, 2, 1), 9.25: at(199, 0, -1, 201, 2, 1), 10: nil, 11: nil},
		"way":       {0: at(-10, 8, 0, 10, 8, 0), 5.25: at(-10, 8, 0, 10, 8, 0), 6: at(-10, 8.7, 0, 10, 8.7, 0), 11: at(-10, 8.7, 0, 10, 8.7, 0)},
		"cable":     {0: at(0, 5, 3, 8, 6, 3), 11: at(0, 5, 3, 8, 6, 3)},
		"home":      {0: goal(1, 7), 1: goal(1, 7), 2: goal(2, 7), 3.5: goal(3.5, 8.5), 6: goal(6, 11), 6.5: goal(6, 11), 11: goal(6, 11)},
	}
}

type exportedThing struct {
	points      []float64 // x, y, z of each point, in the thing's own space
	radius      float64
	place, size mgl64.Vec3
	turn        mgl64.Quat
	hidden      bool
}

func (s exportedThing) seen() *boundingBox {
	if s.hidden || s.size == (mgl64.Vec3{}) {
		return nil
	}
	b := boundingBox{mgl64.Vec3{math.Inf(1), math.Inf(1), math.Inf(1)}, mgl64.Vec3{math.Inf(-1), math.Inf(-1), math.Inf(-1)}}
	add := func(p mgl64.Vec3) {
		for k := range 3 {
			p[k] *= s.size[k]
		}
		p = s.turn.Normalize().Rotate(p).Add(s.place)
		for k := range 3 {
			b.low[k], b.high[k] = min(b.low[k], p[k]), max(b.high[k], p[k])
		}
	}
	for k := 0; k < len(s.points); k += 3 {
		add(mgl64.Vec3(s.points[k : k+3]))
	}
	if s.points == nil {
		add(mgl64.Vec3{-s.radius, -s.radius, -s.radius})
		add(mgl64.Vec3{s.radius, s.radius, s.radius})
	}
	return &b
}

// checkThings compares the things in a file with thingBoxes. look returns a thing's state in a frame, toFile
// rotates to the file's axes, and unit is in units per metre.
func checkThings(t *testing.T, look func(name string, frame float64) exportedThing, toFile func(mgl64.Vec3) mgl64.Vec3, unit float64) {
	t.Helper()
	for name, frames := range thingBoxes() {
		for frame, want := range frames {
			got := look(name, frame).seen()
			if (got == nil) != (want == nil) {
				t.Errorf("%s in frame %v has the box %v, want %v", name, frame, got, want)
				continue
			}
			if got == nil {
				continue
			}
			a, b := toFile(want.low), toFile(want.high)
			for k := range 3 {
				low, high := unit*min(a[k], b[k]), unit*max(a[k], b[k])
				slack := 2e-3 * unit
				if name == "roof" {
					slack = 0.3 * unit // seats are up to half their spacing from corners
				}
				if math.Abs(got.low[k]-low) > slack || math.Abs(got.high[k]-high) > slack {
					t.Errorf("%s in frame %v extends from %v to %v, want %v to %v along axis %d", name, frame, got.low, got.high, low, high, k)
				}
			}
		}
	}
}

func upright(v mgl64.Vec3) mgl64.Vec3 { return v }
func upZ(v mgl64.Vec3) mgl64.Vec3     { return mgl64.Vec3{v[0], -v[2], v[1]} }

// op returns the value of a prim's transform at a time code.
func (p *prim) op(t *testing.T, declaration string, code float64) []float64 {
	t.Helper()
	if v, ok := p.properties[declaration]; ok {
		return floats(t, v)
	}
	return p.samples(t, declaration).linear(code)
}

// hiddenAt reports whether a prim is invisible at a time code. A sample holds until the next.
func (p *prim) hiddenAt(t *testing.T, code float64) (hidden bool) {
	t.Helper()
	for line := range strings.SplitSeq(p.properties["token visibility.timeSamples"], "\n") {
		at, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if ok && floats(t, at)[0] <= code {
			hidden = strings.Contains(value, "invisible")
		}
	}
	return hidden
}

func TestUSDThings(t *testing.T) {
	r := thingsRecording(t)
	for _, o := range []Options{{}, {Prims: true}, {ZUp: true, Scale: 100}, {FPS: Whole(60)}} {
		layer := readUSDFile(t, exportUSD(t, r, "a.usda", o))
		world := layer.at(t, "Flock/World")
		if n := len(world.children); n != len(thingBoxes()) {
			t.Fatalf("there are %d things, want %d, without the ground and the wind", n, len(thingBoxes()))
		}
		to, unit, rate := upright, 1.0, 1.0
		if o.ZUp {
			to, unit = upZ, 100
		}
		if o.FPS != (Rate{}) {
			rate = 2
		}
		checkThings(t, func(name string, frame float64) exportedThing {
			p := world.at(t, name)
			code := 1 + rate*frame
			s := exportedThing{place: mgl64.Vec3(p.op(t, "double3 xformOp:translate", code)), size: mgl64.Vec3(p.op(t, "float3 xformOp:scale", code))}
			q := p.op(t, "quatf xformOp:orient", code)
			s.turn, s.hidden = mgl64.Quat{W: q[0], V: mgl64.Vec3(q[1:])}, p.hiddenAt(t, code)
			if order := p.value(t, "uniform token[] xformOpOrder"); order != `"xformOp:translate", "xformOp:orient", "xformOp:scale"` {
				t.Fatalf("%s has the operations %s, want translate, orient and scale", name, order)
			}
			if text, ok := p.properties["point3f[] points"]; ok {
				s.points = floats(t, text)
				low, high := s.extent()
				if e := floats(t, p.value(t, "float3[] extent")); mgl64.Vec3(e[:3]).Sub(low).Len() > 1e-4*unit || mgl64.Vec3(e[3:]).Sub(high).Len() > 1e-4*unit {
					t.Errorf("%s: extent %v", name, e)
				}
			} else {
				s.radius = floats(t, p.value(t, "custom float skein:radius"))[0]
			}
			return s
		}, to, unit)
		if n := floats(t, world.at(t, "way").value(t, "int[] curveVertexCounts")); int(n[0])*3 != len(floats(t, world.at(t, "way").value(t, "point3f[] points"))) {
			t.Errorf("the curve's number of points is %v, want the number of its positions", n)
		}
	}
	late := readUSDFile(t, exportUSD(t, r, "b.usda", Options{Frames: []Range{{11, 12, 1}}})).at(t, "Flock/World")
	for _, p := range late.children {
		keys := fmt.Sprint(slices.Sorted(maps.Keys(p.properties)))
		if p.name == "crate" || strings.Contains(keys, "timeSamples") {
			t.Errorf("in the last two frames, the thing %s has %s, want no crate and no change", p.name, keys)
		}
	}
	none := newRecording(t, 30, 2, func(_ int, s *flock.Snapshot) { setBoids(s, circlingBird(0)) })
	for _, c := range readUSDFile(t, exportUSD(t, none, "c.usda", Options{})).at(t, "Flock").children {
		if c.name == "World" {
			t.Error("a recording without things has the prim World")
		}
	}
}

func (s exportedThing) extent() (low, high mgl64.Vec3) {
	s.place, s.size, s.turn, s.hidden = mgl64.Vec3{}, mgl64.Vec3{1, 1, 1}, mgl64.QuatIdent(), false
	b := s.seen()
	return b.low, b.high
}

// A glTF file has triangles, line strips, points, and a node without a mesh for a goal. An absent thing has
// size 0.
func TestGLBThings(t *testing.T) {
	p := playGLB(t, thingsRecording(t), Options{Birds: oneBird(bakedBird(t))})
	world := p.doc.Nodes[p.nodes["world"]]
	if len(world.Children) != len(thingBoxes()) || len(p.doc.Scenes[0].Nodes) != 2 {
		t.Fatalf("there are %d things and %d nodes of the scene, want the yard's and 2", len(world.Children), len(p.doc.Scenes[0].Nodes))
	}
	modes := map[string]gltf.PrimitiveMode{"way": gltf.PrimitiveLineStrip, "cable": gltf.PrimitiveLineStrip, "roof": gltf.PrimitivePoints}
	checkThings(t, func(name string, frame float64) exportedThing {
		node := p.doc.Nodes[p.nodes[name]]
		time := float32(frame / 30)
		s := exportedThing{place: node.TranslationOrDefault(), size: node.ScaleOrDefault()}
		q := node.RotationOrDefault()
		s.turn = mgl64.Quat{W: q[3], V: mgl64.Vec3(q[:3])}
		if times, _, _ := p.track(name, gltf.TRSTranslation); times != nil {
			s.place = wideVec(p.at(name, gltf.TRSTranslation, time))
		}
		if times, _, _ := p.track(name, gltf.TRSScale); times != nil {
			s.size = wideVec(p.at(name, gltf.TRSScale, time))
		}
		if times, _, _ := p.track(name, gltf.TRSRotation); times != nil {
			q := p.at(name, gltf.TRSRotation, time)
			s.turn = mgl64.Quat{W: float64(q[3]), V: wideVec(q)}
		}
		if node.Mesh == nil {
			s.radius = node.Extras.(map[string]any)["radius"].(float64)
			return s
		}
		part := p.doc.Meshes[*node.Mesh].Primitives[0]
		if part.Mode != modes[name] {
			t.Errorf("%s is drawn in mode %v, want %v", name, part.Mode, modes[name])
		}
		for _, v := range p.floats(part.Attributes[gltf.POSITION]) {
			s.points = append(s.points, float64(v[0]), float64(v[1]), float64(v[2]))
		}
		return s
	}, upright, 1)
}

func wideVec(v []float32) mgl64.Vec3 {
	return mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}

func TestBlenderThings(t *testing.T) {
	dir := exportForBlender(t, thingsRecording(t), Options{})
	text, err := os.ReadFile(filepath.Join(dir, blenderScene))
	if err != nil {
		t.Fatal(err)
	}
	type thing struct {
		Name, Kind                        string
		Points                            []float64
		Triangles                         []int
		Size                              float64
		Location, Rotation, Scale, Hidden [][]float64
	}
	var about struct {
		First  float64
		Things []thing
	}
	if err := json.Unmarshal(text, &about); err != nil || len(about.Things) != len(thingBoxes()) {
		t.Fatalf("%d things, %v", len(about.Things), err)
	}
	things := map[string]thing{}
	for _, one := range about.Things {
		things[one.Name] = one
	}
	if n := len(things["big_tower"].Triangles); n != 36 {
		t.Errorf("the tower has %d corners of triangles, want 36", n)
	}
	checkThings(t, func(name string, frame float64) exportedThing {
		one, ok := things[name]
		if !ok {
			t.Fatalf("no %s", name)
		}
		at := func(keys [][]float64) []float64 {
			var s sampledProperty
			for _, k := range keys {
				s.times, s.values = append(s.times, k[0]), append(s.values, k[1:])
			}
			return s.linear(about.First + frame)
		}
		q := at(one.Rotation)
		s := exportedThing{
			points: one.Points, radius: one.Size, turn: mgl64.Quat{W: q[0], V: mgl64.Vec3(q[1:])},
			place: mgl64.Vec3(at(one.Location)), size: mgl64.Vec3(at(one.Scale)),
		}
		for _, k := range one.Hidden {
			if k[0] <= about.First+frame {
				s.hidden = k[1] == 1
			}
		}
		return s
	}, upZ, 1)
}
