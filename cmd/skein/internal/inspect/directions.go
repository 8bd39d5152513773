//go:build cgo

package inspect

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
	"golang.org/x/image/vector"
)

var (
	paper        = color.NRGBA{0xf4, 0xf4, 0xf2, 0xff}
	ink          = color.NRGBA{0x20, 0x20, 0x24, 0xff}
	forwardColor = color.NRGBA{0xd0, 0x20, 0x20, 0xff}
	upColor      = color.NRGBA{0x10, 0x70, 0x30, 0xff}
)

// drawDirections draws arrows into the first row of a contact sheet: red towards the head, green towards the
// back. An arrow along the line of sight is a dot.
func drawDirections(img *image.NRGBA) {
	const reach = 0.13 * cellWidth // length of an arrow, pixels
	for cell, turn := range sides() {
		foot := mgl32.Vec2{float32(cell)*cellWidth + 0.16*cellWidth, 0.8 * cellHeight}
		for _, d := range []struct {
			axis   mgl32.Vec3
			colour color.NRGBA
		}{{mgl32.Vec3{0, 1, 0}, upColor}, {mgl32.Vec3{0, 0, 1}, forwardColor}} {
			to := turn.Rotate(d.axis)
			drawArrow(img, foot, foot.Add(mgl32.Vec2{to[0], -to[1]}.Mul(reach)), d.colour)
		}
	}
}

func drawKey(img draw.Image, face font.Face, start image.Point) {
	label(img, face, start, keyWidth, forwardColor, "forward")
	label(img, face, start.Add(image.Pt(56, 0)), keyWidth, upColor, "up")
}

// keyWidth is the width of the text of drawKey, in pixels.
const keyWidth = 80

func drawArrow(img *image.NRGBA, from, to mgl32.Vec2, c color.NRGBA) {
	const width, head = 2, 9
	along := to.Sub(from)
	if along.Len() < head {
		fillShape(img, c, from.Add(mgl32.Vec2{-3, -3}), from.Add(mgl32.Vec2{3, -3}), from.Add(mgl32.Vec2{3, 3}), from.Add(mgl32.Vec2{-3, 3}))
		return
	}
	along = along.Normalize()
	across := mgl32.Vec2{-along[1], along[0]}
	neck := to.Sub(along.Mul(head))
	fillShape(img, c,
		from.Add(across.Mul(width/2)), neck.Add(across.Mul(width/2)), neck.Add(across.Mul(head/2.0)), to,
		neck.Sub(across.Mul(head/2.0)), neck.Sub(across.Mul(width/2)), from.Sub(across.Mul(width/2)))
}

func fillShape(img *image.NRGBA, c color.NRGBA, corners ...mgl32.Vec2) {
	r := vector.NewRasterizer(img.Rect.Dx(), img.Rect.Dy())
	r.MoveTo(corners[0][0], corners[0][1])
	for _, p := range corners[1:] {
		r.LineTo(p[0], p[1])
	}
	r.ClosePath()
	r.Draw(img, img.Rect, image.NewUniform(c), image.Point{})
}

func labelFace() (font.Face, error) {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("cannot read the font of the contact sheet: %w", err)
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: 13, DPI: 72, Hinting: font.HintingFull})
}

func label(img draw.Image, face font.Face, start image.Point, width int, c color.NRGBA, text string) {
	d := font.Drawer{Dst: img, Src: image.NewUniform(c), Face: face, Dot: fixed.P(start.X, start.Y)}
	for rest := []rune(text); d.MeasureString(text).Ceil() > width && len(rest) > 1; text = "…" + string(rest) {
		rest = rest[1:]
	}
	d.DrawString(text)
}
