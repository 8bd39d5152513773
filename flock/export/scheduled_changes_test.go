package export

import (
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/flock/vec"
)

// An export shows a scheduled change of a position or size in each frame, although the recording stores it
// once.
func TestScheduledChangesAreExported(t *testing.T) {
	scene, err := scenario.Parse("s.toml", []byte(`version = 1
warm_up = 0.0
[params]
count = 5
wingspan = 0.5
[[obstacle]]
name = "ball"
shape = "sphere"
at = [300, 30, 0]
[[event]]
at = 0.1
thing = "ball"
key = "at"
value = [330, 30, 0]
ramp = 0.5
[[event]]
at = 0.2
key = "wingspan"
value = 1.0
ramp = 0.2
[[event]]
at = 0.3
key = "count"
value = 9
`))
	if err != nil {
		t.Fatal(err)
	}
	def := scene.Def()
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.mcap")
	meta := recording.MetaOf(def, 30)
	meta.TOML = scene.TOML()
	out, err := recording.Create(path, meta, recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rec := recording.NewRecorder(out)
	var positions []vec.Vec
	var spans []float32
	for rec.Frames() < 24 {
		frames := rec.Frames()
		if err := rec.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
		if rec.Frames() > frames {
			around, p := w.Surroundings(), w.Params()
			positions, spans = append(positions, around.Obstacles[0].At), append(spans, p.Float("wingspan"))
		}
		w.Step()
	}
	if _, err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	s, err := NewSource(r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	things, err := s.things()
	if err != nil || len(things) != 1 {
		t.Fatalf("%d things, %v", len(things), err)
	}
	for frame := range positions {
		var pose mgl32.Vec3
		for _, k := range things[0].keys {
			if k.frame <= frame {
				pose = k.pos
			}
		}
		if pose != positions[frame].Array() {
			t.Errorf("frame %d: the ball is at %v, want %v", frame, pose, positions[frame])
		}
		if got, want := s.flocks[0].span*s.flocks[0].size(frame), spans[frame]; got < want-1e-6 || got > want+1e-6 {
			t.Errorf("frame %d: the wingspan is %v, want %v", frame, got, want)
		}
	}
	if s.flocks[0].most != 9 {
		t.Errorf("the largest number of birds is %d, want 9", s.flocks[0].most)
	}
}
