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

// kernel is the body of a loop over boids. It is a graph of values in the order of their definition, in which
// equal values are stored once. A body may process several groups of eight boids, so that the processor can
// work on one group while it waits for another.
type kernel struct {
	name, doc string
	eights    int
	wide      bool // whether a group has sixteen boids in registers of AVX-512
	values    []*value
	known     map[string]*value
	stored    map[string]bool

	eight, written, skips int
}

// value is a register with eight numbers, or a store of them.
type value struct {
	of    *kernel
	when  int
	kind  kind
	eight int // for array, store and marks, index of the group of eight
	// for 64-bit numbers in an array or a store, 1 for the first four and 2 for the last four; otherwise 0
	four int
	key  string
	at   uintptr // for array: offset of the pointer in lanes.Block; for term: offset in lanes.Terms
	bits uint64  // for literal: a 32-bit number twice, or a 64-bit number
	op   op
	args []*value
}

type kind int

const (
	array kind = iota // eight numbers of an array of the block, or four numbers of 64 bits
	term              // a 32-bit number that is the same for all boids
	long              // a 64-bit number that is the same for all boids
	literal
	result
	store // writes to an array
	marks // writes the signs of its argument to a bit mask
	skip  // ends the body if the argument is false for all boids
)

type op struct {
	memory int // index of the argument that may be in memory; negative if there is none
	swaps  bool
	emit   emit
}

func newKernel(name, doc string, eights int, wide bool, body func(*kernel)) *kernel {
	if wide {
		eights = 1 // more groups would need more room after the end of every array
	}
	k := &kernel{name: name, doc: doc, eights: eights, wide: wide, known: map[string]*value{}}
	for k.eight = range eights {
		k.written, k.skips, k.stored = 0, 0, map[string]bool{}
		body(k)
	}
	slices.SortStableFunc(k.values, func(a, b *value) int { return cmp.Compare(a.when, b.when) })
	return k
}

func (k *kernel) function() string {
	if k.wide {
		return k.name + "AVX512"
	}
	return k.name + "AVX2"
}

// value returns the kernel's value that equals v. If there is none, it adds v.
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

// number returns eight numbers of an array of lanes.Block, given by its name. The array must be read before
// it is written.
func (k *kernel) number(name string) *value {
	if k.stored[name] {
		panic(k.name + " reads " + name + " after writing it")
	}
	return k.value(value{kind: array, key: name, at: offset(lanes.Block{}, name)})
}

func (k *kernel) double(name string) double {
	if k.stored[name] {
		panic(k.name + " reads " + name + " after writing it")
	}
	four := func(n int) *value {
		return k.value(value{kind: array, key: fmt.Sprint(name, " ", n), at: offset(lanes.Block{}, name), four: n})
	}
	return double{four(1), four(2)}
}

func (k *kernel) term(name string) *value {
	return k.value(value{kind: term, key: "term " + name, at: offset(lanes.Terms{}, name)})
}

func (k *kernel) long(name string) *value {
	return k.value(value{kind: long, key: "term " + name, at: offset(lanes.Terms{}, name)})
}

func (k *kernel) literal(x float32) *value { return k.word(math.Float32bits(x)) }

func (k *kernel) word(bits uint32) *value { return k.wideWord(uint64(bits)<<32 | uint64(bits)) }

func (k *kernel) wideWord(bits uint64) *value {
	return k.value(value{kind: literal, key: fmt.Sprintf("%#x", bits), bits: bits})
}

func (k *kernel) result(name string, o op, args ...*value) *value {
	key := name
	for _, a := range args {
		key += " (" + a.key + ")"
	}
	return k.value(value{kind: result, key: key, op: o, args: args})
}

func (k *kernel) set(name string, v *value) {
	k.stored[name] = true
	k.value(value{kind: store, key: "set " + name, at: offset(lanes.Block{}, name), args: []*value{v}})
}

func (k *kernel) setDouble(name string, a double) {
	k.stored[name] = true
	for n, v := range []*value{a.low, a.high} {
		k.value(value{kind: store, key: fmt.Sprint("set ", name, " ", n), at: offset(lanes.Block{}, name), four: 1 + n, args: []*value{v}})
	}
}

// replace writes to an array again, after set.
func (k *kernel) replace(name string, v *value) {
	k.value(value{kind: store, key: "replace " + name, at: offset(lanes.Block{}, name), args: []*value{v}})
}

func (k *kernel) mark(name string, v *value) {
	k.value(value{kind: marks, key: "mark " + name, at: offset(lanes.Block{}, name), args: []*value{v}})
}

// skipUnless ends the body if v is false for all boids of all groups that the body processes.
func (k *kernel) skipUnless(v *value) {
	k.skips++
	s := k.value(value{kind: skip, key: fmt.Sprint("skip ", k.skips)})
	s.args = append(s.args, v)
}

// offset returns the offset of a field given by its path, such as Pos.X. For a slice, it is the offset of the
// pointer.
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

func (k *kernel) needed() (all []*value) {
	reached := map[*value]bool{}
	for _, v := range k.values {
		if v.kind == store || v.kind == marks || v.kind == skip {
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
