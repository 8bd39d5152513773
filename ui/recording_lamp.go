//go:build cgo && !nowindow

package ui

import (
	"image"

	"github.com/AllenDang/cimgui-go/imgui"
)

func lampColour() imgui.Vec4 { return present().alarm }

// Lamp shows a lamp and the length of the running recording in the upper right corner of the picture, even if
// the panel is hidden. If length is empty, it shows nothing. picture is in screen units.
func (p *Panel) Lamp(length string, picture image.Rectangle) {
	const key = "lamp"
	delete(p.Probe, key)
	if length == "" {
		return
	}
	em, text := imgui.FontSize(), "recording "+length
	size := imgui.Vec2{X: imgui.CalcTextSize(text).X + 2.4*em, Y: 1.8 * em}
	corner := imgui.Vec2{X: float32(picture.Max.X) - size.X - em, Y: float32(picture.Min.Y) + em}
	paint := imgui.BackgroundDrawListV(imgui.MainViewport()) // tooltips and menus cover the lamp
	red, ink := imgui.ColorConvertFloat4ToU32(lampColour()), imgui.ColorU32Col(imgui.ColText)
	back := imgui.CurrentStyle().Colors()[imgui.ColPopupBg]
	back.W = 0.8
	paint.AddRectFilledV(corner, corner.Add(size), imgui.ColorConvertFloat4ToU32(back), size.Y/2, 0)
	paint.AddCircleFilledV(corner.Add(imgui.Vec2{X: size.Y / 2, Y: size.Y / 2}), 0.4*em, red, 0)
	paint.AddTextVec2(corner.Add(imgui.Vec2{X: 1.6 * em, Y: 0.4 * em}), ink, text)
	if p.Probe != nil {
		p.Probe[key] = image.Rect(int(corner.X), int(corner.Y), int(corner.X+size.X), int(corner.Y+size.Y))
	}
}
