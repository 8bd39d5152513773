//go:build cgo && !nowindow

package ui

import (
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"skein/ui/iconfont"
)

func TestEveryIconHasAPicture(t *testing.T) {
	pictures := iconPictures()
	data, err := iconfont.Build(pictures[:])
	if err != nil {
		t.Fatal(err)
	}
	read, err := sfnt.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	var buf sfnt.Buffer
	const em = 24
	for i := range iconCount {
		index, err := read.GlyphIndex(&buf, []rune(i.String())[0])
		if err != nil {
			t.Fatal(err)
		}
		box, advance, err := read.GlyphBounds(&buf, index, fixed.I(em), font.HintingNone)
		if err != nil {
			t.Fatal(err)
		}
		wide, high := (box.Max.X - box.Min.X).Round(), (box.Max.Y - box.Min.Y).Round()
		if box.Min.X < 0 || box.Max.X > advance || max(wide, high) < em/4 || max(wide, high) > em {
			t.Errorf("icon %d lies at %v of a cell of %v", i, box, advance)
		}
	}
}
