//go:build cgo && !nowindow

package ui

import (
	"image"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/AllenDang/cimgui-go/imguizmo"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/scenery"
	"skein/engine/studio"
	"skein/flock/around"

	"skein/flock/vec"
)

type handle int

const (
	moves handle = iota
	turns
	scales
)

func handleNames() []string { return []string{"move", "turn", "scale"} }

type gizmo struct {
	action  handle
	hovered bool
	held    bool
	start   struct {
		all  around.Surroundings
		at   mgl32.Vec3
		turn mgl32.Quat
		pull pull
	}
	matrix mgl32.Mat4
	area   image.Rectangle // screen units; empty means no handles
}

// gizmoSize is the length of a handle as a fraction of half the picture's width.
const gizmoSize = 0.15

func (p *Panel) handle(s *State, o *Outcome) {
	g := &p.gizmo
	imguizmo.BeginFrame()
	playing := s.Tape != nil && !s.Tape.Branched
	position, turn, ok := p.pivot(s, o)
	if !ok || playing || s.Shown.Pixels.X == 0 {
		g.hide(o)
		return
	}
	if _, _, _, seen := s.Shown.View.Project(position, s.Shown.Pixels.X, s.Shown.Pixels.Y); !seen {
		g.hide(o)
		return
	}
	if !g.held {
		g.matrix = mgl32.Translate3D(position[0], position[1], position[2]).Mul4(turn.Mat4())
	}
	g.area = g.handleArea(s, position)
	hunter := s.hunter(o)
	own, overOwn := g.pullAt(s, position, turn, hunter != nil)
	using, changed := g.pulls(), false
	switch {
	case using:
		using = imgui.IsMouseDown(imgui.MouseButtonLeft)
		g.start.pull.draw(imgui.BackgroundDrawListV(imgui.MainViewport()))
	case overOwn && imgui.IsMouseClickedBool(imgui.MouseButtonLeft):
		using = true
	default:
		changed = g.manipulate(s, hunter != nil)
		using = imguizmo.IsUsing()
	}
	if using && !g.held {
		g.held = true
		g.start.all, g.start.at, g.start.turn, g.start.pull = s.Around.Clone(), position, turn, own
	}
	g.hovered = using || overOwn || imguizmo.IsOver()
	switch {
	case using && hunter != nil: // a hunter keeps flying, so set its position in each frame
		position := g.matrix.Col(3).Vec3()
		o.Put = &HunterMove{hunter.ID, vec.Vec{X: position[0], Y: max(position[1], 1), Z: position[2]}}
	case using && (changed || g.pulls() && imgui.IsMouseDragging(imgui.MouseButtonLeft)):
		g.apply(o)
	case !using:
		g.drop(o)
	}
	p.markHandles(s, position)
}

func (p *Panel) pivot(s *State, o *Outcome) (position mgl32.Vec3, turn mgl32.Quat, ok bool) {
	if t := s.Around.Thing(o.Controls.Thing); t != nil {
		position, turn, ok = scenery.Pivot(t, o.Controls.Point)
		if obstacle, isObstacle := t.(*around.Obstacle); isObstacle && ok && s.Shown.Pixels.X > 0 {
			position = scenery.HandlePlace(obstacle, position, s.Extent[1], s.shows)
		}
		return position, turn, ok
	}
	h := s.hunter(o)
	if h == nil || o.Controls.Camera.Mode.IsTied() || p.selection.now.kind != boidObject {
		return position, turn, false
	}
	return h.Spot.At.Array(), mgl32.QuatIdent(), true
}

func (s *State) shows(position mgl32.Vec3) bool {
	w, h := s.Shown.Pixels.X, s.Shown.Pixels.Y
	x, y, _, ok := s.Shown.View.Project(position, w, h)
	const edge = 0.08 // margin, as a fraction of the picture's width and height
	return ok && x > edge*float32(w) && x < (1-edge)*float32(w) && y > edge*float32(h) && y < (1-edge)*float32(h)
}

func (g *gizmo) drop(o *Outcome) {
	if g.held {
		o.Edit = studio.Done
	}
	g.held = false
}

func (g *gizmo) hide(o *Outcome) {
	g.drop(o)
	g.hovered, g.area = false, image.Rectangle{}
}

