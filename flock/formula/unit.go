package formula

import (
	"fmt"
	"strings"
)

// Unit is the unit of a number: powers of metres and seconds. A radian is a pure number. In a model that
// counts in steps, a step takes the place of the second.
type Unit struct {
	metres, seconds int8
	any             bool // whether the number is a zero without a unit, which fits every unit
}

// Units of the values of a formula.
var (
	Pure   = Unit{}                       // a pure number
	Metre  = Unit{metres: 1}              // m
	Second = Unit{seconds: 1}             // s
	Speed  = Unit{metres: 1, seconds: -1} // m/s

	Acceleration = Unit{metres: 1, seconds: -2} // m/s²
)

const largestExponent = 24

// ParseUnit parses the name of a unit, such as "m/s", "1/s", "m/s²", "m/s^2" or "rad". "" and "1" mean a pure
// number, and "m/step" means "m/s".
func ParseUnit(text string) (u Unit, err error) {
	sign := int8(1)
	for k, part := range strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "²", "^2"), "³", "^3"), "/") {
		if k > 0 {
			sign = -1
		}
		if k > 0 && strings.TrimSpace(part) == "" {
			return u, unknownUnit(text)
		}
		for _, factor := range strings.FieldsFunc(part, func(r rune) bool { return r == '*' || r == '·' || r == ' ' }) {
			base, power, raised := strings.Cut(factor, "^")
			n := int8(1)
			if raised {
				if len(power) != 1 || power[0] < '1' || power[0] > '8' {
					return u, unknownUnit(text)
				}
				n = int8(power[0] - '0')
			}
			switch base {
			case "m":
				u.metres += sign * n
			case "s", "step":
				u.seconds += sign * n
			case "rad", "1":
			default:
				return u, unknownUnit(text)
			}
			if !u.isValid() {
				return u, unknownUnit(text)
			}
		}
	}
	return u, nil
}

// paramUnit parses the unit of a parameter. A parameter may also be in degrees, which are a pure number for
// the formula. The formula converts them with radians.
func paramUnit(text string) (Unit, error) {
	if text == "°" {
		return Pure, nil
	}
	return ParseUnit(text)
}

func unknownUnit(text string) error {
	return fmt.Errorf("unknown unit %q: use m, s, rad and their powers and quotients, such as m/s or 1/s", text)
}

// String returns the unit's name, or "a pure number" if the unit has no name.
func (u Unit) String() string {
	above, below := powers("m", u.metres)+powers("s", u.seconds), powers("m", -u.metres)+powers("s", -u.seconds)
	above, below = strings.TrimSuffix(above, "·"), strings.TrimSuffix(below, "·")
	switch {
	case above == "" && below == "":
		return "a pure number"
	case below == "":
		return above
	case above == "":
		above = "1"
	}
	if strings.Contains(below, "·") {
		below = "(" + below + ")"
	}
	return above + "/" + below
}

func powers(base string, n int8) string {
	switch {
	case n <= 0:
		return ""
	case n == 1:
		return base + "·"
	case n <= 3:
		return base + string([]rune("²³")[n-2]) + "·"
	}
	return fmt.Sprintf("%s^%d·", base, n)
}

func (u Unit) times(v Unit) Unit {
	return Unit{u.metres + v.metres, u.seconds + v.seconds, u.any || v.any}
}

func (u Unit) over(v Unit) Unit {
	return Unit{u.metres - v.metres, u.seconds - v.seconds, u.any}
}

func (u Unit) isValid() bool {
	within := func(n int8) bool { return n >= -largestExponent && n <= largestExponent }
	return within(u.metres) && within(u.seconds)
}

func common(u, v Unit) (Unit, bool) {
	switch {
	case u.any:
		return v, true
	case v.any:
		return u, true
	}
	return u, u == v
}
