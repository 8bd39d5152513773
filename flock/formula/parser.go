package formula

import (
	"fmt"
	"strings"
)

type expression struct {
	position place
	operator string // an operator, "number", "name", "call", "if", "negative", "not" or "component"
	word     string
	value    float64
	unit     Unit
	inputs   []*expression
}

type definition struct {
	position place
	name     string
	value    *expression
}

// Limits that protect against malicious formulas.
const (
	maxText       = 8192 // bytes
	maxDepth      = 60
	maxOperations = 1000
	maxOutlines   = 4 // calls of outline; each call keeps all neighbours of 256 boids in memory
)

type parser struct {
	all   []token
	depth int
}

func parse(text string) (all []definition, result *expression, err error) {
	if len(text) > maxText {
		return nil, nil, errorAt(place{1, 1}, "the formula has %d bytes: at most %d are allowed", len(text), maxText)
	}
	list, err := tokens(text)
	if err != nil {
		return nil, nil, err
	}
	p := &parser{all: list}
	for p.peek().kind != endOfText {
		if result != nil {
			return nil, nil, errorAt(p.peek().position, "the formula must end with a single expression; give the expression in line %d a name, such as x = …, or end the first line with an operator to join the lines", result.position.line)
		}
		d := definition{position: p.peek().position}
		if p.peek().kind == name && p.all[1].text == "=" {
			if isReserved(p.peek().text) {
				return nil, nil, errorAt(p.peek().position, "%q is reserved in formulas; choose another name", p.peek().text)
			}
			d.name = p.take().text
			p.take()
		}
		if d.value, err = p.conditional(); err != nil {
			return nil, nil, err
		}
		if d.name == "" {
			result = d.value
		} else {
			all = append(all, d)
		}
		if next := p.peek(); next.kind == endOfLine {
			p.take()
		} else if next.kind != endOfText {
			return nil, nil, p.unexpected(next, "an operator or the end of the line")
		}
	}
	if result == nil {
		return nil, nil, errorAt(p.peek().position, "the last line must be an expression: the result of the formula")
	}
	return all, result, nil
}

func (p *parser) peek() token { return p.all[0] }

func (p *parser) take() token {
	t := p.all[0]
	if len(p.all) > 1 {
		p.all = p.all[1:]
	}
	return t
}

func (p *parser) skip(text string) bool {
	t := p.peek()
	if t.text != text || t.kind != symbol && t.kind != name {
		return false
	}
	p.take()
	return true
}

func (p *parser) unexpected(t token, want string) error {
	switch t.kind {
	case endOfText:
		return errorAt(t.position, "the formula ends too early: expected %s", want)
	case endOfLine:
		return errorAt(t.position, "the line ends too early: expected %s", want)
	}
	return errorAt(t.position, "unexpected %q: expected %s", t.text, want)
}

func (p *parser) expect(text string) error {
	if !p.skip(text) {
		return p.unexpected(p.peek(), text)
	}
	return nil
}

// deeper counts a nested expression, and returns an error if there are too many. The caller must call leave
// at the end of the expression.
func (p *parser) deeper() (leave func(), err error) {
	if p.depth++; p.depth > maxDepth {
		return nil, errorAt(p.peek().position, "nested too deeply: at most %d levels are allowed; use definitions, such as x = …", maxDepth)
	}
	return func() { p.depth-- }, nil
}

// conditional reads a value or a choice of the form "value if condition else other".
func (p *parser) conditional() (*expression, error) {
	leave, err := p.deeper()
	if err != nil {
		return nil, err
	}
	defer leave()
	value, err := p.binary(0)
	if err != nil || p.peek().text != "if" {
		return value, err
	}
	position := p.take().position
	condition, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	if err := p.expect("else"); err != nil {
		return nil, err
	}
	other, err := p.conditional()
	return &expression{position: position, operator: "if", inputs: []*expression{condition, value, other}}, err
}

// levels returns the binary operators by precedence, the lowest first.
func levels() [][]string {
	return [][]string{{"or"}, {"and"}, {"<", ">", "<=", ">=", "==", "!="}, {"+", "-"}, {"*", "/"}}
}

// comparison is the precedence of the comparisons. The operator not has a lower precedence than these, and a
// higher one than and.
const comparison = 2

