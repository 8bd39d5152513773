package formula

import (
	"fmt"
	"slices"

	"skein/flock/message"
)

type valueKind int8

const (
	aNumber valueKind = iota
	aVector
	aCondition
)

func (k valueKind) String() string { return [...]string{"a number", "a vector", "a condition"}[k] }

// value is the result of an expression. A vector has three nodes, and any other value one.
type value struct {
	kind valueKind
	unit Unit
	n    [3]int32
}

func (v value) parts() int {
	if v.kind == aVector {
		return 3
	}
	return 1
}

type checker struct {
	graph
	params  []Parameter
	columns []Column
	own     map[string]value

	definitions []definition
	traced      map[*expression]value // nil if the values are not stored

	outlines int
}

// Parameter is a parameter that a formula may use.
type Parameter struct {
	Key  string
	Unit string

	isSpread bool
}

func (c *checker) build(e *expression) (v value, err error) {
	args := make([]value, len(e.inputs))
	for k, one := range e.inputs {
		if args[k], err = c.build(one); err != nil {
			return v, err
		}
	}
	if v, err = c.apply(e, args); err != nil {
		return v, err
	}
	switch {
	case c.mixed:
		err = errorAt(e.position, "a value of a single neighbour cannot be combined with a sum over the neighbours")
	case len(c.nodes) > maxOperations:
		err = errorAt(e.position, "the formula is too long: at most %d operations on numbers are allowed", maxOperations)
	case !v.unit.isValid():
		err = errorAt(e.position, "the unit of this value is out of range")
	case c.traced != nil:
		c.traced[e] = v
	}
	return v, err
}

func (c *checker) apply(e *expression, args []value) (value, error) {
	switch e.operator {
	case "number":
		return value{unit: e.unit, n: [3]int32{c.number(e.value)}}, nil
	case "name":
		return c.named(e)
	case "call":
		return c.call(e, args)
	case "component":
		return c.component(e, args[0])
	case "negative":
		return c.negative(e, args[0])
	case "not", "and", "or":
		return c.logic(e, args)
	case "if":
		return c.conditional(e, args)
	case "^":
		return c.power(e, args[0])
	case "+", "-":
		return c.sum(e, args[0], args[1])
	case "*":
		return c.product(e, args[0], args[1])
	case "/":
		return c.quotient(e, args[0], args[1])
	}
	return c.compare(e, args[0], args[1])
}

func (c *checker) named(e *expression) (value, error) {
	if v, ok := c.own[e.word]; ok {
		return v, nil
	}
	if v, ok := c.column(e.word); ok {
		return v, nil
	}
	for k, p := range c.params {
		if p.Key != e.word {
			continue
		}
		unit, err := paramUnit(p.Unit)
		if err != nil {
			return value{}, errorAt(e.position, "the parameter %s has the unit %q, which formulas do not support", p.Key, p.Unit)
		}
		return value{unit: unit, n: [3]int32{c.input(parameter, k, 0, perTick)}}, nil
	}
	for _, n := range names() {
		if n.Name == e.word {
			return n.make(c), nil
		}
	}
	if slices.ContainsFunc(functions(), func(f Function) bool { return f.Name == e.word }) {
		return value{}, errorAt(e.position, "%s is a function: write %s(…)", e.word, e.word)
	}
	return value{}, errorAt(e.position, "unknown name %q%s", e.word, message.DidYouMean(e.word, c.knownNames()))
}

func (c *checker) knownNames() (all []string) {
	for name := range c.own {
		all = append(all, name)
	}
	slices.Sort(all)
	for k := range c.columns {
		all = append(all, c.columns[k].Key)
	}
	for _, p := range c.params {
		all = append(all, p.Key)
	}
	for _, n := range names() {
		all = append(all, n.Name)
	}
	return all
}

func (c *checker) isTaken(word string) bool {
	_, own := c.own[word]
	return own || isFixedName(word) || slices.ContainsFunc(functions(), func(f Function) bool { return f.Name == word }) ||
		slices.ContainsFunc(c.columns, func(o Column) bool { return o.Key == word }) ||
		slices.ContainsFunc(c.params, func(p Parameter) bool { return p.Key == word && !p.isSpread })
}

func (c *checker) call(e *expression, args []value) (value, error) {
	var known []string
	for _, f := range functions() {
		if known = append(known, f.Name); f.Name != e.word {
			continue
		}
		if len(args) < f.least || len(args) > f.most {
			return value{}, errorAt(e.position, "wrong arguments for %s: write %s", e.word, f.Usage)
		}
		return f.apply(c, e, args)
	}
	if slices.Contains(c.knownNames(), e.word) {
		return value{}, errorAt(e.position, "%s is not a function; to multiply, write %s * (…)", e.word, e.word)
	}
	return value{}, errorAt(e.position, "unknown function %q%s", e.word, message.DidYouMean(e.word, known))
}

func (c *checker) component(e *expression, operand value) (value, error) {
	if operand.kind != aVector {
		return value{}, errorAt(e.position, "%s has no .%s: only vectors have components", operand.kind, e.word)
	}
	return value{unit: operand.unit, n: [3]int32{operand.n[e.word[0]-'x']}}, nil
}

func (c *checker) each(code string, like value, args ...value) value {
	for k := range like.parts() {
		var operands []int32
		for _, v := range args {
			operands = append(operands, v.n[k])
		}
		like.n[k] = c.compute(code, operands...)
	}
	return like
}

func (c *checker) negative(e *expression, operand value) (value, error) {
	if operand.kind == aCondition {
		return value{}, errorAt(e.position, "a condition cannot be negated with -; use not")
	}
	zero := c.number(0)
	return c.each("subtract", operand, value{n: [3]int32{zero, zero, zero}}, operand), nil
}

