package export

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/export/usdcamera"
	"skein/flock/scenario"
)

// A camera that is exported to USD and read back has the same positions and cuts. The file stores float32.
func TestUSDCameraIsReadBack(t *testing.T) {
	r := recordWorld(t, 20)
	for _, name := range []string{"run.usda", "run.usdc", "run.usd", "run.usdz"} {
		for which, o := range map[string]Options{
			"plain":         {},
			"Z up, cm":      {ZUp: true, Scale: 100},
			"other numbers": {Start: 1001, Frames: []Range{{First: 1005, Last: 1015, Step: 1}}},
			"24 per second": {FPS: Whole(24)},
			"prims":         {Prims: true},
		} {
			t.Run(name+"/"+which, func(t *testing.T) {
				stage, want := circlingStage(), []scenario.CameraKey{}
				stage.View = func(f *Frame) (View, error) {
					v := circlingView(f.Number % 1000)
					q := v.Rotation
					want = append(want, scenario.CameraKey{
						Time: f.Seconds, Position: v.Eye, FOV: mgl32.RadToDeg(v.FovY), Cut: f.Number%1000 == cutFrame,
						Orientation: &mgl32.Vec4{q.W, q.V[0], q.V[1], q.V[2]},
					})
					return v, nil
				}
				o.Stage = stage
				keys, err := usdcamera.Load(exportUSD(t, r, name, o))
				if err != nil {
					t.Fatal(err)
				}
				compareKeys(t, keys, want)
			})
		}
	}
}

// compareKeys compares the keys of a camera's path.
func compareKeys(t *testing.T, keys, want []scenario.CameraKey) {
	t.Helper()
	if len(keys) != len(want) || len(want) < 10 {
		t.Fatalf("%d keys, want %d, and at least 10", len(keys), len(want))
	}
	for n, k := range keys {
		w := want[n]
		a, b := k.Orientation, w.Orientation
		turn := 1 - math.Abs(float64(a.Dot(*b)))
		away := k.Position.Sub(w.Position).Len()
		if away > 1e-5 || turn > 1e-6 || math.Abs(float64(k.FOV-w.FOV)) > 2e-5 || math.Abs(k.Time-w.Time) > 1e-9 || k.Cut != w.Cut || !k.Linear {
			t.Errorf("key %d: %+v, want %+v: %g m away, turned by %g", n, k, w, away, turn)
		}
	}
}

// A camera that does not move is read back as one key.
func TestUSDStillCamera(t *testing.T) {
	stage := circlingStage()
	stage.View = func(*Frame) (View, error) { return circlingView(3), nil }
	r := recordWorld(t, 20)
	for _, name := range []string{"run.usda", "run.usdc"} {
		keys, err := usdcamera.Load(exportUSD(t, r, name, Options{Stage: stage}))
		if err != nil || len(keys) != 1 || keys[0].Position != circlingView(3).Eye {
			t.Errorf("%s: %+v, %v; want one key at %v", name, keys, err, circlingView(3).Eye)
		}
	}
}

// From a file that lacks bytes or has a changed one, Load returns a camera or an error of one line with the
// file's name, and needs little memory.
func TestDamagedUSDCamera(t *testing.T) {
	r := recordWorld(t, 20)
	most := uint64(0)
	for _, name := range []string{"run.usda", "run.usdc", "run.usdz"} {
		path := exportUSD(t, r, name, Options{Stage: circlingStage()})
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		failed := 0
		check := func(what string, damaged []byte) {
			t.Helper()
			if err := os.WriteFile(path, damaged, 0o644); err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := usdcamera.Load(path)
			runtime.ReadMemStats(&after)
			most = max(most, after.TotalAlloc-before.TotalAlloc)
			if err == nil {
				return
			}
			failed++
			if message := err.Error(); strings.ContainsAny(message, "\n\r\x1b") || !strings.Contains(message, path) {
				t.Errorf("%s, %s: %q", name, what, message)
			}
		}
		draw := rand.New(rand.NewPCG(29, 1))
		for range 100 {
			n := draw.IntN(len(data))
			check(fmt.Sprintf("cut to %d bytes", n), data[:n])
		}
		// A changed byte has the largest effect at the start or the end of a binary file, or near the start
		// of a text file.
		for range 500 {
			index := draw.IntN(len(data))
			switch draw.IntN(3) {
			case 0:
				index = draw.IntN(min(4000, len(data)))
			case 1:
				index = len(data) - 1 - draw.IntN(min(12000, len(data)))
			}
			damaged := slices.Clone(data)
			damaged[index] ^= byte(1 + draw.IntN(255))
			check(fmt.Sprintf("byte %d is %#x", index, damaged[index]), damaged)
		}
		if t.Logf("%s: %d of 600 files give an error", name, failed); failed < 50 {
			t.Errorf("%s: only %d of 600 damaged files give an error", name, failed)
		}
	}
	if t.Logf("at most %d kB per file", most>>10); most > 64<<20 {
		t.Errorf("reading takes up to %d MB of memory", most>>20)
	}
}

// The error for a file that skein did not write says why it cannot be read.
func TestForeignUSDCamera(t *testing.T) {
	const head = "#usda 1.0\n(\n    upAxis = \"Y\"\n)\n\n"
	camera := func(body string) string {
		return head + "def Xform \"Flock\"\n{\n    def Camera \"Camera\"\n    {\n" + body + "    }\n}\n"
	}
	const ordered = "        uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]\n"
	for text, want := range map[string]string{
		"":                           "not a USD file",
		"PXR-USDC":                   "a damaged or truncated USD file",
		"PK\x03\x04":                 "a damaged or truncated USD file",
		"solid teapot":               "not a USD file",
		head:                         "no camera /Flock/Camera",
		head + "def Camera \"Shot\"": "no camera /Flock/Camera",
		camera("        matrix4d xformOp:transform = ((1, 0, 0, 0))\n"): "uses only xformOp:translate and xformOp:orient",
		camera("        token projection = \"orthographic\"\n"):         "must be perspective",
		camera(ordered): "the camera has no position",
		camera("        float focalLength = wide\n"):                                                          "must be a number",
		camera("        double3 xformOp:translate.timeSamples = {\n            1: (1, 2),\n        }\n"):      "must be 3 numbers",
		camera("        double3 xformOp:translate.timeSamples = {\n            1: (nan, 2, 3),\n        }\n"): "must be 3 numbers",
		camera("        double3 xformOp:translate.timeSamples = {\n            one\n        }\n"):             "must be a time and a value",
		strings.TrimSuffix(camera("        float focalLength = 1\n"), "    }\n}\n"):                           "the data of the camera are incomplete",
		camera(ordered + "        double3 xformOp:translate.timeSamples = {\n            2: (1, 2, 3),\n            1: (1, 2, 3),\n        }\n" +
			"        quatf xformOp:orient = (1, 0, 0, 0)\n        float focalLength = 1\n        float verticalAperture = 1\n"): "are not in ascending order",
		camera(ordered + "        double3 xformOp:translate = (1e9, 2, 3)\n        quatf xformOp:orient = (1, 0, 0, 0)\n" +
			"        float focalLength = 1\n        float verticalAperture = 1\n"): "out of range",
	} {
		path := filepath.Join(t.TempDir(), "foreign.usda")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := usdcamera.Load(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%.300q gives the error %v, want %s", text, err, want)
		}
	}
}
