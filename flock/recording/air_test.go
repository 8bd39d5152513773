package recording

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
	"skein/flock/vec"
)

// If a wind begins during a recording, frames from then on have velocities through the air, and a simulation
// gives the same bits.
func TestRecordedInAWind(t *testing.T) {
	def := testscene.Def("murmuration")
	def.WarmUp, def.Params = 0, model.With(def.Params, "count", 60)
	wind := def.Surroundings.Add("wind").(*around.Wind)
	wind.Name, wind.Speed = "breeze", 0
	perch := def.Surroundings.Add("perch").(*around.Perch)
	perch.Points, perch.Calls = []vec.Vec{{X: -5, Y: 8}, {X: 5, Y: 8}}, 20
	def.Schedule = []schedule.Change{{At: 2, Thing: "breeze", Key: "speed", Value: float32(6), Ramp: 1}}
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.mcap")
	out, err := Create(path, MetaOf(def, 30), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(out)
	if err := r.Tick(w, nil); err != nil {
		t.Fatal(err)
	}
	var remaining []flock.Snapshot
	for tick := range 20 * 60 {
		w.Step()
		if err := r.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
		if tick%2 == 1 {
			var s flock.Snapshot
			w.Snapshot(&s)
			remaining = append(remaining, s)
		}
	}
	if _, err := r.Close(); err != nil {
		t.Fatal(err)
	}
	in := open(t, path)
	perched := 0
	var s flock.Snapshot
	for k := range remaining {
		if err := in.Frame(k+1, &s); err != nil {
			t.Fatal(err)
		}
		if windy := k >= 60; len(s.Air) > 0 != windy && (k < 59 || k > 61) {
			t.Fatalf("frame %d has %d velocities through the air, want them only with wind", k+2, len(s.Air))
		}
		if !slices.Equal(s.Vel, remaining[k].Vel) || !slices.Equal(s.ThroughAir(), remaining[k].ThroughAir()) || !slices.Equal(s.Pos, remaining[k].Pos) {
			t.Fatalf("frame %d differs from the one that was written", k+2)
		}
		for i := range s.Flags {
			if s.Flags[i]&flock.Perched != remaining[k].Flags[i]&flock.Perched {
				t.Fatalf("frame %d: the flag Perched of boid %d is wrong", k+2, i)
			}
			if s.Flags[i]&flock.Perched != 0 {
				perched++
			}
		}
	}
	if perched == 0 {
		t.Error("no boid perched, so the test proves nothing")
	}
	if err := in.Verify(context.Background(), VerifyOptions{}); err != nil {
		t.Error(err)
	}
}
