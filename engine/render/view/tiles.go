package view

import (
	"image"
	"iter"
)

// TileSize is the side of a tile, in pixels.
const TileSize = 16

// Tiles records the tiles of an image into which something was drawn, so that only these are resolved.
// Rectangles start at the top left of the image.
type Tiles struct {
	Image   image.Rectangle
	columns int
	Marked  []bool
}

// Reset removes all marks and sets the size of the image.
func (t *Tiles) Reset(size image.Point) {
	t.Image = image.Rectangle{Max: size}
	t.columns = (size.X + TileSize - 1) / TileSize
	n := t.columns * ((size.Y + TileSize - 1) / TileSize)
	if cap(t.Marked) < n {
		t.Marked = make([]bool, n)
	}
	t.Marked = t.Marked[:n]
	clear(t.Marked)
}

// Mark marks all tiles that r touches.
func (t *Tiles) Mark(r image.Rectangle) {
	r = r.Intersect(t.Image)
	if r.Empty() {
		return
	}
	for y := r.Min.Y / TileSize; y <= (r.Max.Y-1)/TileSize; y++ {
		for x := r.Min.X / TileSize; x <= (r.Max.X-1)/TileSize; x++ {
			t.Marked[y*t.columns+x] = true
		}
	}
}

// MarkedShare returns the fraction of the tiles that are marked.
func (t *Tiles) MarkedShare() float32 {
	n := 0
	for _, marked := range t.Marked {
		if marked {
			n++
		}
	}
	return float32(n) / float32(max(len(t.Marked), 1))
}

// Join adds the marks of other, for an image of the same size.
func (t *Tiles) Join(other *Tiles) {
	for i, marked := range other.Marked {
		t.Marked[i] = t.Marked[i] || marked
	}
}

// Dilate returns a copy that also marks all tiles within the given number of pixels of a marked one.
func (t *Tiles) Dilate(pixels int) (out Tiles) {
	out.Reset(t.Image.Max)
	for r := range t.Runs() {
		out.Mark(r.Inset(-pixels))
	}
	return out
}

// Shrunk returns the marks for an image that is smaller by factor. The lower left corners of the two images
// coincide.
func (t *Tiles) Shrunk(factor int) (out Tiles) {
	size := t.Image.Max
	out.Reset(image.Pt((size.X+factor-1)/factor, (size.Y+factor-1)/factor))
	h := out.Image.Max.Y
	for r := range t.Runs() {
		top, bottom := size.Y-r.Min.Y, size.Y-r.Max.Y
		out.Mark(image.Rect(r.Min.X/factor, h-(top+factor-1)/factor, (r.Max.X+factor-1)/factor, h-bottom/factor))
	}
	return out
}

// Runs returns rectangles that cover exactly the marked tiles. Each rectangle is a run of neighbouring tiles
// in one row.
func (t *Tiles) Runs() iter.Seq[image.Rectangle] {
	return func(yield func(image.Rectangle) bool) {
		for i := 0; i < len(t.Marked); {
			from := i
			for i < len(t.Marked) && t.Marked[i] && i/t.columns == from/t.columns {
				i++
			}
			if i == from {
				i++
				continue
			}
			x, y := from%t.columns*TileSize, from/t.columns*TileSize
			r := image.Rect(x, y, x+(i-from)*TileSize, y+TileSize)
			if !yield(r.Intersect(t.Image)) {
				return
			}
		}
	}
}
