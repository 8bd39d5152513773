package formula

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

type other struct {
	id          int
	offset, vel vec.Vec
}

func blockOf(n int, pos, vel vec.Vec) *lanes.Block {
	b := &lanes.Block{N: n, Seen: lanes.MakeSeen()}
	b.Pos.Resize(n)
	b.Vel.Resize(n)
	b.ID = make([]int32, n)
	for i := range n {
		b.Pos.X[i], b.Pos.Y[i], b.Pos.Z[i] = pos.X, pos.Y, pos.Z
		b.Vel.X[i], b.Vel.Y[i], b.Vel.Z[i] = vel.X, vel.Y, vel.Z
		h := vel.Unit()
		b.Heading.X[i], b.Heading.Y[i], b.Heading.Z[i], b.Speed[i] = h.X, h.Y, h.Z, vel.Length()
		b.ID[i] = int32(i)
	}
	return b
}

func params() []Parameter {
	return []Parameter{{Key: "gain", Unit: "1/s"}, {Key: "reach", Unit: "m"}, {Key: "share"}}
}

func moment() *Moment {
	purposes := make([]vec.Purpose, 100)
	for k := range purposes {
		purposes[k] = vec.Purpose(1000 + k)
	}
	return &Moment{Seed: 5, Age: 120, Time: 2, Values: []float32{0.5, 3, 0.25}, Purpose: purposes}
}

var (
	testPos = vec.Vec{X: 1, Y: 2, Z: 3}
	testVel = vec.Vec{X: 3, Y: 0, Z: 4}
)

// resultOf returns the result of a formula without a unit, for a boid with some neighbours.
func resultOf(t *testing.T, text string, others ...other) vec.Vec {
	t.Helper()
	p, err := Compile(text, params(), Pure)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	e := p.NewEvaluator()
	e.Begin(blockOf(1, testPos, testVel), nil, moment())
	for _, o := range others {
		e.Add(0, o.id, o.offset, float64(o.offset.Dot(o.offset)), o.vel)
	}
	x, y, z := e.Finish()
	return vec.Vec{X: x[0], Y: y[0], Z: z[0]}
}

// numberOf returns the value of an expression for a number without a unit.
func numberOf(t *testing.T, text string, others ...other) float64 {
	t.Helper()
	return float64(resultOf(t, "vec("+text+", 0, 0)", others...).X)
}

func neighbours() []other {
	return []other{
		{4, vec.Vec{X: 1}, vec.Vec{Z: 1}}, {2, vec.Vec{Y: -2}, vec.Vec{X: 2}}, {9, vec.Vec{X: 3, Z: 4}, vec.Vec{Y: 0.5}},
	}
}

