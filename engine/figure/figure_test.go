package figure

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/picture"
	"skein/flock/look"
)

func testColour(k int) color.NRGBA { return color.NRGBA{uint8(40 + 9*k), 200, uint8(250 - 7*k), 255} }

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

func testPanel() *Panel {
	p := &Panel{Seconds: 1.25}
	for k := range 12 {
		x, y, z := float32(k*7%12)*1.7-3, 20+float32(k*5%12)*0.9, float32(k*k%11)*1.3-40
		turn := mgl32.QuatRotate(float32(k), mgl32.Vec3{0, 1, 0}).Mul(mgl32.QuatRotate(0.3*float32(k%5-2), mgl32.Vec3{1, 0, 0}))
		p.Birds = append(p.Birds, Bird{ID: k, Pos: mgl32.Vec3{x, y, z}, Rotation: turn, Span: 0.4, Colour: testColour(k)})
	}
	return p
}

func dartMiddle(p readPath) point {
	back := p.points[1].add(p.points[3]).times(0.5)
	return p.points[0].add(back).times(0.5)
}

// The axes of a figure give the coordinates of each bird. The bird's arrow points along its heading.
func TestBirdsAreAtTheirCoordinates(t *testing.T) {
	panel := testPanel()
	for _, view := range []struct {
		view         View
		x, y         int     // coordinates across and up
		xDown, yDown float64 // direction of each axis; -1 if its numbers increase to the left or down
	}{{Top, 0, 2, 1, -1}, {Side, 0, 1, 1, 1}, {Front, 2, 1, 1, 1}} {
		f := read(t, []*Panel{panel}, Options{View: view.view, Width: 85, Markers: Arrows})
		ax := axesOf(t, &f)
		if math.Signbit(ax.perX) != (view.xDown < 0) || math.Signbit(ax.perY) != (view.yDown < 0) {
			t.Errorf("%s: the axes are %+v, want the other direction", ViewNames()[view.view], ax)
		}
		for _, b := range panel.Birds {
			shapes := f.filledPaths(hex(b.Colour))
			if len(shapes) != 1 || len(shapes[0].points) != 4 {
				t.Fatalf("%s: bird %d has %d shapes, want one arrow", ViewNames()[view.view], b.ID, len(shapes))
			}
			x, y := ax.at(dartMiddle(shapes[0]))
			if dx, dy := x-float64(b.Pos[view.x]), y-float64(b.Pos[view.y]); math.Hypot(dx, dy) > 0.01 {
				t.Errorf("%s: bird %d is drawn at %.3f, %.3f, want %v, %v", ViewNames()[view.view], b.ID, x, y, b.Pos[view.x], b.Pos[view.y])
			}
			heading := b.Rotation.Rotate(mgl32.Vec3{0, 0, 1})
			want := math.Atan2(view.yDown*float64(heading[view.y]), view.xDown*float64(heading[view.x]))
			to := shapes[0].points[0].sub(dartMiddle(shapes[0]))
			if turn := math.Remainder(math.Atan2(to.y, to.x)-want, 2*math.Pi); math.Abs(turn) > 0.02 {
				t.Errorf("%s: the arrow of bird %d is off its heading by %.3f rad", ViewNames()[view.view], b.ID, turn)
			}
		}
	}
}

