//go:build cgo && !nowindow

package ui

import "github.com/AllenDang/cimgui-go/imgui"

// Sizes of type at a scale of 1, in screen units. Small type is for numbers beside pictures and for code.
const (
	textSize  = 15
	smallSize = 13
)

// setStyle sets skein's style of widgets for the given scale of the screen, in dark or light
// colours.
func setStyle(scale float32, light bool) {
	plain := imgui.NewStyle()
	imgui.CurrentContext().SetStyle(*plain)
	plain.Destroy()
	style := imgui.CurrentStyle()
	theme := dark()
	if light {
		imgui.StyleColorsLight()
		theme = daylight()
	} else {
		imgui.StyleColorsDark()
	}
	colours := style.Colors()
	style.SetFramePadding(imgui.Vec2{X: 5, Y: 2})
	style.SetItemSpacing(imgui.Vec2{X: 7, Y: 3})
	style.SetWindowRounding(0)
	style.SetFrameRounding(4)
	style.SetGrabRounding(4)
	style.SetGrabMinSize(7) // narrower than a digit
	style.SetPopupRounding(4)
	style.SetTabRounding(4)
	style.SetTabMinWidthShrink(64) // a tab bar without room for tabs this wide scrolls
	style.SetScrollbarRounding(6)
	for id, c := range theme {
		colours[id] = c
	}
	style.SetColors(&colours)
	style.ScaleAllSizes(scale)
	style.SetFontScaleDpi(scale)
}

func isLight() bool { return imgui.CurrentStyle().Colors()[imgui.ColWindowBg].X > 0.5 }

// darkenOnLight darkens a colour that was chosen for a dark background if the style is light.
func darkenOnLight(c imgui.Vec4) imgui.Vec4 {
	if isLight() {
		const ink = 0.5
		c.X, c.Y, c.Z = ink*c.X, ink*c.Y, ink*c.Z
	}
	return c
}

func dark() map[imgui.Col]imgui.Vec4 {
	return map[imgui.Col]imgui.Vec4{
		imgui.ColWindowBg:         {X: 0.075, Y: 0.085, Z: 0.115, W: 0.97},
		imgui.ColPopupBg:          {X: 0.075, Y: 0.085, Z: 0.115, W: 0.97},
		imgui.ColFrameBg:          {X: 0.15, Y: 0.17, Z: 0.23, W: 1},
		imgui.ColFrameBgHovered:   {X: 0.20, Y: 0.23, Z: 0.31, W: 1},
		imgui.ColFrameBgActive:    {X: 0.23, Y: 0.27, Z: 0.36, W: 1},
		imgui.ColSliderGrab:       {X: 0.80, Y: 0.42, Z: 0.15, W: 0.6}, // translucent, so the value is readable
		imgui.ColSliderGrabActive: {X: 0.88, Y: 0.46, Z: 0.16, W: 0.7},
		imgui.ColCheckMark:        {X: 0.93, Y: 0.58, Z: 0.29, W: 1},
		imgui.ColButton:           {X: 0.20, Y: 0.24, Z: 0.34, W: 1},
		imgui.ColButtonHovered:    {X: 0.29, Y: 0.35, Z: 0.48, W: 1},
		imgui.ColButtonActive:     {X: 0.70, Y: 0.36, Z: 0.12, W: 1},
		imgui.ColHeader:           {X: 0.17, Y: 0.20, Z: 0.28, W: 1},
		imgui.ColHeaderHovered:    {X: 0.24, Y: 0.29, Z: 0.40, W: 1},
		imgui.ColHeaderActive:     {X: 0.28, Y: 0.34, Z: 0.46, W: 1},
		imgui.ColTitleBg:          {X: 0.06, Y: 0.07, Z: 0.09, W: 1},
		imgui.ColTitleBgActive:    {X: 0.10, Y: 0.12, Z: 0.17, W: 1},
		imgui.ColTab:              {X: 0.10, Y: 0.12, Z: 0.17, W: 1},
		imgui.ColTabHovered:       {X: 0.24, Y: 0.29, Z: 0.40, W: 1},
		imgui.ColTabSelected:      {X: 0.17, Y: 0.20, Z: 0.28, W: 1},
		imgui.ColSeparator:        {X: 0.22, Y: 0.25, Z: 0.33, W: 1},
		imgui.ColTextDisabled:     {X: 0.55, Y: 0.59, Z: 0.68, W: 1},
		imgui.ColTableHeaderBg:    {X: 0.17, Y: 0.20, Z: 0.28, W: 1},
		imgui.ColPlotLines:        {X: 0.93, Y: 0.58, Z: 0.29, W: 1},
	}
}

