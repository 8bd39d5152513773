package flock

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"skein/flock/internal/lanes"
)

// errCheckpoint says that a checkpoint is not as it was written.
var errCheckpoint = errors.New("checkpoint is damaged")

// reader takes numbers off the front of a checkpoint. Past the end it gives zeros
// and sets short.
type reader struct {
	b     []byte
	short bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.b, r.short = nil, true
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) u8() uint8 {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) u16() uint16 {
	if b := r.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *reader) u32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) u64() uint64 {
	if b := r.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (r *reader) real() float32 { return math.Float32frombits(r.u32()) }

// oldest is the most ticks that a World may have lived: 64 bits hold a thousand
// times as many.
const oldest = 1 << 53

// state is what a checkpoint says, all of it within the ranges that the simulation
// keeps to.
type state struct {
	columns    table // with those that it holds in its order
	head       checkpointHead
	def        Def
	boids      lanes.Boids // by id, but for what follows from the seed
	excursions []excursion
	hash       uint64
}

// state reads all of a checkpoint.
func (r *reader) state(m *Model) (*state, error) {
	p := m.Params()
	s := &state{head: checkpointHead{Params: &p}}
	h := &s.head
	err := json.Unmarshal(r.take(int(r.u32())), h)
	if h.Model != "" && h.Model != m.Name() { // whose parameters are others
		return nil, fmt.Errorf("checkpoint of the model %.40q: want %s", h.Model, m.Name())
	}
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	s.def = Def{Seed: h.Seed, TickRate: h.TickRate, Start: h.Start, Params: p}
	if err := s.def.validate(); err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	if err := s.list(m); err != nil {
		return nil, err
	}
	if h.Tick < 0 || h.Age < h.Tick || h.Age > oldest || len(r.b)/s.columns.bytes() < p.Count() {
		return nil, errCheckpoint
	}
	r.boids(s)
	r.excursions(s)
	s.hash = r.u64()
	if r.short || len(r.b) > 0 || !s.plausible() {
		return nil, errCheckpoint
	}
	return s, nil
}

// list takes in which columns the checkpoint holds.
func (s *state) list(m *Model) error {
	s.columns = columns(ownColumns(m.def.all())...)
	names := s.head.Columns
	if names == nil {
		for _, c := range ownColumns(m.def.Rules) {
			names = append(names, c.Name)
		}
	}
	if !s.columns.listed(names) {
		return fmt.Errorf("checkpoint with the columns %.80q: the model %s lacks some", names, m.Name())
	}
	return nil
}

// boids fills the slots with the boids of the same numbers.
func (r *reader) boids(s *state) {
	t := s.columns
	s.boids.Own = make([][]float32, t.own())
	t.resize(&s.boids, s.def.Params.Count())
	for _, p := range t.saved() {
		p.read(r, &s.boids)
	}
}

// excursions reads the open entries of the ledger.
func (r *reader) excursions(s *state) {
	for n := r.u32(); n > 0 && !r.short; n-- {
		a := excursion{boid: int32(r.u32()), began: int64(r.u64()), onLeaving: r.real(), peak: r.real()}
		a.slot, a.within, a.leading = a.boid, int(r.u32()), r.u8() != 0
		a.drawn = r.tally()
		s.excursions = append(s.excursions, a)
	}
}

// tally reads who was drawn how much.
func (r *reader) tally() (t tally) {
	last := int32(-1)
	for n := r.u32(); n > 0 && !r.short; n-- {
		id, sum := int32(r.u32()), r.real()
		r.short = r.short || id <= last || sum-sum != 0
		t.ids, t.sums, last = append(t.ids, id), append(t.sums, sum), id
	}
	return t
}

// world is the World in that state.
func (s *state) world(workers int, index Index) (*World, error) {
	s.def.Workers, s.def.Index = workers, index
	if err := s.def.validate(); err != nil {
		return nil, err
	}
	w := empty(s.def)
	w.tick, w.age, w.excursions, w.boids = s.head.Tick, s.head.Age, s.excursions, s.boids
	w.batches = w.fields()
	w.makeRoom(s.def.Params.Count())
	for i, bits := range w.boids.Wing {
		w.columns.begin(w, i, true)
		w.placed = w.placed || bits&lanes.Placed != 0
		w.jumped = w.jumped || bits&lanes.Jumped != 0
		if w.boids.Age[i] >= 0 {
			w.leaders = append(w.leaders, int32(i))
		}
	}
	w.prepare()
	return w, nil
}

// plausible says whether all is such as the simulation makes.
func (s *state) plausible() bool {
	for k := range s.excursions {
		a := &s.excursions[k]
		if a.boid < 0 || int(a.boid) >= len(s.boids.ID) || a.began < 0 || a.began > s.head.Age || !(Vec{a.onLeaving, a.peak, 0}).Within(4*wall) {
			return false
		}
	}
	world := newTorus(s.def.Params.Float("bounds_size"))
	t := s.columns
	for i := range s.boids.ID {
		if !t.plausible(&s.boids, i) || s.boids.Age[i] != free && !s.def.Params.Model().Leads() {
			return false
		}
		if _, outside := world.into(at(&s.boids.Pos, i)); outside && Bounds(s.def.Params.Choice("bounds")) == Wrap {
			return false
		}
	}
	return true
}

// Within says whether all three numbers are numbers, no further from 0 than limit.
func (a Vec) Within(limit float32) bool {
	return a.X >= -limit && a.X <= limit && a.Y >= -limit && a.Y <= limit && a.Z >= -limit && a.Z <= limit
}
