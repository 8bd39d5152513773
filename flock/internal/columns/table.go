// Package columns holds the table of the data that are stored for every boid, such as position, velocity and
// the columns of rules. The table determines a flock's memory, how boids are sorted, copied and hashed, and
// the contents of checkpoints.
//
// Start reading at [Table].
package columns

import (
	"math"
	"slices"

	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/internal/stages"
	"skein/flock/vec"
)

// Column is a number or a vector that is stored for every boid. The table of columns determines a flock's
// memory, how boids are sorted and copied, the contents of checkpoints and hashes, and the initial values of
// a new boid.
type Column struct {
	name  string
	Parts []part

	low, high float32 // limits of the values in any simulation
	exact     bool    // whether the values are multiples of the quantum
	// whether the values follow from the seed and the id; they are then neither saved nor hashed
	derived bool
	// whether the column belongs to an inactive guest rule; it then takes no memory, and is neither saved nor
	// hashed
	Silent bool

	Omitted bool // whether the rule does not use the column with its current parameters; the column is then 0 for all boids, and neither saved nor hashed

	// begin returns the initial value for a boid that was just placed in the slot of its id. For a scalar
	// column, the value is the x coordinate of the result. If begin is nil, the value is 0.
	begin func(b *lanes.Boids, seed uint64, id int) vec.Vec
}

// ForFlap is the purpose of the random numbers for wingbeats. No other purpose has the same value, which
// TestPurposesDiffer checks.
const ForFlap vec.Purpose = 5

// NotLeading is the escape age of a boid that does not lead.
const NotLeading = -1

const (
	largestPull   = 300 * 960 // the velocity changes by about twice stages.TopSpeed in a tick
	longestEscape = 21 * 960  // longest escape, ticks
)

type Table []Column

// Own is a column of a rule, a number or a vector. Its values are between Low and High.
type Own struct {
	Name      string
	Low, High float32
	Vector    bool
}

// New returns the columns of every boid. The rules' own columns follow position and velocity.
func New(own ...Own) Table {
	t := Table{
		{name: "position", Parts: vector(func(b *lanes.Boids) *lanes.Vec { return &b.Pos }),
			low: -around.Wall, high: around.Wall, exact: true, begin: func(b *lanes.Boids, _ uint64, id int) vec.Vec { return b.Pos.At(id) }},
		{name: "velocity", Parts: vector(func(b *lanes.Boids) *lanes.Vec { return &b.Vel }),
			low: -stages.TopSpeed, high: stages.TopSpeed, exact: true, begin: func(b *lanes.Boids, _ uint64, id int) vec.Vec { return b.Vel.At(id) }},
		{name: "up", Parts: vector(func(b *lanes.Boids) *lanes.Vec { return &b.Up }), low: -1.01, high: 1.01, begin: beginUp},
		{name: "pull", Parts: vector(func(b *lanes.Boids) *lanes.Vec { return &b.Pull }), low: -largestPull, high: largestPull},
		{name: "phase", Parts: []part{reals(func(b *lanes.Boids) *[]float32 { return &b.Phase })},
			high: math.Nextafter32(1, 0), begin: beginPhase},
		{name: "left", Parts: []part{reals(func(b *lanes.Boids) *[]float32 { return &b.Left })}, high: 2 * stages.TopSpeed},
		{name: "age", Parts: []part{wholes(func(b *lanes.Boids) *[]int32 { return &b.Age })},
			low: NotLeading, high: longestEscape, begin: func(*lanes.Boids, uint64, int) vec.Vec { return vec.Vec{X: NotLeading} }},
		{name: "wing", Parts: []part{flags(func(b *lanes.Boids) *[]uint32 { return &b.Wing })},
			high: 2*lanes.Landing - 1, begin: func(*lanes.Boids, uint64, int) vec.Vec { return vec.Vec{X: lanes.Placed} }},
		{name: "pace", Parts: []part{reals(func(b *lanes.Boids) *[]float32 { return &b.Pace })}, derived: true, begin: beginPace},
		{name: "id", Parts: []part{wholes(func(b *lanes.Boids) *[]int32 { return &b.ID })}, derived: true,
			begin: func(_ *lanes.Boids, _ uint64, id int) vec.Vec { return vec.Vec{X: float32(id)} }},
	}
	arrays := 0
	for k, c := range own {
		parts := ownParts(arrays, 1)
		if c.Vector {
			parts = ownParts(arrays, 3)
		}
		t = slices.Insert(t, 2+k, Column{name: c.Name, Parts: parts, low: c.Low, high: c.High})
		arrays += len(parts)
	}
	return t
}