// daylight returns the light colours.
func daylight() map[imgui.Col]imgui.Vec4 {
	return map[imgui.Col]imgui.Vec4{
		imgui.ColText:              {X: 0.09, Y: 0.11, Z: 0.15, W: 1},
		imgui.ColWindowBg:          {X: 0.94, Y: 0.945, Z: 0.955, W: 0.98},
		imgui.ColPopupBg:           {X: 0.98, Y: 0.98, Z: 0.985, W: 0.99},
		imgui.ColMenuBarBg:         {X: 0.88, Y: 0.89, Z: 0.91, W: 1},
		imgui.ColFrameBg:           {X: 0.85, Y: 0.865, Z: 0.89, W: 1},
		imgui.ColFrameBgHovered:    {X: 0.79, Y: 0.82, Z: 0.87, W: 1},
		imgui.ColFrameBgActive:     {X: 0.75, Y: 0.78, Z: 0.84, W: 1},
		imgui.ColSliderGrab:        {X: 0.96, Y: 0.60, Z: 0.26, W: 0.6},
		imgui.ColSliderGrabActive:  {X: 0.95, Y: 0.55, Z: 0.20, W: 0.75},
		imgui.ColCheckMark:         {X: 0.72, Y: 0.34, Z: 0.04, W: 1},
		imgui.ColButton:            {X: 0.80, Y: 0.83, Z: 0.88, W: 1},
		imgui.ColButtonHovered:     {X: 0.72, Y: 0.77, Z: 0.85, W: 1},
		imgui.ColButtonActive:      {X: 0.95, Y: 0.66, Z: 0.38, W: 1},
		imgui.ColHeader:            {X: 0.83, Y: 0.85, Z: 0.89, W: 1},
		imgui.ColHeaderHovered:     {X: 0.74, Y: 0.79, Z: 0.87, W: 1},
		imgui.ColHeaderActive:      {X: 0.68, Y: 0.74, Z: 0.84, W: 1},
		imgui.ColTitleBg:           {X: 0.84, Y: 0.85, Z: 0.87, W: 1},
		imgui.ColTitleBgActive:     {X: 0.80, Y: 0.82, Z: 0.85, W: 1},
		imgui.ColTab:               {X: 0.84, Y: 0.85, Z: 0.87, W: 1},
		imgui.ColTabHovered:        {X: 0.74, Y: 0.79, Z: 0.87, W: 1},
		imgui.ColTabSelected:       {X: 0.94, Y: 0.945, Z: 0.955, W: 1},
		imgui.ColTabDimmed:         {X: 0.84, Y: 0.85, Z: 0.87, W: 1},
		imgui.ColTabDimmedSelected: {X: 0.91, Y: 0.92, Z: 0.935, W: 1},
		imgui.ColSeparator:         {X: 0.72, Y: 0.74, Z: 0.78, W: 1},
		imgui.ColTextDisabled:      {X: 0.34, Y: 0.38, Z: 0.45, W: 1},
		imgui.ColPlotLines:         {X: 0.66, Y: 0.29, Z: 0.02, W: 1},
		imgui.ColTableHeaderBg:     {X: 0.83, Y: 0.85, Z: 0.89, W: 1},
		imgui.ColTableBorderLight:  {X: 0.72, Y: 0.74, Z: 0.78, W: 1},
	}
}
