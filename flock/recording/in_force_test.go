package recording

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
	"skein/flock/vec"
)

type frameState struct {
	params flock.Params
	around around.Surroundings
}

// busyScene has every kind of scheduled change, at 60 ticks per second.
func busyScene() flock.Def {
	def := testscene.Def("murmuration")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 20, "min_speed", 5)
	s := &def.Surroundings
	wind := s.Add("wind").(*around.Wind)
	wind.Name, wind.Speed = "breeze", 1
	s.Places = []around.Place{{Name: "tower", Role: "goal", At: vec.Vec{X: 50, Y: 10}, Radius: 5}}
	wire := s.Add("perch").(*around.Perch)
	wire.Name, wire.Points, wire.Spacing = "wire", []vec.Vec{{Y: 5, Z: -200}, {X: 10, Y: 5, Z: -200}}, 0.5
	ball := s.Add("obstacle").(*around.Obstacle)
	ball.Name, ball.Shape, ball.At, ball.Radius = "ball", "sphere", vec.Vec{X: 300, Y: 30}, 4
	path := s.Add("path").(*around.Path)
	path.Name, path.Points = "way", []vec.Vec{{Y: 30}, {X: 50, Y: 40}, {X: 90, Y: 30, Z: 20}}
	def.Schedule = []schedule.Change{
		{At: 0, Thing: "breeze", Key: "speed", Value: float32(6), Ramp: 2, Hold: 1, Smooth: true},
		{At: 0.5, Key: "cohesion", Value: 0.5, Ramp: 1, Hold: 1.5},
		{At: 0.75, Key: "count", Value: 31, Ramp: 1},
		{At: 1, Thing: "tower", Key: "at", Value: vec.Vec{X: 90, Y: 30, Z: 7}, Ramp: 3},
		{At: 1.2, Thing: "wire", Key: "open", Value: false, Hold: 1},
		{At: 1.5, Thing: "ball", Key: "radius", Value: float32(9), Ramp: 1},
		{At: 2, Key: "neighbourhood", Value: "nearest", Hold: 0.5},
		{At: 2.5, Thing: "way", Key: "width", Value: float32(20), Ramp: 1, Hold: 0.5},
		{At: 1, When: &schedule.Condition{Measure: "speed", Above: true, Value: 0.1}, Key: "alignment", Value: 0.7, Ramp: 1},
		{At: 3, Key: "min_speed", Value: 9, Ramp: 1},
		{At: 4.5, Thing: "breeze", Key: "from", Value: float32(180), Ramp: 0.5},
	}
	return def
}

// editFlight edits the flight. Some edits set values that the schedule is moving or keeps constant. Other
// edits make a later scheduled change invalid.
func editFlight(t *testing.T, w *flock.World) {
	t.Helper()
	set := func(key string, value any) {
		if err := w.SetParams(model.With(w.Params(), key, value)); err != nil {
			t.Fatal(err)
		}
	}
	change := func(do func(*around.Surroundings)) {
		s := w.Surroundings()
		do(&s)
		if err := w.SetSurroundings(s); err != nil {
			t.Fatal(err)
		}
	}
	switch w.Tick() {
	case 45, 46:
		set("cohesion", 0.1+float32(w.Tick())/1000)
	case 100:
		set("cohesion", 0.33)
	case 110:
		change(func(s *around.Surroundings) { s.Winds[0].Height = 77 })
	case 120:
		change(func(s *around.Surroundings) { s.Add("wind").(*around.Wind).Name = "other" })
	case 150:
		change(func(s *around.Surroundings) { s.Remove("tower") })
	case 170:
		change(func(s *around.Surroundings) {
			s.Places = append(s.Places, around.Place{Name: "tower", Role: "goal", At: vec.Vec{X: 1}, Radius: 5})
		})
	case 190:
		set("max_speed", 7.5) // less than the value that the schedule will set for min_speed
	case 230:
		set("max_speed", 12)
	case 240:
		set("vision", 3)
	}
}