// The values of expressions, computed by hand or by package math.
func TestValues(t *testing.T) {
	for text, want := range map[string]float64{
		"1 + 2 * 3":                           7,
		"(1 + 2) * 3":                         9,
		"-2 ^ 2":                              -4,
		"2 ^ -2":                              0.25,
		"8 / 4 / 2":                           1,
		"1 - 2 - 3":                           -4,
		"1.5e1 + .5":                          15.5,
		"1 if 2 > 1 else 0":                   1,
		"1 if not 2 > 1 or 3 == 3 else 0":     1,
		"1 if 2 <= 2 and 2 >= 3 else 0":       0,
		"1 if 0 > 1 else 2 if 1 != 1 else 3":  3,
		"gain * 4[s]":                         2,
		"reach / 1[m] + share":                3.25,
		"speed / 1[m/s]":                      5,
		"heading.z":                           0.8,
		"position.y / 2[m]":                   1,
		"time / 1[s]":                         2,
		"up.y":                                1,
		"pi":                                  math.Pi,
		"min(3, 1, 2)":                        1,
		"max(3, 1, 2)":                        3,
		"clamp(5, 0, 2)":                      2,
		"mix(2, 4, 0.25)":                     2.5,
		"smoothstep(0, 2, 0.5)":               0.15625,
		"abs(-3)":                             3,
		"sign(-3) + sign(0) + 2 * sign(5)":    1,
		"floor(-1.5)":                         -2,
		"sqrt(9)":                             3,
		"exp(1)":                              math.E,
		"exp(-20)":                            math.Exp(-20),
		"log(10)":                             math.Log(10),
		"pow(2, 0.5)":                         math.Sqrt2,
		"pow(0.1, -3.5)":                      math.Pow(0.1, -3.5),
		"sin(1)":                              math.Sin(1),
		"sin(-100)":                           math.Sin(-100),
		"cos(4)":                              math.Cos(4),
		"atan2(-1, -2)":                       math.Atan2(-1, -2),
		"atan2(1, 0)":                         math.Pi / 2,
		"radians(90)":                         math.Pi / 2,
		"dot(vec(1, 2, 3), vec(4, 5, 6))":     32,
		"cross(vec(1, 0, 0), vec(0, 1, 0)).z": 1,
		"length(vec(3, 4, 12))":               13,
		"normalize(vec(0, 5, 0)).y":           1,
		"angle(vec(1, 0, 0), vec(-1, 1, 0))":  3 * math.Pi / 4,
		"limit(vec(6, 8, 0), 5).y":            4,
		"limit(vec(0.6, 0.8, 0), 5).y":        0.8,
		"rotate(vec(0, 0, 1), up, pi / 2).x":  1,
		"rotate(vec(0, 2, 1), up, pi).z":      -1,
		"turn(vec(0, 0, 2), vec(1, 0, 0), pi / 6).x":  1,
		"turn(vec(0, 0, 2), vec(1, 0, 0), 3).x":       2,
		"turn(vec(0, 0, 2), vec(0, 0, -1), pi / 2).x": 2,
		"mix(vec(0, 0, 0), vec(2, 0, 0), 0.5).x":      1,
		"count()":                                     3,
		"count(distance < 2.5[m])":                    2,
		"sum(offset).z / 1[m]":                        4,
		"mean(offset).x / 1[m]":                       4. / 3,
		"sum(distance) / 1[m]":                        8,
		"mean(distance, direction.x > 0) / 1[m]":      3,
		"sum(1, distance >= 2[m])":                    2,
		"nearest(distance) / 1[m]":                    1,
		"nearest(distance, offset.x <= 0) / 1[m]":     2,
		"mean(distance, distance > 50[m]) / 1[m]":     0,
		"sum(other_velocity).x / 1[m/s]":              11,
		"sum(relative_velocity).x / 1[m/s]":           2,
		"nearest(other_speed) / 1[m/s]":               math.Sqrt(9 + 25),
		"nearest(other_heading).x":                    3 / math.Sqrt(34),
		"sum(1 / (distance / 1[m]) ^ 2)":              1 + 0.25 + 0.04,
	} {
		if got := numberOf(t, text, neighbours()...); math.Abs(got-want) > 3e-7*max(1, math.Abs(want)) {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
}

func TestDefinitions(t *testing.T) {
	text := "near = distance < 2.5[m]  # two of three\n\npull = sum(offset,\n  near) +\n  vec(0, 0, 0); n = count(near)\npull / n / 1[m]"
	if got, want := resultOf(t, text, neighbours()...), (vec.Vec{X: 0.5, Y: -1}); got != want {
		t.Errorf("the result is %v, want %v", got, want)
	}
}

// Divisions by zero and values that are not numbers have a defined result.
func TestDivisionByZero(t *testing.T) {
	far := other{1, vec.Vec{X: 2}, vec.Vec{}}
	for text, want := range map[string]float64{
		"1 / 0":                                  0,
		"0 / 0":                                  0,
		"0 ^ -1":                                 0,
		"sqrt(-1)":                               0,
		"log(0) + log(-1)":                       0,
		"pow(0, 2) + pow(-2, 2)":                 0,
		"atan2(0, 0)":                            0,
		"normalize(vec(0, 0, 0)).x":              0,
		"angle(vec(0, 0, 0), up)":                0,
		"exp(1000)":                              math.MaxFloat32,
		"exp(-1000)":                             0,
		"sin(1e9)":                               0,
		"noise(1e30)":                            0,
		"sum(exp(80) * exp(80))":                 LargestTerm, // more than the largest term
		"sum(exp(80)^2 - exp(80)^2)":             0,           // not a number
		"min(exp(80)^2 - exp(80)^2, 1)":          1,           // not a number
		"mean(offset, distance > 9[m]).x / 1[m]": 0,
	} {
		if got := numberOf(t, text, far); got != want {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
}

// An error message contains the place in the formula, the mistake, and how to correct it.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "1:1: the last line must be an expression",
		"vec(1, 2, 3":                           "1:12: the formula ends too early: expected a comma, or ), which closes the ( in line 1, column 4",
		"2 * (1 + vec(1, 2, 3).x":               "1:24: the formula ends too early: expected ), which closes the ( in line 1, column 5",
		"a = (1\nb = 3\na + b":                  "2:1: unexpected \"b\": expected ), which closes the ( in line 1, column 5",
		"vec(1, 2, 3))":                         "1:13: unexpected \")\": expected an operator or the end of the line",
		"x = 1":                                 "1:6: the last line must be an expression",
		"vec(0,0,0)\nvec(0,0,0)":                "2:1: the formula must end with a single expression",
		"x = distanse\nvec(0,0,0)":              "1:5: unknown name \"distanse\", did you mean \"distance\"?",
		"n = 1\nmeen(offset)":                   "2:1: unknown function \"meen\", did you mean \"mean\"?",
		"vec(gian, 0, 0)":                       "1:5: unknown name \"gian\", did you mean \"gain\"?",
		"speed = 1\nvec(0,0,0)":                 "1:1: speed already has a meaning",
		"gain = 1\nvec(0,0,0)":                  "1:1: gain already has a meaning",
		"position + velocity":                   "1:10: cannot add a vector in m and a vector in m/s",
		"vec(reach + 1, 0, 0)":                  "1:11: cannot add a number in m and a pure number; a number with a unit is written as 1.5[m]",
		"vec(count(distance < 1), 0, 0)":        "1:20: cannot compare a number in m with a pure number; a number with a unit is written as 1.5[m]",
		"mean(offset)":                          "1:1: the result is a vector in m: must be a vector without a unit",
		"3":                                     "1:1: the result is a pure number: must be a vector",
		"direction":                             "1:1: the result belongs to a neighbour; use sum, mean, count or nearest",
		"sum(offset - mean(offset)) / 1[m]":     "1:12: a value of a single neighbour cannot be combined with a sum over the neighbours",
		"x = count()\nvec(sum(x), 0, 0)":        "2:5: a sum over the neighbours cannot contain another sum over the neighbours",
		"heading * heading":                     "1:9: cannot multiply two vectors with *; use dot or cross",
		"heading / heading":                     "1:9: cannot divide a vector by a vector",
		"vec(1 < 2, 0, 0)":                      "1:7: vec needs a number here, but this is a condition",
		"heading if 1 else up":                  "1:12: expected a condition after if, such as distance < 1[m], but this is a number",
		"heading if 1 < 2 else 3":               "1:9: the values before if and after else must have the same type and unit, but are a vector without a unit and a pure number",
		"vec(1 < 2 < 3, 0, 0)":                  "1:11: comparisons cannot be chained",
		"vec(1 ** 2, 0, 0)":                     "1:7: unknown operator **, use ^",
		"vec(1 if 1 > 0 && 2 > 1 else 0, 0, 0)": "1:16: unknown operator &&, use and",
		"vec(1 ? 2 : 3, 0, 0)":                  "1:7: unexpected character '?', use a if condition else b",
		"heading ^ 2":                           "1:9: a vector has no powers",
		"vec(2 ^ 0.5, 0, 0)":                    "1:9: the exponent of ^ must be a whole number from -8 to 8",
		"vec(2 ^ share, 0, 0)":                  "1:9: the exponent of ^",
		"heading.w":                             "1:9: unexpected \"w\": expected x, y or z",
		"vec(pi.x, 0, 0)":                       "1:8: a number has no .x",
		"vec(1[kg], 0, 0)":                      "1:7: unknown unit \"kg\"",
		"vec(cos(90[°]), 0, 0)":                 "1:12: unexpected character '°', use radians(x)",
		"vec(1[m, 0, 0)":                        "1:15: the formula ends too early: expected ], which closes the [ in line 1, column 6",
		"vec(sin(reach), 0, 0)":                 "1:9: sin needs a value without a unit here, but this is in m",
		"vec(max(reach, speed), 0, 0)":          "1:16: max needs values in the same unit: this is a number in m/s, but the previous value is in m",
		"vec(max(2, speed), 0, 0)":              "1:12: max needs values in the same unit: this is a number in m/s, but the previous value has no unit",
		"vec(sqrt(reach), 0, 0)":                "1:10: the unit of the square root of a number in m is not supported",
		"vec(reach(1), 0, 0)":                   "1:5: reach is not a function; to multiply, write reach * (…)",
		"vec(sin, 0, 0)":                        "1:5: sin is a function: write sin(…)",
		"vec(1, 2)":                             "1:1: wrong arguments for vec: write vec(x, y, z)",
		"vec(1 $ 2, 0, 0)":                      "1:7: unexpected character '$'",
		"vec(1.2.3, 0, 0)":                      "1:5: \"1.2.3\" is not a valid",
		"vec(1e99, 0, 0)":                       "1:5: \"1e99\" is not a valid 32-bit number",
		"vec(reach^8 * reach^8 * reach^8 * reach, 0, 0)": "1:33: the unit of this value is out of range",
	} {
		_, err := Compile(text, params(), Pure)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q gives the error %v, want one that begins with %q", text, err, want)
		}
		if at := new(Error); err != nil && !errors.As(err, &at) {
			t.Errorf("%q gives an error of type %T, want *Error", text, err)
		}
	}
}

// A formula that is too long, nested too deeply, or has too many operations gives an error quickly.
func TestHostileFormulas(t *testing.T) {
	doubling := "a0 = vec(time / 1[s], 0, 0)\n"
	for k := range 2000 {
		doubling += fmt.Sprintf("a%d = a%d + a%d * %d\n", k+1, k, k, k+2)
		if len(doubling) > maxText-50 {
			break
		}
	}
	last := strings.Count(doubling, "\n") - 1
	for name, c := range map[string]struct{ text, want string }{
		"long":       {strings.Repeat("1+", 5000), "1:1: the formula has 10000 bytes: at most 8192"},
		"brackets":   {strings.Repeat("(", 4000), "nested too deeply"},
		"signs":      {strings.Repeat("-", 4000) + "1", "nested too deeply"},
		"nots":       {strings.Repeat("not ", 2000) + "1", "nested too deeply"},
		"chain":      {strings.Repeat("1 if 1 < 2 else ", 500) + "1", "nested too deeply"},
		"operations": {doubling + fmt.Sprintf("a%d", last), "the formula is too long: at most 1000 operations"},
		"sums":       {"vec(" + strings.Repeat("1+", 4000) + "1,0,0)", "the formula is too long: at most 1000 operations"},
	} {
		_, err := Compile(c.text, params(), Pure)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %.200v, want %q", name, err, c.want)
		}
	}
}

