package formula

import "math"

// Function is a function that formulas can call.
type Function struct {
	Name, Usage, Doc string

	least, most int // number of arguments
	apply       func(c *checker, call *expression, args []value) (value, error)
}

// Functions returns all functions that formulas can call, in the order of the help.
func Functions() []Function { return functions() }

func functions() []Function {
	return []Function{
		{"sum", "sum(x, condition)", "the sum of x over the neighbours that meet the condition, or over all neighbours if there is no condition", 1, 2, reduced(sumOf)},
		{"mean", "mean(x, condition)", "the mean of x over the neighbours that meet the condition, or 0 if there are none", 1, 2, reduced(meanOf)},
		{"count", "count(condition)", "the number of neighbours that meet the condition. count() is the number of all neighbours", 0, 1, (*checker).count},
		{"nearest", "nearest(x, condition)", "the value of x for the nearest neighbour that meets the condition, or 0 if there is none", 1, 2, reduced(nearestOf)},
		{"outline", "outline(r, condition)", "the mean unit vector to the edges of the neighbours' outline, seen from above. Each neighbour is a disc of radius r. The result is 0 if there are no edges", 1, 2, (*checker).outline},
		{"vec", "vec(x, y, z)", "a vector of three numbers", 3, 3, (*checker).makeVector},
		{"dot", "dot(a, b)", "the scalar product of two vectors", 2, 2, vectors(2, func(c *checker, args []value) value { return c.dot(args[0], args[1]) })},
		{"cross", "cross(a, b)", "the cross product of two vectors", 2, 2, vectors(2, func(c *checker, args []value) value { return c.cross(args[0], args[1]) })},
		{"length", "length(v)", "the length of a vector", 1, 1, vectors(1, func(c *checker, args []value) value { return c.length(args[0]) })},
		{"normalize", "normalize(v)", "the unit vector of v. It is zero if v is zero", 1, 1, vectors(1, func(c *checker, args []value) value { return c.unitVector(args[0]) })},
		{"angle", "angle(a, b)", "the angle between two vectors, from 0 to pi", 2, 2, vectors(2, func(c *checker, args []value) value { return c.angleBetween(args[0], args[1]) })},
		{"limit", "limit(v, most)", "v, but not longer than the number most", 2, 2, (*checker).limit},
		{"rotate", "rotate(v, axis, angle)", "v, turned by an angle around the unit vector axis. The turn is counter-clockwise if the axis points towards you", 3, 3, (*checker).rotated},
		{"turn", "turn(v, target, most)", "v, turned towards target by at most the angle most", 3, 3, (*checker).turned},
		{"min", "min(a, b, …)", "the smallest of the numbers", 2, 8, extreme("least")},
		{"max", "max(a, b, …)", "the largest of the numbers", 2, 8, extreme("greatest")},
		{"clamp", "clamp(x, low, high)", "x, limited to the range from low to high", 3, 3, (*checker).clamp},
		{"mix", "mix(a, b, t)", "linear interpolation from a at t = 0 to b at t = 1", 3, 3, (*checker).mix},
		{"smoothstep", "smoothstep(a, b, x)", "0 if x is below a, 1 if x is above b, and a smooth curve in between", 3, 3, (*checker).smoothstep},
		{"abs", "abs(x)", "the absolute value of x", 1, 1, (*checker).size},
		{"sign", "sign(x)", "the sign of x: -1, 0 or 1", 1, 1, (*checker).sign},
		{"floor", "floor(x)", "the largest whole number not above x", 1, 1, pure("floor", 1)},
		{"sqrt", "sqrt(x)", "the square root of x, or 0 if x is negative", 1, 1, (*checker).root},
		{"exp", "exp(x)", "e to the power x", 1, 1, pure("exp", 1)},
		{"log", "log(x)", "the natural logarithm of x, or 0 if x is not above 0", 1, 1, pure("log", 1)},
		{"pow", "pow(x, y)", "x to the power y, or 0 if x is not above 0", 2, 2, pure("pow", 2)},
		{"sin", "sin(x)", "the sine of an angle in radians. Angles above a million are replaced by 0", 1, 1, pure("sin", 1)},
		{"cos", "cos(x)", "the cosine of an angle in radians. Angles above a million are replaced by 0", 1, 1, pure("cos", 1)},
		{"atan2", "atan2(y, x)", "the angle of the direction (x, y), from -pi to pi", 2, 2, (*checker).arcTangent},
		{"radians", "radians(x)", "an angle in degrees, converted to radians", 1, 1, (*checker).radians},
		{"noise", "noise(v)", "smooth noise from -1 to 1. v is a number or vector without a unit", 1, 1, (*checker).noise},
		{"random", "random()", "a random number from 0 to 1 for each boid and tick. Each random() in a formula gives a different number", 0, 0, drawnBy((*checker).draw)},
		{"random_angle", "random_angle()", "a random angle from -pi to pi", 0, 0, drawnBy((*checker).randomAngle)},
		{"random_direction", "random_direction()", "a random unit vector", 0, 0, drawnBy((*checker).randomDirection)},
		{"gaussian", "gaussian()", "a random number with the standard normal distribution", 0, 0, drawnBy((*checker).gaussian)},
	}
}

