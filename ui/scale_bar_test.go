//go:build cgo && !nowindow

package ui

import "testing"

func TestRoundLength(t *testing.T) {
	for _, c := range []struct{ most, want float32 }{{1, 1}, {1.99, 1}, {2, 2}, {4.9, 2}, {5, 5}, {9.9, 5}, {37, 20}, {63, 50}, {0.3, 0.2}, {480, 200}} {
		if got := roundLength(c.most); got != c.want {
			t.Errorf("at most %g: the length is %g, want %g", c.most, got, c.want)
		}
	}
}
