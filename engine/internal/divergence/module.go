package divergence

import (
	"encoding/binary"
	"errors"
	"fmt"
)

type instruction struct {
	op     opcode
	result uint32 // id that the instruction defines, or 0
	words  []uint32
	line   int // source line, or 0
}

// block is a basic block. Its last instruction is a branch or ends the function.
type block struct {
	label        uint32
	instructions []instruction
	next         []int  // blocks that may follow this block; none if the function ends
	branchBlocks []bool // result of function.branchBlocks; nil if not known yet
}

type function struct {
	id         uint32
	parameters []uint32
	blocks     []block
}

type module struct {
	entry     uint32
	functions []function
	names     map[uint32]string
	inputs    map[uint32]bool // variables that may differ from pixel to pixel
}

const storageInput = 1

// Decorations, and built-in inputs that are the same for all pixels of a triangle.
const (
	decorationBuiltIn = 11
	decorationFlat    = 14
	builtInPrimitive  = 7
	builtInFront      = 17
)

var errNotSPIRV = errors.New("not a SPIR-V module")

func parse(data []byte) (*module, error) {
	if len(data) < 20 || len(data)%4 != 0 || binary.LittleEndian.Uint32(data) != 0x07230203 {
		return nil, errNotSPIRV
	}
	words := make([]uint32, len(data)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	p := parser{module: &module{names: map[uint32]string{}, inputs: map[uint32]bool{}}, uniform: map[uint32]bool{}}
	for words = words[5:]; len(words) > 0; {
		n := int(words[0] >> 16)
		if n == 0 || n > len(words) {
			return nil, errNotSPIRV
		}
		if err := p.read(opcode(words[0]&0xffff), words[1:n]); err != nil {
			return nil, err
		}
		words = words[n:]
	}
	for id := range p.uniform {
		delete(p.module.inputs, id)
	}
	return p.module, p.link()
}

type parser struct {
	*module
	uniform map[uint32]bool // inputs that are the same for all pixels of a triangle
	line    int
}

func (p *parser) read(op opcode, words []uint32) error {
	switch op {
	case opName:
		p.names[words[0]] = decodeString(words[1:])
	case opEntryPoint:
		p.entry = words[1]
	case opLine:
		p.line = int(words[1])
	case opNoLine:
		p.line = 0
	case opDecorate:
		builtIn := words[1] == decorationBuiltIn && (words[2] == builtInPrimitive || words[2] == builtInFront)
		if builtIn || words[1] == decorationFlat {
			p.uniform[words[0]] = true
		}
	case opVariable:
		if words[2] == storageInput {
			p.inputs[words[1]] = true
		}
	case opFunction:
		p.functions = append(p.functions, function{id: words[1]})
	case opFunctionParameter:
		f := p.function()
		f.parameters = append(f.parameters, words[1])
	case opLabel:
		f := p.function()
		f.blocks = append(f.blocks, block{label: words[0]})
	case opFunctionEnd:
		p.line = 0
	default:
		return p.add(op, words)
	}
	return nil
}

func (p *parser) function() *function {
	if len(p.functions) == 0 {
		return nil
	}
	return &p.functions[len(p.functions)-1]
}

func (p *parser) add(op opcode, words []uint32) error {
	f := p.function()
	if f == nil || len(f.blocks) == 0 {
		return nil
	}
	b := &f.blocks[len(f.blocks)-1]
	inst := instruction{op: op, words: words, line: p.line}
	switch {
	case op.isIgnored():
		return nil
	case op.hasResult():
		inst.result, inst.words = words[1], words[2:]
	case !op.hasNoResult():
		return fmt.Errorf("unknown instruction %d: add it to opcodes.go", op)
	}
	b.instructions = append(b.instructions, inst)
	return nil
}

func (p *parser) link() error {
	for k := range p.functions {
		f := &p.functions[k]
		indexOf := map[uint32]int{}
		for i := range f.blocks {
			indexOf[f.blocks[i].label] = i
		}
		for i := range f.blocks {
			b := &f.blocks[i]
			if len(b.instructions) == 0 {
				return fmt.Errorf("%s: empty block", p.names[f.id])
			}
			for _, label := range b.instructions[len(b.instructions)-1].targets() {
				b.next = append(b.next, indexOf[label])
			}
		}
	}
	return nil
}

func decodeString(words []uint32) string {
	var out []byte
	for _, w := range words {
		for range 4 {
			if byte(w) == 0 {
				return string(out)
			}
			out = append(out, byte(w))
			w >>= 8
		}
	}
	return string(out)
}