// need returns an error unless the arguments have the given types: n for a number, v for a vector.
func need(call *expression, args []value, types string) error {
	for k, v := range args {
		if want := map[byte]valueKind{'n': aNumber, 'v': aVector}[types[min(k, len(types)-1)]]; v.kind != want {
			return errorAt(call.inputs[k].position, "%s needs %s here, but this is %s", call.word, want, v.kind)
		}
	}
	return nil
}

func needPure(call *expression, args []value, k int) error {
	if u := args[k].unit; u != Pure && !u.any {
		return errorAt(call.inputs[k].position, "%s needs a value without a unit here, but this is in %s", call.word, u)
	}
	return nil
}

func needCommon(call *expression, args []value) (u Unit, err error) {
	u = args[0].unit
	for k := range args {
		var ok bool
		if u, ok = common(u, args[k].unit); !ok {
			before := "the previous value is in " + u.String()
			if u == Pure {
				before = "the previous value has no unit"
			}
			return u, errorAt(call.inputs[k].position, "%s needs values in the same unit: this is %s, but %s", call.word, described(args[k]), before)
		}
	}
	return u, nil
}

func (c *checker) first(code string, u Unit, args ...value) value {
	var operands []int32
	for _, v := range args {
		operands = append(operands, v.n[0])
	}
	return value{unit: u, n: [3]int32{c.compute(code, operands...)}}
}

func pure(code string, arguments int) func(*checker, *expression, []value) (value, error) {
	return func(c *checker, call *expression, args []value) (value, error) {
		for k := range arguments {
			if err := needPure(call, args, k); err != nil {
				return value{}, err
			}
		}
		return c.first(code, Pure, args...), need(call, args, "n")
	}
}

func vectors(arguments int, f func(*checker, []value) value) func(*checker, *expression, []value) (value, error) {
	return func(c *checker, call *expression, args []value) (value, error) {
		if err := need(call, args, "v"); err != nil {
			return value{}, err
		}
		return f(c, args[:arguments]), nil
	}
}

func drawnBy(f func(*checker) value) func(*checker, *expression, []value) (value, error) {
	return func(c *checker, _ *expression, _ []value) (value, error) { return f(c), nil }
}

func reduced(kind reductionKind) func(*checker, *expression, []value) (value, error) {
	return func(c *checker, call *expression, args []value) (value, error) {
		if args[0].kind == aCondition {
			return value{}, errorAt(call.inputs[0].position, "%s needs a number or a vector, but this is a condition; to count neighbours, write count(condition)", call.word)
		}
		return c.reduceWhere(call, kind, args[0], args[1:])
	}
}

func (c *checker) count(call *expression, args []value) (value, error) {
	return c.reduceWhere(call, countOf, value{n: [3]int32{none, none, none}}, args)
}

func (c *checker) outline(call *expression, args []value) (value, error) {
	if c.outlines++; c.outlines > maxOutlines {
		return value{}, errorAt(call.position, "a formula may call outline at most %d times", maxOutlines)
	}
	if err := need(call, args[:1], "n"); err != nil {
		return value{}, err
	}
	if _, ok := common(args[0].unit, Metre); !ok {
		return value{}, errorAt(call.inputs[0].position, "outline needs a radius in m, but this is %s", described(args[0]))
	}
	radius := value{kind: aVector, n: [3]int32{args[0].n[0], c.input(ofPair, offsetX, 0, perNeighbour), c.input(ofPair, offsetZ, 0, perNeighbour)}}
	return c.reduceWhere(call, outlineOf, radius, args[1:])
}

func (c *checker) reduceWhere(call *expression, kind reductionKind, term value, where []value) (value, error) {
	r := reduction{kind: kind, values: [3]int32{none, none, none}, where: none}
	copy(r.values[:term.parts()], term.n[:])
	if len(where) > 0 {
		if where[0].kind != aCondition {
			position := call.inputs[len(call.inputs)-1].position
			return value{}, errorAt(position, "%s needs a condition here, such as distance < 1[m], but this is %s", call.word, where[0].kind)
		}
		r.where = where[0].n[0]
	}
	for _, k := range append(r.values[:], r.where) {
		if k != none && c.nodes[k].rate == perSum {
			return value{}, errorAt(call.position, "a sum over the neighbours cannot contain another sum over the neighbours")
		}
	}
	term.n = c.reduce(r, term.parts())
	return term, nil
}

func (c *checker) makeVector(call *expression, args []value) (value, error) {
	if err := need(call, args, "n"); err != nil {
		return value{}, err
	}
	u, err := needCommon(call, args)
	return value{kind: aVector, unit: u, n: [3]int32{args[0].n[0], args[1].n[0], args[2].n[0]}}, err
}

