package model_test

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/schedule"
	"skein/flock/vec"
)

func twoWires() flock.Def {
	def := wireScene(40, func(p *around.Perch) { p.Points[1].X = 0 })
	p := def.Surroundings.Add("perch").(*around.Perch)
	p.Name, p.Points, p.Rest = "cable", []vec.Vec{{X: -10, Y: 9, Z: 15.3}, {Y: 9, Z: 15.3}}, 0 // 0.3 m away from the wire
	def.Start.Perched, def.WarmUp = true, 0
	return def
}

// A flock that starts perched sits from the first snapshot on, each bird on its own seat, upright, with
// folded wings. Birds without a seat fly.
func TestFlockStartsPerched(t *testing.T) {
	def := twoWires()
	def.Params = model.With(def.Params, "count", 50)
	w := world(t, def)
	seats := append(def.Surroundings.Perches[0].Seats(), def.Surroundings.Perches[1].Seats()...)
	var first, s flock.Snapshot
	w.Snapshot(&first)
	if n := len(sittingBirds(&first)); n != 40 {
		t.Fatalf("%d birds sit on 40 seats, want 40", n)
	}
	taken := map[int]bool{}
	for _, i := range sittingBirds(&first) {
		seat, d := nearestSeat(seats, first.Pos[i])
		if d > 0.15 || taken[seat] {
			t.Errorf("bird %d is %v m from seat %d, and this seat is taken: %v; want at most 0.15 m, and a free seat", i, d, seat, taken[seat])
		}
		taken[seat] = true
		if v := first.Vel[i].Len(); first.Phase[i] != 0.5 || first.Up[i][1] < 0.7 || v > 0.021 || v < 0.015 || math.Abs(float64(first.Vel[i][2])) < 0.6*float64(v) {
			t.Errorf("bird %d sits with phase %v and up %v and faces %v, want folded, upright and across the wire", i, first.Phase[i], first.Up[i], first.Vel[i])
		}
	}
	for range 120 {
		w.Step()
		w.Snapshot(&s)
		for _, i := range sittingBirds(&first) {
			if s.Pos[i] != first.Pos[i] || s.Flags[i]&flock.Perched == 0 || s.Phase[i] != 0.5 {
				t.Fatalf("tick %d: bird %d moved to %v, took off, or has the phase %v instead of 0.5", s.Tick, i, s.Pos[i], s.Phase[i])
			}
		}
	}
	def.Surroundings.Perches[0].Open, def.Surroundings.Perches[1].Open = false, false
	if err := def.Validate(); err == nil {
		t.Error("a start on a perch was accepted although no perch is open")
	}
}

// After an edit of the perches, birds stay on their seats. A bird whose seat was removed flies away.
func TestEditsKeepBirdsOnTheirSeats(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(s *around.Surroundings)
		stay func(pos vec.Vec) bool
		move vec.Vec
	}{
		"the first wire is removed": {func(s *around.Surroundings) { s.Remove("wire") }, func(pos vec.Vec) bool { return pos.Z > 15.1 }, vec.Vec{}},
		"another name":              {func(s *around.Surroundings) { s.Perches[0].Name = "line" }, func(vec.Vec) bool { return true }, vec.Vec{}},
		"another order":             {func(s *around.Surroundings) { s.Perches[0], s.Perches[1] = s.Perches[1], s.Perches[0] }, func(vec.Vec) bool { return true }, vec.Vec{}},
		"another perch is put before them": {func(s *around.Surroundings) {
			p := s.Add("perch").(*around.Perch)
			p.Points = []vec.Vec{{X: -10, Y: 9, Z: 14.8}, {Y: 9, Z: 14.8}}
			s.Perches = []around.Perch{s.Perches[2], s.Perches[0], s.Perches[1]}
		}, func(vec.Vec) bool { return true }, vec.Vec{}},
		"fewer seats":              {func(s *around.Surroundings) { s.Perches[0].Spacing = 0.9 }, func(pos vec.Vec) bool { return pos.Z > 15.1 }, vec.Vec{}},
		"a wire is moved":          {func(s *around.Surroundings) { s.Perches[0].Points[0].Y, s.Perches[0].Points[1].Y = 9.2, 9.2 }, func(vec.Vec) bool { return true }, vec.Vec{Y: 0.2}},
		"the first wire is closed": {func(s *around.Surroundings) { s.Perches[0].Open = false }, func(pos vec.Vec) bool { return pos.Z > 15.1 }, vec.Vec{}},
	} {
		w := world(t, twoWires())
		var old, s flock.Snapshot
		w.Snapshot(&old)
		all := w.Surroundings()
		c.edit(&all)
		if err := w.SetSurroundings(all); err != nil {
			t.Fatal(name, err)
		}
		for range 300 {
			w.Step()
			w.Snapshot(&s)
			for i := range s.Pos {
				if s.Flags[i]&flock.Perched == 0 {
					continue
				}
				from, to := old.Pos[i], s.Pos[i]
				if d := to.Sub(from); d.Len() > 1e-3 && d.Sub(c.move.Array()).Len() > 1e-3 {
					t.Fatalf("%s: bird %d sat at %v and now sits at %v, want only the seat's move", name, i, from, to)
				}
			}
		}
		for i := range s.Pos {
			p := old.Pos[i]
			if stays := s.Flags[i]&flock.Perched != 0; stays != c.stay(vec.Vec{X: p[0], Y: p[1], Z: p[2]}) {
				t.Errorf("%s: bird %d at %v stays: %v, want the opposite", name, i, p, stays)
			}
		}
	}
}

