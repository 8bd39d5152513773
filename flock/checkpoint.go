package flock

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math"
)

// A checkpoint begins with checkpointName and a version, and ends with the CRC-32
// (Castagnoli) of all before it. In between: a checkpointHead in JSON behind its
// length; of each flock the boids by id, a part of a column after the other, see table,
// and the open entries of its ledger; the state's hash. Numbers are little-endian.
const (
	checkpointName    = "skein world"
	checkpointVersion = 4

	// Version 1 knows one flock, no schedule and no surroundings. Up to version 2 the hash is
	// of the boids alone; a World that goes on from one keeps to that, and to the older of the
	// two that will do. In version 3 the hash took in the texts of things and changes, from 4
	// on it takes in what they say: see hashJSON and hashPairs.
	wholeHash = 3
	pairsHash = 4
)

// checkpointHead is what a checkpoint says once for all boids.
type checkpointHead struct {
	Seed     uint64 `json:"seed"`
	TickRate int    `json:"tick_rate"`
	Tick     int64  `json:"tick"`
	Age      int64  `json:"age"` // ticks since the start, warm-up included
	flockHead
	Others   []flockHead   `json:"others,omitempty"`
	Schedule []plannedHead `json:"schedule,omitempty"` // what is left of it

	Surroundings json.RawMessage `json:"surroundings,omitempty"` // in force
}

// flockHead is what a checkpoint says once for all boids of a flock.
type flockHead struct {
	Species string          `json:"species,omitempty"`
	Model   string          `json:"model,omitempty"` // empty in those that are older than a second model
	Start   Start           `json:"start"`
	Params  json.RawMessage `json:"params"`

	Notices []string `json:"notices,omitempty"`
	Follows []string `json:"follows,omitempty"`
	Flees   []string `json:"flees,omitempty"`

	// Columns are those of rules that are saved, in order. Older ones name none: they
	// have those of the model's own rules.
	Columns []string `json:"columns,omitempty"`

	Unity *unity `json:"unity,omitempty"` // of a flock that was hunted
}

// Checkpoint returns the whole World, as bytes that [Resume] goes on from. Events that
// nobody has taken are left out.
func (w *World) Checkpoint() []byte {
	all := checkpointHead{Seed: w.def.Seed, TickRate: w.def.TickRate, Tick: w.tick, Age: w.age, flockHead: w.flocks[0].described(&w.def.Flock), Schedule: w.scheduled(), Surroundings: encodeSurroundings(&w.around)}
	size := 1024
	for k, f := range w.flocks {
		size += f.n * f.columns.bytes()
		if k > 0 {
			all.Others = append(all.Others, f.described(&w.def.Others[k-1]))
		}
	}
	head, err := json.Marshal(&all)
	if err != nil {
		head = nil // never: all numbers passed Validate, so they are finite
	}
	le := binary.LittleEndian
	b := make([]byte, 0, len(head)+size)
	b = le.AppendUint16(append(b, checkpointName...), w.checkpointVersion(&all))
	b = append(le.AppendUint32(b, uint32(len(head))), head...)
	for _, f := range w.flocks {
		b = f.appendBoids(b)
		b = le.AppendUint32(b, uint32(len(f.excursions)))
		for k := range f.excursions {
			b = f.excursions[k].append(b)
		}
	}
	b = le.AppendUint64(b, w.Hash())
	return le.AppendUint32(b, crc32.Checksum(b, castagnoli()))
}

// checkpointVersion is that of a checkpoint which says this.
func (w *World) checkpointVersion(h *checkpointHead) uint16 {
	switch {
	case w.format >= wholeHash:
		return w.format
	case len(h.Others)+len(h.Schedule)+len(h.Surroundings) > 0:
		return 2
	}
	return 1
}

