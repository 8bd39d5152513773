//go:build cgo && !nowindow

package ui

import (
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"skein/flock/look"
	"skein/flock/model"
)

// The label of each parameter and setting fits into its column. The test measures the labels with the widths
// in the font file.
func TestLabelsFit(t *testing.T) {
	read, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	metrics, err := read.Metrics(&sfnt.Buffer{}, fixed.I(1000), font.HintingNone)
	if err != nil {
		t.Fatal(err)
	}
	em := textSize * 1000 / float64((metrics.Ascent + metrics.Descent).Round()) // ImGui's font size is the height of a line
	face, err := opentype.NewFace(read, &opentype.FaceOptions{Size: em, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	fits := func(label string) {
		if wide := font.MeasureString(face, label).Ceil(); float64(wide) > labelColumn*textSize-spaceM {
			t.Errorf("%q is %d units wide; the column has %v", label, wide, labelColumn*textSize)
		}
	}
	for _, d := range model.All() {
		params := d.Params()
		for _, s := range params.Specs() {
			fits(s.Label)
		}
	}
	for _, s := range look.Settings() {
		fits(s.Label)
	}
}