// The view along a heading shows the birds that are ahead of the boid, each at its distance to the right and
// above.
func TestEyeLooksAlongTheHeading(t *testing.T) {
	east := mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{0, 1, 0}) // the boid flies along +X, and +Z is to its right
	panel := &Panel{Birds: []Bird{
		{ID: 5, Pos: mgl32.Vec3{10, 30, -7}, Rotation: east, Span: 0.4, Colour: testColour(0), Chosen: true},
		{ID: 6, Pos: mgl32.Vec3{14, 31, -4}, Rotation: east, Span: 0.4, Colour: testColour(1)}, // ahead, 3 m to the right, 1 m above
		{ID: 7, Pos: mgl32.Vec3{6, 31, -4}, Rotation: east, Span: 0.4, Colour: testColour(2)},  // behind
	}}
	f := read(t, []*Panel{panel}, Options{View: Eye, Width: 85, Markers: Arrows})
	ax := axesOf(t, &f)
	f.textOf(t, "right of boid 5 (m)")
	if n := len(f.filledPaths(hex(testColour(2)))); n != 0 {
		t.Error("the view of the boid shows a bird behind it")
	}
	ahead := f.filledPaths(hex(testColour(1)))
	if len(ahead) != 1 {
		t.Fatalf("the bird ahead has %d shapes, want 1", len(ahead))
	}
	if x, y := ax.at(dartMiddle(ahead[0])); math.Abs(x-3) > 0.01 || math.Abs(y-1) > 0.01 {
		t.Errorf("the bird ahead is at %.3f, %.3f, want 3, 1", x, y)
	}
}

// The label of the scale bar gives the same length as the axes. The bar is a twelfth to a third as
// wide as the page.
func TestScaleBar(t *testing.T) {
	for _, width := range []float64{50, 85, 174} {
		f := read(t, []*Panel{testPanel()}, Options{View: Side, Width: width})
		if want := fmt.Sprintf("%gmm", width); f.width != want {
			t.Errorf("the page is %s wide, want %s", f.width, want)
		}
		ax := axesOf(t, &f)
		bars := 0
		for _, p := range f.paths {
			if len(p.points) != 2 || p.width != 1 || p.fill != "" {
				continue
			}
			bars++
			length := p.points[1].x - p.points[0].x
			label := fmt.Sprintf("%g m", math.Round(ax.perX*length*1000)/1000)
			if pos := f.textOf(t, label); pos.x < p.points[1].x || pos.x > p.points[1].x+6 {
				t.Errorf("the label %s is at %v, want it just after the bar that ends at %v", label, pos, p.points[1])
			}
			if mm := length / 72 * 25.4; mm > width/3 || mm < width/12 {
				t.Errorf("the bar is %.1f mm long in a figure of %g mm, want a third to a twelfth", mm, width)
			}
		}
		if bars != 1 {
			t.Errorf("there are %d scale bars, want 1", bars)
		}
	}
}

func TestPanelsHaveOneScale(t *testing.T) {
	small, large := testPanel(), testPanel()
	for i := range small.Birds {
		small.Birds[i].Pos = small.Birds[i].Pos.Mul(0.3)
	}
	for n := 1; n <= 7; n++ {
		panels := []*Panel{large}
		for len(panels) < n {
			panels = append(panels, small)
		}
		f := read(t, panels, Options{View: Top, Width: 85})
		var frames []rect
		for _, p := range f.paths {
			if p.closed && p.width == 0.5 && p.stroke == hex(ink) {
				frames = append(frames, rect{p.points[0].x, p.points[0].y, p.points[2].x, p.points[2].y})
			}
		}
		if len(frames) != n {
			t.Fatalf("there are %d frames for %d panels, want one each", len(frames), n)
		}
		for i, a := range frames {
			if math.Abs(a.width()-frames[0].width()) > 0.02 || math.Abs(a.height()-frames[0].height()) > 0.02 || a.left < 0 || a.bottom < 0 {
				t.Errorf("%d panels: frame %d is %+v, but the first is %+v; want equal sizes on the page", n, i, a, frames[0])
			}
			for _, b := range frames[:i] {
				if a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top {
					t.Errorf("%d panels: the frame %+v overlaps %+v", n, a, b)
				}
			}
		}
		if n > 1 {
			f.textOf(t, "(b) t = 1.25 s")
		}
	}
}

