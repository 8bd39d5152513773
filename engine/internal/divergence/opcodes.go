package divergence

type opcode uint32

const (
	opUndef             opcode = 1
	opName              opcode = 5
	opLine              opcode = 8
	opExtInst           opcode = 12
	opEntryPoint        opcode = 15
	opFunction          opcode = 54
	opFunctionParameter opcode = 55
	opFunctionEnd       opcode = 56
	opFunctionCall      opcode = 57
	opVariable          opcode = 59
	opLoad              opcode = 61
	opStore             opcode = 62
	opAccessChain       opcode = 65
	opInBoundsChain     opcode = 66
	opDecorate          opcode = 71
	opVectorShuffle     opcode = 79
	opCompositeExtract  opcode = 81
	opCompositeInsert   opcode = 82
	opSampledImage      opcode = 86
	opSampleImplicit    opcode = 87
	opSampleDref        opcode = 89
	opSampleProj        opcode = 91
	opSampleProjDref    opcode = 93
	opFetch             opcode = 95
	opGather            opcode = 96
	opDrefGather        opcode = 97
	opQueryLod          opcode = 105
	opDPdx              opcode = 207
	opFwidthCoarse      opcode = 215
	opPhi               opcode = 245
	opLoopMerge         opcode = 246
	opSelectionMerge    opcode = 247
	opLabel             opcode = 248
	opBranch            opcode = 249
	opBranchConditional opcode = 250
	opSwitch            opcode = 251
	opKill              opcode = 252
	opReturn            opcode = 253
	opReturnValue       opcode = 254
	opUnreachable       opcode = 255
	opNoLine            opcode = 317
)

// Functions of GLSL.std.450 that also write through their last operand.
const (
	extModf  = 35
	extFrexp = 51
)

func (op opcode) isIgnored() bool { return op == opLoopMerge || op == opSelectionMerge }

// hasResult reports whether an instruction defines an id. Its operands then begin with the type and the id.
func (op opcode) hasResult() bool {
	switch {
	case op == opUndef, op == opExtInst, op == opFunctionCall, op == opVariable, op == opLoad, op == opAccessChain, op == opInBoundsChain, op == opPhi:
		return true
	case op >= 77 && op <= 107 && op != 85 && op != 99: // opcodes of composites and images
		return true
	case op >= 109 && op <= 215: // opcodes of conversions, arithmetic, comparisons, bit operations and derivatives
		return true
	}
	return false
}

func (op opcode) hasNoResult() bool { return op == opStore || op >= opBranch && op <= opUnreachable }

func (op opcode) needsDerivatives() bool {
	switch op {
	case opSampleImplicit, opSampleDref, opSampleProj, opSampleProjDref, opQueryLod:
		return true
	}
	return op >= opDPdx && op <= opFwidthCoarse
}

func (inst *instruction) targets() []uint32 {
	switch inst.op {
	case opBranch:
		return inst.words[:1]
	case opBranchConditional:
		return inst.words[1:3]
	case opSwitch:
		all := []uint32{inst.words[1]}
		for i := 3; i < len(inst.words); i += 2 {
			all = append(all, inst.words[i])
		}
		return all
	}
	return nil
}

func (inst *instruction) values() []uint32 {
	w := inst.words
	switch inst.op {
	case opUndef, opVariable, opFunctionCall:
		return nil
	case opExtInst:
		return w[2:]
	case opCompositeExtract:
		return w[:1]
	case opCompositeInsert, opVectorShuffle:
		return w[:2]
	case opPhi:
		var all []uint32
		for i := 0; i < len(w); i += 2 {
			all = append(all, w[i])
		}
		return all
	case opSampleDref, opSampleProjDref, opDrefGather, opGather:
		return imageValues(w, 3)
	}
	if inst.op > opSampledImage && inst.op <= opDrefGather {
		return imageValues(w, 2)
	}
	return w
}

// imageValues removes the mask of image operands, which is not an id. The mask is at index first.
func imageValues(w []uint32, first int) []uint32 {
	if len(w) <= first {
		return w
	}
	return append(append([]uint32{}, w[:first]...), w[first+1:]...)
}