// FuzzCompile compiles any text. A formula that compiles has the same result for any order of the
// neighbours.
func FuzzCompile(f *testing.F) {
	for _, text := range []string{
		"vec(1, 2, 3)", "near = distance < reach\nsum(direction, near) if count(near) > 0 else heading", "rotate(heading, up, random_angle())",
		"turn(heading, mean(other_heading), share) * noise(position / 1[m])", "nearest(direction) + gaussian() * random_direction()", "vec(1e", "x=;[", "-", "a if",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Compile(text, params(), Pure)
		if err != nil {
			if at := new(Error); !errors.As(err, &at) || at.Line < 1 || at.Column < 1 {
				t.Fatalf("the error %v has no place", err)
			}
			return
		}
		e, b := p.NewEvaluator(), blockOf(1, testPos, testVel)
		var results [2]vec.Vec
		for turn := range results {
			e.Begin(b, nil, moment())
			all := neighbours()
			for k := range all {
				o := all[k]
				if turn > 0 {
					o = all[len(all)-1-k]
				}
				e.Add(0, o.id, o.offset, float64(o.offset.Dot(o.offset)), o.vel)
			}
			x, y, z := e.Finish()
			results[turn] = vec.Vec{X: x[0], Y: y[0], Z: z[0]}
		}
		if results[0] != results[1] && results[0].Within(1e30) {
			t.Fatalf("%q depends on the order of the neighbours: %v and %v", text, results[0], results[1])
		}
	})
}

