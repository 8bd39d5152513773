//go:build cgo && !nowindow

package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// vectorField shows a field for each of the axes, such as "xyz" or "xz".
func vectorField(id, axes string, v *[3]float32, step, low, high float32, format string) (changed bool) {
	imgui.BeginGroup()
	width := imgui.CalcItemWidth()
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: imgui.CurrentStyle().ItemSpacing().X, Y: 1})
	for k, axis := range []string{"x", "y", "z"} {
		if !strings.Contains(axes, axis) {
			continue
		}
		imgui.SetNextItemWidth(width)
		changed = refusing(id+"."+axis, numberCharacters, func() bool {
			return imgui.DragFloatV(id+"."+axis, &v[k], step, low, high, axis+"   "+format, imgui.SliderFlagsAlwaysClamp)
		}) || changed
	}
	imgui.PopStyleVar()
	imgui.EndGroup()
	return changed
}
