//go:build cgo && !nowindow

package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/lead"
	"skein/flock/param"
)

// canvas is the area of an escape curve, in screen units. The time increases to the right and the gain
// upwards, both from 0 to 1.
type canvas struct{ corner, size imgui.Vec2 }

func (c canvas) place(p param.Point) imgui.Vec2 {
	return imgui.Vec2{X: c.corner.X + p.T*c.size.X, Y: c.corner.Y + (1-p.Gain)*c.size.Y}
}

func (c canvas) point(position imgui.Vec2) param.Point {
	return param.Point{T: (position.X - c.corner.X) / c.size.X, Gain: 1 - (position.Y-c.corner.Y)/c.size.Y}
}

func (c canvas) far(position imgui.Vec2, off float32) bool {
	return position.X < c.corner.X-off || position.X > c.corner.X+c.size.X+off ||
		position.Y < c.corner.Y-off || position.Y > c.corner.Y+c.size.Y+off
}

func (c canvas) nearestPoint(position imgui.Vec2, points []param.Point, within float32) int {
	nearest, best := -1, within*within
	for k, p := range points {
		q := c.place(p)
		x, y := position.X-q.X, position.Y-q.Y
		if d := x*x + y*y; d <= best {
			nearest, best = k, d
		}
	}
	return nearest
}

type mouse struct {
	position     param.Point // may be outside the canvas
	far          bool
	hoveredPoint int // -1 if none
	press, down  bool
	twice        bool
	right        bool
}

// pen edits a curve with the mouse. A drag moves a point; if it ends far outside the canvas, the point is
// removed.
type pen struct {
	held        bool
	point       int
	grip        param.Point
	startPoints param.Curve
}

func (n *pen) use(m mouse, c *param.Curve) (done bool) {
	switch {
	case n.held && !m.down:
		n.held = false
		return true
	case n.held:
		n.drag(m, c)
	case m.right && m.hoveredPoint >= 0:
		return c.Remove(m.hoveredPoint)
	case m.press && m.hoveredPoint >= 0:
		n.grab(m.hoveredPoint, m.position, c)
	case m.twice:
		if k, ok := c.Add(m.position); ok {
			n.grab(k, m.position, c)
		}
	}
	return false
}

func (n *pen) grab(k int, position param.Point, c *param.Curve) {
	p := c.At[k]
	*n = pen{held: true, point: k, grip: param.Point{T: p.T - position.T, Gain: p.Gain - position.Gain}, startPoints: *c}
}

func (n *pen) drag(m mouse, c *param.Curve) {
	*c = n.startPoints
	if m.far && c.Remove(n.point) {
		return
	}
	c.Move(n.point, param.Point{T: m.position.T + n.grip.T, Gain: m.position.Gain + n.grip.Gain})
}

func (p *Panel) curve(spec *flock.Spec, o *Outcome) {
	params := &o.Controls.Params
	row(spec.Label)
	em := imgui.FontSize()
	corner, size := imgui.CursorScreenPos(), imgui.Vec2{X: max(imgui.ContentRegionAvail().X-1, em), Y: 6 * em}
	imgui.InvisibleButton("##"+spec.Key, size)
	p.mark(spec.Key)
	over := imgui.IsItemHovered()
	pad := em / 2
	c := canvas{corner.Add(imgui.Vec2{X: pad, Y: pad}), size.Sub(imgui.Vec2{X: 2 * pad, Y: 2 * pad})}
	if lead.Shape(params.Choice("escape_shape")) == lead.Custom {
		p.edit(c, spec.Points(&params.Values), o)
	} else {
		p.pen.held = false
		hint(`Choose the "custom" shape to edit the curve.`)
	}
	p.draw(c, params)
	if over {
		imgui.EndGroup() // the points of the curve have their own tooltips
	} else {
		endRow(spec.Doc)
	}
}

func customPoints(c param.Curve) param.Curve {
	if c.N == 0 {
		return lead.Smooth.Curve()
	}
	return c
}

func startCustom(old lead.Shape, params *flock.Params) {
	if old != lead.Custom && lead.Shape(params.Choice("escape_shape")) == lead.Custom {
		_ = params.Set("escape_points", old.Curve()) // cannot fail: a model that has escape_shape also has escape_points
	}
}

func (p *Panel) edit(c canvas, points *param.Curve, o *Outcome) {
	old := customPoints(*points)
	present, hovered, position := old, imgui.IsItemHovered(), imgui.MousePos()
	m := mouse{
		position: c.point(position), far: c.far(position, 2*imgui.FontSize()), hoveredPoint: c.nearestPoint(position, old.Points(), imgui.FontSize()*0.6),
		press: imgui.IsItemActivated(), down: imgui.IsItemActive(),
		twice: hovered && imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft),
		right: hovered && imgui.IsMouseClickedBool(imgui.MouseButtonRight),
	}
	if p.pen.use(m, &present) {
		o.Edit = studio.Done
	}
	if present != old {
		*points = present
	}
	switch {
	case p.pen.held || hovered && m.hoveredPoint >= 0:
		imgui.SetMouseCursor(imgui.MouseCursorHand)
	default:
		hint("Drag a point to move it. Double-click to add one.\nRight-click a point, or drag it out, to remove it.")
	}
}

const curveSteps = 96

func (p *Panel) draw(c canvas, params *flock.Params) {
	escape := lead.Leadership{EscapeShape: lead.Shape(params.Choice("escape_shape")), EscapePoints: params.Points("escape_points")}
	list, thick := imgui.WindowDrawList(), imgui.FontSize()/8
	ember, faint := imgui.ColorU32Col(imgui.ColPlotLines), imgui.ColorU32Col(imgui.ColTextDisabled)
	list.AddRectFilledV(imgui.ItemRectMin(), imgui.ItemRectMax(), imgui.ColorU32Col(imgui.ColFrameBg), imgui.CurrentStyle().FrameRounding(), 0)
	text := fmt.Sprintf("%.3g s", params.Float("escape_seconds"))
	width := imgui.CalcTextSize(text)
	list.AddTextVec2(imgui.Vec2{X: c.corner.X + c.size.X - width.X, Y: c.corner.Y}, faint, text)
	list.AddLineV(c.place(param.Point{}), c.place(param.Point{T: 1}), faint, 1)
	for k := range curveSteps + 1 {
		t := float32(k) / curveSteps
		list.PathLineTo(c.place(param.Point{T: t, Gain: escape.EscapeGain(t)}))
	}
	list.PathStrokeV(ember, 0, thick)
	if lead.Shape(params.Choice("escape_shape")) != lead.Custom {
		return
	}
	points := customPoints(params.Points("escape_points"))
	for k, q := range points.Points() {
		radius := 2.5 * thick
		if p.pen.held && k == p.pen.point {
			radius = 3.5 * thick
		}
		list.AddCircleFilledV(c.place(q), radius, ember, 0)
	}
}
