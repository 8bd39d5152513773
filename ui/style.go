//go:build cgo && !nowindow

package ui

import "github.com/AllenDang/cimgui-go/imgui"

// Font sizes at scale 1, in screen units. Code has the small size.
const (
	textSize  = 15
	smallSize = 13
)

// Distances between widgets at scale 1, in screen units.
const (
	spaceS  = 4
	spaceM  = 8
	spaceL  = 12
	spaceXL = 16
)

func setStyle(scale float32, light bool) {
	plain := imgui.NewStyle()
	imgui.CurrentContext().SetStyle(*plain)
	plain.Destroy()
	style := imgui.CurrentStyle()
	used := darkTheme()
	if light {
		imgui.StyleColorsLight()
		used = lightTheme()
	} else {
		imgui.StyleColorsDark()
	}
	setDistances(style)
	setCorners(style)
	colours := style.Colors()
	for id, c := range used.widgets() {
		colours[id] = c
	}
	style.SetColors(&colours)
	style.ScaleAllSizes(scale)
	style.SetFontScaleDpi(scale)
}

func setDistances(style *imgui.Style) {
	style.SetWindowPadding(imgui.Vec2{X: spaceM, Y: spaceM})
	style.SetFramePadding(imgui.Vec2{X: spaceM, Y: spaceS})
	style.SetItemSpacing(imgui.Vec2{X: spaceM, Y: spaceS})
	style.SetItemInnerSpacing(imgui.Vec2{X: spaceS, Y: spaceS})
	style.SetCellPadding(imgui.Vec2{X: spaceS, Y: spaceS})
	style.SetIndentSpacing(spaceXL)
	style.SetScrollbarSize(spaceL)
	style.SetSeparatorTextPadding(imgui.Vec2{X: spaceXL, Y: spaceS})
	style.SetGrabMinSize(spaceM)
	style.SetTabMinWidthShrink(100) // if there is no room for whole names, a tab bar scrolls
}

func setCorners(style *imgui.Style) {
	const round = 4
	style.SetWindowRounding(0)
	style.SetFrameRounding(round)
	style.SetGrabRounding(round)
	style.SetPopupRounding(round)
	style.SetTabRounding(round)
	style.SetScrollbarRounding(spaceL)
	style.SetTabBarOverlineSize(2)
	style.SetWindowBorderSize(1)
	style.SetPopupBorderSize(1)
}

func primaryButton(label string, size imgui.Vec2) bool {
	t := present()
	imgui.PushStyleColorVec4(imgui.ColButton, t.primary)
	imgui.PushStyleColorVec4(imgui.ColButtonHovered, t.primaryHovered)
	imgui.PushStyleColorVec4(imgui.ColButtonActive, t.primary)
	imgui.PushStyleColorVec4(imgui.ColText, t.onAccent)
	defer imgui.PopStyleColorV(4)
	return imgui.ButtonV(label, size)
}

const overPicture = 0.9

func checkBox(label string, v *bool) (changed bool) {
	withEdge(func() { changed = imgui.Checkbox(label, v) })
	return changed
}

func radioButton(label string, on bool) (pressed bool) {
	withEdge(func() { pressed = imgui.RadioButtonBool(label, on) })
	return pressed
}

func withEdge(show func()) {
	imgui.PushStyleColorVec4(imgui.ColBorder, present().edge)
	imgui.PushStyleVarFloat(imgui.StyleVarFrameBorderSize, imgui.CurrentStyle().FontScaleDpi())
	show()
	imgui.PopStyleVar()
	imgui.PopStyleColor()
}

func (p *Panel) bold(show func()) {
	if p.Bold != nil {
		imgui.PushFont(p.Bold, 0)
		defer imgui.PopFont()
	}
	show()
}

func (p *Panel) groupHeading(label string, flags imgui.TreeNodeFlags) (open bool) {
	imgui.PushStyleColorVec4(imgui.ColHeader, present().head)
	defer imgui.PopStyleColor()
	p.bold(func() { open = imgui.CollapsingHeaderTreeNodeFlagsV(label, flags) })
	return open
}
