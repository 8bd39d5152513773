package flock

import (
	"math"
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// column is one number, or one vector, that every boid carries. The table of
// columns is the only list of them: what memory a flock takes, how boids are
// sorted, copied and cut into blocks, what a checkpoint and the hash hold, what a
// checkpoint may say and how a new boid begins all follow from it.
type column struct {
	name  string
	parts []part

	low, high float32 // no simulation makes a number less or more
	exact     bool    // whole multiples of the quantum
	derived   bool    // follows from the seed and the id: neither saved nor hashed
	silent    bool    // of a rule beside the model's own that is switched off: nor is this, and it takes no memory and no time

	// begin is the value in a boid that has just been placed, whose slot is its
	// id; a single number is the vector's x. nil is 0.
	begin func(f *flock, id int) vec.Vec
}

// Bounds of what a boid can be, whatever the parameters.
const (
	hardest = 300 * 960 // of its pull: about two velocities of topSpeed a tick
	eldest  = 21 * 960  // ticks of an escape
)

// table is a list of columns. Checkpoints and hashes go by its order.
type table []column

// columns returns those that every boid has, and behind place and velocity the rules'
// own.
func columns(own ...Column) table {
	t := table{
		{name: "position", parts: vector(func(b *lanes.Boids) *lanes.Vec { return &b.Pos }),
			low: -wall, high: wall, exact: true, begin: func(f *flock, id int) vec.Vec { return f.pos(id) }},
		{name: "velocity", parts: vector(func(b *lanes.Boids) *lanes.Vec { return &b.Vel }),
			low: -topSpeed, high: topSpeed, exact: true, begin: func(f *flock, id int) vec.Vec { return f.vel(id) }},
		{name: "up", parts: vector(func(b *lanes.Boids) *lanes.Vec { return &b.Up }), low: -1.01, high: 1.01, begin: beginUp},
		{name: "pull", parts: vector(func(b *lanes.Boids) *lanes.Vec { return &b.Pull }), low: -hardest, high: hardest},
		{name: "phase", parts: []part{reals(func(b *lanes.Boids) *[]float32 { return &b.Phase })},
			high: math.Nextafter32(1, 0), begin: beginPhase},
		{name: "left", parts: []part{reals(func(b *lanes.Boids) *[]float32 { return &b.Left })}, high: 2 * topSpeed},
		{name: "age", parts: []part{wholes(func(b *lanes.Boids) *[]int32 { return &b.Age })},
			low: free, high: eldest, begin: func(*flock, int) vec.Vec { return vec.Vec{X: free} }},
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

// size returns the number of arrays that a column takes.
func (c *Column) size() int {
	if c.Vector {
		return 3
	}
	return 1
}

// ownParts are so many of the arrays that rules brought.
func ownParts(from, n int) (all []part) {
	for k := from; k < from+n; k++ {
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

// beginPace returns a boid's own share of the flap rate.
func beginPace(f *flock, id int) vec.Vec {
	return vec.Vec{X: 1 + float32(0.1*vec.Symmetric(vec.Random(f.seed, id, forFlap, 1)))}
}

// begin gives a boid, placed in the slot of its id, all else that it carries; or
// what follows from the seed alone.
func (t table) begin(f *flock, id int, derived bool) {
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

// carried yields the parts of the columns that are not silent.
func (t table) carried(yield func(part) bool) {
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

// resize brings all arrays to n boids.
func (t table) resize(b *lanes.Boids, n int) {
	for p := range t.carried {
		p.resize(b, n)
	}
}

// own returns the number of arrays that rules brought.
func (t table) own() (arrays int) {
	for _, c := range t.brought() {
		arrays += len(c.parts)
	}
	return arrays
}

// block returns a block of its own for up to n boids.
func (t table) block(n int) block {
	b := block{N: n, Seen: lanes.MakeSeen()}
	b.Own = make([][]float32, t.own())
	t.resize(&b.Boids, n)
	b.Next.Resize(n)
	b.NextVel.Resize(n)
	return b
}

// windows returns those of dst on all arrays of b.
func (t table) windows(dst, b *lanes.Boids) (all []window) {
	for p := range t.carried {
		all = append(all, p.window(dst, b))
	}
	return all
}

// copy makes the boid in slot to be as that in slot from.
func (t table) copy(b *lanes.Boids, to, from int) { t.lend(b, to, b, from) }

// lend makes the boid in a slot of dst be as that in another of b.
func (t table) lend(dst *lanes.Boids, to int, b *lanes.Boids, from int) {
	for p := range t.carried {
		p.lend(dst, to, b, from)
	}
}

// saved returns the parts that checkpoints hold, in order.
func (t table) saved() (all []part) {
	for _, c := range t {
		if !c.derived && !c.silent {
			all = append(all, c.parts...)
		}
	}
	return all
}

// brought returns the columns that rules brought.
func (t table) brought() table { return t[2 : 2+len(t)-len(columns())] }

// names returns those of the columns that rules brought and that are saved.
func (t table) names() (all []string) {
	for _, c := range t.brought() {
		if !c.silent {
			all = append(all, c.name)
		}
	}
	return all
}

// listed brings the rules' columns of these names to the front, in order, and has the
// others silent. It says whether there are all of them.
func (t table) listed(names []string) bool {
	own := t.brought()
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

// bytes returns the size of a boid in a checkpoint.
func (t table) bytes() (n int) {
	for _, p := range t.saved() {
		n += p.size()
	}
	return n
}

// hashed returns the parts that the hash takes in, two by two; a vector is three and
// nothing.
func (t table) hashed() (words [][2]part) {
	var single []part
	for _, c := range t {
		switch {
		case c.derived, c.silent:
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

// plausible reports whether the boid in a slot is such as the simulation makes.
func (t table) plausible(b *lanes.Boids, slot int) bool {
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
