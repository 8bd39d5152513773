package gltf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // registers the format
	_ "image/png"  // registers the format
	"runtime"

	_ "golang.org/x/image/webp" // registers the format

	"github.com/qmuntal/gltf"
)

const (
	maxImageSide   = 8192 // largest width or height, pixels
	maxTextureSide = 2048 // larger images are scaled down, because birds appear small
	maxMapSide     = 1024
)

type decodedImage struct {
	pixels *image.NRGBA
	err    error
}

type imageKey struct{ image, side int }

func (l *loader) cachedImage(i, side int) (*image.NRGBA, error) {
	if err := checkIndex("image", i, len(l.doc.Images)); err != nil {
		return nil, err
	}
	p, ok := l.images[imageKey{i, side}]
	if !ok {
		p = new(decodedImage)
		p.pixels, p.err = l.decodeImage(i, side)
		l.images[imageKey{i, side}] = p
	}
	if p.err != nil {
		return nil, fmt.Errorf("image %d: %w", i, p.err)
	}
	return p.pixels, nil
}

func (l *loader) decodeImage(i, side int) (*image.NRGBA, error) {
	data, err := l.imageBytes(l.doc.Images[i])
	if err != nil {
		return nil, err
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("not a PNG, JPEG or WebP image: %w", err)
	}
	w, h := config.Width, config.Height
	if w < 1 || h < 1 || w > maxImageSide || h > maxImageSide {
		return nil, fmt.Errorf("the image has %d × %d pixels instead of 1 × 1 to %d × %d", w, h, maxImageSide, maxImageSide)
	}
	if err := l.reserveImageMemory(w*h*pixelBytes(format, config.ColorModel, data), w, h); err != nil {
		return nil, err
	}
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("the image is damaged: %w", err)
	}
	factor := 1
	for max(w, h) > factor*side {
		factor *= 2
	}
	if err := l.spend(4 * (w / factor) * (h / factor)); err != nil {
		return nil, err
	}
	out := downscale(decoded, factor)
	if decoded = nil; w*h > maxTextureSide*maxTextureSide {
		runtime.GC() // frees this image before the next large one
	}
	return out, nil
}

func (l *loader) reserveImageMemory(bytes, w, h int) error {
	if bytes > 2*decodeBudget(l.model.Bytes) || bytes > l.imageBudget {
		return fmt.Errorf("%d × %d pixels are too many for a file of this size", w, h)
	}
	l.imageBudget -= bytes
	return nil
}

// pixelBytes returns an upper limit of the memory that decoding takes per pixel, in bytes.
func pixelBytes(format string, model color.Model, data []byte) int {
	n := 4
	switch model {
	case color.RGBA64Model, color.NRGBA64Model:
		n = 8
	}
	const interlaced = 28 // offset of the interlace method in a PNG
	switch {
	case format == "jpeg":
		return jpegBytes(data)
	case format == "webp":
		return 2 * n
	case format == "png" && len(data) > interlaced && data[interlaced] != 0:
		return 2 * n
	}
	return n
}

// jpegBytes returns an upper limit of the memory per pixel that Go's JPEG decoder takes: a byte per sample
// and, in progressive images, four bytes per coefficient.
func jpegBytes(data []byte) int {
	const worstCase = 4 * 6
	for i := 2; i+9 < len(data) && data[i] == 0xff; {
		kind, length := data[i+1], int(binary.BigEndian.Uint16(data[i+2:]))
		if kind < 0xc0 || kind > 0xc2 {
			i += 2 + length
			continue
		}
		bytesPerSample := 1
		if kind == 0xc2 {
			bytesPerSample = 5
		}
		return jpegFrameBytes(data[i+4:], bytesPerSample)
	}
	return worstCase
}

// jpegFrameBytes returns the number of samples per pixel in the header of a JPEG frame, rounded up, times
// bytesPerSample. For four components, this includes a copy that the decoder makes.
func jpegFrameBytes(frame []byte, bytesPerSample int) int {
	components := int(frame[5])
	if components > 4 || len(frame) < 6+3*components {
		return 6 * bytesPerSample
	}
	sum, largest := 0, 1
	for k := range components {
		hv := int(frame[7+3*k])
		sum += (hv >> 4) * (hv & 15)
		largest = max(largest, (hv>>4)*(hv&15))
	}
	n := (sum*bytesPerSample + largest - 1) / largest
	if components == 4 {
		n += 4
	}
	return n
}

// downscale replaces blocks of factor × factor pixels by their mean, with straight alpha.
func downscale(src image.Image, factor int) *image.NRGBA {
	from := src.Bounds()
	if n, ok := src.(*image.NRGBA); ok && factor == 1 {
		return n
	}
	out := image.NewNRGBA(image.Rect(0, 0, max(1, from.Dx()/factor), max(1, from.Dy()/factor)))
	strip := image.NewNRGBA(image.Rect(0, 0, from.Dx(), factor))
	for y := range out.Rect.Dy() {
		draw.Draw(strip, strip.Rect, src, from.Min.Add(image.Pt(0, y*factor)), draw.Src)
		for x := range out.Rect.Dx() {
			average(out.Pix[out.PixOffset(x, y):], strip, x*factor, factor)
		}
	}
	return out
}

func average(to []byte, strip *image.NRGBA, x, factor int) {
	width := min(factor, strip.Rect.Dx())
	var sum [4]int
	for y := range factor {
		row := strip.Pix[strip.PixOffset(x, y):]
		for k := range 4 * width {
			sum[k%4] += int(row[k])
		}
	}
	for k := range sum {
		to[k] = uint8((sum[k] + width*factor/2) / (width * factor))
	}
}

func (l *loader) imageBytes(im *gltf.Image) ([]byte, error) {
	if im.BufferView != nil {
		data, _, err := l.bufferView(*im.BufferView)
		return data, err
	}
	if im.URI == "" {
		return nil, errors.New("has neither a uri nor a bufferView")
	}
	return l.readURI(im.URI)
}
