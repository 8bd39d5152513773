package web

import (
	"fmt"
	"math"

	"skein/engine/web/live"
	"skein/flock/export"
)

// mostInstances is the largest number of birds × frames in a page. A browser needs about 25 bytes for each.
const mostInstances = 12_000_000

// Units of values. Components of rotations are in turnQuantum, phases of wingbeats in 1/phaseSteps turns, and
// weights of poses in 1/weightSteps.
const (
	turnQuantum = 1.0 / 2048
	phaseSteps  = 256
	weightSteps = 255
)

// FlightAbout describes the data named flight.
type FlightAbout struct {
	Birds   int          `json:"birds"`
	Frames  int          `json:"frames"`
	FPS     float64      `json:"fps"`
	Start   float64      `json:"start"`           // time of the first frame, s
	Quantum float32      `json:"quantum"`         // unit of positions, m
	Turn    float32      `json:"turn"`            // unit of the components of rotations
	Species []int        `json:"species"`         // number of birds of each species, in order
	Spans   []float32    `json:"spans"`           // wingspan of each species in the first frame, m
	Sizes   []SizeChange `json:"sizes"`           // changes of the wingspans
	IDs     []int        `json:"ids"`             // ids of the birds in the recording
	Names   []string     `json:"names,omitempty"` // names of imported birds
	// index of each bird's model within its species; omitted if each species has one
	Models []int `json:"models,omitempty"`
}

// SizeChange is a change of the wingspan of a species.
type SizeChange struct {
	Frame   int     `json:"frame"`
	Species int     `json:"species"`
	Size    float32 `json:"size"` // wingspan relative to the first frame
}

const (
	columnFlags = iota
	columnX
	columnY
	columnZ
	columnQX
	columnQY
	columnQZ
	columnQW
	columnPhase
	columnRest
	columnFlare
	columnCount
)

// flight encodes the birds of a recording, column after column. A column contains the frames of one bird
// after another.
//
// The flags are stored as the bits that differ from the previous frame. Other values exist only in frames
// with the bird. They are rounded to whole numbers and predicted on a straight line through the bird's two
// previous values. Weights of poses are predicted to equal the previous value. The data contains the
// differences from the predictions as zigzag numbers of variable length: seven bits per byte, the lowest
// first, and a top bit that says whether more bytes follow.
type flight struct {
	about   FlightAbout
	birds   []encodedBird
	columns [columnCount]column
	present []bool // whether each bird is present, in order of frames and then of birds
	index   map[int]int
	frames  int
	worst   deviation

	isPacked bool
}

type deviation struct {
	squared float64 // squared distance, m²
	cosine  float64 // cosine of half the angle
}

func (d *deviation) distance() float64 { return math.Sqrt(d.squared) }

func (d *deviation) angle() float64 { return 2 * math.Acos(d.cosine) }

type encodedBird struct {
	last, before [columnCount]int64
	seen         int
	flags        int
	stances      export.Stances
}

func newFlight(ids [][]int, frames int, span float32) (*flight, error) {
	f := &flight{index: map[int]int{}, worst: deviation{cosine: 1}}
	for _, flock := range ids {
		f.about.Species = append(f.about.Species, len(flock))
		for _, id := range flock {
			f.index[id] = len(f.about.IDs)
			f.about.IDs = append(f.about.IDs, id)
		}
	}
	n := len(f.about.IDs)
	if total := int64(n) * int64(frames); total > mostInstances {
		return nil, fmt.Errorf("a page can hold at most %d bird positions, but %d birds in %d frames have %d; use --frames, --boids or a lower --fps", mostInstances, n, frames, total)
	}
	f.birds, f.present = make([]encodedBird, n), make([]bool, 0, n*frames)
	f.about.Birds, f.about.Frames = n, frames
	f.about.Quantum, f.about.Turn = positionQuantum(span), turnQuantum
	return f, nil
}

// positionQuantum returns the unit in which positions are stored: a power of two, at most 1/150 of the
// wingspan.
func positionQuantum(span float32) float32 {
	return float32(math.Exp2(math.Floor(math.Log2(float64(span) / 150))))
}

func (f *flight) add(frame *export.Frame, dt float32) {
	for k, size := range frame.Sizes {
		f.addSize(k, size)
	}
	next := 0
	for k := range f.birds {
		if next < len(frame.Boids) && frame.Boids[next].ID == f.about.IDs[k] {
			f.addBird(&f.birds[k], &frame.Boids[next], dt)
			f.present = append(f.present, true)
			next++
		} else {
			f.setFlags(&f.birds[k], 0)
			f.present = append(f.present, false)
		}
	}
	f.frames++
}

func (f *flight) addSize(species int, size float32) {
	last := float32(1)
	for _, z := range f.about.Sizes {
		if z.Species == species {
			last = z.Size
		}
	}
	if size != last {
		f.about.Sizes = append(f.about.Sizes, SizeChange{f.frames, species, size})
	}
}

func (f *flight) setFlags(b *encodedBird, flags int) {
	f.columns[columnFlags].add(uint64(flags ^ b.flags))
	b.flags = flags
}

func (f *flight) addBird(to *encodedBird, b *export.Boid, dt float32) {
	came := to.flags&live.Present == 0
	f.setFlags(to, live.FlagsOf(b.Flags))
	to.stances.Update(b.Flags, dt, came)
	q := b.Rotation
	values := [columnCount]float64{
		columnX: float64(b.Pos[0]) / float64(f.about.Quantum), columnY: float64(b.Pos[1]) / float64(f.about.Quantum), columnZ: float64(b.Pos[2]) / float64(f.about.Quantum),
		columnQX: float64(q.V[0]) / turnQuantum, columnQY: float64(q.V[1]) / turnQuantum, columnQZ: float64(q.V[2]) / turnQuantum, columnQW: float64(q.W) / turnQuantum,
		columnPhase: b.Turns * phaseSteps, columnRest: float64(to.stances.Rest()) * weightSteps, columnFlare: float64(to.stances.Flare()) * weightSteps,
	}
	var quantized [columnCount]int64
	for k := columnX; k < columnCount; k++ {
		quantized[k] = int64(math.Round(values[k]))
		f.columns[k].add(to.difference(k, quantized[k]))
	}
	to.seen++
	f.worst.add(&values, &quantized, float64(f.about.Quantum))
}

func (b *encodedBird) difference(column int, now int64) uint64 {
	predicted := b.last[column]
	if b.seen > 1 && column < columnRest {
		predicted += b.last[column] - b.before[column]
	}
	b.before[column], b.last[column] = b.last[column], now
	d := now - predicted
	return uint64(d<<1) ^ uint64(d>>63)
}

func (e *deviation) add(values *[columnCount]float64, quantized *[columnCount]int64, quantum float64) {
	var distance, dot, length float64
	for k := columnX; k <= columnZ; k++ {
		d := values[k] - float64(quantized[k])
		distance += d * d
	}
	for k := columnQX; k <= columnQW; k++ {
		dot += values[k] * float64(quantized[k]) * turnQuantum
		length += float64(quantized[k]) * float64(quantized[k])
	}
	e.squared = max(e.squared, quantum*quantum*distance)
	e.cosine = min(e.cosine, math.Abs(dot)/math.Sqrt(length))
}
