package export

import (
	"fmt"
	"math"
	"os"
	"testing"

	"skein/flock"
	"skein/flock/recording"
)

// beatRate is the number of wingbeats per second in the recording that beating returns.
const beatRate = 3.0

// beating returns a recording in which bird 0 beats its wings. All other birds alternately perch and glide.
func beating(t *testing.T) *recording.Reader {
	t.Helper()
	w := world(t)
	return newRecording(t, 30, 10, func(frame int, s *flock.Snapshot) {
		w.StepMany(2, s)
		s.Counts = nil
		_, turn := math.Modf(0.4 + beatRate*float64(frame)/30)
		s.Phase[0], s.Flags[0] = float32(turn), 0
		for k := 1; k < len(s.Phase); k++ {
			s.Phase[k], s.Flags[k] = 0.5, []flock.Flags{flock.Gliding, flock.Perched}[k%2]
		}
	})
}

// Velocities and accelerations move a pose's points to the next pose, and back to the previous one.
func TestWingBlurReachesTheNextPose(t *testing.T) {
	r := beating(t)
	for _, where := range []string{"Flock/Birds/Prototypes", "Flock/Prototypes"} {
		layer := readUSDFile(t, exportUSD(t, r, "run.usda", Options{WingBlur: true, Prims: where == "Flock/Prototypes", Scale: 100}))
		of := func(pose int, attribute string) sampledProperty {
			return layer.at(t, fmt.Sprintf("%s/bird_%02d/part_00", where, (pose+testPoses)%testPoses)).samples(t, attribute)
		}
		for pose := range testPoses {
			points, speeds, more := of(pose, "point3f[] points"), of(pose, "vector3f[] velocities"), of(pose, "vector3f[] accelerations")
			for _, step := range []int{-1, 1} {
				seconds := float64(step) / testPoses / beatRate
				for k, want := range of(pose+step, "point3f[] points").values[5] {
					got := points.values[5][k] + speeds.values[5][k]*seconds + more.values[5][k]*seconds*seconds/2
					if math.Abs(got-want) > 1e-3 {
						t.Fatalf("pose %d moves to %g cm, want %g, where pose %d is", pose, got, want, pose+step)
					}
				}
			}
		}
	}
}

// Points, velocities and accelerations have equal samples in every frame. One frame before the first and
// after the last, nothing moves.
func TestWingBlurSamples(t *testing.T) {
	layer := readUSDFile(t, exportUSD(t, beating(t), "run.usda", Options{WingBlur: true, Frames: []Range{{3, 6, 1}}}))
	part := layer.at(t, "Flock/Birds/Prototypes/bird_01/part_00")
	for _, name := range []string{"point3f[] points", "vector3f[] velocities", "vector3f[] accelerations"} {
		s := part.samples(t, name)
		if fmt.Sprint(s.times) != "[2 3 4 5 6 7]" {
			t.Errorf("%s has samples at %v, want 2 to 7", name, s.times)
		}
		for k, values := range s.values {
			want := s.values[2]
			if k%5 == 0 && name != "point3f[] points" {
				want = make([]float64, len(want))
			}
			if fmt.Sprint(values) != fmt.Sprint(want) {
				t.Errorf("%s at %g is %v, want %v", name, s.times[k], values, want)
			}
		}
	}
}

func TestWingBlurHeldWings(t *testing.T) {
	layer := readUSDFile(t, exportUSD(t, beating(t), "run.usda", Options{WingBlur: true}))
	birds := layer.at(t, "Flock/Birds")
	for frame, row := range birds.samples(t, "int[] protoIndices").values {
		for k, prototype := range row {
			if held := prototype >= testPoses; held != (k > 0) {
				t.Fatalf("frame %d: bird %d has prototype %g of %d poses", frame+1, k, prototype, testPoses)
			}
		}
	}
	for pose := range testPoses {
		held, moving := birds.at(t, fmt.Sprintf("Prototypes/held_%02d/part_00", pose)), birds.at(t, fmt.Sprintf("Prototypes/bird_%02d/part_00", pose))
		want := moving.samples(t, "point3f[] points").values[1]
		if got := floats(t, held.value(t, "point3f[] points")); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("pose %d has the points %v while held, want %v", pose, got, want)
		}
		if _, ok := held.properties["vector3f[] velocities.timeSamples"]; ok {
			t.Errorf("pose %d has velocities while held", pose)
		}
	}
}

// A binary layer has the values of the text layer, and stores equal samples once.
func TestWingBlurBinary(t *testing.T) {
	r := beating(t)
	for _, prims := range []bool{false, true} {
		o := Options{WingBlur: true, Prims: prims}
		binary, err := os.ReadFile(exportUSD(t, r, "run.usdc", o))
		if err != nil {
			t.Fatal(err)
		}
		text := exportUSD(t, r, "run.usda", o)
		sameLayers(t, readUSDFile(t, text), binary)
	}
	size := func(frames int) int {
		data, err := os.ReadFile(exportUSD(t, r, "run.usdc", Options{WingBlur: true, Frames: []Range{{1, frames, 1}}, Boids: []Range{{0, 0, 1}}}))
		if err != nil {
			t.Fatal(err)
		}
		return len(data)
	}
	if more := (size(10) - size(4)) / 6; more > 3*8*2*testPoses+400 {
		t.Errorf("each frame takes %d bytes, want a time and an offset for each of 3 attributes of %d poses, and one bird", more, testPoses)
	}
}