// recordBusyScene records frames from first on, and returns the values in force at each.
func recordBusyScene(t *testing.T, def flock.Def, first, frames int) (path string, states []frameState) {
	t.Helper()
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	for w.Tick() < int64(2*first) {
		editFlight(t, w)
		w.Step()
	}
	w.TakeEvents(nil)
	path = filepath.Join(t.TempDir(), "busy.mcap")
	out, err := Create(path, MetaOf(def, 30), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(out)
	for r.Frames() < frames {
		index := r.Frames()
		if err := r.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
		if r.Frames() > index {
			states = append(states, frameState{w.Params(), w.Surroundings()})
		}
		editFlight(t, w)
		w.Step()
	}
	if _, err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return path, states
}

func wantState(t *testing.T, r *Reader, frame int, want *frameState) {
	t.Helper()
	p, err := r.Params(frame)
	if err != nil {
		t.Fatal(err)
	}
	if keys := p.Differences(&want.params); keys != nil {
		t.Errorf("frame %d: the parameters %v differ; the first is %v, want %v", frame, keys, p.Value(keys[0]), want.params.Value(keys[0]))
	}
	s, err := r.Surroundings(frame)
	if err != nil {
		t.Fatal(err)
	}
	if !s.Equal(&want.around) {
		settings, _ := want.around.SettingsTo(&s)
		t.Errorf("frame %d: the surroundings differ in %+v", frame, settings)
	}
}

// Values in force equal those while recording, in any order of frames, even if the recording starts in the
// middle of the schedule.
func TestInForce(t *testing.T) {
	for _, from := range []int{0, 40, 62} {
		path, states := recordBusyScene(t, busyScene(), from, 160-from)
		r := open(t, path)
		for frame := range states {
			wantState(t, r, frame, &states[frame])
		}
		for range 60 {
			frame := rand.IntN(len(states))
			wantState(t, r, frame, &states[frame])
		}
		if err := r.Verify(context.Background(), VerifyOptions{}); err != nil {
			t.Errorf("resumed from frame %d, the recording does not verify: %v", from, err)
		}
		notes, err := r.storedEvents()
		if err != nil {
			t.Fatal(err)
		}
		for k := range notes {
			if notes[k].Scheduled {
				t.Fatalf("resumed from frame %d, the scheduled edit at tick %d was recorded, too", from, notes[k].Tick)
			}
		}
		if most, err := r.MaxBoids(); most < 31 || err != nil {
			t.Errorf("resumed from frame %d, the largest number of boids is %d (error %v), want 31", from, most, err)
		}
	}
}

// EventsBetween returns edits, and values that the schedule moved between two frames.
func TestEventsBetweenIncludesSchedule(t *testing.T) {
	path, states := recordBusyScene(t, busyScene(), 0, 160)
	r := open(t, path)
	p, around := states[0].params, states[0].around
	for frame := range states {
		events, err := r.EventsBetween(frame-1, frame)
		if err != nil {
			t.Fatal(err)
		}
		for k := range events {
			if e := &events[k]; e.Params != nil {
				p = *e.Params
			} else {
				around = flock.SurroundingsAfter(&around, e)
			}
		}
		if keys := p.Differences(&states[frame].params); keys != nil || !around.Equal(&states[frame].around) {
			t.Fatalf("frame %d: the events lead to other surroundings, or to other values of the parameters %v", frame, keys)
		}
	}
}

// EventsBetween returns all events in the order of their ticks. Applied in turn, they give the values in
// force at the end.
func TestEventsBetweenIsInOrder(t *testing.T) {
	def := busyScene()
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "busy.mcap")
	out, err := Create(path, MetaOf(def, 6), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(out)
	p, around := w.Params(), w.Surroundings()
	for r.Frames() < 30 {
		events := append(w.TakeEvents(nil), flock.Event{Kind: flock.EscapeBegan, Tick: w.Tick()}, flock.Event{Kind: flock.EscapeEnded, Tick: w.Tick()})
		if err := r.Tick(w, events); err != nil {
			t.Fatal(err)
		}
		editFlight(t, w)
		w.Step()
	}
	if _, err := r.Close(); err != nil {
		t.Fatal(err)
	}
	rec := open(t, path)
	moved := 0
	for from := -1; from < 29; from += 5 {
		events, err := rec.EventsBetween(from, from+5)
		if err != nil {
			t.Fatal(err)
		}
		for k := range events {
			e := &events[k]
			if k > 0 && e.Tick < events[k-1].Tick {
				t.Fatalf("after frame %d: %v at tick %d comes after %v at tick %d", from, e.Kind, e.Tick, events[k-1].Kind, events[k-1].Tick)
			}
			if e.Scheduled {
				moved++
			}
			if e.Params != nil {
				p = *e.Params
			} else {
				around = flock.SurroundingsAfter(&around, e)
			}
		}
		want, err := rec.Params(from + 5)
		if err != nil {
			t.Fatal(err)
		}
		things, err := rec.Surroundings(from + 5)
		if err != nil {
			t.Fatal(err)
		}
		if keys := p.Differences(&want); keys != nil || !around.Equal(&things) {
			t.Fatalf("frame %d: the events lead to other surroundings, or to other values of the parameters %v", from+5, keys)
		}
	}
	if moved < 100 {
		t.Errorf("the schedule changed only %d values, want at least 100", moved)
	}
}

// While a ramp raises a flock's count, MaxBoids uses the last value of the ramp. It includes other flocks
// that grow in the meantime.
func TestMaxBoidsDuringRamp(t *testing.T) {
	def := testscene.Def("murmuration")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 10)
	other := def.Flock
	other.Species = "other"
	def.Others = []flock.Flock{other}
	def.Schedule = []schedule.Change{{At: 0, Key: "count", Value: 50, Ramp: 1}}
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "grows.mcap")
	out, err := Create(path, MetaOf(def, 60), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(out)
	most := 0
	for r.Frames() < 150 {
		if err := r.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
		most = max(most, w.Len())
		set := func(number int, key string, value any) {
			if err := w.SetParamsOf(number, model.With(w.ParamsOf(number), key, value)); err != nil {
				t.Fatal(err)
			}
		}
		switch w.Tick() {
		case 30:
			set(0, "cohesion", 0.3)
		case 31:
			set(1, "count", 40)
		case 100:
			set(0, "count", 5)
		case 110:
			set(1, "count", 80) // fewer boids in total than at tick 61
		}
		w.Step()
	}
	if _, err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := open(t, path).MaxBoids(); got != most || most != 90 || err != nil {
		t.Errorf("the largest number of boids is %d (error %v), want %d", got, err, most)
	}
}