func (c *checker) limit(call *expression, args []value) (value, error) {
	if err := need(call, args, "vn"); err != nil {
		return value{}, err
	}
	u, err := needCommon(call, args)
	length := c.length(args[0])
	factor := c.first("divide", Pure, args[1], length)
	short := c.scale(args[0], factor)
	v := c.choose(c.compute("less", args[1].n[0], length.n[0]), short, args[0])
	v.unit = u
	return v, err
}

func (c *checker) rotated(call *expression, args []value) (value, error) {
	if err := need(call, args, "vvn"); err != nil {
		return value{}, err
	}
	for k := 1; k < 3; k++ {
		if err := needPure(call, args, k); err != nil {
			return value{}, err
		}
	}
	return c.rotate(args[0], args[1], args[2].n[0]), nil
}

func (c *checker) turned(call *expression, args []value) (value, error) {
	if err := need(call, args, "vvn"); err != nil {
		return value{}, err
	}
	return c.turn(args[0], args[1], args[2]), needPure(call, args, 2)
}

func extreme(code string) func(*checker, *expression, []value) (value, error) {
	return func(c *checker, call *expression, args []value) (value, error) {
		if err := need(call, args, "n"); err != nil {
			return value{}, err
		}
		u, err := needCommon(call, args)
		v := args[0]
		for _, next := range args[1:] {
			v = c.first(code, u, v, next)
		}
		v.unit = u
		return v, err
	}
}

func (c *checker) clamp(call *expression, args []value) (value, error) {
	if err := need(call, args, "n"); err != nil {
		return value{}, err
	}
	u, err := needCommon(call, args)
	return c.first("least", u, c.first("greatest", u, args[0], args[1]), args[2]), err
}

func (c *checker) mix(call *expression, args []value) (value, error) {
	if args[0].kind == aCondition || args[0].kind != args[1].kind || args[2].kind != aNumber {
		return value{}, errorAt(call.position, "mix needs two numbers or two vectors, and a number")
	}
	u, err := needCommon(call, args[:2])
	if err == nil {
		err = needPure(call, args, 2)
	}
	a := args[0]
	a.unit = u
	part := c.scale(c.each("subtract", a, args[1], args[0]), args[2])
	return c.each("add", a, a, part), err
}

func (c *checker) smoothstep(call *expression, args []value) (value, error) {
	if err := need(call, args, "n"); err != nil {
		return value{}, err
	}
	_, err := needCommon(call, args)
	part := c.first("divide", Pure, c.first("subtract", Pure, args[2], args[0]), c.first("subtract", Pure, args[1], args[0]))
	zero, one := value{n: [3]int32{c.number(0)}}, value{n: [3]int32{c.number(1)}}
	t := c.first("least", Pure, c.first("greatest", Pure, part, zero), one)
	double := c.first("multiply", Pure, value{n: [3]int32{c.number(2)}}, t)
	rest := c.first("subtract", Pure, value{n: [3]int32{c.number(3)}}, double)
	return c.first("multiply", Pure, c.first("multiply", Pure, t, t), rest), err
}

func (c *checker) size(call *expression, args []value) (value, error) {
	return c.first("abs", args[0].unit, args[0]), need(call, args, "n")
}

func (c *checker) sign(call *expression, args []value) (value, error) {
	zero := value{n: [3]int32{c.number(0)}}
	return c.first("subtract", Pure, c.first("less", Pure, zero, args[0]), c.first("less", Pure, args[0], zero)), need(call, args, "n")
}

func (c *checker) root(call *expression, args []value) (value, error) {
	u := args[0].unit
	if u.metres%2 != 0 || u.seconds%2 != 0 {
		return value{}, errorAt(call.inputs[0].position, "the unit of the square root of %s is not supported", described(args[0]))
	}
	return c.first("sqrt", Unit{u.metres / 2, u.seconds / 2, u.any}, args[0]), need(call, args, "n")
}

func (c *checker) arcTangent(call *expression, args []value) (value, error) {
	if err := need(call, args, "n"); err != nil {
		return value{}, err
	}
	_, err := needCommon(call, args)
	return c.first("atan2", Pure, args...), err
}

func (c *checker) radians(call *expression, args []value) (value, error) {
	if err := needPure(call, args, 0); err != nil {
		return value{}, err
	}
	return c.first("multiply", Pure, args[0], value{n: [3]int32{c.number(math.Pi / 180)}}), need(call, args, "n")
}

func (c *checker) noise(call *expression, args []value) (value, error) {
	if err := needPure(call, args, 0); err != nil {
		return value{}, err
	}
	v := args[0]
	switch v.kind {
	case aCondition:
		return v, errorAt(call.inputs[0].position, "noise needs a number or a vector, but this is a condition")
	case aNumber:
		v.n[1], v.n[2] = c.number(0), c.number(0)
	}
	return value{n: [3]int32{c.compute("noise", v.n[0], v.n[1], v.n[2])}}, nil
}
