package iconfont

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"golang.org/x/exp/shiny/iconvg"
	"golang.org/x/exp/shiny/materialdesign/icons"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

const dots = 96

func TestFontShowsTheIcons(t *testing.T) {
	sources := [][]byte{icons.AVPlayArrow, icons.ActionVisibility, icons.ActionEvent, icons.ImageWBSunny, icons.ActionTimeline, icons.PlacesCasino, icons.ActionSettings, icons.ImageNature}
	var all []Icon
	for _, data := range sources {
		all = append(all, Icon{IconVG: data})
	}
	font := parse(t, all)
	for k, data := range sources {
		want := image.NewAlpha(image.Rect(0, 0, dots, dots))
		var z iconvg.Rasterizer
		z.SetDstImage(want, want.Bounds(), draw.Over)
		if err := iconvg.Decode(&z, data, &iconvg.DecodeOptions{Palette: black()}); err != nil {
			t.Fatal(err)
		}
		if offset := difference(want, glyph(t, font, FirstRune+rune(k))); offset > 0.004 {
			t.Errorf("icon %d: the font differs from the icon in %.2f %% of its area", k, 100*offset)
		}
	}
}

// TestPathsAreDrawn checks the areas of a square, a triangle below a parabola (two thirds of its box)
// and a square with a hole.
func TestPathsAreDrawn(t *testing.T) {
	for path, area := range map[string]float64{
		"M 6 6 H 18 V 18 H 6 Z":                       0.25,
		"M 0 12 Q 12 -12 24 12 Z":                     1.0 / 3,
		"M 0 0 H 24 V 24 H 0 Z M 6 6 V 18 H 18 V 6 Z": 0.75,
		"M 2 2 L 22 2 L 22 22 Z":                      200.0 / 576,
		"M 12 0 C 18.6 0 24 5.4 24 12 L 12 12 Z":      math.Pi / 16,
	} {
		if got := mean(glyph(t, parse(t, []Icon{{Path: path}}), FirstRune)); math.Abs(got-area) > 0.003 {
			t.Errorf("%s covers %.4f of the grid, want %.4f", path, got, area)
		}
	}
}

func TestBadPath(t *testing.T) {
	for _, path := range []string{"M 1", "A 1 1 1 1 1", "M x 2"} {
		if _, err := Build([]Icon{{Path: path}}); err == nil {
			t.Errorf("%q was accepted", path)
		}
	}
}

func black() *iconvg.Palette {
	var p iconvg.Palette
	for k := range p {
		p[k] = color.RGBA{A: 255}
	}
	return &p
}

func parse(t *testing.T, all []Icon) *sfnt.Font {
	t.Helper()
	data, err := Build(all)
	if err != nil {
		t.Fatal(err)
	}
	font, err := sfnt.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return font
}

// glyph draws a character so that its em square fills the picture.
func glyph(t *testing.T, font *sfnt.Font, r rune) *image.Alpha {
	t.Helper()
	var buf sfnt.Buffer
	index, err := font.GlyphIndex(&buf, r)
	if err != nil || index == 0 {
		t.Fatalf("no glyph for %U: %v", r, err)
	}
	segments, err := font.LoadGlyph(&buf, index, fixed.I(dots), nil)
	if err != nil {
		t.Fatal(err)
	}
	z := vector.NewRasterizer(dots, dots)
	at := func(p fixed.Point26_6) (x, y float32) {
		return float32(p.X) / 64, float32(p.Y)/64 + baseline/gridSize*dots
	}
	for _, s := range segments {
		x, y := at(s.Args[0])
		x1, y1 := at(s.Args[1])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			z.ClosePath()
			z.MoveTo(x, y)
		case sfnt.SegmentOpLineTo:
			z.LineTo(x, y)
		case sfnt.SegmentOpQuadTo:
			z.QuadTo(x, y, x1, y1)
		}
	}
	z.ClosePath()
	picture := image.NewAlpha(image.Rect(0, 0, dots, dots))
	z.Draw(picture, picture.Bounds(), image.Opaque, image.Point{})
	return picture
}

func difference(a, b *image.Alpha) float64 {
	sum := 0.0
	for k := range a.Pix {
		sum += math.Abs(float64(a.Pix[k]) - float64(b.Pix[k]))
	}
	return sum / 255 / dots / dots
}

func mean(a *image.Alpha) float64 { return difference(a, image.NewAlpha(a.Bounds())) }