func (p *parser) binary(level int) (*expression, error) {
	all := levels()
	if level == len(all) {
		return p.negative()
	}
	if level == comparison && p.peek().text == "not" {
		return p.prefix("not", func() (*expression, error) { return p.binary(level) })
	}
	lhs, err := p.binary(level + 1)
	for err == nil {
		t := p.peek()
		if !p.skipAny(all[level]) {
			return lhs, nil
		}
		var right *expression
		if right, err = p.binary(level + 1); err != nil {
			break
		}
		if level == comparison && p.isAny(all[level]) {
			return nil, errorAt(p.peek().position, "comparisons cannot be chained: write a < b and b < c")
		}
		lhs = &expression{position: t.position, operator: t.text, inputs: []*expression{lhs, right}}
	}
	return nil, err
}

func (p *parser) isAny(list []string) bool {
	t := p.peek()
	for _, text := range list {
		if t.text == text && (t.kind == symbol || t.kind == name) {
			return true
		}
	}
	return false
}

func (p *parser) skipAny(list []string) bool {
	if p.isAny(list) {
		p.take()
		return true
	}
	return false
}

func (p *parser) prefix(operator string, operand func() (*expression, error)) (*expression, error) {
	leave, err := p.deeper()
	if err != nil {
		return nil, err
	}
	defer leave()
	e := &expression{position: p.take().position, operator: operator}
	value, err := operand()
	e.inputs = []*expression{value}
	return e, err
}

func (p *parser) negative() (*expression, error) {
	if p.peek().text == "-" {
		return p.prefix("negative", p.negative)
	}
	base, err := p.postfix()
	if err != nil || p.peek().text != "^" {
		return base, err
	}
	position := p.take().position
	minus := p.skip("-")
	t := p.take()
	if t.kind != number || strings.ContainsAny(t.text, ".eE") || t.value > maxPower {
		return nil, errorAt(t.position, "the exponent of ^ must be a whole number from -%d to %d; use pow(x, y) for other exponents", maxPower, maxPower)
	}
	if minus {
		t.value = -t.value
	}
	return &expression{position: position, operator: "^", value: t.value, inputs: []*expression{base}}, nil
}

const maxPower = 8

// postfix reads a value and its components, such as offset.x.
func (p *parser) postfix() (*expression, error) {
	e, err := p.primary()
	for err == nil && p.skip(".") {
		t := p.take()
		if t.kind != name || len(t.text) != 1 || !strings.Contains("xyz", t.text) {
			return nil, p.unexpected(t, "x, y or z")
		}
		e = &expression{position: t.position, operator: "component", word: t.text, inputs: []*expression{e}}
	}
	return e, err
}

func (p *parser) primary() (*expression, error) {
	switch t := p.take(); {
	case t.kind == number:
		e := &expression{position: t.position, operator: "number", value: t.value}
		return e, p.unitOf(e)
	case t.kind == name && t.text != "if" && t.text != "else" && t.text != "and" && t.text != "or" && t.text != "not":
		e := &expression{position: t.position, operator: "name", word: t.text}
		if open := p.peek(); p.skip("(") {
			e.operator = "call"
			return e, p.arguments(e, open)
		}
		return e, nil
	case t.kind == symbol && t.text == "(":
		e, err := p.conditional()
		if err != nil {
			return nil, err
		}
		if !p.skip(")") {
			return nil, p.unexpected(p.peek(), closing(t, ")"))
		}
		return e, nil
	default:
		return nil, p.unexpected(t, "a value")
	}
}

func closing(open token, text string) string {
	return fmt.Sprintf("%s, which closes the %s in line %d, column %d", text, open.text, open.position.line, open.position.column)
}

func (p *parser) arguments(call *expression, open token) error {
	for !p.skip(")") {
		if len(call.inputs) > 0 && !p.skip(",") {
			return p.unexpected(p.peek(), "a comma, or "+closing(open, ")"))
		}
		one, err := p.conditional()
		if err != nil {
			return err
		}
		call.inputs = append(call.inputs, one)
	}
	return nil
}

func (p *parser) unitOf(e *expression) error {
	open := p.peek()
	if !p.skip("[") {
		e.unit.any = e.value == 0
		return nil
	}
	text, position := "", p.peek().position
	for p.peek().text != "]" {
		t := p.take()
		if t.kind == endOfText || t.kind == endOfLine {
			return p.unexpected(t, closing(open, "]"))
		}
		text += t.text
	}
	p.take()
	unit, err := ParseUnit(text)
	if err != nil {
		return errorAt(position, "%s", err)
	}
	e.unit = unit
	return nil
}
