package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writer writes a kernel as assembly code, with values in registers. If no register is free, it evicts the
// value whose next use is furthest away. It stores this value on the stack, unless it can be read from memory
// again.
type writer struct {
	c        *build.Context
	literals *literals
	order    []*value
	now      int

	uses     map[*value][]int
	in       map[*value]reg.VecPhysical
	free     []reg.VecPhysical
	slot     map[*value]operand.Mem
	freeSlot []operand.Mem
	pointer  map[uintptr]reg.GPPhysical

	bytes int // size of a register: 32, or 64 for AVX-512
}

func (k *kernel) write(c *build.Context, l *literals) {
	w := &writer{
		c: c, literals: l, order: k.needed(),
		uses: map[*value][]int{}, in: map[*value]reg.VecPhysical{}, slot: map[*value]operand.Mem{},
		free: registers(k.wide), bytes: 32,
	}
	if k.wide {
		w.bytes = 64
	}
	for i, v := range w.order {
		for _, a := range v.args {
			w.uses[a] = append(w.uses[a], i)
		}
	}
	w.function(k)
}

func registers(wide bool) []reg.VecPhysical {
	if wide {
		return []reg.VecPhysical{
			reg.Z31, reg.Z30, reg.Z29, reg.Z28, reg.Z27, reg.Z26, reg.Z25, reg.Z24,
			reg.Z23, reg.Z22, reg.Z21, reg.Z20, reg.Z19, reg.Z18, reg.Z17, reg.Z16,
			reg.Z15, reg.Z14, reg.Z13, reg.Z12, reg.Z11, reg.Z10, reg.Z9, reg.Z8,
			reg.Z7, reg.Z6, reg.Z5, reg.Z4, reg.Z3, reg.Z2, reg.Z1, reg.Z0,
		}
	}
	return []reg.VecPhysical{
		reg.Y15, reg.Y14, reg.Y13, reg.Y12, reg.Y11, reg.Y10, reg.Y9, reg.Y8,
		reg.Y7, reg.Y6, reg.Y5, reg.Y4, reg.Y3, reg.Y2, reg.Y1, reg.Y0,
	}
}

// pointers lists the general registers for pointers to arrays. The other registers hold b (DI), t (SI), the
// boid's index (CX), b.N (BX) and temporary values (AX and DX).
var pointers = [...]reg.GPPhysical{reg.R8, reg.R9, reg.R10, reg.R11, reg.R12, reg.R13}

func (w *writer) function(k *kernel) {
	c := w.c
	c.Function(k.function())
	c.Doc(k.function() + strings.TrimPrefix(k.doc, k.name))
	c.Pragma("noescape")
	signature(c)
	c.Load(c.Param("b"), reg.RDI)
	c.Load(c.Param("t"), reg.RSI)
	c.MOVQ(block(offsetN()), reg.RBX)
	w.keepPointers()
	c.XORQ(reg.RCX, reg.RCX)
	c.JMP(operand.LabelRef("test"))
	c.Label("eight")
	for i, v := range w.order {
		w.now = i
		w.value(v)
	}
	c.Label("next")
	c.ADDQ(operand.U8(w.bytes/4*k.eights), reg.RCX)
	c.Label("test")
	c.CMPQ(reg.RCX, reg.RBX)
	c.JLT(operand.LabelRef("eight"))
	c.VZEROUPPER()
	c.RET()
	if len(w.freeSlot) == 0 {
		c.Attributes(attr.NOSPLIT)
	}
}

func (w *writer) keepPointers() {
	w.pointer = map[uintptr]reg.GPPhysical{}
	for _, v := range w.order {
		if n := len(w.pointer); (v.kind == array || v.kind == store) && n < len(pointers) && w.pointer[v.at] == nil {
			w.pointer[v.at] = pointers[n]
			w.c.MOVQ(block(v.at), pointers[n])
		}
	}
}

func block(at uintptr) operand.Mem { return operand.Mem{Base: reg.RDI, Disp: int(at)} }

func (w *writer) value(v *value) {
	switch v.kind {
	case result:
		args := w.arguments(v)
		w.retire(v)
		w.in[v] = w.room()
		v.op.emit(w.c, args, w.in[v])
	case store:
		from := w.register(v.args[0], nil)
		w.c.VMOVUPS(from, w.array(v))
	case marks:
		w.marks(v)
	case skip:
		w.signs(w.register(v.args[0], v.args))
		for _, a := range v.args[1:] {
			w.c.MOVL(reg.EDX, reg.EAX)
			w.signs(w.register(a, v.args))
			w.c.ORL(reg.EAX, reg.EDX)
		}
		w.c.TESTL(reg.EDX, reg.EDX)
		w.c.JZ(operand.LabelRef("next"))
	}
	w.retire(v)
	w.leave(v)
}

