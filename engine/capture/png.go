package capture

import (
	"context"
	"image"
	"image/png"
	"io"
)

// WritePNG writes an image with notes as PNG. The file has as many bits per channel as the image, 8 or 16.
// WritePNG replaces an existing file, and writes the file completely or not at all. It stops when ctx is
// done.
func WritePNG(ctx context.Context, path string, img image.Image, notes ...Note) error {
	return writeFile(ctx, path, notes, func(w io.Writer) error {
		enc := png.Encoder{CompressionLevel: png.BestSpeed}
		return enc.Encode(&pngNoteWriter{out: w, notes: pngNoteChunks(notes)}, img)
	})
}
