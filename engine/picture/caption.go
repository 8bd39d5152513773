package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"github.com/go-gl/mathgl/mgl32"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"skein/engine/frame"
	"skein/flock/look"
)

// Caption draws legends into finished pictures of one size.
type Caption struct {
	face font.Face
	em   int // letter height, pixels
}

const minCaptionHeight = 200

// NewCaption returns a caption for pictures of the given height in pixels. It returns nil for heights below
// minCaptionHeight.
func NewCaption(height int) (*Caption, error) {
	if height < minCaptionHeight {
		return nil, nil
	}
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("cannot read the font of legends: %w", err)
	}
	em := max(height/45, 11)
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: float64(em), DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("cannot read the font of legends: %w", err)
	}
	return &Caption{face, em}, nil
}

// Draw draws a legend with a dark background into the lower right corner of a picture.
func (c *Caption) Draw(img draw.Image, l *frame.Legend) {
	if c == nil || l == nil {
		return
	}
	em, line := c.em, c.em*3/2
	wide, high := c.width(l.Title), line
	if l.High != "" {
		wide, high = max(wide, 13*em, c.width(l.Low)+c.width(l.High)+2*em), high+2*line
	}
	for _, k := range l.Kinds {
		wide, high = max(wide, c.width(k.Text)+em*3/2), high+line
	}
	corner := img.Bounds().Max.Sub(image.Pt(wide+2*em, high+em*3/2))
	draw.Draw(img, image.Rectangle{corner, img.Bounds().Max.Sub(image.Pt(em/2, em/2))}, image.NewUniform(color.NRGBA{10, 11, 15, 190}), image.Point{}, draw.Over)
	point := corner.Add(image.Pt(em*3/4, em/2))
	c.text(img, point, l.Title)
	point.Y += line
	if l.High != "" {
		c.bar(img, image.Rectangle{point, point.Add(image.Pt(wide, em))}, l.Map)
		point.Y += line
		c.text(img, point, l.Low)
		c.text(img, point.Add(image.Pt(wide-c.width(l.High), 0)), l.High)
		point.Y += line
	}
	for _, k := range l.Kinds {
		draw.Draw(img, image.Rectangle{point, point.Add(image.Pt(em, em))}, image.NewUniform(toNRGBA(k.Colour)), image.Point{}, draw.Src)
		c.text(img, point.Add(image.Pt(em*3/2, 0)), k.Text)
		point.Y += line
	}
}

func (c *Caption) bar(img draw.Image, bounds image.Rectangle, m look.ColourMap) {
	for x := bounds.Min.X; x < bounds.Max.X; x++ {
		share := (float32(x-bounds.Min.X) + 0.5) / float32(bounds.Dx())
		draw.Draw(img, image.Rect(x, bounds.Min.Y, x+1, bounds.Max.Y), image.NewUniform(toNRGBA(m.At(share))), image.Point{}, draw.Src)
	}
}

func (c *Caption) text(img draw.Image, point image.Point, words string) {
	d := font.Drawer{Dst: img, Src: image.White, Face: c.face, Dot: fixed.P(point.X, point.Y+c.em*9/10)}
	d.DrawString(words)
}

func (c *Caption) width(words string) int { return font.MeasureString(c.face, words).Ceil() }

func toNRGBA(c mgl32.Vec3) color.NRGBA {
	to := func(x float32) uint8 { return uint8(max(0, min(x, 1))*255 + 0.5) }
	return color.NRGBA{to(c[0]), to(c[1]), to(c[2]), 255}
}
