package testfiles

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// Write writes text to a file.
func Write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Hunting writes a scenario of twelve sparrows and three hawks, with the hawks' model beside it. It returns
// the scenario's path and the model's content.
func Hunting(t *testing.T) (scene string, model []byte) {
	t.Helper()
	dir := t.TempDir()
	model, err := os.ReadFile(filepath.Join(Root(t), "models", "gull.glb"))
	if err != nil {
		t.Fatal(err)
	}
	scene = filepath.Join(dir, "hunt.toml")
	for name, text := range map[string][]byte{
		filepath.Join(dir, "eagle.glb"): model,
		scene: []byte(`version = 1
name = "hunt"
species = "sparrow"
flees = ["hawk"]
seed = 7
warm_up = 0.0
params.count = 12
params.wingspan = 0.25
[[flock]]
species = "hawk"
follows = ["sparrow"]
params.count = 3
params.wingspan = 1.25
bird.file = "eagle.glb"
`),
	} {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return scene, model
}

// Banner returns a glTF file with an upright square, 8 m wide, that emits light of the given colour.
func Banner(t *testing.T, colour string) []byte {
	t.Helper()
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, []float32{-4, 0, 0, 4, 0, 0, 4, 8, 0, -4, 8, 0})
	binary.Write(&b, binary.LittleEndian, []uint16{0, 1, 2, 0, 2, 3})
	return fmt.Appendf(nil, `{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_materials_unlit"], "scene": 0, "scenes": [{"nodes": [0]}],
  "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
  "materials": [{"doubleSided": true, "extensions": {"KHR_materials_unlit": {}}, "pbrMetallicRoughness": {"baseColorFactor": %s}}],
  "accessors": [
    {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [-4, 0, 0], "max": [4, 8, 0]},
    {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}],
  "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
  "buffers": [{"uri": "data:application/octet-stream;base64,%s", "byteLength": 60}]}`, colour, base64.StdEncoding.EncodeToString(b.Bytes()))
}

// Eventful writes a scene with a thing of each kind, one with a model, and with events that ramp a value, set
// it for a time, or wait for a condition. It returns the scene's path and its folder.
func Eventful(t *testing.T) (scene, dir string) {
	t.Helper()
	dir = t.TempDir()
	scene = filepath.Join(dir, "scene.toml")
	text := `version = 1
warm_up = 0.5
params.count = 30
[[obstacle]]
name = "tower"
shape = "model"
file = "tower.gltf"
scale = 12.0
at = [0.0, 0.0, 30.0]
[[path]]
name = "way"
points = [[-40.0, 10.0, 0.0], [40.0, 10.0, 0.0]]
[[place]]
name = "goal"
at = [60.0, 10.0, 0.0]
[[perch]]
name = "wire"
points = [[-5.0, 6.0, -10.0], [5.0, 6.0, -10.0]]
[[wind]]
name = "breeze"
[[event]]
at = 0.2
do = "move"
thing = "tower"
value = [5.0, 0.0, 25.0]
ramp = 0.5
[[event]]
at = 0.5
do = "scatter"
seconds = 0.6
[[event]]
at = 1.0
when = "speed > 1"
do = "stop"
thing = "breeze"
[[event]]
at = 5000
do = "leave"
thing = "wire"
`
	for name, data := range map[string]string{scene: text, filepath.Join(dir, "tower.gltf"): tetrahedron} {
		if err := os.WriteFile(name, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return scene, dir
}

// Picture reads a picture.
func Picture(t *testing.T, file string) image.Image {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

const tetrahedron = `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,1]},{"bufferView":1,"componentType":5121,"count":12,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],
"buffers":[{"byteLength":60,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAAMCAQID"}]}`

// Root returns the root of the repository: the nearest parent folder with go.mod.
func Root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		above := filepath.Dir(dir)
		if above == dir {
			t.Fatal("no go.mod above the working directory")
		}
		dir = above
	}
}
