package capture

import (
	"image"
	"image/png"
	"io"

	"skein/flock/whole"
)

// WritePNG writes an image as PNG, of 8 bits a colour or 16 as the image has, to a
// file that appears whole or not at all, replacing what was there.
func WritePNG(path string, img image.Image) error {
	return whole.Stream(path, true, func(w io.Writer) error {
		enc := png.Encoder{CompressionLevel: png.BestSpeed}
		return enc.Encode(w, img)
	})
}
