package flock

import (
	"encoding/json"
	"errors"
	"fmt"

	"skein/flock/around"
	"skein/flock/internal/columns"
	"skein/flock/internal/lanes"
	"skein/flock/internal/ledger"
	"skein/flock/internal/torus"
	"skein/flock/message"
	"skein/flock/schedule"
)

var errCheckpoint = errors.New("checkpoint is damaged")

// maxAge is the largest age of a World, ticks.
const maxAge = 1 << 53

type state struct {
	head         checkpointHead
	def          Def
	flocks       []flockState
	changedModel string // name of a model that has changed since the checkpoint was written, or ""
	hash         uint64

	schedule []plannedChange
	format   uint16
	meshes   around.MeshIndex
}

type flockState struct {
	columns columns.Table // as in the checkpoint
	boids   lanes.Boids   // boids by id, without the derived columns
	ledger  ledger.Ledger
	unity   ledger.Unity
}

// read reads a checkpoint without its head and seal.
func (s *state) read(r *columns.Reader, models []*Model) error {
	h := &s.head
	if err := json.Unmarshal(r.Take(int(r.U32())), h); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if err := s.define(models); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if err := s.def.validate(); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if h.Tick < 0 || h.Age < h.Tick || h.Age > maxAge {
		return errCheckpoint
	}
	for k := range h.Schedule {
		c, err := h.Schedule[k].readChange(&s.def, h.Tick)
		if err != nil {
			return fmt.Errorf("checkpoint: event %d: %w", k+1, err)
		}
		s.schedule = append(s.schedule, c)
	}
	for k, d := range s.def.Flocks() {
		f := &s.flocks[k]
		if len(r.Data)/f.columns.Bytes() < d.Params.Count() {
			return errCheckpoint
		}
		f.readBoids(r, d.Params.Count())
		f.ledger.Read(r, s.format >= hasWaves)
		if r.Short || !f.plausible(&d.Params, h.Age) {
			return errCheckpoint
		}
	}
	s.hash = r.U64()
	if r.Short || len(r.Data) > 0 {
		return errCheckpoint
	}
	return nil
}

func (s *state) define(models []*Model) error {
	h := &s.head
	if n := 1 + len(h.Others); n > MaxFlocks {
		return fmt.Errorf("%d flocks: at most %d are allowed", n, MaxFlocks)
	}
	if n := len(h.Schedule); n > schedule.MaxChanges {
		return fmt.Errorf("%d events: at most %d are allowed", n, schedule.MaxChanges)
	}
	s.def = Def{Seed: h.Seed, TickRate: h.TickRate}
	if h.Surroundings != nil {
		if err := json.Unmarshal(h.Surroundings, &s.def.Surroundings); err != nil {
			return err
		}
	}
	for k := range s.def.Surroundings.Obstacles {
		o := &s.def.Surroundings.Obstacles[k]
		o.Mesh = s.meshes.Lookup(o)
	}
	for k, head := range append([]flockHead{h.flockHead}, h.Others...) {
		f, columns, err := head.define(k, models)
		if err != nil {
			return err
		}
		s.flocks = append(s.flocks, flockState{columns: columns})
		if head.hasRetired(f.Params.Model()) {
			s.changedModel = f.Params.Model().Name()
		}
		if head.Unity != nil {
			s.flocks[k].unity = *head.Unity
		}
		if k == 0 {
			s.def.Flock = f
		} else {
			s.def.Others = append(s.def.Others, f)
		}
	}
	return nil
}

// noIndex stands for the index of a flock that joined after the start.
const noIndex = -1

func (h *flockHead) define(index int, models []*Model) (f Flock, all columns.Table, err error) {
	m, err := h.model(index, models)
	if err != nil {
		return f, nil, err
	}
	f = Flock{Species: h.Species, Start: h.Start, Params: m.Params().AsRecorded(), Notices: h.Notices, Follows: h.Follows, Flees: h.Flees}
	if err := json.Unmarshal(h.Params, &f.Params); err != nil {
		return f, nil, err
	}
	all = columnsOf(m.def.all())
	names := h.Columns
	if names == nil {
		for _, c := range ownColumns(m.def.Rules) {
			names = append(names, c.Name)
		}
	}
	if !all.SelectNamed(names) {
		return f, nil, fmt.Errorf("the checkpoint has the columns %.80q, but the model %s does not have all of them", names, m.Name())
	}
	return f, all, nil
}

func (h *flockHead) hasRetired(m *Model) bool {
	var values map[string]json.RawMessage
	if json.Unmarshal(h.Params, &values) != nil {
		return false // define reports this error
	}
	for key := range values {
		if m.isRetired(key) {
			return true
		}
	}
	return false
}

// model returns the flock's model, or the first one if the checkpoint names none. If two models have the same
// name, because one has more rules, models must be in the order of the flocks.
func (h *flockHead) model(index int, models []*Model) (*Model, error) {
	var names []string
	if index >= 0 && index < len(models) && models[index].Name() == h.Model {
		return models[index], nil
	}
	for _, m := range models {
		if h.Model == "" || m.Name() == h.Model {
			return m, nil
		}
		names = append(names, m.Name())
	}
	return nil, fmt.Errorf("unknown model %.40q%s", h.Model, message.Alternatives(h.Model, names))
}

func (f *flockState) readBoids(r *columns.Reader, n int) {
	f.boids.Own = make([][]float32, f.columns.OwnArrays())
	f.columns.Resize(&f.boids, n)
	f.columns.Read(r, &f.boids)
}

func (s *state) world(workers int, index Index) (*World, error) {
	s.def.Workers, s.def.Index = workers, index
	if err := s.def.validate(); err != nil {
		return nil, err
	}
	w := newEmptyWorld(s.def, nil)
	w.format, w.meshes = s.format, s.meshes
	if w.format == pairsHash {
		w.format = hasWaves // a state has the same hash in both formats
	}
	if err := w.learnMeshes(&s.def.Surroundings); err != nil {
		return nil, fmt.Errorf("checkpoint: %w; its mesh is missing", err)
	}
	w.useSurroundings(s.def.Surroundings.Clone(), around.NewSolids(s.def.Surroundings.Obstacles, nil), around.ThingKinds())
	w.tick, w.age, w.schedule = s.head.Tick, s.head.Age, s.schedule
	first := 0
	for k, f := range w.flocks {
		f.firstID = first
		f.resume(&s.flocks[k])
		first += f.N
	}
	return w, nil
}

func (f *flock) resume(s *flockState) {
	f.ledger, f.Boids, f.unity = s.ledger, s.boids, s.unity
	f.makeRoom(f.params.Count())
	f.listRules()
	for i, bits := range f.Boids.Wing {
		f.columns.Begin(&f.Boids, f.seed, i, true)
		f.placedSinceTick = f.placedSinceTick || bits&lanes.Placed != 0
		f.placedBeforeTick = f.placedBeforeTick || bits&lanes.Jumped != 0
		if f.Boids.Age[i] >= 0 {
			f.Leaders = append(f.Leaders, int32(i))
		}
	}
	f.prepare()
}

func (s *flockState) plausible(p *Params, age int64) bool {
	if !s.ledger.Plausible(len(s.boids.ID), age, 4*around.Wall) || !s.unity.Plausible(age) {
		return false
	}
	world := torus.New(p.Float("bounds_size"))
	for i := range s.boids.ID {
		if !s.columns.Plausible(&s.boids, i) {
			return false
		}
		if _, outside := world.Wrap(s.boids.Pos.At(i)); outside && Bounds(p.Choice("bounds")) == Wrap {
			return false
		}
	}
	return true
}
