package capture

import (
	"context"
	"image"
	"image/png"
	"io"
)

// WritePNG writes an image as PNG, of 8 bits a colour or 16 as the image has, with
// notes, to a file that appears whole or not at all, replacing what was there. It
// stops when ctx is done.
func WritePNG(ctx context.Context, path string, img image.Image, notes ...Note) error {
	return streamed(ctx, path, notes, func(w io.Writer) error {
		enc := png.Encoder{CompressionLevel: png.BestSpeed}
		return enc.Encode(&pngNoter{to: w, notes: pngTexts(notes)}, img)
	})
}
