package capture

import (
	"context"
	"image"
	"image/png"
	"io"
)

// WritePNG writes an image with notes as PNG, with 8 or 16 bits per channel like the image. The
// file replaces an existing one and appears complete or not at all. WritePNG stops when ctx is
// done.
func WritePNG(ctx context.Context, path string, img image.Image, notes ...Note) error {
	return writeFile(ctx, path, notes, func(w io.Writer) error {
		enc := png.Encoder{CompressionLevel: png.BestSpeed}
		return enc.Encode(&pngNoteWriter{out: w, notes: pngNoteChunks(notes)}, img)
	})
}
