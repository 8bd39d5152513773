package main

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"skein/flock/internal/lanes"
)

// kernel is what the body of a loop over boids does: values in the order in which
// they were written down. Equal values are one. A body may take several eights in
// step, so that one computes while another waits.
type kernel struct {
	name, doc string
	eights    int
	values    []*value
	known     map[string]*value
	stored    map[string]bool

	eight, written int // of the body being written: which of the eights, and how much
}

// value is eight numbers side by side, or their way into memory.
type value struct {
	of    *kernel
	when  int // what was written before it
	kind  kind
	eight int      // array, store, marks: which of those in step
	key   string   // tells it from all others of the kernel
	at    uintptr  // array: of its pointer in lanes.Block; term: in lanes.Terms
	bits  uint64   // literal: twice a number's bits, or a number of 64
	op    op       // result
	args  []*value // result, store, marks
}

type kind int

const (
	array   kind = iota // eight numbers of an array of the block
	term                // a number of 32 bits that all boids share
	long                // one of 64 bits
	literal             // a constant
	result              // what an instruction makes of other values
	store               // its argument goes into an array
	marks               // the signs of its argument go into a bit each
)

// op is an instruction.
type op struct {
	memory int  // the argument that it can read from memory; none if negative
	swaps  bool // the arguments may change places
	emit   emit
}

func newKernel(name, doc string, eights int, body func(*kernel)) *kernel {
	k := &kernel{name: name, doc: doc, eights: eights, known: map[string]*value{}}
	for k.eight = range eights {
		k.written, k.stored = 0, map[string]bool{}
		body(k)
	}
	slices.SortStableFunc(k.values, func(a, b *value) int { return cmp.Compare(a.when, b.when) })
	return k
}

// value returns the one like v, v itself if there is none yet.
func (k *kernel) value(v value) *value {
	k.written++
	if v.kind == array || v.kind == store || v.kind == marks {
		v.eight = k.eight
		v.key += fmt.Sprint(" ", k.eight)
	}
	if old := k.known[v.key]; old != nil {
		return old
	}
	v.of, v.when = k, k.written
	k.known[v.key] = &v
	k.values = append(k.values, &v)
	return &v
}

// number is eight numbers of the array of that name in lanes.Block. A kernel
// reads an array before it writes to it.
func (k *kernel) number(name string) *value {
	if k.stored[name] {
		panic(k.name + " reads " + name + " after writing it")
	}
	return k.value(value{kind: array, key: name, at: offset(lanes.Block{}, name)})
}

// term returns the number of that name in lanes.Terms.
func (k *kernel) term(name string) *value {
	return k.value(value{kind: term, key: "term " + name, at: offset(lanes.Terms{}, name)})
}

// long returns the number of 64 bits of that name in lanes.Terms.
func (k *kernel) long(name string) *value {
	return k.value(value{kind: long, key: "term " + name, at: offset(lanes.Terms{}, name)})
}

// literal returns a constant.
func (k *kernel) literal(x float32) *value { return k.word(math.Float32bits(x)) }

// word returns a constant of 32 bits.
func (k *kernel) word(bits uint32) *value { return k.wideWord(uint64(bits)<<32 | uint64(bits)) }

// wideWord returns a constant of 64 bits.
func (k *kernel) wideWord(bits uint64) *value {
	return k.value(value{kind: literal, key: fmt.Sprintf("%#x", bits), bits: bits})
}

// result returns what op makes of args.
func (k *kernel) result(name string, o op, args ...*value) *value {
	key := name
	for _, a := range args {
		key += " (" + a.key + ")"
	}
	return k.value(value{kind: result, key: key, op: o, args: args})
}

// set writes eight numbers to the array of that name.
func (k *kernel) set(name string, v *value) {
	k.stored[name] = true
	k.value(value{kind: store, key: "set " + name, at: offset(lanes.Block{}, name), args: []*value{v}})
}

// mark sets in the bits of that name those of the boids for which v is true.
func (k *kernel) mark(name string, v *value) {
	k.value(value{kind: marks, key: "mark " + name, at: offset(lanes.Block{}, name), args: []*value{v}})
}

// offset of a field of a struct, by the names that lead to it: that of the
// pointer, for a slice.
func offset(of any, path string) (at uintptr) {
	t := reflect.TypeOf(of)
	for name := range strings.SplitSeq(path, ".") {
		f, ok := t.FieldByName(name)
		if !ok {
			panic(t.Name() + " has no " + path)
		}
		for _, i := range f.Index {
			f := t.Field(i)
			at, t = at+f.Offset, f.Type
		}
	}
	return at
}

// needed returns the values that reach memory, in order.
func (k *kernel) needed() (all []*value) {
	reached := map[*value]bool{}
	for _, v := range k.values {
		if v.kind == store || v.kind == marks {
			reach(v, reached)
		}
	}
	for _, v := range k.values {
		if reached[v] {
			all = append(all, v)
		}
	}
	return all
}

func reach(v *value, reached map[*value]bool) {
	if reached[v] {
		return
	}
	reached[v] = true
	for _, a := range v.args {
		reach(a, reached)
	}
}
