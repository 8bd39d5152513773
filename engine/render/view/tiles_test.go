package view

import (
	"image"
	"math/rand/v2"
	"testing"
)

func TestTiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var ts Tiles
	for range 50 {
		size := image.Pt(1+rng.IntN(300), 1+rng.IntN(300))
		ts.Reset(size)
		var marks []image.Rectangle
		for range rng.IntN(5) {
			min := image.Pt(rng.IntN(400)-50, rng.IntN(400)-50)
			marks = append(marks, image.Rectangle{Min: min, Max: min.Add(image.Pt(rng.IntN(90), rng.IntN(90)))})
			ts.Mark(marks[len(marks)-1])
		}
		times := map[image.Point]int{}
		for r := range ts.Runs() {
			for y := r.Min.Y; y < r.Max.Y; y++ {
				for x := r.Min.X; x < r.Max.X; x++ {
					times[image.Pt(x, y)]++
				}
			}
		}
		for y := range size.Y {
			for x := range size.X {
				want := 0
				tile := image.Rect(x/TileSize*TileSize, y/TileSize*TileSize, (x/TileSize+1)*TileSize, (y/TileSize+1)*TileSize)
				for _, m := range marks {
					if tile.Intersect(image.Rectangle{Max: size}).Overlaps(m) {
						want = 1
					}
				}
				if got := times[image.Pt(x, y)]; got != want {
					t.Fatalf("size %v, marks %v: pixel (%d, %d) is in %d runs, want %d", size, marks, x, y, got, want)
				}
				delete(times, image.Pt(x, y))
			}
		}
		if len(times) > 0 {
			t.Fatalf("size %v: some runs are outside the image", size)
		}
	}
}
