//go:build cgo

package render

import (
	"math"
	"testing"
)

// Where a pixel has one sample, a bird is drawn at the next level in as many of a picture's
// subframes as its share of that, and in no other picture.
func TestBirdsGoOverInSubframes(t *testing.T) {
	m := &mesh{levels: []level{{maxSize: 1e9}, {maxSize: 200}, {maxSize: 20, vertexLit: true}}}
	c := crowd{}
	from, to := m.fadeStart(0), m.levels[1].maxSize
	for _, share := range []float32{0.1, 0.5, 0.9} {
		pixels := from - share*(from-to)
		if c.subframe = 0; c.bandFor(m, pixels) != m.band(pixels) {
			t.Errorf("%v on its way, it has gone over in a picture without subframes", share)
		}
		const n = 1000
		gone := 0
		for k := range n {
			c.subframe = (float32(k) + 0.5) / n
			if c.bandFor(m, pixels) == 2*m.nextLevel(0)+1 {
				gone++
			}
		}
		if math.Abs(float64(gone)/n-float64(share)) > 0.002 {
			t.Errorf("%v on its way, it has gone over in %d of %d subframes", share, gone, n)
		}
	}
}
