package figure

import (
	"image/color"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

type typeface struct{ face font.Face }

func newTypeface() (*typeface, error) {
	f, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		return nil, err
	}
	return &typeface{font.Face{Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(em)}, Face: f}}, nil
}

// width returns the width of text in pt, without kerning, as in a PDF.
func (t *typeface) width(text string) (width float64) {
	var buf sfnt.Buffer
	ppem := fixed.Int26_6(t.face.Face.UnitsPerEm())
	for _, letter := range text {
		glyph, err := t.face.Face.GlyphIndex(&buf, letter)
		if err != nil {
			continue
		}
		if advance, err := t.face.Face.GlyphAdvance(&buf, glyph, ppem, stdfont.HintingNone); err == nil {
			width += em * float64(advance) / float64(ppem)
		}
	}
	return width
}

type pen struct {
	*typeface
	page vg.Canvas
}

func (p *pen) stroke(points []point, width float64, c color.Color) {
	if len(points) > 1 {
		p.page.SetLineWidth(vg.Points(width))
		p.page.SetColor(c)
		p.page.Stroke(pathOf(points, false))
	}
}

func (p *pen) strokeDashed(points []point, width float64, c color.Color) {
	p.page.SetLineDash([]vg.Length{2, 1.4}, 0)
	p.stroke(points, width, c)
	p.page.SetLineDash(nil, 0)
}

func (p *pen) fill(points []point, c color.Color) {
	p.page.SetColor(c)
	p.page.Fill(pathOf(points, true))
}

func (p *pen) outline(points []point, width float64, c color.Color) {
	p.page.SetLineWidth(vg.Points(width))
	p.page.SetColor(c)
	p.page.Stroke(pathOf(points, true))
}

func (p *pen) outlineOf(r rect) {
	p.outline([]point{{r.left, r.bottom}, {r.right, r.bottom}, {r.right, r.top}, {r.left, r.top}}, 0.5, ink)
}

func (p *pen) text(pos point, text string) {
	p.page.SetColor(ink)
	p.page.FillString(p.face, vg.Point{X: vg.Points(pos.x), Y: vg.Points(pos.y)}, text)
}

func (p *pen) textCentred(pos point, text string) {
	p.text(point{pos.x - p.width(text)/2, pos.y}, text)
}

func (p *pen) textUpward(pos point, text string) {
	p.page.Push()
	p.page.Translate(vg.Point{X: vg.Points(pos.x), Y: vg.Points(pos.y)})
	p.page.Rotate(quarterTurn)
	p.textCentred(point{}, text)
	p.page.Pop()
}

func (p *pen) arrow(from, to point, width float64, c color.Color, dashes bool) {
	along := to.sub(from)
	length := along.length()
	if length < 1e-6 {
		return
	}
	u := along.times(1 / length)
	side := point{-u.y, u.x}
	head := min(3.6, 0.6*length)
	neck := to.sub(u.times(0.85 * head))
	if dashes {
		p.strokeDashed([]point{from, neck}, width, c)
	} else {
		p.stroke([]point{from, neck}, width, c)
	}
	base := to.sub(u.times(head))
	p.fill([]point{to, base.add(side.times(0.36 * head)), neck, base.sub(side.times(0.36 * head))}, c)
}

func pathOf(points []point, closed bool) (path vg.Path) {
	for i, pos := range points {
		to := vg.Point{X: vg.Points(pos.x), Y: vg.Points(pos.y)}
		if i == 0 {
			path.Move(to)
		} else {
			path.Line(to)
		}
	}
	if closed {
		path.Close()
	}
	return path
}
