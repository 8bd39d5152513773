package param

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

const maxName = 64

// NameRule describes a valid name, for the end of an error message.
const NameRule = "use up to 64 lower-case letters, digits, - and _, starting with a letter"

// IsName reports whether s is a valid name. A valid name has at most maxName lower-case letters, digits, -
// and _, and starts with a letter.
func IsName(s string) bool {
	for k, c := range s {
		if letter := c >= 'a' && c <= 'z'; !letter && (k == 0 || !strings.ContainsRune("0123456789_-", c)) {
			return false
		}
	}
	return s != "" && len(s) <= maxName
}

// InRange returns an error if a value is outside [low, high], after rounding both bounds to float32. NaN is
// outside every range.
func InRange(key, unit string, value, low, high float64) error {
	if value >= float64(float32(low)) && value <= float64(float32(high)) {
		return nil
	}
	return fmt.Errorf("%s is %s: must be %s to %s", key, WithUnit(value, unit), Decimal(low), WithUnit(high, unit))
}

// WithUnit formats a number and its unit for display, such as "0.5 m".
func WithUnit(value float64, unit string) string {
	return strings.TrimSpace(Decimal(value) + " " + unit)
}

// Decimal formats a number for display. It writes integers without an exponent.
func Decimal(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 32)
}