func TestNoFrameBeforeTheFirst(t *testing.T) {
	r := open(t, fly(t, 2, 5).save(t))
	for _, i := range []int{-2, -1, 5} {
		if _, err := r.ParamsOf(i, 0); err == nil || !strings.Contains(err.Error(), "there are 5") {
			t.Errorf("the parameters at frame %d give the error %v, want that there are 5 frames", i, err)
		}
		if _, err := r.Surroundings(i); err == nil || !strings.Contains(err.Error(), "there are 5") {
			t.Errorf("the surroundings at frame %d give the error %v, want that there are 5 frames", i, err)
		}
	}
}

// Frames share the surroundings, unless these change.
func TestSurroundingsAreShared(t *testing.T) {
	path, states := recordBusyScene(t, busyScene(), 0, 160)
	r := open(t, path)
	all := make([]around.Surroundings, len(states))
	winds, obstacles := 0, 0
	for i := range all {
		var err error
		if all[i], err = r.Surroundings(i); err != nil {
			t.Fatal(err)
		}
		if i > 0 && &all[i].Winds[0] != &all[i-1].Winds[0] {
			winds++
		}
		if i > 0 && &all[i].Obstacles[0] != &all[i-1].Obstacles[0] {
			obstacles++
		}
	}
	if winds < 50 || winds > 130 || obstacles > 40 {
		t.Errorf("in %d frames winds were copied %d times and obstacles %d times, want 50 to 130, and at most 40", len(all), winds, obstacles)
	}
	for i := range all {
		if !all[i].Equal(&states[i].around) {
			t.Fatalf("the surroundings returned for frame %d were changed by later calls", i)
		}
	}
}

