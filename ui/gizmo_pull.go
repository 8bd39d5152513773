//go:build cgo && !nowindow

package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"
)

// pull is a drag of the scale handle of one axis, in screen units. ImGuizmo intersects the pointer's ray with
// planes through the handle. This fails if the camera looks along the plane, so pull works on the screen.
type pull struct {
	axis            int // index of the axis; -1 means the drag scales along all axes
	pressed, centre imgui.Vec2
	tip             imgui.Vec2 // end of the handle, relative to the centre
	length          float32    // length of a handle seen from the side
}

func (g *gizmo) pulls() bool { return g.held && g.action == scales && g.start.pull.axis >= 0 }

func (s *State) pullOf(position mgl32.Vec3, turn mgl32.Quat) pull {
	place := func(position mgl32.Vec3) imgui.Vec2 {
		p, _ := s.placeOnScreen(position)
		return imgui.Vec2{X: float32(p.X), Y: float32(p.Y)}
	}
	var tips [3]imgui.Vec2
	l := pull{pressed: imgui.MousePos(), centre: place(position), length: gizmoSize * float32(s.Picture.Dx()) / 2}
	for axis := range tips {
		var d mgl32.Vec3
		d[axis] = s.handleLength(position)
		tips[axis] = place(position.Add(turn.Rotate(d))).Sub(l.centre)
	}
	if l.axis = axisAt(l.pressed.Sub(l.centre), tips); l.axis >= 0 {
		l.tip = tips[l.axis]
	}
	return l
}

func (g *gizmo) pullAt(s *State, position mgl32.Vec3, turn mgl32.Quat, moved bool) (l pull, over bool) {
	if g.action != scales || moved || g.held || imgui.CurrentIO().KeyAlt() {
		return pull{axis: -1}, false
	}
	l = s.pullOf(position, turn)
	taken := imgui.IsAnyItemHovered() || imgui.IsAnyItemActive() || imgui.IsWindowHoveredV(imgui.HoveredFlagsAnyWindow)
	return l, l.axis >= 0 && !taken
}

// axisAt returns the axis whose handle is nearest to a point. It returns -1 for the square in the middle,
// which scales all axes. Coordinates are relative to the middle.
func axisAt(point imgui.Vec2, tips [3]imgui.Vec2) (axis int) {
	const square, reach = 10, 16 // screen units
	position := mgl32.Vec2{point.X, point.Y}
	if mgl32.Abs(position[0]) <= square && mgl32.Abs(position[1]) <= square {
		return -1
	}
	axis = -1
	nearest := float32(reach)
	for k, tip := range tips {
		end := mgl32.Vec2{tip.X, tip.Y}
		share := min(max(position.Dot(end)/max(end.Dot(end), 1), 0), 1)
		if far := position.Sub(end.Mul(share)).Len(); far < nearest {
			axis, nearest = k, far
		}
	}
	return axis
}

// factor returns the pointer's distance from the middle along the handle, divided by the distance at the
// start.
func (l *pull) factor(pointer imgui.Vec2) float32 {
	const shortest, least = 0.5, 0.01
	along := mgl32.Vec2{l.tip.X, l.tip.Y}
	if along.Len() < 1 {
		return 1
	}
	along = along.Normalize()
	project := func(v imgui.Vec2) float32 { return along.Dot(mgl32.Vec2{v.X, v.Y}) }
	from := max(project(l.pressed.Sub(l.centre)), shortest*l.length) // a handle that points at the viewer looks short
	return max(1+project(pointer.Sub(l.pressed))/from, least)
}

func (l *pull) draw(list *imgui.DrawList) {
	factor, em := l.factor(imgui.MousePos()), imgui.FontSize()
	end := l.centre.Add(l.tip.Mul(factor))
	colour := imgui.ColorConvertFloat4ToU32(imgui.Vec4{X: 1, Y: 0.5, Z: 0.06, W: 1}) // the colour of ImGuizmo's selected handle
	list.AddLineV(l.centre, end, colour, 3)
	list.AddCircleFilled(end, 6, colour)
	text := fmt.Sprintf("%s: %.2f", [...]string{"X", "Y", "Z"}[l.axis], factor)
	corner := end.Add(imgui.Vec2{X: em, Y: em})
	list.AddTextVec2(corner.Add(imgui.Vec2{X: 1, Y: 1}), imgui.ColorConvertFloat4ToU32(imgui.Vec4{W: 1}), text)
	list.AddTextVec2(corner, imgui.ColorConvertFloat4ToU32(imgui.Vec4{X: 1, Y: 1, Z: 1, W: 1}), text)
}