func TestLegendHasTheColoursOfBirds(t *testing.T) {
	panel := testPanel()
	for k := range panel.Birds { // the colours of a scale from 0 to 12
		c := look.Viridis.At((float32(k) + 0.5) / 12)
		panel.Birds[k].Colour = rgb(c)
	}
	panel.Legend = &frame.Legend{Title: "speed", Low: "0 m/s", High: "12 m/s", Map: look.Viridis}
	f := read(t, []*Panel{panel}, Options{View: Top, Width: 85, Markers: Arrows})
	low, high := f.textOf(t, "0 m/s"), f.textOf(t, "12 m/s")
	left, right := low.x+2*halfWidth(t, "0 m/s")+gap, high.x-gap
	for k := range panel.Birds {
		at := left + (right-left)*(float64(k)+0.5)/12
		var under *readPath
		for i := range f.paths { // the loop keeps the rectangle that is drawn last at this place
			if p := &f.paths[i]; p.fill != "" && len(p.points) == 4 && p.points[0].y < low.y+2 && p.points[2].y > low.y+2 && p.points[0].x <= at && p.points[1].x >= at && p.points[1].x-p.points[0].x < 3 {
				under = p
			}
		}
		if under == nil {
			t.Fatalf("no colour at %v of the scale", at)
		}
		if d := colourDistance(t, under.fill, hex(panel.Birds[k].Colour)); d > 6 {
			t.Errorf("the colour of bird %d is %s, but %s in the scale; they differ by %d, want at most 6", k, hex(panel.Birds[k].Colour), under.fill, d)
		}
	}
	panel.Legend = &frame.Legend{Title: "species"}
	for k := range 2 {
		panel.Legend.Kinds = append(panel.Legend.Kinds, frame.LegendKey{Colour: picture.KindColour(k), Text: fmt.Sprint("kind ", k)})
	}
	for k := range panel.Birds {
		panel.Birds[k].Colour = rgb(picture.KindColour(k % 2))
	}
	f = read(t, []*Panel{panel}, Options{View: Top, Width: 85, Markers: Arrows})
	for k, want := range []string{"#E69F00", "#56B4E9"} { // colours by Okabe and Ito
		if n := len(f.filledPaths(want)); n != 6+1 {
			t.Errorf("kind %d: %d shapes, want 6 birds and a key", k, n)
		}
	}
}

func colourDistance(t *testing.T, a, b string) (most int) {
	var x, y [3]int
	for c, of := range map[*[3]int]string{&x: a, &y: b} {
		if _, err := fmt.Sscanf(of, "#%02X%02X%02X", &c[0], &c[1], &c[2]); err != nil {
			t.Fatal(err)
		}
	}
	for k := range x {
		most = max(most, x[k]-y[k], y[k]-x[k])
	}
	return most
}

// The vision sphere is drawn as a circle with its centre and radius. The arrow of a steering force has the
// right direction and length.
func TestVisionAndSteers(t *testing.T) {
	panel := testPanel()
	panel.Birds[3].Chosen = true
	pos := panel.Birds[3].Pos
	panel.Vision = &frame.Ball{Centre: pos, Radius: 6}
	panel.Steers = &Steers{At: pos, Sum: mgl32.Vec3{0, 0, 3}, Scale: 1, Unit: "m/step", Arrows: []picture.SteerArrow{
		{Rule: "cohesion", Along: mgl32.Vec3{4, 1, -2}, Colour: picture.KindColour(2)},
	}}
	f := read(t, []*Panel{panel}, Options{View: Top, Width: 85, Markers: Arrows})
	ax := axesOf(t, &f)
	circles, tips := 0, 0
	for _, p := range f.paths {
		if len(p.points) > 90 && p.stroke == hex(visionInk) {
			for _, q := range p.points {
				if x, y := ax.at(q); math.Abs(math.Hypot(x-float64(pos[0]), y-float64(pos[2]))-6) < 0.02 {
					circles++
				}
			}
		}
		if p.fill == hex(rgb(picture.KindColour(2))) {
			if x, y := ax.at(p.points[0]); math.Abs(x-float64(pos[0])-4) < 0.02 && math.Abs(y-float64(pos[2])+2) < 0.02 {
				tips++
			}
		}
	}
	if circles != 97 || tips != 1 {
		t.Errorf("%d points on the circle of vision, %d tips of the steer; want 97 and 1", circles, tips)
	}
}

