package tracks

import (
	"math"

	"skein/flock"
)

// positionBytes is the size of a position in a recording in bytes, measured for interpolated tracks.
const positionBytes = 50

// Limits above which a recording is so large that a warning is useful.
const (
	manyPositions = 400_000 // 20 MB
	manyPerRow    = 10
)

// addNoteAboutSize adds a warning if most positions of a large recording are interpolated. It suggests a rate
// with about one position per row.
func (t *Tracks) addNoteAboutSize() {
	positions := 0
	for k := range t.paths {
		positions += len(t.paths[k].pos)
	}
	perRow := float64(positions) / float64(t.Rows)
	if positions < manyPositions || perRow < manyPerRow {
		return
	}
	size := float64(positions) * positionBytes / 1e6
	apart := perRow / t.Rate()
	better := Tracks{FPS: max(1, int(math.Ceil(0.9/apart))), Period: max(1, min(int(apart), flock.MaxFrameSeconds))}
	if better.FPS > 1 {
		better.Period = 1
	}
	if better.Rate() < t.Rate() {
		t.addNote("about %.0f MB: the rows are %.3g s apart on average, but there are %s frames per second; --fps %s gives about %.0f MB", size, apart, t.RateText(), better.RateText(), size*better.Rate()/t.Rate())
	}
}