func ownParts(first, n int) (all []part) {
	for k := first; k < first+n; k++ {
		all = append(all, reals(func(b *lanes.Boids) *[]float32 { return &b.Own[k] }))
	}
	return all
}

func beginUp(b *lanes.Boids, _ uint64, id int) vec.Vec {
	heading := b.Vel.At(id).Unit()
	if heading == (vec.Vec{}) {
		heading = vec.Vec{X: 0, Y: 0, Z: 1}
	}
	return vec.Upright(vec.Vec{X: 0, Y: 1, Z: 0}, heading)
}

func beginPhase(_ *lanes.Boids, seed uint64, id int) vec.Vec {
	return vec.Vec{X: float32(vec.Random(seed, id, ForFlap, 0)>>40) / (1 << 24)}
}

// beginPace returns a factor for the flap rate, from 0.9 to 1.1.
func beginPace(_ *lanes.Boids, seed uint64, id int) vec.Vec {
	return vec.Vec{X: 1 + float32(0.1*vec.Symmetric(vec.Random(seed, id, ForFlap, 1)))}
}

// Begin sets the columns of a boid that was just placed in the slot of its id, in a flock with the given
// seed. If derived is true, it sets only the derived columns.
func (t Table) Begin(b *lanes.Boids, seed uint64, id int, derived bool) {
	for k := range t {
		c := &t[k]
		if c.Silent || derived && !c.derived {
			continue
		}
		value := vec.Vec{}
		if c.begin != nil {
			value = c.begin(b, seed, id)
		}
		for n, p := range c.Parts {
			p.set(b, id, value.Floats()[n])
		}
	}
}

func (t Table) eachPart(yield func(part) bool) {
	for k := range t {
		if t[k].Silent {
			continue
		}
		for _, p := range t[k].Parts {
			if !yield(p) {
				return
			}
		}
	}
}

// Resize resizes the arrays to n boids.
func (t Table) Resize(b *lanes.Boids, n int) {
	for p := range t.eachPart {
		p.resize(b, n)
	}
}

// OwnArrays returns the number of arrays in the field Own.
func (t Table) OwnArrays() (arrays int) {
	for _, c := range t.RuleColumns() {
		arrays += len(c.Parts)
	}
	return arrays
}

// NewBlock returns a block with memory of its own for up to n boids.
func (t Table) NewBlock(n int) lanes.Block {
	b := lanes.Block{N: n, Seen: lanes.MakeSeen(), Mate: lanes.MakeMates()}
	b.Mate.Sums, b.Pair.PairSums = lanes.MakeMateSums(), lanes.MakePairSums()
	b.Own = make([][]float32, t.OwnArrays())
	b.ResizePairs(n)
	t.Resize(&b.Boids, n)
	b.Next.Resize(n)
	b.NextVel.Resize(n)
	return b
}

// Windows returns a window for each array of b. Through it, dst gives access to a part of the array.
func (t Table) Windows(dst, b *lanes.Boids) (all []Window) {
	for p := range t.eachPart {
		all = append(all, p.window(dst, b))
	}
	return all
}

// Copy copies a boid from one slot to another.
func (t Table) Copy(b *lanes.Boids, to, from int) { t.CopyTo(b, to, b, from) }

