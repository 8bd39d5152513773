package field

import "skein/flock/vec"

// Purposes of random draws, in the range that the engine leaves to other packages.
const (
	purposePlace vec.Purpose = 2002 + iota
	purposeDeal
)

// fraction converts the upper bits of a draw to a number in [0,1).
func fraction(bits uint64) float64 { return float64(bits>>11) / (1 << 53) }
