package scenery

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"testing"
	"testing/fstest"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/flock/around"

	"skein/flock/vec"
)

// kiosk returns a glTF file of three triangles. The first and the last are red; the middle one
// has a texture and blue vertices.
func kiosk(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	put := func(v ...float32) { binary.Write(&b, binary.LittleEndian, v) }
	put(0, 0, 0, 1, 0, 0, 0, 1, 0) // positions, 36 bytes
	put(0, 0, 0.5, 0, 0, 1)        // texture coordinates, 24 bytes
	put(0, 0, 1, 0, 0, 1, 0, 0, 1) // colours, 36 bytes
	var picture bytes.Buffer
	m := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	m.SetNRGBA(0, 0, color.NRGBA{255, 255, 255, 255})
	if err := png.Encode(&picture, m); err != nil {
		t.Fatal(err)
	}
	in := func(kind string, data []byte) string {
		return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
	}
	return fmt.Appendf(nil, `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1, 2]}],
  "nodes": [{"mesh": 0}, {"mesh": 1, "translation": [5, 0, 0]}, {"mesh": 0, "translation": [9, 0, 0]}],
  "meshes": [
    {"primitives": [{"attributes": {"POSITION": 0}, "material": 1}]},
    {"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1, "COLOR_0": 2}, "material": 0}]}],
  "materials": [
    {"doubleSided": true, "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}},
    {"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}}],
  "textures": [{"source": 0}], "images": [{"uri": %q}],
  "accessors": [
    {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
    {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2"},
    {"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC3"}],
  "bufferViews": [
    {"buffer": 0, "byteOffset": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 24},
    {"buffer": 0, "byteOffset": 60, "byteLength": 36}],
  "buffers": [{"uri": %q, "byteLength": %d}]}`, in("image/png", picture.Bytes()), in("application/octet-stream", b.Bytes()), b.Len())
}

// An obstacle from a glTF file is drawn with the file's colours, textures and vertex colours on the
// right triangles. The materials do not change its collision mesh.
func TestObstaclesHaveTheirMaterials(t *testing.T) {
	folder := fstest.MapFS{"kiosk.gltf": {Data: kiosk(t)}}
	mesh, _, err := ReadMesh(folder, "kiosk.gltf", nil)
	if err != nil {
		t.Fatal(err)
	}
	var surroundings around.Surroundings
	o := surroundings.Add("obstacle").(*around.Obstacle)
	o.Shape, o.File, o.Mesh, o.Scale, o.At = "model", "kiosk.gltf", mesh, 2, vec.Vec{X: 100}
	var things Scenery
	things.Update(&surroundings)
	s := things.Stands[0]
	seen := map[string]mgl32.Vec3{} // sum of the corners of the triangles, by material
	first := 0
	for _, c := range s.Coats {
		for k := first; k < first+3*c.Triangles; k += 3 {
			what := fmt.Sprint(c.BaseColour)
			if c.Texture != nil {
				what = fmt.Sprint("texture ", c.Texture.Image.Rect.Dx(), " ", c.DoubleSided, s.UV[s.Triangles[k+1]])
			}
			what += fmt.Sprint(" ", s.Colours[s.Triangles[k]])
			var middle mgl32.Vec3
			for _, v := range s.Triangles[k : k+3] {
				middle = middle.Add(s.Matrix.Mul4x1(s.Points[v].Vec4(1)).Vec3())
			}
			seen[what] = seen[what].Add(middle)
		}
		first += 3 * c.Triangles
	}
	// The model extends from 0 to 10 along x. It is scaled by 2, and its middle, at x = 5, is
	// placed at 100.
	want := map[string]mgl32.Vec3{
		"[1 0 0 1] [1 1 1 1]":              {(3*90 + 2) + (3*108 + 2), 4, 0}, // sum over both red triangles
		"texture 2 true [0.5 0] [0 0 1 1]": {3*100 + 2, 2, 0},
	}
	if len(seen) != len(want) {
		t.Errorf("the materials are %v, want %v", seen, want)
	}
	for what, pos := range want {
		if seen[what].Sub(pos).Len() > 1e-3 {
			t.Errorf("%s is at %v, want %v", what, seen[what], pos)
		}
	}
	if len(mesh.Triangles) != 3 || mesh.Vertices[mesh.Triangles[1][0]].X != 5 {
		t.Errorf("the collision mesh has the triangles %v, want three with x = 5 in the second", mesh.Triangles)
	}
}

