//go:build cgo

package birds

import (
	"math"
	"testing"
)

// If a pixel has one sample, the fraction of subframes with the next level increases from 0 to 1
// during a change of level. Without subframes, the bird changes only at the end.
func TestLevelsChangeBySubframes(t *testing.T) {
	m := &Mesh{Levels: []level{{MaxSize: 1e9}, {MaxSize: 200}, {MaxSize: 20, VertexLit: true}}}
	c := Crowd{}
	from, to := m.fadeStart(0), m.Levels[1].MaxSize
	for _, share := range []float32{0.1, 0.5, 0.9} {
		pixels := from - share*(from-to)
		if c.Subframe = 0; c.BandFor(m, pixels) != m.Band(pixels) {
			t.Errorf("share %v: the level changed in a picture without subframes", share)
		}
		const n = 1000
		changed := 0
		for k := range n {
			c.Subframe = (float32(k) + 0.5) / n
			if c.BandFor(m, pixels) == 2*m.NextLevel(0)+1 {
				changed++
			}
		}
		if math.Abs(float64(changed)/n-float64(share)) > 0.002 {
			t.Errorf("share %v: the level changed in %d of %d subframes, want this share", share, changed, n)
		}
	}
}
