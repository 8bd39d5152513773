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
// length; the boids by id, a part of a column after the other, see table; the open entries
// of the ledger; the state's hash. Numbers are little-endian.
const (
	checkpointName    = "skein world"
	checkpointVersion = 1
)

// checkpointHead is what a checkpoint says once for all boids.
type checkpointHead struct {
	Model    string  `json:"model,omitempty"` // empty in those of hartman that are older than other models
	Seed     uint64  `json:"seed"`
	TickRate int     `json:"tick_rate"`
	Start    Start   `json:"start"`
	Tick     int64   `json:"tick"`
	Age      int64   `json:"age"` // ticks since the start, warm-up included
	Params   *Params `json:"params"`

	// Columns are those of rules that are saved, in order; none are named where
	// they are those of the model's own rules.
	Columns []string `json:"columns,omitempty"`
}

// Checkpoint is the whole World, as bytes that [Resume] goes on from. Events that
// nobody has taken are left out.
func (w *World) Checkpoint() []byte {
	head, err := json.Marshal(&checkpointHead{
		Model: w.params.Model().Name(), Seed: w.def.Seed, TickRate: w.def.TickRate, Start: w.def.Start,
		Tick: w.tick, Age: w.age, Params: &w.params, Columns: w.columns.names(),
	})
	if err != nil {
		head = nil // never: all numbers passed Validate, so they are finite
	}
	le := binary.LittleEndian
	b := make([]byte, 0, len(head)+w.n*w.columns.bytes()+1024)
	b = le.AppendUint16(append(b, checkpointName...), checkpointVersion)
	b = append(le.AppendUint32(b, uint32(len(head))), head...)
	b = w.appendBoids(b)
	b = le.AppendUint32(b, uint32(len(w.excursions)))
	for k := range w.excursions {
		b = w.excursions[k].append(b)
	}
	b = le.AppendUint64(b, w.Hash())
	return le.AppendUint32(b, crc32.Checksum(b, castagnoli()))
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func (w *World) appendBoids(b []byte) []byte {
	slots := make([]int, w.n)
	for slot, id := range w.boids.ID {
		slots[id] = slot
	}
	for _, p := range w.columns.saved() {
		b = p.append(b, &w.boids, slots)
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
	b = le.AppendUint32(b, uint32(a.within))
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

// Resume goes on from a checkpoint of a World of model m, bit for bit as the World that it was taken of,
// whatever the number of workers and the index, as in [Def]. It errs on data that
// are damaged, or of another version or model. Parameters that the model has had since
// are as in [Model.Params].
func Resume(m *Model, data []byte, workers int, index Index) (*World, error) {
	body, err := unsealed(data)
	if err != nil {
		return nil, err
	}
	s, err := (&reader{b: body}).state(m)
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

// unsealed is what lies between a checkpoint's version and its checksum.
func unsealed(data []byte) ([]byte, error) {
	r := reader{b: data}
	if string(r.take(len(checkpointName))) != checkpointName {
		return nil, fmt.Errorf("not a checkpoint of a flock")
	}
	if v := r.u16(); v != checkpointVersion || len(r.b) < 4 {
		return nil, fmt.Errorf("checkpoint of version %d: want %d", v, checkpointVersion)
	}
	end := len(r.b) - 4
	if binary.LittleEndian.Uint32(r.b[end:]) != crc32.Checksum(data[:len(data)-4], castagnoli()) {
		return nil, errCheckpoint
	}
	return r.b[:end], nil
}
