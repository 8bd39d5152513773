package export

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/parquet-go/parquet-go"

	"skein/flock/scenario"
	"skein/models/gltf"
)

// cutFrame is the frame in which circlingStage's camera jumps to the other side of its circle.
const cutFrame = 11

// circlingStage returns a stage whose camera circles, looks at the middle and zooms. It jumps in cutFrame.
func circlingStage() *Stage {
	return &Stage{
		View: func(f *Frame) (View, error) { return circlingView(f.Number), nil }, Aspect: 2, Aperture: 0.01, Shutter: 0.5,
		SunDirection: mgl32.Vec3{0.6, 0.8, 0}, Sun: mgl32.Vec3{3, 1.5, 0}, Zenith: mgl32.Vec3{0, 0.25, 0.5}, Horizon: mgl32.Vec3{0.5, 0.25, 0},
		Ground: mgl32.Vec3{0.1, 0.2, 0.3},
	}
}

func circlingView(frame int) View {
	angle := float32(frame) * 0.02
	if frame >= cutFrame {
		angle += math.Pi
	}
	return View{
		Eye:      mgl32.QuatRotate(angle, mgl32.Vec3{0, 1, 0}).Rotate(mgl32.Vec3{0, 2, 30}),
		Rotation: mgl32.QuatRotate(angle, mgl32.Vec3{0, 1, 0}), FovY: 0.5 + 0.01*float32(frame),
		Near: 0.1, Far: 1000, Focus: 30, Hide: -1,
	}
}

func viewDirection(q []float64) mgl64.Vec3 {
	return mgl64.Quat{W: q[0], V: mgl64.Vec3{q[1], q[2], q[3]}}.Rotate(mgl64.Vec3{0, 0, -1})
}

func wide3(v mgl32.Vec3) mgl64.Vec3 { return wideVec(v[:]) }

// In other axes and units, the USD camera has the position and angle of view of the stage's camera.
func TestUSDCamera(t *testing.T) {
	r := recordWorld(t, 20)
	for _, centimetres := range []bool{false, true} {
		o, unit, to, perMM := Options{Stage: circlingStage()}, 1.0, upright, 0.01 // film and focal length are in tenths of the unit, here of a metre
		if centimetres {
			o.Scale, o.ZUp, unit, to, perMM = 100, true, 100, upZ, 1
		}
		path := exportUSD(t, r, "run.usda", o)
		camera := readUSDFile(t, path).at(t, "Flock/Camera")
		turns, places := camera.samples(t, "quatf xformOp:orient"), camera.samples(t, "double3 xformOp:translate")
		lens := camera.samples(t, "float focalLength")
		if high := floats(t, camera.value(t, "float verticalAperture"))[0]; math.Abs(high-24*perMM) > 1e-6 {
			t.Errorf("the film is %g tenths of a unit high, want 24 mm", high)
		}
		if wide := floats(t, camera.value(t, "float horizontalAperture"))[0]; math.Abs(wide-48*perMM) > 1e-6 {
			t.Errorf("the film is %g tenths of a unit wide, want 48 mm", wide)
		}
		for frame := 1; frame <= 20; frame++ {
			want := circlingView(frame)
			if d := mgl64.Vec3(places.linear(float64(frame))).Sub(to(wide3(want.Eye)).Mul(unit)).Len(); d > 1e-4*unit {
				t.Fatalf("frame %d: the camera is %g units from its place", frame, d)
			}
			ahead := to(wide3(want.Rotation.Rotate(mgl32.Vec3{0, 0, -1})))
			if d := viewDirection(turns.linear(float64(frame))).Sub(ahead).Len(); d > 1e-5 {
				t.Fatalf("frame %d: the camera looks in a direction that is off by %g", frame, d)
			}
			fov := 2 * math.Atan(24*perMM/2/lens.linear(float64(frame))[0])
			if math.Abs(fov-float64(want.FovY)) > 1e-5 {
				t.Fatalf("frame %d: the camera sees %g radians, want %g", frame, fov, want.FovY)
			}
		}
		before := mgl64.Vec3(places.linear(cutFrame - 2*jumpGap)).Sub(to(wide3(circlingView(cutFrame - 1).Eye)).Mul(unit)).Len()
		if before > 0.001*unit {
			t.Errorf("just before the cut the camera is %g units from its place in the frame before", before)
		}
		stop := camera.samples(t, "float fStop").values[0][0]
		if want := 12 / math.Tan(float64(circlingView(1).FovY)/2) / 10; math.Abs(stop-want) > 1e-4 {
			t.Errorf("the f-number is %g, want the focal length divided by 10 mm, %g", stop, want)
		}
		binary, err := os.ReadFile(exportUSD(t, r, "run.usdc", o))
		if err != nil {
			t.Fatal(err)
		}
		sameLayers(t, readUSDFile(t, path), binary)
	}
}

