package engine

import "math"

func sin(x float32) float32 { return float32(math.Sin(float64(x))) }