func (w *writer) marks(v *value) {
	from := w.register(v.args[0], nil)
	w.c.MOVQ(block(v.at), reg.RAX)
	w.c.MOVQ(reg.RCX, reg.RDX)
	w.c.SHRQ(operand.U8(3), reg.RDX)
	w.c.ADDQ(reg.RDX, reg.RAX)
	w.signs(from)
	if w.bytes == 64 {
		w.c.MOVW(reg.DX, operand.Mem{Base: reg.RAX, Disp: 2 * v.eight})
		return
	}
	w.c.MOVB(reg.DL, operand.Mem{Base: reg.RAX, Disp: v.eight})
}

// signs writes the sign bit of each number to DX.
func (w *writer) signs(from operand.Op) {
	if w.bytes == 64 {
		w.c.VPMOVD2M(from, reg.K1)
		w.c.KMOVW(reg.K1, reg.EDX)
		return
	}
	w.c.VMOVMSKPS(from, reg.EDX)
}

func (w *writer) arguments(v *value) []operand.Op {
	args := slices.Clone(v.args)
	if v.op.swaps && w.foldable(args[0]) && !w.foldable(args[1]) {
		args[0], args[1] = args[1], args[0]
	}
	ops := make([]operand.Op, len(args))
	fold := -1
	for i, a := range args {
		if i == v.op.memory && w.foldable(a) && !slices.Contains(args[:i], a) {
			fold = i
			continue
		}
		ops[i] = w.register(a, args)
	}
	if fold >= 0 {
		ops[fold] = w.memory(args[fold])
	}
	return ops
}

// foldable reports whether an instruction should read v from memory. This is always so for a literal. Other
// values are read from memory only for their last use.
func (w *writer) foldable(v *value) bool {
	if w.in[v] != nil {
		return false
	}
	switch v.kind {
	case literal:
		return true
	case term, long:
		return false
	}
	return w.done(v)
}

func (w *writer) memory(v *value) operand.Op {
	switch v.kind {
	case array:
		return w.array(v)
	case term, long:
		return operand.Mem{Base: reg.RSI, Disp: int(v.at)}
	case literal:
		return w.literals.at(v.bits)
	}
	return w.slot[v]
}

func (w *writer) array(v *value) operand.Mem {
	base := w.pointer[v.at]
	if base == nil {
		base = reg.RAX
		w.c.MOVQ(block(v.at), base)
	}
	if v.four > 0 {
		return operand.Mem{Base: base, Index: reg.RCX, Scale: 8, Disp: 2*w.bytes*v.eight + w.bytes*(v.four-1)}
	}
	return operand.Mem{Base: base, Index: reg.RCX, Scale: 4, Disp: w.bytes * v.eight}
}

func (w *writer) register(v *value, keep []*value) operand.Op {
	if w.in[v] == nil {
		to := w.room(keep...)
		w.load(v, to)
		w.in[v] = to
	}
	return w.in[v]
}

func (w *writer) load(v *value, to reg.VecPhysical) {
	from := w.memory(v)
	switch v.kind {
	case term:
		w.c.VBROADCASTSS(from, to)
	case long:
		w.c.VPBROADCASTQ(from, to)
	default:
		w.c.VMOVUPS(from, to)
	}
}

// room returns a free register. If necessary, it evicts the value whose next use is furthest away, but never
// a value in keep.
func (w *writer) room(keep ...*value) reg.VecPhysical {
	if n := len(w.free); n > 0 {
		r := w.free[n-1]
		w.free = w.free[:n-1]
		return r
	}
	v := w.neededLast(keep)
	w.spill(v)
	r := w.in[v]
	delete(w.in, v)
	return r
}

// neededLast returns the value in a register whose next use is furthest away, ignoring those in keep.
func (w *writer) neededLast(keep []*value) (last *value) {
	for _, v := range w.order {
		if w.in[v] == nil || slices.Contains(keep, v) {
			continue
		}
		if last == nil || w.next(v) > w.next(last) {
			last = v
		}
	}
	return last
}

func (w *writer) next(v *value) int {
	for _, i := range w.uses[v] {
		if i > w.now {
			return i
		}
	}
	panic(fmt.Sprint("no later use of ", v.key))
}

// spill writes v to the stack, unless it can be read from memory.
func (w *writer) spill(v *value) {
	if _, ok := w.slot[v]; ok || v.kind != result {
		return
	}
	if len(w.freeSlot) == 0 {
		w.freeSlot = append(w.freeSlot, w.c.AllocLocal(w.bytes))
	}
	n := len(w.freeSlot) - 1
	w.slot[v] = w.freeSlot[n]
	w.freeSlot = w.freeSlot[:n]
	w.c.VMOVUPS(w.in[v], w.slot[v])
}

func (w *writer) retire(v *value) {
	for _, a := range v.args {
		if r := w.in[a]; r != nil && w.done(a) {
			w.free = append(w.free, r)
			delete(w.in, a)
		}
	}
}

func (w *writer) leave(v *value) {
	for _, a := range v.args {
		if s, ok := w.slot[a]; ok && w.done(a) {
			w.freeSlot = append(w.freeSlot, s)
			delete(w.slot, a)
		}
	}
}

func (w *writer) done(v *value) bool {
	uses := w.uses[v]
	return uses[len(uses)-1] <= w.now
}