// described returns what a checkpoint says of the flock, which was defined by d.
func (f *flock) described(d *Flock) flockHead {
	params, err := json.Marshal(f.params)
	if err != nil {
		params = nil // never, as above
	}
	var hunted *unity
	if f.unity.Whole || f.unity.Split > 0 {
		hunted = &f.unity
	}
	return flockHead{
		Unity: hunted, Species: d.Species, Model: f.params.Model().Name(), Start: f.start, Params: params,
		Notices: d.Notices, Follows: d.Follows, Flees: d.Flees, Columns: f.columns.names(),
	}
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func (f *flock) appendBoids(b []byte) []byte {
	slots := make([]int, f.n)
	for slot, id := range f.boids.ID {
		slots[id] = slot
	}
	for _, p := range f.columns.saved() {
		b = p.append(b, &f.boids, slots)
	}
	return b
}

// append encodes an open entry of the ledger behind b.
func (a *excursion) append(b []byte) []byte {
	le := binary.LittleEndian
	b = le.AppendUint32(b, uint32(a.boid))
	b = le.AppendUint64(b, uint64(a.began))
	b = le.AppendUint32(b, math.Float32bits(a.onLeaving))
	b = le.AppendUint32(b, math.Float32bits(a.peak))
	b = le.AppendUint32(b, uint32(a.steadyTicks))
	leading := byte(0)
	if a.leading {
		leading = 1
	}
	b = le.AppendUint32(append(b, leading), uint32(len(a.drawn.ids)))
	for k, id := range a.drawn.ids {
		b = le.AppendUint32(b, uint32(id))
		b = le.AppendUint32(b, math.Float32bits(a.drawn.sums[k]))
	}
	return b
}

// Resume goes on from a checkpoint of a World, bit for bit as the World that it was taken of,
// whatever the number of workers and the index, as in [Def]. The models are those that
// its flocks may be of. It errs on data that
// are damaged, or of another version or model, and where an obstacle is of a file: see
// [ResumeAmong]. Parameters that a model has had since are as in [Model.Params].
func Resume(data []byte, workers int, index Index, models ...*Model) (*World, error) {
	return ResumeAmong(nil, data, workers, index, models...)
}

// ResumeAmong is Resume of a World among obstacles of such meshes: checkpoints name those by
// their digests alone. It errs if one is missing. More of them do no harm: later changes of
// the surroundings may name them too.
func ResumeAmong(meshes []*Mesh, data []byte, workers int, index Index, models ...*Model) (*World, error) {
	s, err := stateOf(data, meshes, models)
	if err != nil {
		return nil, err
	}
	w, err := s.world(workers, index)
	if err != nil {
		return nil, err
	}
	if w.Hash() != s.hash {
		return nil, errCheckpoint
	}
	return w, nil
}

// DefOf returns what a checkpoint says is in force: the seed, the flocks with their parameters,
// the changes that are not over, and the surroundings, whose meshes are not in it.
func DefOf(data []byte, models ...*Model) (Def, error) {
	s, err := stateOf(data, nil, models)
	if err != nil {
		return Def{}, err
	}
	for k := range s.schedule {
		s.def.Schedule = append(s.def.Schedule, s.schedule[k].Change)
	}
	return s.def, nil
}

// stateOf reads a checkpoint.
func stateOf(data []byte, meshes []*Mesh, models []*Model) (*state, error) {
	version, body, err := unsealed(data)
	if err != nil {
		return nil, err
	}
	s := &state{format: version, meshes: indexMeshes(meshes)}
	return s, (&reader{b: body}).state(s, models)
}

// unsealed returns a checkpoint's version, and what lies between that and its checksum.
func unsealed(data []byte) (version uint16, body []byte, err error) {
	r := reader{b: data}
	if string(r.take(len(checkpointName))) != checkpointName {
		return 0, nil, fmt.Errorf("not a checkpoint of a flock")
	}
	if version = r.u16(); version < 1 || version > checkpointVersion || len(r.b) < 4 {
		return 0, nil, fmt.Errorf("checkpoint of version %d: want 1 to %d", version, checkpointVersion)
	}
	end := len(r.b) - 4
	if binary.LittleEndian.Uint32(r.b[end:]) != crc32.Checksum(data[:len(data)-4], castagnoli()) {
		return 0, nil, errCheckpoint
	}
	return version, r.b[:end], nil
}
