//go:build cgo && !nowindow

package ui

import (
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/lead"
	"skein/flock/model"
	"skein/flock/param"
	"skein/flock/scenario/testscene"
)

var sheet = canvas{imgui.Vec2{X: 100, Y: 50}, imgui.Vec2{X: 200, Y: 80}}

func TestCanvas(t *testing.T) {
	peak := param.Point{T: 0.25, Gain: 1}
	if got, want := sheet.place(peak), (imgui.Vec2{X: 150, Y: 50}); got != want {
		t.Errorf("%v is drawn at %v, want %v", peak, got, want)
	}
	position := imgui.Vec2{X: 340, Y: 150}
	if got, want := sheet.point(position), (param.Point{T: 1.2, Gain: -0.25}); got != want {
		t.Errorf("the position %v is %v on the curve, want %v", position, got, want)
	}
	if sheet.far(position, 40) || !sheet.far(position, 39) || !sheet.far(imgui.Vec2{X: 200, Y: 0}, 40) {
		t.Error("far does not work at a distance of 40 units")
	}
	smooth := lead.Smooth.Curve() // drawn at (100, 130), (140, 50), (300, 130)
	for position, want := range map[imgui.Vec2]int{{X: 143, Y: 54}: 1, {X: 146, Y: 50}: -1, {X: 296, Y: 130}: 2, {X: 100, Y: 130}: 0} {
		if got := sheet.nearestPoint(position, smooth.Points(), 5); got != want {
			t.Errorf("the pointer at %v is over point %d, want %d", position, got, want)
		}
	}
}

// mouseAt returns the state of a mouse at a screen position over the canvas sheet, which shows the curve c.
func mouseAt(x, y float32, c *param.Curve) mouse {
	position := imgui.Vec2{X: x, Y: y}
	return mouse{position: sheet.point(position), far: sheet.far(position, 30), hoveredPoint: sheet.nearestPoint(position, c.Points(), 6)}
}

func pressed(m mouse) mouse { m.press, m.down = true, true; return m }
func held(m mouse) mouse    { m.down = true; return m }

func TestPenDrags(t *testing.T) {
	c := lead.Smooth.Curve()
	var n pen
	for _, m := range []mouse{mouseAt(142, 51, &c), pressed(mouseAt(142, 51, &c)), held(mouseAt(162, 91, &c))} {
		if n.use(m, &c) {
			t.Fatal("the edit was done before the button was released")
		}
	}
	// The mouse moved right by 20 of the curve's 200 pixels and down by 40 of its 80. The point moves by the
	// same distance. It does not jump to the mouse.
	if got := c.At[1]; got.T < 0.2999 || got.T > 0.3001 || got.Gain != 0.5 {
		t.Errorf("dragged to %v, want [0.3, 0.5]", got)
	}
	if n.use(held(mouseAt(162, 300, &c)), &c) || c.N != 2 {
		t.Errorf("there are %d points while one is dragged outside, want 2", c.N)
	}
	if n.use(held(mouseAt(142, 51, &c)), &c) || c != lead.Smooth.Curve() {
		t.Errorf("after the point was dragged back in, the curve is %v, want the smooth one", c.Pairs())
	}
	if !n.use(mouseAt(142, 51, &c), &c) || n.held {
		t.Error("the edit was not done after the button was released")
	}
	if n.use(held(mouseAt(250, 90, &c)), &c) || c != lead.Smooth.Curve() {
		t.Error("a drag from beside the points moved one")
	}
}

// A double-click adds a point. The point follows the mouse until the button is released, all as one edit.
func TestPenAddsAndRemoves(t *testing.T) {
	c := lead.Smooth.Curve()
	var n pen
	twice := pressed(mouseAt(200, 90, &c))
	twice.twice = true
	if n.use(twice, &c) || c.N != 4 || c.At[2] != (param.Point{T: 0.5, Gain: 0.5}) {
		t.Fatalf("added: %v", c.Pairs())
	}
	n.use(held(mouseAt(200, 70, &c)), &c)
	if !n.use(mouseAt(200, 70, &c), &c) || c.At[2].Gain != 0.75 {
		t.Errorf("after a second drag, the curve is %v, want the gain 0.75", c.Pairs())
	}
	right := mouseAt(200, 70, &c)
	right.right = true
	if !n.use(right, &c) || c != lead.Smooth.Curve() {
		t.Errorf("after the removal, the curve is %v, want the smooth one", c.Pairs())
	}
	if n.use(mouseAt(200, 70, &c), &c) {
		t.Error("a release without an edit counts as an edit")
	}
}

func TestStartCustom(t *testing.T) {
	p := model.With(testscene.Def("paper").Params, "escape_shape", lead.Custom)
	startCustom(lead.Triangle, &p)
	if p.Points("escape_points") != lead.Triangle.Curve() {
		t.Errorf("custom after triangle starts with %v, want the points of the triangle", p.Points("escape_points"))
	}
	own := p.Points("escape_points")
	own.Move(1, param.Point{T: 0.3, Gain: 0.25})
	p = model.With(p, "escape_points", own)
	startCustom(lead.Custom, &p)
	if p.Points("escape_points") != own {
		t.Error("a curve that was custom before lost its points")
	}
}
