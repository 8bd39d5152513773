package bench

import (
	"context"
	"testing"

	"skein/cmd/skein/internal/usage"
)

func TestBenchWorldParts(t *testing.T) {
	c := &options{Workers: []usage.Threads{1}}
	world, def, err := c.benchWorld(context.Background(), 40, new(worldRow))
	if err != nil {
		t.Fatal(err)
	}
	parts := worldParts()
	for n, want := range []struct{ obstacles, models, paths, hunters int }{{}, {9, 0, 0, 0}, {9, 1, 0, 0}, {9, 1, 1, 0}, {9, 1, 1, 1}} {
		w, err := worldWithParts(world, def, parts[:n])
		if err != nil {
			t.Fatal(err)
		}
		got, s := want, w.Surroundings()
		got.obstacles, got.models, got.paths, got.hunters = 0, 0, len(s.Paths), w.ParamsOf(1).Count()
		for _, o := range s.Obstacles {
			if o.Shape == "model" {
				got.models++
			} else {
				got.obstacles++
			}
		}
		if alarm := w.Params().Float("alarm"); got != want || (alarm > 0) != (want.hunters > 0) {
			t.Errorf("a world with the parts %v has %+v and an alarm of %v, want %+v", parts[:n], got, alarm, want)
		}
		if n == len(parts) {
			world.Step()
			w.Step()
			if world.Hash() != w.Hash() {
				t.Error("with all parts the copy differs from the original world")
			}
		}
	}
}