// The functions of numbers agree with package math within the precision of float32.
func TestFunctionsOfNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	near := func(what string, got float32, want float64) {
		if math.Abs(float64(got)-want) > 2e-7*max(1, math.Abs(want)) {
			t.Fatalf("%s is %v, want %v", what, got, want)
		}
	}
	for range 20_000 {
		x, y := float32(random.NormFloat64()*30), float32(random.NormFloat64()*30)
		near(fmt.Sprintf("sin(%v)", x), sine(x), math.Sin(float64(x)))
		near(fmt.Sprintf("cos(%v)", x), cosine(x), math.Cos(float64(x)))
		near(fmt.Sprintf("atan2(%v, %v)", y, x), arcTangent(y, x), math.Atan2(float64(y), float64(x)))
		near(fmt.Sprintf("exp(%v)", x), exponential(x/4), math.Exp(float64(x/4)))
		near(fmt.Sprintf("log(%v)", x*x), logarithm(x*x), math.Log(float64(x*x)))
		near(fmt.Sprintf("pow(%v, %v)", x*x, y/30), power(x*x, y/30), math.Pow(float64(x*x), float64(y/30)))
	}
}

// Random numbers are uniform, differ between boids, ticks and calls, and do not depend on the block.
func TestRandom(t *testing.T) {
	p, err := Compile("vec(random(), random(), gaussian())", nil, Pure)
	if err != nil {
		t.Fatal(err)
	}
	e, b, current := p.NewEvaluator(), blockOf(lanes.Size, testPos, testVel), moment()
	var sum, square, cross, normal float64
	const ticks = 200
	for tick := range int64(ticks) {
		current.Version, current.Age = tick, tick
		e.Begin(b, nil, current)
		x, y, z := e.Finish()
		for i := range x {
			if x[i] <= 0 || x[i] >= 1 {
				t.Fatalf("random() is %v", x[i])
			}
			u, v := float64(x[i])-0.5, float64(y[i])-0.5
			sum, square, cross, normal = sum+u, square+u*u, cross+u*v, normal+float64(z[i]*z[i])
		}
	}
	const n = ticks * lanes.Size
	for what, d := range map[string]float64{"mean": sum / n, "variance": square/n - 1./12, "correlation": 12 * cross / n, "variance of gaussian()": (normal/n - 1) / 5} {
		if math.Abs(d) > 5/math.Sqrt(n) {
			t.Errorf("the %s is off by %v", what, d)
		}
	}
}

