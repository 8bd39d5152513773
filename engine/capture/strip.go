package capture

import (
	"image"
	"image/color"
	"image/draw"
)

const stripGap = 4

// Strip puts images of the same height side by side with narrow gaps.
func Strip(pictures []*image.NRGBA) *image.NRGBA {
	width, height := -stripGap, 0
	for _, p := range pictures {
		width += p.Rect.Dx() + stripGap
		height = max(height, p.Rect.Dy())
	}
	out := image.NewNRGBA(image.Rect(0, 0, max(width, 0), height))
	draw.Draw(out, out.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	x := 0
	for _, p := range pictures {
		rect := image.Rectangle{Max: p.Rect.Size()}.Add(image.Pt(x, 0))
		draw.Draw(out, rect, p, p.Rect.Min, draw.Src)
		x += p.Rect.Dx() + stripGap
	}
	return out
}
