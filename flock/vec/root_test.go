package vec

import (
	"math"
	"testing"
)

// TestCubeRoot: CubeRoot agrees with math.Cbrt, within the rounding of float32.
func TestCubeRoot(t *testing.T) {
	for x := float32(1e-24); x < 1e12; x *= 1.7 {
		if want := float32(math.Cbrt(float64(x))); math.Abs(float64(CubeRoot(x)/want-1)) > 1e-7 {
			t.Errorf("the cube root of %v is %v, want %v", x, CubeRoot(x), want)
		}
	}
	if CubeRoot(0) != 0 {
		t.Errorf("the cube root of 0 is %v", CubeRoot(0))
	}
}
