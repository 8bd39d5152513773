package flock

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"

	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/internal/columns"
	"skein/flock/internal/ledger"
)

// A checkpoint begins with checkpointName and a version. It ends with the CRC-32 (Castagnoli) of everything
// before the checksum. Between version and checksum are these parts:
//
// - the length of a checkpointHead, and the head in JSON
// - for each flock: the boids by id, as the parts of the columns one after another (see columns.Table)
// - for each flock: the open entries of its ledger
// - the hash of the state
//
// Numbers are little-endian.
const (
	checkpointName    = "skein world"
	checkpointVersion = 5

	// Version 1 has one flock, no schedule and no surroundings. In versions 1 and 2, the hash covers only the
	// boids. A World that was resumed from them keeps this hash, and writes version 1 if this version can
	// hold its state. Version 3 also hashes the JSON of things and changes (see hashJSON). Version 4 hashes
	// their keys and values instead (see hashPairs). In version 5 and later, the entries of the ledger hold
	// the waves that leaders began (see Resume).
	wholeHash = 3
	pairsHash = 4
	hasWaves  = 5
)

type checkpointHead struct {
	Seed     uint64 `json:"seed"`
	TickRate int    `json:"tick_rate"`
	Tick     int64  `json:"tick"`
	Age      int64  `json:"age"` // ticks since the start, including the warm-up
	flockHead
	Others   []flockHead   `json:"others,omitempty"`
	Schedule []plannedHead `json:"schedule,omitempty"` // the changes that are not over

	Surroundings json.RawMessage `json:"surroundings,omitempty"` // surroundings at the tick of the checkpoint
}

type flockHead struct {
	Species string          `json:"species,omitempty"`
	Model   string          `json:"model,omitempty"` // empty in checkpoints written before there was a second model
	Start   cloud.Start     `json:"start"`
	Params  json.RawMessage `json:"params"`

	Notices []string `json:"notices,omitempty"`
	Follows []string `json:"follows,omitempty"`
	Flees   []string `json:"flees,omitempty"`

	// Columns are the names of the saved columns of rules, in order. If nil, as in older checkpoints, the
	// columns of the model's own rules are saved.
	Columns []string `json:"columns,omitzero"`

	Unity *ledger.Unity `json:"unity,omitempty"` // nil if it is unknown whether the flock is whole
}

// Checkpoint returns the whole World as bytes from which [Resume] continues. The bytes do not contain events
// that TakeEvents has not returned yet.
func (w *World) Checkpoint() []byte {
	all := checkpointHead{Seed: w.def.Seed, TickRate: w.def.TickRate, Tick: w.tick, Age: w.age, flockHead: w.flocks[0].checkpointHead(&w.def.Flock), Schedule: w.savedSchedule(), Surroundings: encodeSurroundings(&w.around)}
	size := 1024
	for k, f := range w.flocks {
		size += f.N * f.columns.Bytes()
		if k > 0 {
			all.Others = append(all.Others, f.checkpointHead(&w.def.Others[k-1]))
		}
	}
	head, err := json.Marshal(&all)
	if err != nil {
		head = nil // never happens: Validate rejects numbers that are not finite
	}
	le, version := binary.LittleEndian, w.checkpointVersion(&all)
	b := make([]byte, 0, len(head)+size)
	b = le.AppendUint16(append(b, checkpointName...), version)
	b = append(le.AppendUint32(b, uint32(len(head))), head...)
	for _, f := range w.flocks {
		b = f.appendBoids(b)
		b = f.ledger.Append(b, version >= hasWaves)
	}
	b = le.AppendUint64(b, w.Hash())
	return le.AppendUint32(b, crc32.Checksum(b, castagnoli()))
}

func (w *World) checkpointVersion(h *checkpointHead) uint16 {
	switch {
	case w.format >= wholeHash:
		return w.format
	case len(h.Others)+len(h.Schedule)+len(h.Surroundings) > 0:
		return 2
	}
	return 1
}

