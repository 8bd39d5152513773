package capture

import (
	"image"
	"image/png"
	"io"
)

// WritePNG writes an image as PNG, of 8 bits a colour or 16 as the image has, with
// notes, to a file that appears whole or not at all, replacing what was there.
func WritePNG(path string, img image.Image, notes ...Note) error {
	return streamed(path, notes, func(w io.Writer) error {
		enc := png.Encoder{CompressionLevel: png.BestSpeed}
		return enc.Encode(&pngNoter{to: w, notes: pngTexts(notes)}, img)
	})
}
