package gltf

import (
	"math"
	"testing"
)

// TestTextureWrap checks how texture coordinates outside 0 to 1 wrap.
func TestTextureWrap(t *testing.T) {
	for _, c := range []struct {
		wrap Wrap
		x    float64
		want int
	}{
		{Repeat, 0.1, 0}, {Repeat, 0.9, 3}, {Repeat, 1.1, 0}, {Repeat, -0.1, 3}, {Repeat, -7.4, 2},
		{Mirror, 0.1, 0}, {Mirror, 1.1, 3}, {Mirror, -0.1, 0}, {Mirror, 2.3, 1}, {Mirror, 3.1, 3},
		{Clamp, -3, 0}, {Clamp, 0.5, 2}, {Clamp, 1, 3}, {Clamp, 9, 3}, {Clamp, math.NaN(), 0}, {Repeat, math.Inf(1), 0},
	} {
		if got := c.wrap.pixel(c.x, 4); got != c.want {
			t.Errorf("wrap %d: the coordinate %v is pixel %d of 4, want %d", c.wrap, c.x, got, c.want)
		}
	}
}