func (f *flock) checkpointHead(d *Flock) flockHead {
	params, err := json.Marshal(f.params)
	if err != nil {
		params = nil // never happens; see Checkpoint
	}
	var hunted *ledger.Unity
	if f.unity.Whole || f.unity.Split > 0 {
		hunted = &f.unity
	}
	columns := f.columns.SavedNames()
	if columns == nil && len(ownColumns(f.params.Model().def.Rules)) > 0 {
		columns = []string{} // nil would mean all columns of the model's own rules
	}
	return flockHead{
		Unity: hunted, Species: d.Species, Model: f.params.Model().Name(), Start: f.start, Params: params,
		Notices: d.Notices, Follows: d.Follows, Flees: d.Flees, Columns: columns,
	}
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func (f *flock) appendBoids(b []byte) []byte {
	slots := make([]int, f.N)
	for slot, id := range f.Boids.ID {
		slots[id] = slot
	}
	return f.columns.Append(b, &f.Boids, slots)
}

// Resume returns a World that continues from a checkpoint, bit for bit like the World that wrote the
// checkpoint. workers and index are as in [Def], and do not affect the results. models are the models that
// the flocks may have. Resume returns an error if the data are damaged or have another version or an unknown
// model. An obstacle with a file is also an error: see [ResumeAmong]. Parameters that were added to a model
// after the checkpoint was written get the values of [Params.AsRecorded].
//
// Checkpoints of versions 1 to 4 hold no waves. For an escape that was open then, the ledger counts only the
// boids that copy the leader's next turn. The flight itself is the same.
func Resume(data []byte, workers int, index Index, models ...*Model) (*World, error) {
	return ResumeAmong(nil, data, workers, index, models...)
}

// ResumeAmong is like Resume, for a World with obstacles that have meshes. A checkpoint holds only the
// digests of meshes, so a missing mesh is an error. meshes may hold more meshes, for later changes of the
// surroundings.
func ResumeAmong(meshes []*around.Mesh, data []byte, workers int, index Index, models ...*Model) (*World, error) {
	s, err := readCheckpoint(data, meshes, models)
	if err != nil {
		return nil, err
	}
	if s.changedModel != "" {
		return nil, fmt.Errorf("checkpoint: the flight cannot be continued, because the model %s has changed since the checkpoint was written", s.changedModel)
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

// DefOf returns the definition in a checkpoint. It has the seed, the flocks with their present parameters,
// the changes that are not over, and the surroundings without their meshes.
func DefOf(data []byte, models ...*Model) (Def, error) {
	s, err := readCheckpoint(data, nil, models)
	if err != nil {
		return Def{}, err
	}
	for k := range s.schedule {
		s.def.Schedule = append(s.def.Schedule, s.schedule[k].Change)
	}
	return s.def, nil
}

func readCheckpoint(data []byte, meshes []*around.Mesh, models []*Model) (*state, error) {
	version, body, err := checkSeal(data)
	if err != nil {
		return nil, err
	}
	s := &state{format: version, meshes: around.IndexMeshes(meshes)}
	return s, s.read(&columns.Reader{Data: body}, models)
}

func checkSeal(data []byte) (version uint16, body []byte, err error) {
	r := columns.Reader{Data: data}
	if string(r.Take(len(checkpointName))) != checkpointName {
		return 0, nil, fmt.Errorf("not a checkpoint of a flock")
	}
	if version = r.U16(); version < 1 || version > checkpointVersion || len(r.Data) < 4 {
		return 0, nil, fmt.Errorf("checkpoint of version %d: the version must be 1 to %d", version, checkpointVersion)
	}
	end := len(r.Data) - 4
	if binary.LittleEndian.Uint32(r.Data[end:]) != crc32.Checksum(data[:len(data)-4], castagnoli()) {
		return 0, nil, errCheckpoint
	}
	return version, r.Data[:end], nil
}
