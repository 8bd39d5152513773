//go:build cgo

package render

import (
	"fmt"
	"testing"
)

func TestScratchLevels(t *testing.T) {
	b := builtin(t)
	for i, l := range newLevels(b.Levels) {
		fmt.Println(i, l.triangles, l.bothSides, l.below, b.Levels[i].Error, b.Levels[i].Typical)
	}
}
