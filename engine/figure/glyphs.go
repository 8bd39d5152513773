package figure

import (
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	vgfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// outlineCanvas draws text as outlines of letters. Package vgimg would draw letters as pixels and rotate the
// pixels.
type outlineCanvas struct{ vg.Canvas }

// FillString implements [vg.Canvas].
func (c outlineCanvas) FillString(f vgfont.Face, point vg.Point, text string) {
	var buf sfnt.Buffer
	ppem := fixed.Int26_6(f.Face.UnitsPerEm())
	size := f.Font.Size / vg.Length(ppem)
	for _, letter := range text {
		glyph, err := f.Face.GlyphIndex(&buf, letter)
		if err != nil {
			continue
		}
		if segments, err := f.Face.LoadGlyph(&buf, glyph, ppem, nil); err == nil {
			c.fillGlyph(segments, point, size)
		}
		if advance, err := f.Face.GlyphAdvance(&buf, glyph, ppem, font.HintingNone); err == nil {
			point.X += vg.Length(advance) * size
		}
	}
}

func (c outlineCanvas) fillGlyph(segments sfnt.Segments, point vg.Point, size vg.Length) {
	to := func(p fixed.Point26_6) vg.Point {
		return vg.Point{X: point.X + vg.Length(p.X)*size, Y: point.Y - vg.Length(p.Y)*size}
	}
	var path vg.Path
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			path.Move(to(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			path.Line(to(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			path.QuadTo(to(s.Args[0]), to(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			path.CubeTo(to(s.Args[0]), to(s.Args[1]), to(s.Args[2]))
		}
	}
	if len(path) > 0 {
		c.Fill(path)
	}
}