// After an edit of the perches, other edits do not change the birds' seats. The seats are the same as in a
// World that never had the earlier perches.
func TestOtherEditsKeepBirdsOnTheirSeats(t *testing.T) {
	for name, change := range map[string]func(s *around.Surroundings){
		"a wind":  func(s *around.Surroundings) { s.Add("wind").(*around.Wind).Speed = 1 },
		"a place": func(s *around.Surroundings) { s.Add("place") },
		"a path":  func(s *around.Surroundings) { s.Add("path").(*around.Path).Points = []vec.Vec{{Y: 5}, {X: 5, Y: 5}} },
		"a rock":  func(s *around.Surroundings) { s.Add("obstacle").(*around.Obstacle).At = vec.Vec{X: 50, Y: 50} },
	} {
		w := world(t, twoWires())
		edit := func(w *flock.World, change func(s *around.Surroundings)) {
			t.Helper()
			all := w.Surroundings()
			change(&all)
			if err := w.SetSurroundings(all); err != nil {
				t.Fatal(name, err)
			}
			w.Step()
		}
		edit(w, func(s *around.Surroundings) { s.Remove("wire") })
		second, err := flock.Resume(w.Checkpoint(), 1, flock.Auto, model.All()...)
		if err != nil {
			t.Fatal(name, err)
		}
		edit(w, change)
		edit(second, change)
		for range 30 {
			w.Step()
			second.Step()
		}
		var s flock.Snapshot
		if w.Snapshot(&s); len(sittingBirds(&s)) != 20 {
			t.Errorf("%s: %d of 20 birds sit, want all", name, len(sittingBirds(&s)))
		}
		if w.Hash() != second.Hash() {
			t.Errorf("%s: a World resumed from a checkpoint has another state", name)
		}
	}
}

// The ledger has an entry for each bird that settles or takes off, at the tick of the snapshot that shows
// it.
func TestPerchingIsInTheLedger(t *testing.T) {
	def := wireScene(30, func(p *around.Perch) { p.Rest = 6 })
	def.Schedule = []schedule.Change{{At: 30, Thing: "wire", Key: "open", Value: false}}
	w := world(t, def)
	var old, s flock.Snapshot
	w.Snapshot(&old)
	kinds := map[flock.EventKind]int{}
	for w.Tick() < 36*60 {
		w.Step()
		w.Snapshot(&s)
		told := map[int]flock.EventKind{}
		for _, e := range w.TakeEvents(nil) {
			if e.Kind == flock.Settled || e.Kind == flock.TookOff {
				if kinds[e.Kind]++; told[e.Boid] != "" || e.Perch != "wire" || e.Tick != s.Tick {
					t.Fatalf("the event is %+v at tick %d, after another event %q of this bird, or with a wrong perch or tick", e, s.Tick, told[e.Boid])
				}
				told[e.Boid] = e.Kind
			}
		}
		for i := range s.Flags {
			var want flock.EventKind
			switch sat, sits := old.Flags[i]&flock.Perched != 0, s.Flags[i]&flock.Perched != 0; {
			case sits && !sat:
				want = flock.Settled
			case sat && !sits:
				want = flock.TookOff
			}
			if told[i] != want {
				t.Fatalf("tick %d: for bird %d the ledger has %q, want %q", s.Tick, i, told[i], want)
			}
		}
		old, s = s, old
	}
	if kinds[flock.Settled] < 30 || kinds[flock.TookOff] != kinds[flock.Settled] {
		t.Errorf("the events are %v, want 30 landings and as many departures", kinds)
	}
}

// A perch seats only birds of its species. When it opens again, the birds that left come back at once.
func TestPerchesFill(t *testing.T) {
	def := wireScene(60, func(p *around.Perch) { p.Calls = 20 })
	def.Species = "sparrow"
	other := def.Flock
	other.Species, other.Params = "crow", model.With(other.Params, "count", 1)
	def.Others = []flock.Flock{other}
	def.Schedule = []schedule.Change{{At: 20, Thing: "wire", Key: "open", Value: false}, {At: 26, Thing: "wire", Key: "open", Value: true}}
	w := world(t, def)
	for _, c := range []struct{ upto, sit int64 }{{15, 40}, {25, 0}, {36, 40}} {
		for w.Tick() < 60*c.upto {
			w.Step()
		}
		var s flock.Snapshot
		if w.Snapshot(&s); len(sittingBirds(&s)) != int(c.sit) {
			t.Errorf("after %d s %d birds sit, want %d", c.upto, len(sittingBirds(&s)), c.sit)
		}
	}
}