// A steering force that leaves the plot is a line without a head that ends at the edge of the plot.
func TestSteerBeyondThePlot(t *testing.T) {
	panel := testPanel()
	panel.Birds[3].Chosen = true
	pos := panel.Birds[3].Pos
	panel.Steers = &Steers{At: pos, Scale: 1, Unit: "m/step", Arrows: []picture.SteerArrow{
		{Rule: "cohesion", Along: mgl32.Vec3{400, 0, 0}, Colour: picture.KindColour(2)},
	}}
	f := read(t, []*Panel{panel}, Options{View: Top, Width: 85, Markers: Arrows, Across: 12})
	ax := axesOf(t, &f)
	lines := 0
	for _, p := range f.paths {
		if p.fill == hex(rgb(picture.KindColour(2))) {
			t.Error("the steer has a head in the plot")
		}
		if p.stroke != hex(rgb(picture.KindColour(2))) || len(p.points) != 2 {
			continue
		}
		x0, y0 := ax.at(p.points[0])
		x1, y1 := ax.at(p.points[1])
		fromBird := math.Abs(x0-float64(pos[0])) < 0.02 && math.Abs(y0-float64(pos[2])) < 0.02
		if fromBird && math.Abs(y1-y0) < 0.02 && math.Abs(x1-x0-6) < 0.1 {
			lines++
		}
	}
	if lines != 1 {
		t.Errorf("%d lines go from the boid to the edge, 6 m away; want 1", lines)
	}
}

func TestOutlineOfTheFlock(t *testing.T) {
	panel := testPanel()
	panel.Hull = true
	f := read(t, []*Panel{panel}, Options{View: Side, Width: 85, Markers: Arrows})
	ax := axesOf(t, &f)
	hulls := 0
	for _, p := range f.paths {
		if !p.dashes || len(p.points) < 4 {
			continue
		}
		hulls++
		for i := range len(p.points) - 1 {
			a, b := p.points[i], p.points[i+1]
			ends := 0
			for _, bird := range panel.Birds {
				x, y := float64(bird.Pos[0]), float64(bird.Pos[1])
				pos := point{(x - ax.x0) / ax.perX, (y - ax.y0) / ax.perY}
				if turns(a, b, pos)/b.sub(a).length() < -0.05 {
					t.Errorf("bird %d is outside the hull's side %d", bird.ID, i)
				}
				if pos.sub(a).length() < 0.05 {
					ends++
				}
			}
			if ends != 1 {
				t.Errorf("corner %d of the hull has %d birds, want 1", i, ends)
			}
		}
	}
	if hulls != 1 {
		t.Errorf("there are %d outlines, want 1", hulls)
	}
}

// An outline has the wingspan of the bird, and a bank turns the outline. If a bird banks to the
// right, its right wing is low in the view from ahead.
func TestOutlinesShowTheBank(t *testing.T) {
	for _, bank := range []float64{-0.7, 0, 0.7} {
		roll := mgl32.QuatRotate(float32(bank), mgl32.Vec3{0, 0, 1})
		west := mgl32.QuatRotate(-math.Pi/2, mgl32.Vec3{0, 1, 0}) // towards -x, where the reader of the front view is
		panel := &Panel{Birds: []Bird{{Rotation: west.Mul(roll), Span: 1.2, Colour: testColour(1)}}}
		f := read(t, []*Panel{panel}, Options{View: Front, Width: 85, Markers: Outlines})
		ax := axesOf(t, &f)
		shapes := f.filledPaths(hex(testColour(1)))
		if len(shapes) != 2 {
			t.Fatalf("the bird has %d shapes, want 2", len(shapes))
		}
		span, tilt := 0.0, 0.0
		for _, a := range shapes[0].points {
			for _, b := range shapes[0].points {
				ax1, ay1 := ax.at(a)
				ax2, ay2 := ax.at(b)
				if d := math.Hypot(ax1-ax2, ay1-ay2); d > span && ax1 >= ax2 {
					span, tilt = d, math.Atan2(ay1-ay2, ax1-ax2)
				}
			}
		}
		// The bird's left wing points along its +X. After the turn to the west this is +z, which is
		// to the right of the page.
		if math.Abs(span-1.2) > 0.01 || math.Abs(tilt-bank) > 0.02 {
			t.Errorf("bank %v: the wings span %.3f m at %.3f rad, want 1.2 m at the bank", bank, span, tilt)
		}
	}
}

