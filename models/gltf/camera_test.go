package gltf

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// craneCamera writes a glTF file with a camera on a crane. The arm of the crane turns about Y with
// linear keys. The camera is 4 m from the centre and faces it.
func craneCamera(t *testing.T, camera string) string {
	t.Helper()
	var data []byte
	addFloats := func(all ...float64) {
		for _, x := range all {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(x)))
		}
	}
	addFloats(0, 1, 2) // times of the keys, s
	half := math.Sqrt(0.5)
	addFloats(0, 0, 0, 1, 0, half, 0, half, 0, 1, 0, 0) // rotations by 0°, 90° and 180° about Y
	text := fmt.Sprintf(`{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
		"nodes": [{"children": [1], "translation": [1, 2, 3]}, {"translation": [0, 0, 4], "camera": 0}],
		"cameras": [%s],
		"animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}], "samplers": [{"input": 0, "output": 1}]}],
		"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR", "min": [0], "max": [2]}, {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC4"}],
		"bufferViews": [{"buffer": 0, "byteLength": 12}, {"buffer": 0, "byteOffset": 12, "byteLength": 48}],
		"buffers": [{"byteLength": %d, "uri": "data:application/octet-stream;base64,%s"}]}`,
		camera, len(data), base64.StdEncoding.EncodeToString(data))
	file := filepath.Join(t.TempDir(), "shot.gltf")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestLoadCamera checks that the camera moves with its parent node, on a circle of 4 m, and faces the
// centre.
func TestLoadCamera(t *testing.T) {
	keys, err := LoadCamera(craneCamera(t, `{"type": "perspective", "perspective": {"yfov": 0.5, "znear": 0.1}}`))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(keys); n < 100 || keys[0].Seconds != 0 || keys[n-1].Seconds != 2 {
		t.Fatalf("the camera has %d keys, want at least 100, from 0 to 2 s", n)
	}
	for _, k := range keys {
		sin, cos := math.Sincos(k.Seconds * math.Pi / 2)
		want := [3]float64{1 + 4*sin, 2, 3 + 4*cos}
		look := k.Rotation.Rotate([3]float32{0, 0, -1})
		for axis, w := range want {
			if math.Abs(float64(k.Eye[axis])-w) > 1e-5 {
				t.Fatalf("at %v s the camera is at %v, want %v", k.Seconds, k.Eye, want)
			}
		}
		if math.Abs(float64(look[0])+sin) > 1e-5 || math.Abs(float64(look[1])) > 1e-5 || math.Abs(float64(look[2])+cos) > 1e-5 {
			t.Fatalf("at %v s the camera looks along %v, want the crane's direction", k.Seconds, look)
		}
		if k.FovY != 0.5 || k.Cut {
			t.Fatalf("a key is %+v, want an angle of view of 0.5 and no cut", k)
		}
	}
}

// TestInvalidCamera checks the error messages for a camera that is unsupported, invalid or missing.
func TestInvalidCamera(t *testing.T) {
	for camera, want := range map[string]string{
		`{"type": "orthographic", "orthographic": {"xmag": 1, "ymag": 1, "zfar": 9, "znear": 1}}`: "perspective",
		`{"type": "perspective", "perspective": {"yfov": 4, "znear": 0.1}}`:                       "yfov",
	} {
		if _, err := LoadCamera(craneCamera(t, camera)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v, want one line with %q", camera, err, want)
		}
	}
	if _, err := LoadCamera("../goose.glb"); err == nil || !strings.Contains(err.Error(), "no camera") {
		t.Errorf("a file without a camera gives the error %v", err)
	}
}
