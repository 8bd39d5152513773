package render

import (
	"image"
	"iter"
)

// tileSize is the side of a tile, pixels.
const tileSize = 16

// tiles remembers which parts of an image were drawn on, so that only those are resolved.
// Rectangles have their origin at the image's top left.
type tiles struct {
	image   image.Rectangle
	columns int
	marked  []bool
}

// reset clears all marks, for an image of the given size.
func (t *tiles) reset(size image.Point) {
	t.image = image.Rectangle{Max: size}
	t.columns = (size.X + tileSize - 1) / tileSize
	n := t.columns * ((size.Y + tileSize - 1) / tileSize)
	if cap(t.marked) < n {
		t.marked = make([]bool, n)
	}
	t.marked = t.marked[:n]
	clear(t.marked)
}

// mark marks all tiles that r touches.
func (t *tiles) mark(r image.Rectangle) {
	r = r.Intersect(t.image)
	if r.Empty() {
		return
	}
	for y := r.Min.Y / tileSize; y <= (r.Max.Y-1)/tileSize; y++ {
		for x := r.Min.X / tileSize; x <= (r.Max.X-1)/tileSize; x++ {
			t.marked[y*t.columns+x] = true
		}
	}
}

// markedShare returns the share of the tiles that are marked.
func (t *tiles) markedShare() float32 {
	n := 0
	for _, marked := range t.marked {
		if marked {
			n++
		}
	}
	return float32(n) / float32(max(len(t.marked), 1))
}

// join adds the marks of another image of the same size.
func (t *tiles) join(other *tiles) {
	for i, marked := range other.marked {
		t.marked[i] = t.marked[i] || marked
	}
}

// grown returns the tiles within a number of pixels of the marked ones.
func (t *tiles) grown(pixels int) (out tiles) {
	out.reset(t.image.Max)
	for r := range t.runs() {
		out.mark(r.Inset(-pixels))
	}
	return out
}

// shrunk returns the marked tiles in an image that is smaller by a factor and has the same lower
// left corner.
func (t *tiles) shrunk(factor int) (out tiles) {
	size := t.image.Max
	out.reset(image.Pt((size.X+factor-1)/factor, (size.Y+factor-1)/factor))
	h := out.image.Max.Y
	for r := range t.runs() {
		top, bottom := size.Y-r.Min.Y, size.Y-r.Max.Y // distance from the lower edge
		out.mark(image.Rect(r.Min.X/factor, h-(top+factor-1)/factor, (r.Max.X+factor-1)/factor, h-bottom/factor))
	}
	return out
}

// runs returns rectangles that together cover the marked tiles. Each covers a run of tiles in a
// row; none overlap.
func (t *tiles) runs() iter.Seq[image.Rectangle] {
	return func(yield func(image.Rectangle) bool) {
		for i := 0; i < len(t.marked); {
			from := i
			for i < len(t.marked) && t.marked[i] && i/t.columns == from/t.columns {
				i++
			}
			if i == from {
				i++
				continue
			}
			x, y := from%t.columns*tileSize, from/t.columns*tileSize
			r := image.Rect(x, y, x+(i-from)*tileSize, y+tileSize)
			if !yield(r.Intersect(t.image)) {
				return
			}
		}
	}
}