func TestImpossibleFigures(t *testing.T) {
	some := []*Panel{testPanel()}
	for _, c := range []struct {
		panels []*Panel
		o      Options
		want   string
	}{
		{nil, Options{Width: 85}, "1 to 24 moments, not 0"},
		{make([]*Panel, 25), Options{Width: 85}, "1 to 24 moments, not 25"},
		{some, Options{Width: 49}, "50 to 1000 mm, not 49"},
		{some, Options{Width: math.NaN()}, "50 to 1000 mm"},
		{some, Options{Width: 85, View: Eye}, "needs a selected boid"},
	} {
		if err := Write(&bytes.Buffer{}, SVG, c.panels, &c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d panels, %+v: %v, want %q", len(c.panels), c.o, err, c.want)
		}
	}
}

func TestSmallFigures(t *testing.T) {
	one := &Panel{Birds: []Bird{{Span: 0.4, Rotation: mgl32.QuatIdent(), Colour: birdInk}}}
	for _, panel := range []*Panel{{}, one} {
		for _, width := range []float64{50, 85, 1000} {
			f := read(t, []*Panel{panel}, Options{View: Top, Width: width})
			for _, p := range f.paths {
				for _, q := range p.points {
					if math.IsNaN(q.x+q.y) || math.Abs(q.x)+math.Abs(q.y) > 1e5 {
						t.Fatalf("the figure has a point at %v", q)
					}
				}
			}
		}
	}
}

func TestTextsDoNotOverlap(t *testing.T) {
	flat := testPanel()
	for i := range flat.Birds {
		flat.Birds[i].Pos[1] = 20
		flat.Birds[i].Pos[0] *= 30
	}
	flat.Legend = &frame.Legend{Title: "since its last escape", Low: "20 s, or never", High: "0 s", Map: look.Viridis}
	flat.Birds[2].Chosen = true
	for _, mark := range []string{"leader", "in sight of boid 2", "outline of the flock (convex hull)", "path of a leader"} {
		flat.Keys = append(flat.Keys, Key{ink, mark, LineMark})
	}
	for _, width := range []float64{50, 60, 85, 174} {
		for n := 1; n <= 4; n++ {
			for view := range ViewNames() {
				f := read(t, []*Panel{flat, flat, flat, flat}[:n], Options{View: View(view), Width: width})
				checkTexts(t, fmt.Sprintf("%s, %d panels, %v mm", ViewNames()[view], n, width), f.texts, width*millimetre)
			}
		}
	}
}

// checkTexts compares the boxes of texts, which are at least as large as their letters.
func checkTexts(t *testing.T, what string, texts []readText, width float64) {
	t.Helper()
	var boxes []rect
	for _, q := range texts {
		long := 2 * halfWidth(t, q.text)
		box := rect{q.pos.x, q.pos.y - 1.5, q.pos.x + long, q.pos.y + 5.2}
		if q.turned { // the text is turned: it runs up the page
			box = rect{q.pos.x - 5.2, q.pos.y, q.pos.x + 1.5, q.pos.y + long}
		}
		if box.left < 0 || box.bottom < 0 || box.right > width {
			t.Errorf("%s: the text %q leaves the page: %+v", what, q.text, box)
		}
		for k, other := range boxes {
			if box.left < other.right && other.left < box.right && box.bottom < other.top && other.bottom < box.top {
				t.Errorf("%s: the text %q overlaps %q", what, q.text, texts[k].text)
			}
		}
		boxes = append(boxes, box)
	}
}