// A recording that was cut off during transitions and then continued has the same values in force.
func TestInForceAfterAContinuation(t *testing.T) {
	def := busyScene()
	path, states := recordBusyScene(t, def, 0, 160)
	short, _ := recordBusyScene(t, def, 0, 70)
	r := open(t, short)
	w, err := r.World(69, 1, flock.Auto)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Continue(short, false)
	if err != nil {
		t.Fatal(err)
	}
	rec := NewRecorder(out)
	for rec.Frames() < 160 {
		editFlight(t, w)
		w.Step()
		if err := rec.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	on, whole := open(t, short), open(t, path)
	for frame := range states {
		wantState(t, on, frame, &states[frame])
		_, a, err := on.State(frame)
		_, b, err2 := whole.State(frame)
		if a != b || err != nil || err2 != nil {
			t.Fatalf("resumed from frame %d, the flight differs (errors %v, %v)", frame, err, err2)
		}
	}
}

// Recordings of format 2, with all things or all parameters after each scheduled change, can be read.
func TestInForceOfFormat2(t *testing.T) {
	def := busyScene()
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "old.mcap")
	out, err := Create(path, MetaOf(def, 60), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var states []frameState
	var s flock.Snapshot
	var old []flock.Event
	around := w.Surroundings()
	if err := out.Checkpoint(0, w.Checkpoint()); err != nil {
		t.Fatal(err)
	}
	for len(states) < 250 {
		w.Snapshot(&s)
		if err := errors.Join(out.Events(old), out.Frame(&s)); err != nil {
			t.Fatal(err)
		}
		states, old = append(states, frameState{w.Params(), w.Surroundings()}), nil
		editFlight(t, w)
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			if e.Was = nil; e.IsSchedule() {
				continue
			}
			if e.Kind == flock.SurroundingsChanged {
				around = flock.SurroundingsAfter(&around, &e)
				all := around.Clone()
				e.Settings, e.Surroundings = nil, &all
			}
			old = append(old, e)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	data := load(t, path)
	if bytes.Contains(data, []byte("schedule_began")) {
		t.Fatal("a recording in format 2 contains schedule_began, which this format lacks")
	}
	r := open(t, path)
	for frame := range states {
		wantState(t, r, frame, &states[frame])
	}
	wantState(t, r, 30, &states[30])
	if err := r.Verify(context.Background(), VerifyOptions{}); err != nil {
		t.Error(err)
	}
	pairs := r.contents.meta.pairs(1)
	pairs["format"] = "2"
	pairs["crc32"] = sumOf(pairs)
	if _, _, err := parseMeta(pairs); err != nil {
		t.Errorf("format 2: %v", err)
	}
}

// The size of a recorded ramp does not depend on its length or on other things.
func TestARampIsRecordedOnce(t *testing.T) {
	size := func(points, frames int) (notes, bytes int) {
		def := testscene.Def("murmuration")
		def.WarmUp, def.Workers = 0, 1
		def.Params = model.With(def.Params, "count", 10)
		path := def.Surroundings.Add("path").(*around.Path)
		for k := range points {
			path.Points = append(path.Points, vec.Vec{X: float32(k % 100), Y: 30, Z: float32(k / 100)})
		}
		wind := def.Surroundings.Add("wind").(*around.Wind)
		def.Schedule = []schedule.Change{
			{Thing: wind.Name, Key: "speed", Value: float32(5), Ramp: 100},
			{Key: "cohesion", Value: 0.5, Ramp: 100},
		}
		w, err := flock.NewWorld(def)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "ramp.mcap")
		out, err := Create(file, MetaOf(def, 30), Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := NewRecorder(out)
		for r.Frames() < frames {
			events := w.TakeEvents(nil)
			for k := range events {
				if events[k].Kind == flock.EscapeBegan || events[k].Kind == flock.EscapeEnded {
					events[k] = flock.Event{Kind: flock.SurroundingsChanged, Scheduled: true} // a Recorder does not write this event
				}
			}
			if err := r.Tick(w, events); err != nil {
				t.Fatal(err)
			}
			w.Step()
		}
		if _, err := r.Close(); err != nil {
			t.Fatal(err)
		}
		rec := open(t, file)
		channel := rec.contents.channels[eventsTopic]
		for k := range rec.segments {
			var d decoded
			if err := rec.decode(&rec.contents.chunks[rec.segments[k].clouds+1], &d, nil); err != nil {
				t.Fatal(err)
			}
			for _, m := range d.messages {
				if m.channel == channel {
					notes, bytes = notes+1, bytes+len(m.data)
				}
			}
		}
		return notes, bytes
	}
	notes, bytes := size(10, 20)
	if notes != 2 || bytes > 500 {
		t.Errorf("two ramps record %d events of %d bytes, want 2 of 500 bytes at most", notes, bytes)
	}
	for _, c := range [][2]int{{1000, 20}, {10, 200}} {
		if n, b := size(c[0], c[1]); n != notes || b != bytes {
			t.Errorf("with %d points and %d frames the ramps record %d events of %d bytes, but with 10 points and 20 frames %d of %d", c[0], c[1], n, b, notes, bytes)
		}
	}
}
