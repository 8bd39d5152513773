package figure

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// readSVG contains what another program reads from a figure. Places are in points of 1/72 inch, and y
// points up the page.
type readSVG struct {
	width, height string
	paths         []readPath
	texts         []readText
}

type readPath struct {
	points       []point
	closed       bool
	fill, stroke string // "#RRGGBB", or "" for none
	width        float64
	dashes       bool
}

type readText struct {
	pos    point
	text   string
	turned bool
}

func read(t *testing.T, panels []*Panel, o Options) readSVG {
	t.Helper()
	return parse(t, writeFigure(t, SVG, panels, o))
}

func writeFigure(t testing.TB, f Format, panels []*Panel, o Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, f, panels, &o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func parse(t *testing.T, svg []byte) (out readSVG) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	var shift []point // displacement of each open group
	var turns []bool  // whether each open group is turned by 90°
	for {
		token, err := d.Token()
		if err != nil {
			break
		}
		switch e := token.(type) {
		case xml.StartElement:
			at := attributes(e)
			switch e.Name.Local {
			case "svg":
				out.width, out.height = at["width"], at["height"]
			case "g":
				var by point
				if m := regexp.MustCompile(`^translate\((\S+), (\S+)\)`).FindStringSubmatch(at["transform"]); m != nil {
					by = point{parseNumber(t, m[1]), parseNumber(t, m[2])}
				}
				shift, turns = append(shift, by), append(turns, strings.HasPrefix(at["transform"], "rotate(90"))
			case "path":
				out.paths = append(out.paths, readPathOf(t, at))
			case "text":
				x, y := parseNumber(t, at["x"]), -parseNumber(t, at["y"]) // the text is mirrored once more by scale(1, -1)
				text, _ := d.Token()
				turned := slices.Contains(turns, true)
				if turned {
					x, y = -y, x
				}
				for _, by := range shift {
					x, y = x+by.x, y+by.y
				}
				out.texts = append(out.texts, readText{point{x, y}, string(text.(xml.CharData)), turned})
			}
		case xml.EndElement:
			if e.Name.Local == "g" {
				shift, turns = shift[:len(shift)-1], turns[:len(turns)-1]
			}
		}
	}
	if out.width == "" {
		t.Fatalf("not an SVG: %.200s", svg)
	}
	return out
}

func attributes(e xml.StartElement) map[string]string {
	all := map[string]string{}
	for _, a := range e.Attr {
		all[a.Name.Local] = a.Value
	}
	return all
}

func readPathOf(t *testing.T, at map[string]string) (p readPath) {
	for _, m := range regexp.MustCompile(`[ML]([^,MLZ]+),([^,MLZ]+)`).FindAllStringSubmatch(at["d"], -1) {
		p.points = append(p.points, point{parseNumber(t, m[1]), parseNumber(t, m[2])})
	}
	p.closed, p.width = strings.HasSuffix(at["d"], "Z"), 1
	style := map[string]string{"fill": "#000000"} // SVG's default
	for _, pair := range strings.Split(at["style"], ";") {
		key, value, _ := strings.Cut(strings.TrimSpace(pair), ":")
		style[key] = value
	}
	if style["fill"] != "none" {
		p.fill = style["fill"]
	}
	p.stroke, p.dashes = style["stroke"], style["stroke-dasharray"] != ""
	if w := style["stroke-width"]; w != "" {
		p.width = parseNumber(t, w)
	}
	return p
}

func parseNumber(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// axes converts a place on the page to the numbers on the axes. Like a reader of the figure, it
// uses two ticks of each axis.
type axes struct{ x0, perX, y0, perY float64 }

func (a axes) at(p point) (x, y float64) { return a.x0 + a.perX*p.x, a.y0 + a.perY*p.y }

// axesOf finds the ticks of a figure with one panel: its short lines below and to the left of the frame.
func axesOf(t *testing.T, f *readSVG) axes {
	t.Helper()
	var below, left [][2]float64
	for _, p := range f.paths {
		if len(p.points) != 2 || p.width != 0.5 || p.closed {
			continue
		}
		a, b := p.points[0], p.points[1]
		if a.x == b.x && math.Abs(a.y-b.y-tickSize) < 0.02 {
			if x, ok := f.numberNear(func(q readText) float64 {
				return math.Abs(q.pos.x+halfWidth(t, q.text)-a.x) + math.Abs(b.y-q.pos.y-7)
			}); ok {
				below = append(below, [2]float64{a.x, x})
			}
		}
		if a.y == b.y && math.Abs(a.x-b.x-tickSize) < 0.02 {
			if y, ok := f.numberNear(func(q readText) float64 {
				return math.Abs(q.pos.y+2.5-a.y) + math.Abs(q.pos.x+2*halfWidth(t, q.text)+1.5-b.x)
			}); ok {
				left = append(left, [2]float64{a.y, y})
			}
		}
	}
	if len(below) < 2 || len(left) < 2 {
		t.Fatalf("the axes have %d and %d labelled ticks, want at least 2 each: %+v", len(below), len(left), f.texts)
	}
	x, y := below[len(below)-1], left[len(left)-1]
	a := axes{perX: (x[1] - below[0][1]) / (x[0] - below[0][0]), perY: (y[1] - left[0][1]) / (y[0] - left[0][0])}
	a.x0, a.y0 = x[1]-a.perX*x[0], y[1]-a.perY*y[0]
	return a
}

func halfWidth(t *testing.T, text string) float64 {
	face, err := newTypeface()
	if err != nil {
		t.Fatal(err)
	}
	return face.width(text) / 2
}

// numberNear returns the number in the nearest text. It returns false if that text is not a number,
// or is at least 3 pt away.
func (f *readSVG) numberNear(distance func(readText) float64) (x float64, ok bool) {
	best := 3.0
	for _, q := range f.texts {
		n, err := strconv.ParseFloat(strings.Replace(q.text, "–", "-", 1), 64)
		if err == nil && distance(q) < best {
			best, x, ok = distance(q), n, true
		}
	}
	return x, ok
}

func (f *readSVG) filledPaths(colour string) (all []readPath) {
	for _, p := range f.paths {
		if p.fill == colour {
			all = append(all, p)
		}
	}
	return all
}

func (f *readSVG) textOf(t *testing.T, text string) point {
	t.Helper()
	for _, q := range f.texts {
		if q.text == text {
			return q.pos
		}
	}
	t.Fatalf("no text %q in %s", text, fmt.Sprint(f.texts))
	return point{}
}
