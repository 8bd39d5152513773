package program

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/input"
	"skein/flock"
	"skein/flock/recording"
)

// tetrahedron is a glTF model with its buffer in it.
const tetrahedron = `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,1]},{"bufferView":1,"componentType":5121,"count":12,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],
"buffers":[{"byteLength":60,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAAMCAQID"}]}`

// eventful writes a scene with a thing of each kind, a model among them, and a schedule that
// ramps, holds and waits; its folder.
func eventful(t *testing.T) (scene, dir string) {
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

// A scene with all there may be around it is recorded, verified and gone on with, bit for
// bit, without its files; and a frame of it is gone on from where it was.
func TestRecordWorldOfEvents(t *testing.T) {
	scene, dir := eventful(t)
	whole, part := filepath.Join(dir, "whole.mcap"), filepath.Join(dir, "part.mcap")
	must(t, "record", scene, "-o", whole, "--seconds", "2")
	must(t, "record", scene, "-o", part, "--seconds", "0.4")
	if err := os.Remove(filepath.Join(dir, "tower.gltf")); err != nil {
		t.Fatal(err)
	}
	must(t, "record", "--verify", whole)
	must(t, "record", "--resume", part, "--seconds", "2")
	must(t, "record", "--verify", part)
	var recs []*recording.Reader
	for _, path := range []string{whole, part} {
		r, err := input.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		recs = append(recs, r)
	}
	for frame := range 60 {
		_, a, err := recs[0].State(frame)
		_, b, err2 := recs[1].State(frame)
		if err != nil || err2 != nil || a != b {
			t.Fatalf("frame %d: %x, and gone on with %x; %v %v", frame+1, a, b, err, err2)
		}
	}
	w, err := recs[0].World(20, 1, flock.Auto) // while the tower moves
	if err != nil {
		t.Fatal(err)
	}
	for w.Tick() < 2*59 {
		w.Step()
	}
	if _, hash, err := recs[0].State(59); err != nil || w.Hash() != hash {
		t.Errorf("branched off it ends as %x, recorded as %x; %v", w.Hash(), hash, err)
	}
	bare, err := recording.Open(whole) // without meshes
	if err != nil {
		t.Fatal(err)
	}
	defer bare.Close()
	if err := bare.Verify(context.Background(), recording.VerifyOptions{}); err == nil || !strings.Contains(err.Error(), "obstacle tower") || strings.Contains(err.Error(), "\n") {
		t.Errorf("without its mesh: %v", err)
	}
}
