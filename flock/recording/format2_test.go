package recording

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
)

// asFormat2 changes the metadata of a recording to state format 2.
func asFormat2(t *testing.T, path string) {
	t.Helper()
	r := open(t, path)
	pairs := r.contents.meta.pairs(r.contents.wantedFiles)
	old := pairs[sumKey]
	pairs["format"] = "2"
	data := load(t, path)
	for _, c := range [][2]string{
		{"\x06\x00\x00\x00format\x01\x00\x00\x003", "\x06\x00\x00\x00format\x01\x00\x00\x002"},
		{old, sumOf(pairs)},
	} {
		if n := bytes.Count(data, []byte(c[0])); n != 1 {
			t.Fatalf("the file contains %q %d times, want once", c[0], n)
		}
		data = bytes.Replace(data, []byte(c[0]), []byte(c[1]), 1)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// A recording of format 2 cannot be continued, because new events would be in format 3, but it can be
// finished.
func TestContinueRefusesFormat2(t *testing.T) {
	for _, ending := range []string{"", ".part"} {
		path := fly(t, 3, 95).save(t)
		asFormat2(t, path)
		if err := os.Rename(path, path+ending); err != nil {
			t.Fatal(err)
		}
		before := load(t, path+ending)
		_, err := Continue(path, false)
		if err == nil || !strings.Contains(err.Error(), path+ending) || !strings.Contains(err.Error(), "recorded in format 2") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: it says %v", ending, err)
		}
		if !bytes.Equal(load(t, path+ending), before) {
			t.Errorf("opening %q changed the file", ending)
		}
		if _, err := os.Stat(Part(path)); ending == "" && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("a .part file remains (error %v)", err)
		}
		if frames, err := Finish(path, false); frames != 95 || err != nil {
			t.Errorf("%q: finished with %d frames (error %v), want 95", ending, frames, err)
		}
		if r := open(t, path); r.contents.format != 2 {
			t.Errorf("%q: format %d", ending, r.contents.format)
		}
	}
}

// If a recording of format 2 differs from its simulation, the error names the format, and what older versions
// simulated differently.
func TestDifferenceNamesItsCause(t *testing.T) {
	for _, c := range []struct {
		course, when bool
		want         string
	}{
		{false, false, "it was recorded in format 2 by an older version"},
		{true, false, `which simulated hunts with hunt_way = "course" differently`},
		{false, true, "which simulated conditions of events differently"},
		{true, true, `hunts with hunt_way = "course" and conditions of events`},
	} {
		def := testscene.Def("murmuration")
		def.WarmUp, def.Params = 0, model.With(def.Params, "count", 5)
		if c.course {
			def.Params = model.With(def.Params, "hunt_speed", 20, "hunt_way", "course")
		}
		if c.when {
			def.Schedule = []schedule.Change{{At: 0, When: &schedule.Condition{Measure: "speed", Above: true, Value: 0.1}, Key: "cohesion", Value: 0.5}}
		}
		w, err := flock.NewWorld(def)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "old.mcap")
		out, err := Create(path, MetaOf(def, 60), Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = out.Checkpoint(0, w.Checkpoint())
		var s flock.Snapshot
		for range 5 {
			w.Snapshot(&s)
			if s.Tick == 3 {
				s.Pos[2][0]++
			}
			err = errors.Join(err, out.Frame(&s))
			w.Step()
		}
		if err := errors.Join(err, out.Close()); err != nil {
			t.Fatal(err)
		}
		var d *Difference
		if err := open(t, path).Verify(context.Background(), VerifyOptions{}); !errors.As(err, &d) || d.Cause != "" {
			t.Errorf("format 3: %v", err)
		}
		asFormat2(t, path)
		if err := open(t, path).Verify(context.Background(), VerifyOptions{}); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("the error is %v, want one line with %q", err, c.want)
		}
	}
}
