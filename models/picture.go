package models

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // textures
	_ "image/png"  // textures
	"runtime"

	_ "golang.org/x/image/webp" // textures

	"github.com/qmuntal/gltf"
)

const (
	maxSide  = 8192 // pixels of an image
	keptSide = 2048 // to which larger ones are reduced: a bird is small
	mapSide  = 1024 // likewise of what is not its colour
)

// picture is a decoded image, kept so that materials share it.
type picture struct {
	pixels *image.NRGBA
	err    error
}

// pictureOf is an image at most so many pixels wide and high.
type pictureOf struct{ image, side int }

// picture decodes image i, once, at most so many pixels wide and high.
func (l *loader) picture(i, side int) (*image.NRGBA, error) {
	if err := inRange("image", i, len(l.doc.Images)); err != nil {
		return nil, err
	}
	p, ok := l.images[pictureOf{i, side}]
	if !ok {
		p = new(picture)
		p.pixels, p.err = l.image(i, side)
		l.images[pictureOf{i, side}] = p
	}
	if p.err != nil {
		return nil, fmt.Errorf("image %d: %w", i, p.err)
	}
	return p.pixels, nil
}

// image decodes a PNG, JPEG or WebP image, its size checked first.
func (l *loader) image(i, side int) (*image.NRGBA, error) {
	data, err := l.imageBytes(l.doc.Images[i])
	if err != nil {
		return nil, err
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("want PNG, JPEG or WebP: %w", err)
	}
	w, h := config.Width, config.Height
	if w < 1 || h < 1 || w > maxSide || h > maxSide {
		return nil, fmt.Errorf("%d × %d pixels; want 1 × 1 to %d × %d", w, h, maxSide, maxSide)
	}
	if err := l.room(w*h*pixelBytes(format, config.ColorModel, data), w, h); err != nil {
		return nil, err
	}
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	by := 1
	for max(w, h) > by*side {
		by *= 2
	}
	if err := l.spend(4 * (w / by) * (h / by)); err != nil {
		return nil, err
	}
	out := reduced(decoded, by)
	if decoded = nil; w*h > keptSide*keptSide {
		runtime.GC() // or the next such image would come on top of this one
	}
	return out, nil
}

// room refuses an image that takes too much while it is decoded.
func (l *loader) room(bytes, w, h int) error {
	if bytes > 2*allowance(l.model.size) || bytes > l.paint {
		return fmt.Errorf("%d × %d pixels are too many for a file of this size", w, h)
	}
	l.paint -= bytes
	return nil
}

// pixelBytes bounds what the decoders take for a pixel.
func pixelBytes(format string, model color.Model, data []byte) int {
	n := 4
	switch model {
	case color.RGBA64Model, color.NRGBA64Model:
		n = 8
	}
	const interlaced = 28 // where a PNG says so
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

// jpegBytes bounds what Go's decoder takes for a pixel: a byte for each sample,
// and, for progressive images, four for its coefficient.
func jpegBytes(data []byte) int {
	const most = 4 * 6
	for i := 2; i+9 < len(data) && data[i] == 0xff; {
		kind, length := data[i+1], int(binary.BigEndian.Uint16(data[i+2:]))
		if kind < 0xc0 || kind > 0xc2 {
			i += 2 + length
			continue
		}
		each := 1
		if kind == 0xc2 {
			each = 5
		}
		return sampled(data[i+4:], each)
	}
	return most
}

// sampled reads a JPEG frame header: samples for a pixel over all components,
// rounded up, times the bytes of each. Four components are copied once more.
func sampled(frame []byte, each int) int {
	components := int(frame[5])
	if components > 4 || len(frame) < 6+3*components {
		return 6 * each
	}
	sum, most := 0, 1
	for k := range components {
		hv := int(frame[7+3*k])
		sum += (hv >> 4) * (hv & 15)
		most = max(most, (hv>>4)*(hv&15))
	}
	n := (sum*each + most - 1) / most
	if components == 4 {
		n += 4
	}
	return n
}

// reduced is an image with each by × by pixels averaged to one, straight alpha.
func reduced(m image.Image, by int) *image.NRGBA {
	from := m.Bounds()
	if n, ok := m.(*image.NRGBA); ok && by == 1 {
		return n
	}
	out := image.NewNRGBA(image.Rect(0, 0, max(1, from.Dx()/by), max(1, from.Dy()/by)))
	strip := image.NewNRGBA(image.Rect(0, 0, from.Dx(), by))
	for y := range out.Rect.Dy() {
		draw.Draw(strip, strip.Rect, m, from.Min.Add(image.Pt(0, y*by)), draw.Src)
		for x := range out.Rect.Dx() {
			average(out.Pix[out.PixOffset(x, y):], strip, x*by, by)
		}
	}
	return out
}

// average writes the mean of a square of pixels of a strip, from x on.
func average(to []byte, strip *image.NRGBA, x, by int) {
	wide := min(by, strip.Rect.Dx())
	var sum [4]int
	for y := range by {
		row := strip.Pix[strip.PixOffset(x, y):]
		for k := range 4 * wide {
			sum[k%4] += int(row[k])
		}
	}
	for k := range sum {
		to[k] = uint8((sum[k] + wide*by/2) / (wide * by))
	}
}

// imageBytes finds an image in a buffer view, a data URI or a file beside.
func (l *loader) imageBytes(im *gltf.Image) ([]byte, error) {
	if im.BufferView != nil {
		data, _, err := l.view(*im.BufferView)
		return data, err
	}
	if im.URI == "" {
		return nil, errors.New("neither a uri nor a bufferView")
	}
	return l.resource(im.URI)
}