func TestMovedObstaclesKeepTheirSolid(t *testing.T) {
	var surroundings around.Surroundings
	o := surroundings.Add("obstacle").(*around.Obstacle)
	o.Shape, o.At, o.Size = "box", vec.Vec{X: 30, Y: 20, Z: -5}, vec.Vec{X: 10, Y: 40, Z: 6}
	var things Scenery
	things.Update(&surroundings)
	before := things.Stands[0]
	if before.Low != (mgl32.Vec3{25, 0, -8}) || before.High != (mgl32.Vec3{35, 40, -2}) {
		t.Errorf("the obstacle extends from %v to %v, want 25, 0, -8 to 35, 40, -2", before.Low, before.High)
	}
	moved := surroundings.Clone()
	moved.Obstacles[0].At, moved.Obstacles[0].Turn = vec.Vec{X: -30, Y: 20, Z: 7}, vec.Vec{Y: 90}
	things.Update(&moved)
	after := things.Stands[0]
	if after.Solid != before.Solid || after.Low.Sub(mgl32.Vec3{-33, 0, 2}).Len() > 1e-4 || after.High.Sub(mgl32.Vec3{-27, 40, 12}).Len() > 1e-4 {
		t.Errorf("moved and turned, the obstacle extends from %v to %v, same solid: %v; want -33, 0, 2 to -27, 40, 12 and true", after.Low, after.High, after.Solid == before.Solid)
	}
	larger := moved.Clone()
	larger.Obstacles[0].Size.Y = 50
	things.Update(&larger)
	if things.Stands[0].Solid == before.Solid {
		t.Error("a larger obstacle has the same solid, want a new one")
	}
}

// Tall upright boxes and cylinders have windows all around and a roof without windows. Posts and low
// walls have no windows.
func TestBuildings(t *testing.T) {
	for _, c := range []struct {
		name     string
		o        around.Obstacle
		building bool
	}{
		{"tower", around.Obstacle{Shape: "box", Size: vec.Vec{X: 10, Y: 32, Z: 12}}, true},
		{"drum", around.Obstacle{Shape: "cylinder", Radius: 7, Height: 32}, true},
		{"post", around.Obstacle{Shape: "cylinder", Radius: 0.1, Height: 10}, false},
		{"wall", around.Obstacle{Shape: "box", Size: vec.Vec{X: 60, Y: 12, Z: 8}}, false},
		{"fallen", around.Obstacle{Shape: "box", Size: vec.Vec{X: 10, Y: 32, Z: 12}, Turn: vec.Vec{X: 90}}, false},
		{"ball", around.Obstacle{Shape: "sphere", Radius: 20}, false},
	} {
		s := newSolid(&c.o)
		if has := len(s.Coats) == 1 && s.Coats[0].Facade != nil; has != c.building {
			t.Errorf("%s: the obstacle has windows: %v, want %v", c.name, has, c.building)
			continue
		}
		if !c.building {
			continue
		}
		for v, uv := range s.UV {
			n := s.Normals[v]
			wall := n[1] == 0
			if wall != (uv[0] >= 0) || wall && num.Abs(uv[1]-10*(s.Points[v][1]-s.Low[1])/32) > 1e-3 {
				t.Errorf("%s: the vertex at %v with normal %v has the wrong texture coordinates %v", c.name, s.Points[v], n, uv)
			}
		}
		// Windows are about 2 m apart along a wall, and each wall has a whole number of windows.
		for k := 0; k+2 < len(s.Triangles); k += 3 {
			for e := range 3 {
				a, b := s.Triangles[k+e], s.Triangles[k+(e+1)%3]
				run := s.Points[a].Sub(s.Points[b])
				run[1] = 0
				if s.UV[a][0] < 0 || run.Len() == 0 {
					continue
				}
				if per := run.Len() / num.Abs(s.UV[a][0]-s.UV[b][0]); per < 1.6 || per > 2.4 {
					t.Errorf("%s: windows from %v to %v are %v m apart, want 1.6 to 2.4 m", c.name, s.Points[a], s.Points[b], per)
				}
			}
		}
	}
}