func TestNoise(t *testing.T) {
	last, spread := noise(0, 0.3, 0.7), 0.0
	for k := range 20_000 {
		x := noise(float32(k)*0.005, 0.3, 0.7)
		if math.Abs(float64(x)) > 1 || math.Abs(float64(x-last)) > 0.03 {
			t.Fatalf("the noise goes from %v to %v", last, x)
		}
		last, spread = x, spread+float64(x*x)
	}
	if spread /= 20_000; spread < 0.05 || spread > 0.4 {
		t.Errorf("the mean square of the noise is %v", spread)
	}
}

func TestEvaluatorAllocatesNothing(t *testing.T) {
	p, err := Compile("near = distance < reach\n(mean(offset, near) / 1[m] + nearest(direction)) * random() + normalize(position) * noise(position / 1[m])", params(), Pure)
	if err != nil {
		t.Fatal(err)
	}
	e, b, current, all := p.NewEvaluator(), blockOf(lanes.Size, testPos, testVel), moment(), neighbours()
	if n := testing.AllocsPerRun(10, func() {
		current.Version++
		e.Begin(b, nil, current)
		for k := range 700 {
			o := all[k%3]
			e.Add(k%lanes.Size, o.id, o.offset, float64(o.offset.Dot(o.offset)), o.vel)
		}
		e.Finish()
	}); n != 0 {
		t.Errorf("a block allocates %v times", n)
	}
}

func TestUnits(t *testing.T) {
	for text, want := range map[string]string{
		"m": "m", "m/s": "m/s", "1/s": "1/s", "m/s²": "m/s²", "m/s^2": "m/s²", "m/step": "m/s", "rad/s": "1/s", "": "a pure number",
		"rad": "a pure number", "m^3": "m³", "1/m²": "1/m²", "m·s": "m·s", "1/m/s": "1/(m·s)", "m^4": "m^4",
	} {
		if u, err := ParseUnit(text); err != nil || u.String() != want {
			t.Errorf("the unit %q is %v (%v), want %s", text, u, err, want)
		}
	}
	for _, text := range []string{"kg", "m/", "m^0", "m^9", "m^", "°", "m^8*m^8*m^8*m^8"} {
		if _, err := ParseUnit(text); err == nil {
			t.Errorf("the unit %q was accepted", text)
		}
	}
}