func (g *gizmo) handleArea(s *State, position mgl32.Vec3) (area image.Rectangle) {
	const edge = 10 // screen units
	centre, _ := s.placeOnScreen(position)
	area = image.Rectangle{Min: centre, Max: centre}.Inset(-edge)
	if g.action == turns {
		return area.Inset(-int(gizmoSize * float32(s.Picture.Dx()) / 2)) // leave room for the rings, which are drawn around the centre
	}
	for axis := range 3 {
		var d mgl32.Vec3
		d[axis] = s.handleLength(position)
		if tip, ok := s.placeOnScreen(position.Add(d)); ok {
			area = area.Union(image.Rectangle{Min: tip, Max: tip}.Inset(-edge))
		}
	}
	return area
}

func (s *State) handleLength(position mgl32.Vec3) float32 {
	v, size := &s.Shown.View, s.Shown.Pixels
	return gizmoSize * v.Forward().Dot(position.Sub(v.Eye)) / v.Projection(float32(size.X) / float32(size.Y))[0]
}

func (s *State) placeOnScreen(position mgl32.Vec3) (place image.Point, ok bool) {
	x, y, _, ok := s.Shown.View.Project(position, s.Shown.Pixels.X, s.Shown.Pixels.Y)
	density := float32(s.Shown.Pixels.X) / float32(max(s.Picture.Dx(), 1))
	return image.Pt(int(x/density), int(y/density)).Add(s.Picture.Min), ok
}

func (g *gizmo) manipulate(s *State, moved bool) bool {
	r := s.Picture
	imguizmo.SetRect(float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy()))
	imguizmo.SetDrawlistV(imgui.BackgroundDrawListV(imgui.MainViewport())) // dialogs cover the handles
	imguizmo.SetOrthographic(false)
	imguizmo.AllowAxisFlip(false)
	imguizmo.SetGizmoSizeClipSpace(gizmoSize)
	imguizmo.Enable(g.held || !imgui.CurrentIO().KeyAlt())
	size := s.Shown.Pixels
	view, projection := s.Shown.View.Matrix(), s.Shown.View.Projection(float32(size.X)/float32(size.Y))
	operation, mode := imguizmo.TRANSLATE, imguizmo.WORLD
	switch action := g.action; {
	case moved: // a hunter can only be moved
	case action == turns:
		operation = imguizmo.ROTATEX | imguizmo.ROTATEY | imguizmo.ROTATEZ
	case action == scales:
		operation, mode = imguizmo.SCALE, imguizmo.LOCAL
	}
	return imguizmo.ManipulateV(&view[0], &projection[0], operation, mode, &g.matrix[0], nil, nil, nil, nil)
}

func (g *gizmo) apply(o *Outcome) {
	all := g.start.all.Clone()
	t := all.Thing(o.Controls.Thing)
	if t == nil {
		return
	}
	factors, turn := mgl32.Vec3{1, 1, 1}, mgl32.QuatIdent()
	var move mgl32.Vec3
	switch g.action {
	case moves:
		move = g.matrix.Col(3).Vec3().Sub(g.start.at)
	case turns:
		turn = rotation(g.matrix).Mul(g.start.turn.Inverse())
	case scales:
		for k := range 3 {
			factors[k] = max(g.matrix.Col(k).Vec3().Len(), 0.01)
		}
		if l := &g.start.pull; l.axis >= 0 {
			factors = mgl32.Vec3{1, 1, 1}
			factors[l.axis] = l.factor(imgui.MousePos())
		}
	}
	scenery.Transform(t, o.Controls.Point, move, turn, factors)
	o.Around = &all
}

func rotation(m mgl32.Mat4) mgl32.Quat {
	for k := range 3 {
		m.SetCol(k, m.Col(k).Normalize())
	}
	m.SetCol(3, mgl32.Vec4{0, 0, 0, 1})
	return mgl32.Mat4ToQuat(m).Normalize()
}

// markHandles records the positions of the ends of the handles, for tests.
func (p *Panel) markHandles(s *State, position mgl32.Vec3) {
	if p.Probe == nil {
		return
	}
	for axis, name := range []string{"x", "y", "z"} {
		var d mgl32.Vec3
		d[axis] = 0.8 * s.handleLength(position)
		if c, ok := s.placeOnScreen(position.Add(d)); ok {
			p.Probe["handle.axis."+name] = image.Rectangle{Min: c.Sub(image.Pt(2, 2)), Max: c.Add(image.Pt(2, 2))}
		}
	}
}
