package field

import "skein/flock/vec"

// Purposes of random draws. Package vec requires at least 1,000.
const (
	purposePlace vec.Purpose = 2002 + iota
	purposeDeal
)

func fraction(bits uint64) float64 { return float64(bits>>11) / (1 << 53) }
