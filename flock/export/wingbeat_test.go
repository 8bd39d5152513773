package export

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/recording"
)

// circlingRate is the number of wingbeats per second of circlingBird.
const circlingRate = 7.0

// circling returns a recording of a circling bird, and of a second one that is absent from every third frame
// and then has another phase.
func circling(t *testing.T, frames int) *recording.Reader {
	t.Helper()
	return newRecording(t, 30, frames, func(frame int, s *flock.Snapshot) {
		seconds := float64(frame) / 30
		birds := []Boid{circlingBird(seconds), circlingBird(seconds + float64(frame/3)*0.05)}
		if frame%3 == 2 {
			birds = birds[:1]
		}
		setBoids(s, birds...)
	})
}

func recordedBeats(t *testing.T, dir string) float64 {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "scene.json"))
	if err != nil {
		t.Fatal(err)
	}
	var about struct{ Beats float64 }
	if err := json.Unmarshal(text, &about); err != nil {
		t.Fatal(err)
	}
	return about.Beats
}

// Exports have the right rate of the wingbeats, even if frames are farther apart than wingbeats, have gaps,
// or are a single one.
func TestWingbeatRate(t *testing.T) {
	r := circling(t, 40)
	for name, o := range map[string]Options{
		"all frames":          {},
		"5 frames per second": {FPS: Whole(5)},
		"240 per second":      {FPS: Whole(240)},
		"every second frame":  {Frames: []Range{{1, 39, 2}}},
		"every sixth frame":   {Frames: []Range{{1, 40, 6}}},
		"first frame":         {Frames: []Range{{1, 1, 1}}},
		"one frame":           {Frames: []Range{{5, 5, 1}}},
		"last frame":          {Frames: []Range{{40, 40, 1}}},
	} {
		o.Warn = func(line string) { t.Errorf("%s: warning %q", name, line) }
		if got := recordedBeats(t, exportForBlender(t, r, o)); math.Abs(got-circlingRate) > 1e-4 {
			t.Errorf("%s: %g beats per second for Blender, want %g", name, got, circlingRate)
		}
		if len(o.Frames) > 0 && o.Frames[0].Step > 1 {
			continue
		}
		o.WingBlur = true
		checkVelocities(t, name, readUSDFile(t, exportUSD(t, r, "run.usda", o)))
	}
}

// checkVelocities compares the velocities of the poses in a layer with a beat at circlingRate.
func checkVelocities(t *testing.T, name string, layer *prim) {
	t.Helper()
	of := func(pose int, attribute string) []float64 {
		part := layer.at(t, fmt.Sprintf("Flock/Birds/Prototypes/bird_%02d/part_00", (pose+testPoses)%testPoses))
		return part.samples(t, attribute).values[1]
	}
	for pose := range testPoses {
		before, next := of(pose-1, "point3f[] points"), of(pose+1, "point3f[] points")
		for k, got := range of(pose, "vector3f[] velocities") {
			want := (next[k] - before[k]) / 2 * testPoses * circlingRate
			if math.Abs(got-want) > 1e-3 {
				t.Fatalf("%s: pose %d moves at %g m/s, want %g", name, pose, got, want)
			}
		}
	}
}

// Exports whose wings cannot blur warn in one line, unless birds hold their wings.
func TestWingBlurWarns(t *testing.T) {
	still := func(flags flock.Flags, frames int) *recording.Reader {
		return newRecording(t, 30, frames, func(_ int, s *flock.Snapshot) {
			b := circlingBird(0)
			b.Flags = flags
			setBoids(s, b)
		})
	}
	for _, c := range []struct {
		name string
		r    *recording.Reader
		want int
	}{
		{"one recorded frame", still(0, 1), 1},
		{"wings that stay in one phase", still(0, 3), 0},
		{"a bird that glides", still(flock.Gliding, 1), 0},
		{"two recorded frames", circling(t, 2), 0},
	} {
		for _, write := range []func(o Options){
			func(o Options) { exportForBlender(t, c.r, o) },
			func(o Options) { exportUSD(t, c.r, "run.usdc", o) },
			func(o Options) { o.Prims = true; exportUSD(t, c.r, "run.usda", o) },
		} {
			var lines []string
			write(Options{WingBlur: true, Warn: func(line string) { lines = append(lines, line) }})
			if len(lines) != c.want {
				t.Errorf("%s: the warnings are %q, want %d", c.name, lines, c.want)
			}
		}
	}
}

// With blurred wings, gaps between frames are an error.
func TestWingBlurNeedsAllFrames(t *testing.T) {
	f, err := FormatOf("", "run.usdc")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{WingBlur: true, Frames: []Range{{1, 9, 2}}}
	want := "frames 1 and 3 are not consecutive; blurred wings need frames without gaps"
	if _, err := f.Source(beating(t), o); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if err := f.Write(context.Background(), filepath.Join(t.TempDir(), "run.usdc"), beating(t), o); err == nil || err.Error() != want {
		t.Errorf("writing: error %v, want %s", err, want)
	}
}

// A phase just below 1 does not change the flags in the same number.
func TestBlenderPhaseNearOne(t *testing.T) {
	near := math.Nextafter32(1, 0)
	flags := []flock.Flags{0, flock.Leading, flock.Gliding, flock.Leading | flock.Gliding}
	want := []int{0, 1, 8, 9}
	r := newRecording(t, 30, 2, func(_ int, s *flock.Snapshot) {
		var birds []Boid
		for _, phase := range []float32{near, 1 - 1.0/(1<<21), 1 - 1.0/(1<<22)} {
			for _, f := range flags {
				birds = append(birds, Boid{Pos: mgl32.Vec3{1, 2, 3}, Vel: mgl32.Vec3{9, 0, 0}, Up: mgl32.Vec3{0, 1, 0}, Phase: phase, Flags: f})
			}
		}
		setBoids(s, birds...)
	})
	n := 3 * len(flags)
	for frame, p := range points(t, filepath.Join(exportForBlender(t, r, Options{}), "wings.pc2")) {
		for i := range n {
			value := float64(p[n+i/3][i%3])
			whole, phase := math.Modf(value)
			if away := math.Min(phase, 1-phase); int(whole) != want[i%4] || away > 1e-6 {
				t.Errorf("frame %d: bird %d has the value %v, want the flags %d and a phase at most 1e-6 turns from 0 or 1", frame+1, i, value, want[i%4])
			}
		}
	}
}
