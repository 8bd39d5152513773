package flock

import (
	"math"
	"slices"

	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/internal/stages"
	"skein/flock/vec"
)

// column is a quantity, a number or a vector, that is stored for every boid. The table of columns is the only
// list of columns. It determines a flock's memory, how boids are sorted and copied, the contents of
// checkpoints and hashes, and how a new boid begins.
type column struct {
	name  string
	parts []part

	low, high float32 // limits of the values in any simulation
	exact     bool    // whether the values are whole multiples of the quantum
	// whether the values follow from the seed and the id; then they are neither saved nor hashed
	derived bool
	// whether the column belongs to an inactive guest rule; then it takes no memory, and is neither saved
	// nor hashed
	silent bool

	omitted bool // whether the rule does not use the column with its present parameters; then it is 0 for all boids, and neither saved nor hashed

	// begin returns the first value of a boid that has just been placed in the slot of its id. For a column
	// with one number, this is the x of the result. If begin is nil, the first value is 0.
	begin func(f *flock, id int) vec.Vec
}

const (
	largestPull   = 300 * 960 // largest pull: the velocity changes by about twice stages.TopSpeed in a tick
	longestEscape = 21 * 960  // longest escape, ticks
)

type columnTable []column

// newColumns returns the columns that every boid has, with the rules' own columns after position
// and velocity.
func newColumns(own ...Column) columnTable {
	t := columnTable{
		{name: "position", parts: vector(func(b *lanes.Boids) *lanes.Vec { return &b.Pos }),
			low: -around.Wall, high: around.Wall, exact: true, begin: func(f *flock, id int) vec.Vec { return f.pos(id) }},
		{name: "velocity", parts: vector(func(b *lanes.Boids) *lanes.Vec { return &b.Vel }),
			low: -stages.TopSpeed, high: stages.TopSpeed, exact: true, begin: func(f *flock, id int) vec.Vec { return f.vel(id) }},
		{name: "up", parts: vector(func(b *lanes.Boids) *lanes.Vec { return &b.Up }), low: -1.01, high: 1.01, begin: beginUp},
		{name: "pull", parts: vector(func(b *lanes.Boids) *lanes.Vec { return &b.Pull }), low: -largestPull, high: largestPull},
		{name: "phase", parts: []part{reals(func(b *lanes.Boids) *[]float32 { return &b.Phase })},
			high: math.Nextafter32(1, 0), begin: beginPhase},
		{name: "left", parts: []part{reals(func(b *lanes.Boids) *[]float32 { return &b.Left })}, high: 2 * stages.TopSpeed},
		{name: "age", parts: []part{wholes(func(b *lanes.Boids) *[]int32 { return &b.Age })},
			low: notLeading, high: longestEscape, begin: func(*flock, int) vec.Vec { return vec.Vec{X: notLeading} }},
		{name: "wing", parts: []part{flags(func(b *lanes.Boids) *[]uint32 { return &b.Wing })},
			high: 2*lanes.Landing - 1, begin: func(*flock, int) vec.Vec { return vec.Vec{X: lanes.Placed} }},
		{name: "pace", parts: []part{reals(func(b *lanes.Boids) *[]float32 { return &b.Pace })}, derived: true, begin: beginPace},
		{name: "id", parts: []part{wholes(func(b *lanes.Boids) *[]int32 { return &b.ID })}, derived: true,
			begin: func(_ *flock, id int) vec.Vec { return vec.Vec{X: float32(id)} }},
	}
	arrays := 0
	for k, c := range own {
		t = slices.Insert(t, 2+k, column{name: c.Name, parts: ownParts(arrays, c.size()), low: c.Low, high: c.High})
		arrays += c.size()
	}
	return t
}

func (c *Column) size() int {
	if c.Vector {
		return 3
	}
	return 1
}

// ownParts returns n arrays of the field Own, which holds the columns of rules. The parameter first is the
// index of the first array.
func ownParts(first, n int) (all []part) {
	for k := first; k < first+n; k++ {
		all = append(all, reals(func(b *lanes.Boids) *[]float32 { return &b.Own[k] }))
	}
	return all
}

func beginUp(f *flock, id int) vec.Vec {
	heading := f.vel(id).Unit()
	if heading == (vec.Vec{}) {
		heading = vec.Vec{X: 0, Y: 0, Z: 1}
	}
	return vec.Upright(vec.Vec{X: 0, Y: 1, Z: 0}, heading)
}

