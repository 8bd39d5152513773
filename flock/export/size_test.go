package export

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/qmuntal/gltf"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/recording"
)

// growingRecording returns a recording of nine frames, with a wingspan of 0.7 m, and 1.4 m from the fifth
// frame on.
func growingRecording(t *testing.T) *recording.Reader {
	t.Helper()
	w := world(t)
	return newRecordingOf(t, recording.Meta{TickRate: 60, FPS: 30}, 9, func(frame int, s *flock.Snapshot) []flock.Event {
		if frame > 0 {
			w.StepMany(2, s)
		} else {
			w.Snapshot(s)
		}
		if frame == 4 {
			p := w.Params()
			if err := w.SetParams(model.With(p, "wingspan", p.Float("wingspan")*(2))); err != nil {
				t.Fatal(err)
			}
		}
		return w.TakeEvents(nil)
	})
}

// wingspan returns the wingspan of the kite in a USD layer at a time.
func wingspan(t *testing.T, layer *prim, at float64) float64 {
	t.Helper()
	poses, birds, scales := "Flock/Birds/Prototypes", layer.at(t, "Flock/Birds"), "float3[] scales"
	if birds.kind == "Xform" {
		poses, birds, scales = "Flock/Prototypes", birds.at(t, "bird_00003"), "float3 xformOp:scale"
	}
	wide := 2 * floats(t, layer.at(t, poses+"/bird_00/part_01").value(t, "point3f[] points"))[3]
	if _, sized := birds.properties[scales+".timeSamples"]; sized {
		wide *= birds.samples(t, scales).linear(at)[2]
	}
	return wide
}

// Birds have the right wingspan at each time, and the extent contains them.
func TestUSDSizes(t *testing.T) {
	r := growingRecording(t)
	for list, from := range map[string]float64{"1-": 5, "1-4": 99, "5-": 0, "1-9:3": 7} {
		for _, prims := range []bool{false, true} {
			frames, _ := ParseFrames(list)
			layer := readUSDFile(t, exportUSD(t, r, "run.usda", Options{Frames: frames, Prims: prims}))
			first, last := floats(t, layer.layerValue(t, "startTimeCode"))[0], floats(t, layer.layerValue(t, "endTimeCode"))[0]
			for at := first; at <= last; at += 0.24 {
				want := 0.7
				if at >= from-1e-9 {
					want = 1.4
				}
				if got := wingspan(t, layer, at); math.Abs(got-want) > 1e-5 && math.Abs(at-from) > jumpGap {
					t.Fatalf("%s: at %g birds are %g m wide, want %g", list, at, got, want)
				}
				if prims {
					continue
				}
				birds := layer.at(t, "Flock/Birds")
				box, places := birds.samples(t, "float3[] extent").linear(at), birds.samples(t, "point3f[] positions").linear(at)
				for k, x := range places {
					if x-want/2 < box[k%3] || x+want/2 > box[3+k%3] {
						t.Fatalf("%s: at %g a bird at %v is outside the extent %v", list, at, places[k-k%3:k-k%3+3], box)
					}
				}
			}
		}
	}
}

func TestGLBSizes(t *testing.T) {
	p := playGLB(t, growingRecording(t), Options{Birds: oneBird(bakedBird(t))})
	for frame := range 9 {
		want := float32(1)
		if frame >= 4 {
			want = 2
		}
		if got := p.at("bird_0003", gltf.TRSScale, float32(frame)/30+1e-3); got[0] != want || got[1] != want || got[2] != want {
			t.Errorf("frame %d: scale %v, want %g", frame+1, got, want)
		}
	}
}

func TestBlenderSizes(t *testing.T) {
	for list, want := range map[string][][2]float32{"2-": {{5, 2}}, "1-9:3": {{3, 2}}, "6-": nil} {
		frames, _ := ParseFrames(list)
		text, err := os.ReadFile(filepath.Join(exportForBlender(t, growingRecording(t), Options{Frames: frames}), "scene.json"))
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Sizes [][2]float32 }
		if err := json.Unmarshal(text, &got); err != nil || len(got.Sizes) != len(want) || len(want) > 0 && got.Sizes[0] != want[0] {
			t.Errorf("%s: scene.json has the sizes %v, want %v (error %v)", list, got.Sizes, want, err)
		}
	}
}
