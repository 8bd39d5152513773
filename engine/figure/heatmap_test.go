package figure

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

func slope() *HeatMaps {
	across, up := []float64{0, 1, 2, 3, 4}, []float64{0, 0.1, 0.2, 0.3}
	values := sampled(across, up, func(x, y float64) float64 { return x + 10*y })
	return &HeatMaps{
		Title: "a test", Across: Axis{"width, m", across}, Up: Axis{"noise, rad", up},
		Maps: []HeatMap{{Title: "order", Values: values, Levels: []float64{2.5}}},
	}
}

func writeHeatMaps(t *testing.T, f Format, h *HeatMaps) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := WriteHeatMaps(&out, f, h, 85); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestHeatMapBoundary(t *testing.T) {
	h := slope()
	f := parse(t, writeHeatMaps(t, SVG, h))
	scale := axesOf(t, &f)
	points := 0
	for _, p := range f.paths {
		if p.stroke != hex(ink) || p.width != 0.9 || len(p.points) < 3 {
			continue
		}
		for _, pos := range p.points {
			x, y := scale.at(pos)
			if points++; math.Abs(x+10*y-2.5) > 0.02 {
				t.Errorf("the boundary is at %.3f, %.3f, where the function is %.3f", x, y, x+10*y)
			}
		}
	}
	if points < 6 {
		t.Errorf("the boundary has %d points, want at least 6", points)
	}
}

func TestHeatMapWords(t *testing.T) {
	h := slope()
	svg := string(writeHeatMaps(t, SVG, h))
	for _, want := range []string{">width, m<", ">noise, rad<", ">order<", ">a test<", ">2.5<", ">7<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the figure lacks %q", want)
		}
	}
	h.Maps[0].Values[1][1] = math.NaN()
	if svg := string(writeHeatMaps(t, SVG, h)); !strings.Contains(svg, "order (crossed: undefined)") {
		t.Error("the figure does not say that crossed cells are undefined")
	}
	for f, head := range map[Format]string{PDF: "%PDF", PNG: "\x89PNG"} {
		if !bytes.HasPrefix(writeHeatMaps(t, f, h), []byte(head)) {
			t.Errorf("format %d does not begin with %q", f, head)
		}
	}
}

func TestHeatMapErrors(t *testing.T) {
	for want, change := range map[string]func(h *HeatMaps){
		"no measures":                 func(h *HeatMaps) { h.Maps = nil },
		"at least two":                func(h *HeatMaps) { h.Up.Values = h.Up.Values[:1] },
		"must be in increasing order": func(h *HeatMaps) { h.Across.Values[2] = 0 },
	} {
		h := slope()
		change(h)
		if err := WriteHeatMaps(&bytes.Buffer{}, SVG, h, 85); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}
