package export

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/recording"
)

func exportForBlender(t *testing.T, r *recording.Reader, o Options) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shot.blender")
	f, err := FormatOf("", dir)
	if err != nil {
		t.Fatal(err)
	}
	if o.Birds == nil {
		o.Birds = oneBird(bakedBird(t))
	}
	if err := f.Write(context.Background(), dir, r, o); err != nil {
		t.Fatal(err)
	}
	return dir
}

func points(t *testing.T, path string) [][]mgl32.Vec3 {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(data[:12]) != "POINTCACHE2\x00" {
		t.Fatalf("%s begins with %q, want POINTCACHE2", path, data[:12])
	}
	n, frames := int(binary.LittleEndian.Uint32(data[16:])), int(binary.LittleEndian.Uint32(data[28:]))
	if data = data[32:]; len(data) != 12*n*frames {
		t.Fatalf("%s has %d bytes, which is wrong for %d frames of %d points", path, len(data), frames, n)
	}
	out := make([][]mgl32.Vec3, frames)
	for f := range out {
		for range n {
			var v mgl32.Vec3
			for k := range v {
				v[k] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*k:]))
			}
			out[f], data = append(out[f], v), data[12:]
		}
	}
	return out
}

// Files for Blender agree with a second simulation.
func TestBlenderAgreesWithSimulation(t *testing.T) {
	const count = 20
	dir := exportForBlender(t, recordWorld(t, count), Options{})
	motion, wings := points(t, filepath.Join(dir, "motion.pc2")), points(t, filepath.Join(dir, "wings.pc2"))
	if len(motion) != count || len(wings) != count {
		t.Fatalf("the motion has %d frames and the wings %d, want %d", len(motion), len(wings), count)
	}
	w := world(t)
	var s flock.Snapshot
	w.Snapshot(&s)
	for frame := range count {
		for i := range boids {
			p, v, u := s.Pos[i], s.Vel[i].Normalize(), s.Up[i]
			if want := (mgl32.Vec3{p[0], -p[2], p[1]}); motion[frame][i] != want {
				t.Fatalf("frame %d, boid %d is at %v, want %v", frame+1, i, motion[frame][i], want)
			}
			a := wings[frame][i]
			turn := mgl32.Rotate3DZ(a[2]).Mul3(mgl32.Rotate3DY(a[1])).Mul3(mgl32.Rotate3DX(a[0]))
			if d := turn.Mul3x1(mgl32.Vec3{0, -1, 0}).Sub(mgl32.Vec3{v[0], -v[2], v[1]}).Len(); d > 1e-3 {
				t.Fatalf("frame %d, boid %d: its heading is off by %g", frame+1, i, d)
			}
			if d := turn.Mul3x1(mgl32.Vec3{0, 0, 1}).Sub(mgl32.Vec3{u[0], -u[2], u[1]}).Len(); d > 1e-3 {
				t.Fatalf("frame %d, boid %d: its up-vector is off by %g", frame+1, i, d)
			}
			value := float64(wings[frame][boids+i/3][i%3])
			flags, phase := math.Modf(value)
			if s.Flags[i]&(flock.Gliding|flock.Perched) != 0 {
				flags -= 8 // wings are held
			}
			if math.Abs(phase-float64(s.Phase[i])) > 1e-6 || int(flags) != int(s.Flags[i]&flock.Leading) {
				t.Fatalf("frame %d, boid %d: the value %g is wrong for phase %g and flags %v", frame+1, i, value, s.Phase[i], s.Flags[i])
			}
		}
		w.StepMany(2, &s)
	}
}

// Jumps are flagged in the frames before and after. An absent boid, and the boid whose eyes the camera has,
// are flagged as gone.
func TestBlenderFlags(t *testing.T) {
	r := newRecording(t, 30, 6, func(frame int, s *flock.Snapshot) {
		all := []Boid{circlingBird(0), circlingBird(0), circlingBird(0)}
		if frame == 3 {
			all[0].Flags = flock.Jumped
		}
		if frame > 3 {
			all = all[:2]
		}
		setBoids(s, all...)
	})
	stage := &Stage{View: func(f *Frame) (View, error) { return View{Rotation: mgl32.QuatIdent(), Hide: f.Number%2 - 1}, nil }}
	dir := exportForBlender(t, r, Options{Stage: stage})
	want := [6][3]int{{2, 0, 0}, {0, 0, 0}, {2 | 4, 0, 0}, {4, 0, 0}, {2, 0, 2}, {0, 0, 2}}
	for frame, p := range points(t, filepath.Join(dir, "wings.pc2")) {
		for i, v := range p[3] {
			if got := int(v); got != want[frame][i] {
				t.Errorf("frame %d: boid %d has the flags %d, want %d", frame+1, i, got, want[frame][i])
			}
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "camera.f32")); err != nil || info.Size() != 6*8*4 {
		t.Errorf("camera.f32 is %v (error %v), want 192 bytes", info, err)
	}
}

// The description has the number of wingbeats per second, and birds that glide or perch are flagged.
func TestBlenderBeats(t *testing.T) {
	dir := exportForBlender(t, beating(t), Options{})
	text, err := os.ReadFile(filepath.Join(dir, "scene.json"))
	if err != nil {
		t.Fatal(err)
	}
	var about struct{ Beats float64 }
	if err := json.Unmarshal(text, &about); err != nil || math.Abs(about.Beats-beatRate) > 1e-4 {
		t.Errorf("the birds beat their wings %g times a second (error %v), want %g", about.Beats, err, beatRate)
	}
	for frame, p := range points(t, filepath.Join(dir, "wings.pc2")) {
		for i := range boids {
			if holds := p[boids+i/3][i%3] >= 8; holds != (i > 0) {
				t.Fatalf("frame %d: boid %d is flagged as holding its wings: %v", frame+1, i, holds)
			}
		}
	}
}

func TestBlenderFrames(t *testing.T) {
	r := recordWorld(t, 12)
	for _, c := range []struct {
		frames string
		first  int
		fps    float64
	}{{"3-7", 3, 30}, {"1-12:3", 1, 10}, {"5", 5, 30}} {
		list, err := ParseFrames(c.frames)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(exportForBlender(t, r, Options{Frames: list}), "scene.json"))
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			First int
			FPS   float64
		}
		if err := json.Unmarshal(text, &got); err != nil || got.First != c.first || got.FPS != c.fps {
			t.Errorf("%s: %+v, %v", c.frames, got, err)
		}
	}
	dir := t.TempDir()
	f, err := FormatOf("blender", dir)
	if err != nil {
		t.Fatal(err)
	}
	uneven, _ := ParseFrames("1-3,7")
	for what, o := range map[string]Options{"uneven": {Frames: uneven, Birds: oneBird(bakedBird(t)), Force: true}, "there": {Birds: oneBird(bakedBird(t))}} {
		err := f.Write(context.Background(), dir, r, o)
		if !errors.Is(err, map[string]error{"uneven": ErrOptions, "there": fs.ErrExist}[what]) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if remaining, _ := os.ReadDir(dir); len(remaining) > 0 {
		t.Errorf("files that remain: %v", remaining)
	}
}

// The script for Blender passes its own tests with a mock of Blender.
func TestBlenderScript(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	out, err := exec.Command(python, "check/scene_test.py", "blender/scene.py").CombinedOutput()
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
