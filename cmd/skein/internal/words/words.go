package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"skein/flock/message"
)

// Number writes three digits or so.
func Number(x float64) string {
	if x == 0 {
		return "0"
	}
	return strconv.FormatFloat(x, 'f', Decimals(x), 64)
}

// Decimals returns how many make three digits, 3 at most.
func Decimals(x float64) int {
	n := 3
	for size := 1.0; n > 0 && math.Abs(x) >= size; size *= 10 {
		n--
	}
	return n
}

// Percent returns a share as a percentage with one decimal.
func Percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + " %" }

// Seconds returns a time in seconds, with a decimal below ten.
func Seconds(s float64) string {
	if s < 10 {
		return strconv.FormatFloat(s, 'f', 1, 64) + " s"
	}
	return strconv.FormatFloat(s, 'f', 0, 64) + " s"
}

// Plural returns a number and a noun that takes an s: 1 key, 2 keys.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// WithUnit returns a label and its unit, if it has one.
func WithUnit(label, unit string) string {
	if unit == "" {
		return label
	}
	return label + ", " + unit
}

// Quote returns a word as Bash reads it back, without control characters.
func Quote(word string) string {
	if message.Visible(word) != word {
		return "$'" + message.Visible(strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(word)) + "'"
	}
	plain := func(r rune) bool {
		return strings.ContainsRune("-_=+,./:@%", r) || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Count returns a number and the form of a noun that goes with it: 1 vertex, 2 vertices.
func Count(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}