// CopyTo copies a boid from a slot of b to a slot of dst.
func (t Table) CopyTo(dst *lanes.Boids, to int, b *lanes.Boids, from int) {
	for p := range t.eachPart {
		p.copyTo(dst, to, b, from)
	}
}

func (t Table) saved() (all []part) {
	for _, c := range t {
		if !c.derived && !c.Silent && !c.Omitted {
			all = append(all, c.Parts...)
		}
	}
	return all
}

// RuleColumns returns the rules' own columns.
func (t Table) RuleColumns() Table { return t[2 : 2+len(t)-len(New())] }

// SavedNames returns the names of the rules' columns that are saved in checkpoints.
func (t Table) SavedNames() (all []string) {
	for _, c := range t.RuleColumns() {
		if !c.Silent && !c.Omitted {
			all = append(all, c.name)
		}
	}
	return all
}

// SelectNamed moves the rules' columns with the given names to the front, and makes the others silent. It
// reports whether all names exist.
func (t Table) SelectNamed(names []string) bool {
	own := t.RuleColumns()
	for k, name := range names {
		index := k + slices.IndexFunc(own[min(k, len(own)):], func(c Column) bool { return c.name == name })
		if index < k {
			return false
		}
		own[k], own[index] = own[index], own[k]
	}
	for k := range own {
		own[k].Silent = k >= len(names)
	}
	return true
}

// Bytes returns the size of a boid in a checkpoint.
func (t Table) Bytes() (n int) {
	for _, p := range t.saved() {
		n += p.size()
	}
	return n
}

// hashWords returns the hashed parts in pairs that fill words of 64 bits. A vector takes two words, the
// second of which is half empty.
func (t Table) hashWords() (words [][2]part) {
	var single []part
	for _, c := range t {
		switch {
		case c.derived, c.Silent, c.Omitted:
		case len(c.Parts) == 3:
			words = append(words, [2]part{c.Parts[0], c.Parts[1]}, [2]part{c.Parts[2], nil})
		default:
			single = append(single, c.Parts...)
		}
	}
	for k := 0; k < len(single); k += 2 {
		word := [2]part{single[k], nil}
		if k+1 < len(single) {
			word[1] = single[k+1]
		}
		words = append(words, word)
	}
	return words
}

// Plausible reports whether all values in a slot are within the ranges of their columns.
func (t Table) Plausible(b *lanes.Boids, slot int) bool {
	for k := range t {
		c := &t[k]
		if c.Silent {
			continue
		}
		for _, p := range c.Parts {
			x := p.value(b, slot)
			if !c.derived && !(x >= c.low && x <= c.high && (!c.exact || vec.Quantize(x) == x)) {
				return false
			}
		}
	}
	return true
}

// TakeOwn returns the arrays of the rules' columns for n boids. A column that existed before keeps its
// values, limited to its range. All other columns are zero.
func (t Table) TakeOwn(before Table, old [][]float32, n int) (own [][]float32) {
	for _, c := range t.RuleColumns() {
		from := 0
		for _, previous := range before.RuleColumns() {
			if previous.name == c.name && len(previous.Parts) == len(c.Parts) && !previous.Silent {
				break
			}
			from += len(previous.Parts)
		}
		for part := range c.Parts {
			values := make([]float32, n)
			if from < len(old) && !c.Silent {
				for i, x := range old[from+part] {
					values[i] = min(max(x, c.low), c.high)
				}
			}
			own = append(own, values)
		}
	}
	return own
}

// Append appends the saved columns of the boids in the given slots, one column after another.
func (t Table) Append(dst []byte, b *lanes.Boids, slots []int) []byte {
	for _, p := range t.saved() {
		dst = p.append(dst, b, slots)
	}
	return dst
}

// Read reads the saved columns of all boids of b.
func (t Table) Read(r *Reader, b *lanes.Boids) {
	for _, p := range t.saved() {
		p.read(r, b)
	}
}
