package vec

import "math"

// RoughBits is the number of bits that Rough clears.
const RoughBits = 2

// Rough rounds x towards 0, so that its RoughBits lowest bits are 0. Other data can be stored there.
func Rough(x float32) float32 {
	return math.Float32frombits(math.Float32bits(x) >> RoughBits << RoughBits)
}