func pitch(s *flock.Snapshot, i int) float64 {
	ahead := s.Attitude(i).Rotate([3]float32{0, 0, 1})
	return math.Asin(float64(ahead[1])) * 180 / math.Pi
}

// Before birds sit, they are flagged as landing, slow down steadily, and raise their bodies to 50°. They
// touch down at walking speed and then lean forward smoothly.
func TestBirdsFlare(t *testing.T) {
	w := world(t, wireScene(40, nil))
	var old, s flock.Snapshot
	w.Snapshot(&old)
	type landing struct {
		ticks       int
		first, last float32
	}
	all := make([]landing, old.Len())
	touched, turned, rested, hurried := 0, 0, map[int]int64{}, map[int]bool{}
	for w.Tick() < 25*60 {
		w.Step()
		w.Snapshot(&s)
		for i := range s.Pos {
			before, current := old.Flags[i]&flock.Landing != 0, s.Flags[i]&flock.Landing != 0
			sat, sits := old.Flags[i]&flock.Perched != 0, s.Flags[i]&flock.Perched != 0
			v := s.Vel[i].Len()
			switch {
			case current && !before:
				all[i] = landing{1, v, v}
			case current:
				if all[i].ticks++; v > all[i].last+0.5 {
					hurried[i] = true // the bird has flown past its seat
				}
				all[i].last = min(all[i].last, v)
			case sits && !sat:
				touched++
				rested[i] = s.Tick
				const g = 9.81 // m/s²; the strongest allowed braking
				if l := all[i]; (l.first-l.last)*60/float32(max(l.ticks, 1)) > g || l.first < 4 || l.last > 1.8 || pitch(&old, i) < 40 || !before {
					t.Errorf("bird %d lands within %d ticks, from %v to %v m/s, pitched up by %.0f°; it brakes too hard, too late or without a Landing flag", i, l.ticks, l.first, l.last, pitch(&old, i))
				}
			case sits && s.Tick-rested[i] == 60:
				if p := pitch(&s, i); p < 15 || p > 35 {
					t.Errorf("bird %d rests with a pitch of %.0f°, want 15° to 35°", i, p)
				}
			}
			if (current || sits) && (before || sat) {
				if turn := s.Attitude(i).Rotate([3]float32{0, 0, 1}).Sub(old.Attitude(i).Rotate([3]float32{0, 0, 1})).Len(); turn > 0.25 {
					if turned++; turn > 0.5 {
						t.Fatalf("tick %d: bird %d turns by %v rad at once", s.Tick, i, turn)
					}
				}
			}
		}
		old, s = s, old
	}
	if touched < 30 || len(hurried) > 3 || turned > 3 {
		t.Errorf("%d birds land, %d speed up before their seats, and there are %d sharp turns; want 30, at most 3, and at most 3", touched, len(hurried), turned)
	}
}

// The birds of a flock that started perched take off when its perches close, and when its perches are
// removed.
func TestResumeWithoutTheSeats(t *testing.T) {
	def := twoWires()
	def.Schedule = []schedule.Change{{At: 0.2, Thing: "wire", Key: "open", Value: false}, {At: 0.2, Thing: "cable", Key: "open", Value: false}}
	w := world(t, def)
	for k := range 3 {
		for range 60 {
			w.Step()
		}
		second, err := flock.Resume(w.Checkpoint(), 1, flock.Auto, model.All()...)
		if err != nil || second.Hash() != w.Hash() {
			t.Fatalf("after %d s: %v", k+1, err)
		}
		if k == 1 {
			if err := w.SetSurroundings(around.Surroundings{}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Birds settle on the top of each shape, and never enter it.
func TestBirdsSettleOnTops(t *testing.T) {
	for _, shape := range []string{"box", "cylinder", "sphere"} {
		def := wireScene(60, func(p *around.Perch) { p.Points, p.Obstacle, p.Calls = nil, "tower", 20 })
		o := def.Surroundings.Add("obstacle").(*around.Obstacle)
		o.Name, o.Shape, o.At, o.Radius, o.Height, o.Size = "tower", shape, vec.Vec{Y: 6, Z: 20}, 5, 4, vec.Vec{X: 6, Y: 6, Z: 6}
		def.Schedule = []schedule.Change{{At: 45, Thing: "wire", Key: "open", Value: false}}
		seats := len(def.Surroundings.SeatsOf(0))
		w := world(t, def)
		var s flock.Snapshot
		for w.Tick() < 44*60 {
			w.Step()
		}
		if w.Snapshot(&s); len(sittingBirds(&s)) < min(seats, 60)*9/10 {
			t.Errorf("%s: %d birds sit on %d seats, want nearly all", shape, len(sittingBirds(&s)), seats)
		}
		for w.Tick() < 52*60 {
			w.Step()
		}
		if w.Snapshot(&s); len(sittingBirds(&s)) > 0 {
			t.Errorf("%s: %d birds stay on a closed perch", shape, len(sittingBirds(&s)))
		}
	}
}
