package main

import (
	"fmt"
	"math"
	"strconv"
)

// number writes three digits or so.
func number(x float64) string {
	if x == 0 {
		return "0"
	}
	return strconv.FormatFloat(x, 'f', decimals(x), 64)
}

// decimals is how many make three digits, 3 at most.
func decimals(x float64) int {
	n := 3
	for size := 1.0; n > 0 && math.Abs(x) >= size; size *= 10 {
		n--
	}
	return n
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + " %" }

func seconds(s float64) string {
	if s < 10 {
		return strconv.FormatFloat(s, 'f', 1, 64) + " s"
	}
	return strconv.FormatFloat(s, 'f', 0, 64) + " s"
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func withUnit(label, unit string) string {
	if unit == "" {
		return label
	}
	return label + ", " + unit
}
