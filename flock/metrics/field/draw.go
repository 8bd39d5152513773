package field

import "skein/flock/vec"

// Purposes of random draws. They are at least 1,000, as package vec requires.
const (
	purposePlace vec.Purpose = 2002 + iota
	purposeDeal
)

func fraction(bits uint64) float64 { return float64(bits>>11) / (1 << 53) }
