package divergence

import (
	"fmt"
	"slices"
)

// Derivative is an instruction whose derivative is undefined.
type Derivative struct {
	Line     int    // line of the source
	Function string // function that contains the instruction
	Calls    []int  // lines of the calls that lead to this function, innermost first; empty if no call is in divergent control flow
}

func (u Derivative) String() string {
	if len(u.Calls) > 0 {
		return fmt.Sprintf("line %d, in %s, called from lines %v", u.Line, u.Function, u.Calls)
	}
	return fmt.Sprintf("line %d, in %s", u.Line, u.Function)
}

// Find returns the undefined derivatives in a fragment shader in SPIR-V, function by function. The shader
// must contain debug information, which provides the line numbers.
func Find(spirv []byte) ([]Derivative, error) {
	m, err := parse(spirv)
	if err != nil {
		return nil, err
	}
	a := &analysis{module: m, varies: map[uint32]bool{}, divergent: map[*block]bool{}, divergentCalls: map[uint32]*call{}, byID: map[uint32]*function{}, discards: map[uint32]bool{}}
	for id := range m.inputs {
		a.varies[id] = true
	}
	for i := range m.functions {
		a.byID[m.functions[i].id] = &m.functions[i]
	}
	for a.changed = true; a.changed; {
		a.changed = false
		for i := range m.functions {
			a.visit(&m.functions[i])
		}
	}
	return a.undefinedDerivatives(), nil
}

type analysis struct {
	*module
	byID           map[uint32]*function
	varies         map[uint32]bool  // values and variables that may differ between neighbouring pixels
	divergent      map[*block]bool  // blocks that some neighbouring pixels may not reach
	divergentCalls map[uint32]*call // functions called in divergent control flow, with one such call
	discards       map[uint32]bool  // functions that may discard some neighbouring pixels
	changed        bool
}

type call struct {
	caller uint32
	line   int
}

func (a *analysis) markVarying(id uint32) {
	if !a.varies[id] {
		a.varies[id], a.changed = true, true
	}
}

func (a *analysis) markDivergent(b *block) {
	if !a.divergent[b] {
		a.divergent[b], a.changed = true, true
	}
}

func (a *analysis) markAllDivergent(f *function, blocks []bool) {
	for index, reached := range blocks {
		if reached {
			a.markDivergent(&f.blocks[index])
		}
	}
}

func (a *analysis) visit(f *function) {
	for i := range f.blocks {
		b := &f.blocks[i]
		if a.divergentCalls[f.id] != nil {
			a.markDivergent(b)
		}
		for k := range b.instructions {
			a.step(f, i, &b.instructions[k])
		}
		last := &b.instructions[len(b.instructions)-1]
		if (last.op == opBranchConditional || last.op == opSwitch) && a.varies[last.words[0]] {
			a.markAllDivergent(f, f.branchBlocks(i))
		}
	}
}

func (a *analysis) step(f *function, index int, inst *instruction) {
	split := a.divergent[&f.blocks[index]]
	varies := slices.ContainsFunc(inst.values(), func(id uint32) bool { return a.varies[id] })
	switch inst.op {
	case opStore:
		if split || a.varies[inst.words[1]] || a.varies[inst.words[0]] {
			a.store(f, inst.words[0])
		}
	case opFunctionCall:
		a.call(f, index, inst)
	case opPhi:
		for i := 1; i < len(inst.words); i += 2 {
			varies = varies || a.isDivergent(f, inst.words[i])
		}
	case opKill:
		if split && !a.discards[f.id] {
			a.discards[f.id], a.changed = true, true
		}
	case opReturnValue:
		if split || a.varies[inst.words[0]] {
			a.markVarying(f.id)
		}
	case opExtInst:
		if number := inst.words[1]; varies && (number == extModf || number == extFrexp) {
			a.store(f, inst.words[len(inst.words)-1])
		}
	}
	if varies && inst.result != 0 {
		a.markVarying(inst.result)
	}
}

func (a *analysis) store(f *function, pointer uint32) {
	a.markVarying(pointer)
	for i := range f.blocks {
		for k := range f.blocks[i].instructions {
			inst := &f.blocks[i].instructions[k]
			if inst.result == pointer && (inst.op == opAccessChain || inst.op == opInBoundsChain) {
				a.store(f, inst.words[0])
			}
		}
	}
}

// call processes a call. Varying arguments make parameters vary, and a varying function makes the result
// vary. After a function that may discard pixels, blocks are divergent.
func (a *analysis) call(f *function, index int, inst *instruction) {
	to := a.byID[inst.words[0]]
	for i, parameter := range to.parameters {
		if a.varies[inst.words[1+i]] {
			a.markVarying(parameter)
		}
		if a.varies[parameter] { // the parameter is a pointer, so the function may write through it
			a.store(f, inst.words[1+i])
		}
	}
	if a.varies[to.id] {
		a.markVarying(inst.result)
	}
	if a.divergent[&f.blocks[index]] && a.divergentCalls[to.id] == nil {
		a.divergentCalls[to.id], a.changed = &call{f.id, inst.line}, true
	}
	if a.discards[to.id] {
		if !a.discards[f.id] {
			a.discards[f.id], a.changed = true, true
		}
		after, _ := f.reach(f.blocks[index].next, -1)
		a.markAllDivergent(f, after)
	}
}

func (a *analysis) isDivergent(f *function, label uint32) bool {
	index := slices.IndexFunc(f.blocks, func(b block) bool { return b.label == label })
	return index >= 0 && a.divergent[&f.blocks[index]]
}

// reach returns the blocks that can be reached from the blocks in from, and their number. It does not enter
// the block excluded, which may be -1 for none.
func (f *function) reach(from []int, excluded int) (seen []bool, n int) {
	seen = make([]bool, len(f.blocks))
	for todo := slices.Clone(from); len(todo) > 0; {
		index := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[index] || index == excluded {
			continue
		}
		seen[index] = true
		n++
		todo = append(todo, f.blocks[index].next...)
	}
	return seen, n
}

// branchBlocks returns the blocks between a branch and the nearest block where its paths join. If there is
// none, it returns all blocks that can be reached.
func (f *function) branchBlocks(branch int) []bool {
	if known := f.blocks[branch].branchBlocks; known != nil {
		return known
	}
	all, least := f.reach(f.blocks[branch].next, -1)
	best := all
	for join := range all {
		if !all[join] {
			continue
		}
		if part, n := f.reach(f.blocks[branch].next, join); n < least && !f.canEnd(part) {
			best, least = part, n
		}
	}
	f.blocks[branch].branchBlocks = best
	return best
}

func (f *function) canEnd(blocks []bool) bool {
	for index, reached := range blocks {
		if reached && len(f.blocks[index].next) == 0 && f.blocks[index].instructions[0].op != opUnreachable {
			return true
		}
	}
	return false
}

func (a *analysis) undefinedDerivatives() (all []Derivative) {
	for i := range a.functions {
		f := &a.functions[i]
		for k := range f.blocks {
			for _, inst := range f.blocks[k].instructions {
				if inst.op.needsDerivatives() && a.divergent[&f.blocks[k]] {
					all = append(all, Derivative{inst.line, a.names[f.id], a.callLines(f.id)})
				}
			}
		}
	}
	return all
}

func (a *analysis) callLines(id uint32) (lines []int) {
	for c := a.divergentCalls[id]; c != nil && len(lines) < len(a.functions); c = a.divergentCalls[c.caller] {
		lines = append(lines, c.line)
	}
	return lines
}
