//go:build cgo

package render

import (
	"math"
	"testing"
)

// If pixels have one sample, a bird is drawn at the next level in as many subframes of a picture
// as its share says, and never in a picture without subframes.
func TestLevelsChangeBySubframes(t *testing.T) {
	m := &mesh{levels: []level{{maxSize: 1e9}, {maxSize: 200}, {maxSize: 20, vertexLit: true}}}
	c := crowd{}
	from, to := m.fadeStart(0), m.levels[1].maxSize
	for _, share := range []float32{0.1, 0.5, 0.9} {
		pixels := from - share*(from-to)
		if c.subframe = 0; c.bandFor(m, pixels) != m.band(pixels) {
			t.Errorf("share %v: the level changed in a picture without subframes", share)
		}
		const n = 1000
		changed := 0
		for k := range n {
			c.subframe = (float32(k) + 0.5) / n
			if c.bandFor(m, pixels) == 2*m.nextLevel(0)+1 {
				changed++
			}
		}
		if math.Abs(float64(changed)/n-float64(share)) > 0.002 {
			t.Errorf("share %v: the level changed in %d of %d subframes", share, changed, n)
		}
	}
}
