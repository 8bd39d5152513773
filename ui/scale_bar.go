//go:build cgo && !nowindow

package ui

import (
	"math"
	"strconv"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/look"
)

// minDownward is the smallest downward component of the viewing direction for which a scale bar is shown. At
// flatter angles, the scales of the near and the far ground differ too much.
const minDownward = 0.8

func (p *Panel) showScale(s *State) {
	down := -s.Shown.View.Forward()[1]
	if s.Controls.Light.Land != look.Paper || s.Bare || down < minDownward || s.Picture.Dx() < 100 {
		return
	}
	distance := s.Shown.View.Eye[1] / down
	perMetre := float32(s.Picture.Dy()) / 2 * s.Shown.View.Projection(1)[5] / distance
	metres := roundLength(0.2 * float32(s.Picture.Dx()) / perMetre)
	em, list, ink := imgui.FontSize(), imgui.BackgroundDrawListV(imgui.MainViewport()), imgui.ColorConvertFloat4ToU32(imgui.Vec4{X: 0.1, Y: 0.13, Z: 0.2, W: 1})
	right := imgui.Vec2{X: float32(s.Picture.Max.X) - em, Y: float32(s.Picture.Min.Y) + 2.4*em}
	left := imgui.Vec2{X: right.X - metres*perMetre, Y: right.Y}
	tick := imgui.Vec2{Y: 0.35 * em}
	list.AddLineV(left, right, ink, 0.12*em)
	list.AddLineV(left.Sub(tick), left.Add(tick), ink, 0.12*em)
	list.AddLineV(right.Sub(tick), right.Add(tick), ink, 0.12*em)
	text := strconv.FormatFloat(float64(metres), 'g', -1, 32) + " m"
	middle := (left.X + right.X - imgui.CalcTextSize(text).X) / 2
	list.AddTextVec2(imgui.Vec2{X: middle, Y: right.Y - 1.6*em}, ink, text)
}

// roundLength returns the largest length that is at most most and is 1, 2 or 5 times a power of ten.
func roundLength(most float32) float32 {
	power := math.Pow(10, math.Floor(math.Log10(float64(most))))
	for _, digit := range []float64{5, 2} {
		if digit*power <= float64(most) {
			return float32(digit * power)
		}
	}
	return float32(power)
}
