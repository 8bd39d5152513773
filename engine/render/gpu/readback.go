package gpu

import (
	"image"
)

// Upright reverses the rows of an image whose bottom row is first. If opaque is true, it makes the image
// opaque. Otherwise it divides the premultiplied colours by the opacity.
func Upright(img *image.NRGBA, opaque bool) {
	Flip(img.Pix, img.Stride)
	for i := 3; i < len(img.Pix); i += 4 {
		if opaque {
			img.Pix[i] = 255
			continue
		}
		if a := int(img.Pix[i]); a > 0 {
			for k := i - 3; k < i; k++ {
				img.Pix[k] = uint8(min(255, (int(img.Pix[k])*255+a/2)/a))
			}
		}
	}
}

// Flip reverses the order of rows of stride elements.
func Flip[T any](all []T, stride int) {
	row := make([]T, stride)
	for top, bottom := 0, len(all)-stride; top < bottom; top, bottom = top+stride, bottom-stride {
		a, b := all[top:][:stride], all[bottom:][:stride]
		copy(row, a)
		copy(a, b)
		copy(b, row)
	}
}