func beginPhase(f *flock, id int) vec.Vec {
	return vec.Vec{X: float32(vec.Random(f.seed, id, forFlap, 0)>>40) / (1 << 24)}
}

// beginPace returns the factor of a boid's flap rate, from 0.9 to 1.1.
func beginPace(f *flock, id int) vec.Vec {
	return vec.Vec{X: 1 + float32(0.1*vec.Symmetric(vec.Random(f.seed, id, forFlap, 1)))}
}

func (t columnTable) begin(f *flock, id int, derived bool) {
	for k := range t {
		c := &t[k]
		if c.silent || derived && !c.derived {
			continue
		}
		value := vec.Vec{}
		if c.begin != nil {
			value = c.begin(f, id)
		}
		for n, p := range c.parts {
			p.set(&f.boids, id, value.Floats()[n])
		}
	}
}

func (t columnTable) eachPart(yield func(part) bool) {
	for k := range t {
		if t[k].silent {
			continue
		}
		for _, p := range t[k].parts {
			if !yield(p) {
				return
			}
		}
	}
}

func (t columnTable) resize(b *lanes.Boids, n int) {
	for p := range t.eachPart {
		p.resize(b, n)
	}
}

func (t columnTable) ownArrays() (arrays int) {
	for _, c := range t.ruleColumns() {
		arrays += len(c.parts)
	}
	return arrays
}

// newBlock returns a block with memory of its own for up to n boids.
func (t columnTable) newBlock(n int) block {
	b := block{N: n, Seen: lanes.MakeSeen(), Mate: lanes.MakeMates(), Pair: lanes.MakePairs()}
	b.Mate.Sums, b.Pair.PairSums = lanes.MakeMateSums(), lanes.MakePairSums()
	b.Own = make([][]float32, t.ownArrays())
	t.resize(&b.Boids, n)
	b.Next.Resize(n)
	b.NextVel.Resize(n)
	return b
}

// windows returns a window for each array of b, through which dst shows a part of that array.
func (t columnTable) windows(dst, b *lanes.Boids) (all []window) {
	for p := range t.eachPart {
		all = append(all, p.window(dst, b))
	}
	return all
}

func (t columnTable) copy(b *lanes.Boids, to, from int) { t.copyTo(b, to, b, from) }

func (t columnTable) copyTo(dst *lanes.Boids, to int, b *lanes.Boids, from int) {
	for p := range t.eachPart {
		p.copyTo(dst, to, b, from)
	}
}

// saved returns the parts that checkpoints contain, in order.
func (t columnTable) saved() (all []part) {
	for _, c := range t {
		if !c.derived && !c.silent && !c.omitted {
			all = append(all, c.parts...)
		}
	}
	return all
}

func (t columnTable) ruleColumns() columnTable { return t[2 : 2+len(t)-len(newColumns())] }

func (t columnTable) savedNames() (all []string) {
	for _, c := range t.ruleColumns() {
		if !c.silent && !c.omitted {
			all = append(all, c.name)
		}
	}
	return all
}

// selectNamed moves the rules' columns with these names to the front, and makes the others silent. It
// reports whether all names exist.
func (t columnTable) selectNamed(names []string) bool {
	own := t.ruleColumns()
	for k, name := range names {
		at := k + slices.IndexFunc(own[min(k, len(own)):], func(c column) bool { return c.name == name })
		if at < k {
			return false
		}
		own[k], own[at] = own[at], own[k]
	}
	for k := range own {
		own[k].silent = k >= len(names)
	}
	return true
}

func (t columnTable) bytes() (n int) {
	for _, p := range t.saved() {
		n += p.size()
	}
	return n
}

// hashWords returns the hashed parts in pairs, which fill words of 64 bits. A vector takes two words, and
// half of the second word is empty.
func (t columnTable) hashWords() (words [][2]part) {
	var single []part
	for _, c := range t {
		switch {
		case c.derived, c.silent, c.omitted:
		case len(c.parts) == 3:
			words = append(words, [2]part{c.parts[0], c.parts[1]}, [2]part{c.parts[2], nil})
		default:
			single = append(single, c.parts...)
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

func (t columnTable) plausible(b *lanes.Boids, slot int) bool {
	for k := range t {
		c := &t[k]
		if c.silent {
			continue
		}
		for _, p := range c.parts {
			x := p.value(b, slot)
			if !c.derived && !(x >= c.low && x <= c.high && (!c.exact || vec.Quantize(x) == x)) {
				return false
			}
		}
	}
	return true
}
