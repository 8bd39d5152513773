package capture

import (
	"image"
)

// Difference is the difference between two images, in 8-bit values (0 to 255).
type Difference struct {
	Mean float64 // over all pixels and channels
	Tile float64 // mean over the tile that differs most
}

// tileSide is the side of a tile for Difference.Tile, in pixels. A missing bird fills about a tile, so it
// makes a large difference.
const tileSide = 16

// Compare compares the colours of two images. ok is false if their sizes differ.
func Compare(a, b *image.NRGBA) (d Difference, ok bool) {
	size := a.Rect.Size()
	if b.Rect.Size() != size || size.X == 0 || size.Y == 0 {
		return d, false
	}
	var sum float64
	for y := 0; y < size.Y; y += tileSide {
		for x := 0; x < size.X; x += tileSide {
			part := image.Rect(x, y, min(x+tileSide, size.X), min(y+tileSide, size.Y))
			s := sumDifferences(a, b, part)
			sum += s
			d.Tile = max(d.Tile, s/float64(3*part.Dx()*part.Dy()))
		}
	}
	d.Mean = sum / float64(3*size.X*size.Y)
	return d, true
}

func sumDifferences(a, b *image.NRGBA, part image.Rectangle) (sum float64) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		p := a.Pix[y*a.Stride+4*part.Min.X : y*a.Stride+4*part.Max.X]
		q := b.Pix[y*b.Stride+4*part.Min.X : y*b.Stride+4*part.Max.X]
		for i := range p {
			if i%4 != 3 {
				sum += float64(max(p[i], q[i]) - min(p[i], q[i]))
			}
		}
	}
	return sum
}