func TestUSDLight(t *testing.T) {
	stage := circlingStage()
	layer := readUSDFile(t, exportUSD(t, recordWorld(t, 3), "run.usda", Options{Stage: stage, ZUp: true}))
	sun := layer.at(t, "Flock/Sun")
	if d := viewDirection(floats(t, sun.value(t, "quatf xformOp:orient"))).Add(upZ(wide3(stage.SunDirection))).Len(); d > 1e-6 {
		t.Errorf("the sun's light is off by %g", d)
	}
	if got := sun.value(t, "color3f inputs:color"); got != "1, 0.5, 0" || sun.value(t, "float inputs:intensity") != "3" {
		t.Errorf("the sun has the colour %s and the intensity %s, want 1, 0.5, 0 and 3", got, sun.value(t, "float inputs:intensity"))
	}
	if got := layer.at(t, "Flock/Sky").value(t, "color3f inputs:color"); got != "0.25, 0.25, 0.25" {
		t.Errorf("the sky has the colour %s, want 0.25, 0.25, 0.25", got)
	}
	for k, x := range floats(t, layer.at(t, "Flock/Ground").value(t, "point3f[] points")) {
		if want := float64(groundSize); k%3 == 2 && x != 0 || k%3 != 2 && math.Abs(x) != want {
			t.Errorf("coordinate %d of the ground is %g", k, x)
		}
	}
}

func TestGLBCamera(t *testing.T) {
	keys, err := gltf.LoadCamera(exportUSD(t, recordWorld(t, 20), "run.glb", Options{Stage: circlingStage(), Birds: oneBird(bakedBird(t))}))
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, k := range keys {
		frame := k.Seconds*30 + 1
		if math.Abs(frame-math.Round(frame)) > 1e-4 {
			continue
		}
		seen++
		want := circlingView(int(math.Round(frame)))
		turn := k.Rotation.Rotate(mgl32.Vec3{0, 0, -1}).Sub(want.Rotation.Rotate(mgl32.Vec3{0, 0, -1})).Len()
		if k.Eye.Sub(want.Eye).Len() > 1e-4 || turn > 1e-5 || math.Abs(float64(k.FovY-circlingView(1).FovY)) > 1e-6 {
			t.Errorf("frame %.0f: the camera is %+v, want %+v", frame, k, want)
		}
	}
	if seen != 20 {
		t.Errorf("%d frames have a key, want 20", seen)
	}
}

// An exported camera table can be read as a camera path, with its cut.
func TestCameraTables(t *testing.T) {
	dir := t.TempDir()
	r := recordWorld(t, 20)
	for _, name := range []string{"run.csv", "run.parquet"} {
		f, err := FormatOf("", name)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Write(t.Context(), filepath.Join(dir, name), r, Options{Stage: circlingStage()}); err != nil {
			t.Fatal(err)
		}
	}
	keys, err := scenario.LoadCameraTable(filepath.Join(dir, "run_camera.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.ReadFile[cameraRow](filepath.Join(dir, "run_camera.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) != 20 || len(rows) != 20 {
		t.Fatalf("%d and %d rows, want 20", len(keys), len(rows))
	}
	for k, key := range keys {
		want := circlingView(k + 1)
		if key.Position != want.Eye || math.Abs(key.Time-float64(k)/30) > 1e-9 || math.Abs(float64(mgl32.DegToRad(key.FOV)-want.FovY)) > 1e-6 || key.Cut != (k+1 == cutFrame) {
			t.Errorf("row %d is %+v, want %+v", k+1, key, want)
		}
		if row := rows[k]; row.Px != key.Position[0] || row.Qw != key.Orientation[0] || row.FOV != key.FOV || row.Cut != key.Cut || int(row.Frame) != k+1 {
			t.Errorf("row %d of the .parquet is %+v, and %+v in the .csv", k+1, row, key)
		}
	}
}

func TestCameraTablePath(t *testing.T) {
	for path, want := range map[string]string{
		"a/run.csv": "a/run_camera.csv", "shot_####.csv": "shot_camera.csv", "a.b/####.csv": "a.b/camera.csv", "x##y.parquet": "xy_camera.parquet",
	} {
		if got := cameraTablePath(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// The boid through whose eyes the camera looks is hidden.
func TestUSDHidesTheEye(t *testing.T) {
	stage := circlingStage()
	stage.View = func(f *Frame) (View, error) {
		v := circlingView(f.Number)
		v.Hide = f.Number - 1
		return v, nil
	}
	hidden := readUSDFile(t, exportUSD(t, recordWorld(t, 3), "run.usda", Options{Stage: stage})).at(t, "Flock/Birds").samples(t, "int64[] invisibleIds")
	if got := fmt.Sprint(hidden.values); got != "[[0] [1] [2]]" {
		t.Errorf("the hidden ids are %s, want [[0] [1] [2]]", got)
	}
}
