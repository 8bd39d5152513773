package figure

import (
	"bytes"
	"math"
	"testing"
)

// twoMeasures is a chart of two flocks. The marks of the first measure are at the ends of its published
// range.
func twoMeasures() *Chart {
	low, high, middle, err := 2.0, 4.0, 3.0, 0.5
	return &Chart{
		Names: []string{"swifts", "swallows"}, Errors: "± standard error",
		Measures: []Measure{
			{Title: "size, m", Low: &low, High: &high, Marks: []Estimate{{Value: &low, Error: &err}, {Value: &high}}},
			{Title: "a measure whose long title needs more than one line of its panel", Marks: []Estimate{{}, {Value: &middle, Error: &err}}},
		},
	}
}

func writeChart(t *testing.T, f Format, c *Chart, width float64) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := WriteChart(&out, f, c, width); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func boxOf(p readPath) rect {
	r := emptyRect()
	for _, pos := range p.points {
		r.include(pos)
	}
	return r
}

// Each mark is at its value. A mark whose value is an end of the published range is at an edge of
// the band.
func TestChartMarksAreAtTheirValues(t *testing.T) {
	f := parse(t, writeChart(t, SVG, twoMeasures(), 90))
	bands := f.filledPaths(hex(bandFill))
	if len(bands) != 2 { // the second band belongs to the legend
		t.Fatalf("there are %d bands, want 2", len(bands))
	}
	band := boxOf(bands[0])
	for k, edge := range []float64{band.bottom, band.top} {
		mark := boxOf(f.filledPaths(hex(chartInks[k]))[0])
		if got := (mark.bottom + mark.top) / 2; math.Abs(got-edge) > 0.1 {
			t.Errorf("the mark of flock %d is at y %.2f pt, want %.2f, the edge of the band", k, got, edge)
		}
	}
	if left, right := boxOf(f.filledPaths(hex(chartInks[0]))[0]), boxOf(f.filledPaths(hex(chartInks[1]))[0]); left.right >= right.left {
		t.Errorf("the marks end and begin at x %.1f and %.1f pt, want the first flock on the left", left.right, right.left)
	}
	if n := len(f.filledPaths(hex(chartInks[0]))); n != 2 {
		t.Errorf("the first flock has %d marks, want one in a panel and one in the legend", n)
	}
}

func TestChartTextsDoNotOverlap(t *testing.T) {
	for _, width := range []float64{MinWidth, 90, 180} {
		f := parse(t, writeChart(t, SVG, twoMeasures(), width))
		checkTexts(t, "chart", f.texts, width*millimetre)
		f.textOf(t, "swifts")
		f.textOf(t, "size, m")
	}
}

// The file of each format begins with the bytes that mark this format, and the same chart always gives the
// same bytes.
func TestChartFormats(t *testing.T) {
	for f, start := range map[Format]string{SVG: "<?xml", PDF: "%PDF", PNG: "\x89PNG"} {
		a, b := writeChart(t, f, twoMeasures(), 90), writeChart(t, f, twoMeasures(), 90)
		if !bytes.HasPrefix(a, []byte(start)) || !bytes.Equal(a, b) {
			t.Errorf("format %d begins with %q; want %q, twice the same", f, a[:5], start)
		}
	}
	if err := WriteChart(&bytes.Buffer{}, SVG, &Chart{}, 90); err == nil {
		t.Error("a chart without measures has no error")
	}
	if err := WriteChart(&bytes.Buffer{}, SVG, twoMeasures(), 3); err == nil {
		t.Error("a chart of 3 mm has no error")
	}
	crowded := twoMeasures()
	crowded.Names = make([]string, MaxFlocks+1)
	if err := WriteChart(&bytes.Buffer{}, SVG, crowded, 90); err == nil {
		t.Error("a chart of more flocks than colours has no error")
	}
}
