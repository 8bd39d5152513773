package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"skein/flock/message"
)

// Number formats x with about three significant digits.
func Number(x float64) string {
	if x == 0 {
		return "0"
	}
	return strconv.FormatFloat(x, 'f', Decimals(x), 64)
}

// Decimals returns the number of decimals for about three digits, at most 3.
func Decimals(x float64) int {
	n := 3
	for size := 1.0; n > 0 && math.Abs(x) >= size; size *= 10 {
		n--
	}
	return n
}

// Percent formats a fraction as a percentage with one decimal.
func Percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + " %" }

// Seconds formats a time with its unit. Below 10 s it has one decimal.
func Seconds(s float64) string {
	if s < 10 {
		return strconv.FormatFloat(s, 'f', 1, 64) + " s"
	}
	return strconv.FormatFloat(s, 'f', 0, 64) + " s"
}

// Plural returns a number with a noun whose plural ends in s, such as "1 key" or "2 keys".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// WithUnit returns a label and its unit, which may be empty.
func WithUnit(label, unit string) string {
	if unit == "" {
		return label
	}
	return label + ", " + unit
}

// Quote quotes a word for Bash and escapes control characters.
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

// Count returns a number with the matching form of a noun, such as "1 vertex" or "2 vertices".
func Count(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Wrap breaks text between words into lines of at most width bytes. A longer word gets its own line.
func Wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}
