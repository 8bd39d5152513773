package export

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario/testscene"
)

// isPresent reports whether a bird is in a frame, from 0 to 29. Bird 2 always is, bird 6 in the first five
// frames, and bird 5 in frames 5 to 9 and from 20 on.
func isPresent(id, frame int) bool {
	switch id {
	case 2:
		return true
	case 5:
		return frame >= 5 && frame < 10 || frame >= 20
	}
	return frame < 5
}

func trackRecording(t *testing.T) *recording.Reader {
	t.Helper()
	meta := recording.Meta{TickRate: 30, FPS: 30, Imported: "tracks.csv", Flock: recording.Flock{Count: 7}}
	return newRecordingOf(t, meta, 30, func(frame int, s *flock.Snapshot) []flock.Event {
		var all []Boid
		s.IDs = nil
		for _, id := range []int{2, 5, 6} {
			if isPresent(id, frame) {
				all, s.IDs = append(all, flightOf(id, float64(frame))), append(s.IDs, int32(id))
			}
		}
		setBoids(s, all...)
		return nil
	})
}

// flightOf returns a bird at a frame, which need not be a whole number.
func flightOf(id int, frame float64) Boid {
	b := circlingBird(frame/30 + float64(id))
	b.Pos[1] = float32(10 * id)
	return b
}

// Each frame has the present birds with their ids, interpolated only between their own positions.
func TestTracksBetweenFrames(t *testing.T) {
	r := trackRecording(t)
	for _, o := range []Options{{}, {FPS: Whole(24)}, {FPS: Whole(100)}} {
		for _, f := range frames(t, r, o) {
			var ids []int
			for _, b := range f.Boids {
				ids = append(ids, b.ID)
				if want := flightOf(b.ID, f.Place).Pos; b.Pos.Sub(want).Len() > 0.02 {
					t.Fatalf("at frame %v, bird %d is at %v, want %v", f.Place, b.ID, b.Pos, want)
				}
			}
			var want []int
			for _, id := range []int{2, 5, 6} {
				if isPresent(id, int(f.Place)) {
					want = append(want, id)
				}
			}
			if !slices.Equal(ids, want) {
				t.Fatalf("at frame %v, the birds are %v, want %v", f.Place, ids, want)
			}
		}
	}
	s, err := NewSource(r, Options{Boids: []Range{{5, 6, 1}}})
	if err != nil {
		t.Fatal(err)
	}
	if ids, err := s.IDs(context.Background()); err != nil || fmt.Sprint(ids) != "[[5 6]]" {
		t.Errorf("ids %v, %v", ids, err)
	}
}

// In USD and glTF, absent birds are invisible.
func TestTracksInScenes(t *testing.T) {
	r := trackRecording(t)
	birds := readUSDFile(t, exportUSD(t, r, "run.usda", Options{})).at(t, "Flock/Birds")
	if ids := birds.value(t, "int64[] ids"); ids != "2, 5, 6" {
		t.Errorf("ids %s", ids)
	}
	away, places := birds.samples(t, "int64[] invisibleIds"), birds.samples(t, "point3f[] positions")
	bird := bakedBird(t)
	p := playGLB(t, r, Options{Birds: oneBird(bird)})
	for frame := range 30 {
		var gone []float64
		for k, id := range []int{2, 5, 6} {
			name, time := fmt.Sprintf("bird_%04d", id), float32(frame)/30
			there, b := isPresent(id, frame), flightOf(id, float64(frame))
			if !there {
				gone = append(gone, float64(id))
			}
			scale := mgl32.Vec3{1, 1, 1}
			if id != 2 {
				scale = vector(p.at(name, gltf.TRSScale, time+1e-3))
			}
			if (scale[0] > 0) != there {
				t.Fatalf("frame %d: the scale of %s is %v, want 0 only while the bird is absent", frame+1, name, scale[0])
			}
			if !there {
				continue
			}
			times := places.values[frame][3*k : 3*k+3]
			if d := (mgl32.Vec3{float32(times[0]), float32(times[1]), float32(times[2])}).Sub(b.Pos).Len(); d > 1e-4 {
				t.Fatalf("frame %d: in USD bird %d is off by %v m", frame+1, id, d)
			}
			if d := vector(p.at(name, gltf.TRSTranslation, time)).Sub(b.Pos).Len(); d > 1e-4 {
				t.Fatalf("frame %d: in glTF bird %d is off by %v m", frame+1, id, d)
			}
			if d := p.wings(name, time, bird, float64(b.Phase), testscene.Def("murmuration").Params.Float("wingspan")); d > keyError+0.01 {
				t.Errorf("frame %d: %s: the wings are off by %g wingspans", frame+1, name, d)
			}
		}
		if fmt.Sprint(away.values[frame]) != fmt.Sprint(gone) && len(away.values[frame])+len(gone) > 0 {
			t.Fatalf("frame %d: the invisible birds are %v, want %v", frame+1, away.values[frame], gone)
		}
	}
}

func TestTracksInBlender(t *testing.T) {
	dir := exportForBlender(t, trackRecording(t), Options{})
	for frame, p := range points(t, filepath.Join(dir, "wings.pc2")) {
		for i, id := range []int{2, 5, 6} {
			if gone := int(p[3][i])&2 != 0; gone == isPresent(id, frame) {
				t.Errorf("frame %d: bird %d is marked as absent: %v, want the opposite", frame+1, id, gone)
			}
		}
	}
}
