package flock_test

import (
	"encoding/binary"
	"hash/crc32"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
	"skein/flock/vec"
)

// everythingAround returns a thing of each kind.
func everythingAround(t *testing.T) around.Surroundings {
	t.Helper()
	var s around.Surroundings
	for _, kind := range around.ThingKinds() {
		s.Add(kind)
	}
	far := vec.Vec{X: 700, Y: 20, Z: 700} // too far away to affect the birds
	s.Obstacles[0].At, s.Places[0].At, s.Winds[0].At = far, far, far
	s.Paths[0].Points = []vec.Vec{far, {X: 710, Y: 20, Z: 700}}
	s.Perches[0].Points = []vec.Vec{{X: 700, Y: 5, Z: 600}, {X: 700, Y: 5, Z: 610}}
	return s
}

func changeProperty(p *around.Property) {
	switch at := p.At.(type) {
	case *float32:
		*at += 0.25
	case *int:
		*at++
	case *bool:
		*at = !*at
	case *vec.Vec:
		at.X += 0.25
	case *[]vec.Vec:
		(*at)[0].Y += 0.25
	case *string:
		switch {
		case len(p.Options) > 0 && p.Key != "shape" && p.Key != "form":
			*at = p.Options[1]
		case p.Key == "name":
			*at = "other"
		case p.Key == "for":
			*at = "hartman"
		case p.Key == "shape":
			*at = "box"
		case p.Key == "form":
			*at = "shear"
		}
	}
}

// The hash includes each property of each thing. Without surroundings, it is that of the boids.
func TestHashIncludesSurroundings(t *testing.T) {
	def := testscene.Def("paper")
	def.WarmUp, def.Params = 0, model.With(def.Params, "count", 5)
	bare := newWorld(t, def).Hash()
	hash := func(s around.Surroundings) uint64 {
		w := newWorld(t, def)
		if err := w.SetSurroundings(s); err != nil {
			t.Fatal(err)
		}
		return w.Hash()
	}
	whole := hash(everythingAround(t))
	if whole == bare || whole != hash(everythingAround(t)) {
		t.Fatal("the hash leaves out the things, or is not reproducible")
	}
	w := newWorld(t, def)
	editSurroundings(t, w, func(s *around.Surroundings) { *s = everythingAround(t) })
	editSurroundings(t, w, func(s *around.Surroundings) { *s = around.Surroundings{} })
	if w.Hash() != bare {
		t.Error("the hash includes removed things")
	}
	seen := map[uint64]string{whole: "none"}
	for k, kind := range around.ThingKinds() {
		s := everythingAround(t)
		for n := range around.Properties(s.Things()[k]) {
			s := everythingAround(t)
			p := around.Properties(s.Things()[k])[n]
			if p.Key == "file" || p.Key == "on" {
				continue // the hash has a file's digest instead of its name, and a perch on a sphere has no points
			}
			// a radius is valid only for a perch with a single point
			if kind == "perch" && p.Key == "radius" {
				s.Perches[0].Points = s.Perches[0].Points[:1]
				seen[hash(s)] = "perch of one point"
			}
			changeProperty(&p)
			name := kind + "." + p.Key
			if h := hash(s); seen[h] != "" {
				t.Errorf("%s and %s give the same hash", name, seen[h])
			} else {
				seen[h] = name
			}
		}
		s.Remove(*s.Things()[k].NamePointer())
		if h := hash(s); seen[h] != "" {
			t.Errorf("the hash without the %s is the same as that of %s", kind, seen[h])
		}
	}
}

// The hash includes each part of each scheduled change, the earlier value, and whether the change is over.
func TestHashIncludesSchedule(t *testing.T) {
	base := schedule.Change{At: 0.5, Thing: "tower", Key: "radius", Value: float32(7), Ramp: 0.2, Hold: 0.5}
	fly := func(changes ...schedule.Change) *flock.World { return newWorld(t, aroundFew(changes...)) }
	seen := map[uint64]string{fly().Hash(): "no change"}
	for name, change := range map[string]func(c *schedule.Change){
		"itself": func(*schedule.Change) {},
		"at":     func(c *schedule.Change) { c.At = 0.6 },
		"when":   func(c *schedule.Change) { c.When = &schedule.Condition{Measure: "speed", Value: 100, Above: true} },
		"thing":  func(c *schedule.Change) { c.Thing, c.Key, c.Value = "wire", "calls", float32(7) },
		"key":    func(c *schedule.Change) { c.Key = "pull" },
		"value":  func(c *schedule.Change) { c.Value = float32(8) },
		"ramp":   func(c *schedule.Change) { c.Ramp = 0.3 },
		"hold":   func(c *schedule.Change) { c.Hold = 0.6 },
		"smooth": func(c *schedule.Change) { c.Smooth = true },
		"flock's": func(c *schedule.Change) {
			*c = schedule.Change{At: 0.5, Key: "vision", Value: 7.0, Ramp: 0.2, Hold: 0.5}
		},
	} {
		c := base
		change(&c)
		if h := fly(c).Hash(); seen[h] != "" {
			t.Errorf("%s gives the same hash as %s", name, seen[h])
		} else {
			seen[h] = name
		}
	}
	with, without := fly(base), fly()
	for tick := range 120 {
		if over := tick > 84; (with.Hash() == without.Hash()) != over {
			t.Fatalf("at tick %d the change is over: %v, but the hashes are the same: %v", tick, over, !over)
		}
		again, err := flock.Resume(with.Checkpoint(), 1, flock.Auto, model.Hartman())
		if err != nil || again.Hash() != with.Hash() {
			t.Fatalf("at tick %d: the resumed World gives the error %v, or another hash", tick, err)
		}
		with.Step()
		without.Step()
	}
}

// oldCheckpoint returns a checkpoint as skein wrote it before the hash included the surroundings.
func oldCheckpoint(t *testing.T, data []byte, boids uint64) []byte {
	t.Helper()
	le, end := binary.LittleEndian, len(data)-12
	out := le.AppendUint16([]byte("skein world"), 2)
	out = append(out, data[len(out):end]...)
	out = le.AppendUint64(out, boids)
	return le.AppendUint32(out, crc32.Checksum(out, crc32.MakeTable(crc32.Castagnoli)))
}

// A World resumed from an older checkpoint keeps the hash of the boids alone, and the older version.
func TestOlderCheckpointsHashTheBoids(t *testing.T) {
	def := testscene.Def("paper")
	def.WarmUp, def.Params = 0, model.With(def.Params, "count", 20)
	bare := newWorld(t, def)
	def.Surroundings.Obstacles = []around.Obstacle{{Name: "far", Shape: "sphere", At: vec.Vec{X: 900}, Radius: 1, Height: 1, Size: vec.Vec{X: 1, Y: 1, Z: 1}, Scale: 1}}
	w := newWorld(t, def)
	data := oldCheckpoint(t, w.Checkpoint(), bare.Hash())
	again, err := flock.Resume(data, 1, flock.Auto, model.Hartman())
	if err != nil {
		t.Fatal(err)
	}
	if string(again.Checkpoint()) != string(data) {
		t.Error("the resumed World writes another checkpoint")
	}
	for range 90 {
		bare.Step()
		again.Step()
		w.Step()
	}
	if again.Hash() != bare.Hash() || w.Hash() == bare.Hash() {
		t.Error("an old world's hash includes its obstacle, or a new world's does not")
	}
	w.HashLike(again)
	if w.Hash() != again.Hash() || string(w.Checkpoint()) != string(again.Checkpoint()) {
		t.Error("an old world and a new one with its hash version differ")
	}
}
