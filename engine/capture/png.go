package capture

import (
	"context"
	"encoding/binary"
	"image"
	"image/png"
	"io"
	"math"
	"slices"
)

// WritePNG writes an image with notes, at its 8 or 16 bits per channel. An existing file is replaced,
// completely or not at all. WritePNG stops when ctx is done.
func WritePNG(ctx context.Context, path string, img image.Image, notes ...Note) error {
	return writeFile(ctx, path, notes, func(w io.Writer) error {
		enc := png.Encoder{CompressionLevel: png.BestSpeed}
		return enc.Encode(&pngNoteWriter{out: w, notes: pngNoteChunks(notes)}, img)
	})
}

// EncodePNG writes an image as PNG, with notes. dpi is the resolution in pixels per inch.
func EncodePNG(w io.Writer, img image.Image, dpi float64, notes ...Note) error {
	if err := checkNotes(notes); err != nil {
		return err
	}
	perMetre := binary.BigEndian.AppendUint32(nil, uint32(math.Round(dpi/0.0254)))
	size := slices.Concat(perMetre, perMetre, []byte{1}) // 1 is the unit metre
	chunks := append(appendChunk(nil, "pHYs"+string(size)), pngNoteChunks(notes)...)
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	return enc.Encode(&pngNoteWriter{out: w, notes: chunks}, img)
}