func (c *checker) logic(e *expression, args []value) (value, error) {
	for k, v := range args {
		if v.kind != aCondition {
			return value{}, errorAt(e.inputs[k].position, "%s needs conditions, such as distance < 1[m], but an operand is %s", e.operator, v.kind)
		}
	}
	switch e.operator {
	case "and":
		return c.each("least", args[0], args[0], args[1]), nil
	case "or":
		return c.each("greatest", args[0], args[0], args[1]), nil
	}
	return c.not(args[0]), nil
}

func (c *checker) not(v value) value {
	v.n[0] = c.compute("subtract", c.number(1), v.n[0])
	return v
}

func (c *checker) conditional(e *expression, args []value) (value, error) {
	if args[0].kind != aCondition {
		return value{}, errorAt(e.inputs[0].position, "expected a condition after if, such as distance < 1[m], but this is %s", args[0].kind)
	}
	v := args[1]
	unit, ok := common(args[1].unit, args[2].unit)
	if args[1].kind != args[2].kind || !ok {
		return v, errorAt(e.position, "the values before if and after else must have the same type and unit, but are %s and %s", described(args[1]), described(args[2]))
	}
	v.unit = unit
	test := value{n: [3]int32{args[0].n[0], args[0].n[0], args[0].n[0]}}
	return c.each("select", v, test, args[1], args[2]), nil
}

// described returns text such as "a vector in m/s".
func described(v value) string {
	if v.kind == aCondition || v.unit.any {
		return v.kind.String()
	}
	if v.unit == Pure {
		if v.kind == aNumber {
			return Pure.String()
		}
		return v.kind.String() + " without a unit"
	}
	return fmt.Sprintf("%s in %s", v.kind, v.unit)
}

func (c *checker) sum(e *expression, a, b value) (value, error) {
	unit, ok := common(a.unit, b.unit)
	if a.kind != b.kind || a.kind == aCondition || !ok {
		verb := map[string]string{"+": "add", "-": "subtract"}[e.operator]
		return a, errorAt(e.position, "cannot %s %s and %s%s", verb, described(a), described(b), unitHint(a, b))
	}
	a.unit = unit
	code := map[string]string{"+": "add", "-": "subtract"}[e.operator]
	return c.each(code, a, a, b), nil
}

// unitHint returns advice on numbers with a unit, if exactly one of two values is a pure number.
func unitHint(a, b value) string {
	for _, pair := range [...][2]value{{a, b}, {b, a}} {
		if pair[0].kind == aNumber && pair[1].kind == aNumber && pair[0].unit == Pure && pair[1].unit != Pure {
			return fmt.Sprintf("; a number with a unit is written as 1.5[%s]", pair[1].unit)
		}
	}
	return ""
}

func (c *checker) product(e *expression, a, b value) (value, error) {
	switch {
	case a.kind == aCondition || b.kind == aCondition:
		return a, errorAt(e.position, "cannot multiply a condition; write x if condition else 0")
	case a.kind == aVector && b.kind == aVector:
		return a, errorAt(e.position, "cannot multiply two vectors with *; use dot or cross")
	case a.kind == aVector:
		a, b = b, a
	}
	return c.scale(b, a), nil
}

func (c *checker) scale(v, factor value) value {
	v.unit = v.unit.times(factor.unit)
	return c.each("multiply", v, v, value{n: [3]int32{factor.n[0], factor.n[0], factor.n[0]}})
}

func (c *checker) quotient(e *expression, a, b value) (value, error) {
	if a.kind == aCondition || b.kind != aNumber {
		return a, errorAt(e.position, "cannot divide %s by %s", a.kind, b.kind)
	}
	a.unit = a.unit.over(b.unit)
	return c.each("divide", a, a, value{n: [3]int32{b.n[0], b.n[0], b.n[0]}}), nil
}

// power multiplies repeatedly if the exponent is an integer.
func (c *checker) power(e *expression, base value) (value, error) {
	if base.kind != aNumber {
		return base, errorAt(e.position, "%s has no powers; use dot(v, v) for the square of a vector", base.kind)
	}
	n := int(e.value)
	v := value{n: [3]int32{c.number(1)}}
	for k := range max(n, -n) {
		if v.unit = v.unit.times(base.unit); k == 0 {
			v.n = base.n
		} else {
			v.n[0] = c.compute("multiply", v.n[0], base.n[0])
		}
		if !v.unit.isValid() {
			return v, nil // build reports a wrong unit
		}
	}
	if n < 0 {
		v.unit = Pure.over(v.unit)
		v.n[0] = c.compute("divide", c.number(1), v.n[0])
	}
	return v, nil
}

func (c *checker) compare(e *expression, a, b value) (value, error) {
	_, ok := common(a.unit, b.unit)
	if a.kind != aNumber || b.kind != aNumber || !ok {
		return a, errorAt(e.position, "cannot compare %s with %s%s", described(a), described(b), unitHint(a, b))
	}
	v := value{kind: aCondition}
	x, y := a.n[0], b.n[0]
	switch e.operator {
	case "<":
		v.n[0] = c.compute("less", x, y)
	case ">":
		v.n[0] = c.compute("less", y, x)
	case "<=":
		v.n[0] = c.compute("greatest", c.compute("less", x, y), c.compute("equal", x, y))
	case ">=":
		v.n[0] = c.compute("greatest", c.compute("less", y, x), c.compute("equal", x, y))
	case "==":
		v.n[0] = c.compute("equal", x, y)
	default:
		v = c.not(value{kind: aCondition, n: [3]int32{c.compute("equal", x, y)}})
	}
	return v, nil
}
