//go:build cgo && !nowindow

package ui

import "testing"

func TestSpeedKeysMeetNormalSpeed(t *testing.T) {
	for _, c := range []struct{ from, slower, faster float32 }{
		{1, 0.5, 2}, {0.091, minSpeed, 0.1}, {0.73, 0.5, 1}, {1.46, 1, 2}, {minSpeed, minSpeed, 0.1}, {maxSpeed, 16, maxSpeed}, {0.01, minSpeed, minSpeed},
	} {
		if s, f := slower(c.from), faster(c.from); s != c.slower || f != c.faster {
			t.Errorf("from × %v the keys go to × %v and × %v, want %v and %v", c.from, s, f, c.slower, c.faster)
		}
	}
}
