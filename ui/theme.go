//go:build cgo && !nowindow

package ui

import "github.com/AllenDang/cimgui-go/imgui"

// theme contains the colours of the window. Only leaders are orange. Each text has a contrast of at least 4.5
// to 1 with each background.
type theme struct {
	text, dim                         imgui.Vec4 // normal text; units and remarks
	window, popup, bar                imgui.Vec4
	field, fieldHovered, fieldActive  imgui.Vec4
	fill, fillActive                  imgui.Vec4
	button, buttonHovered, pressed    imgui.Vec4
	primary, primaryHovered, onAccent imgui.Vec4
	selected, hovered                 imgui.Vec4
	selectedHovered                   imgui.Vec4
	head                              imgui.Vec4
	line                              imgui.Vec4 // separators and borders
	edge                              imgui.Vec4 // edges of check boxes and radio buttons
	accent                            imgui.Vec4 // check marks, links, curves, changed values, search results
	leader, warning, alarm            imgui.Vec4
	pass, fail                        imgui.Vec4
	second                            imgui.Vec4
}

func rgb(code uint32) imgui.Vec4 {
	part := func(shift int) float32 { return float32(code>>shift&0xff) / 255 }
	return imgui.Vec4{X: part(16), Y: part(8), Z: part(0), W: 1}
}

func withAlpha(c imgui.Vec4, alpha float32) imgui.Vec4 {
	c.W = alpha
	return c
}

func darkTheme() theme {
	return theme{
		text: rgb(0xebedf2), dim: rgb(0xb2bccf),
		window: rgb(0x15171d), popup: rgb(0x1b1e26), bar: rgb(0x101217),
		field: rgb(0x262a35), fieldHovered: rgb(0x2f3441), fieldActive: rgb(0x343a49),
		fill: rgb(0x26456b), fillActive: rgb(0x294d76),
		button: rgb(0x2d323f), buttonHovered: rgb(0x3b4252), pressed: rgb(0x234a7b),
		primary: rgb(0x296bc7), primaryHovered: rgb(0x2e73d1), onAccent: rgb(0xffffff),
		selected: rgb(0x294a73), hovered: rgb(0x2d3342), selectedHovered: rgb(0x1e4a84),
		head: rgb(0x20242d), line: rgb(0x363c49), edge: rgb(0x757f94),
		accent: rgb(0x6ba8fa),
		leader: rgb(0xff9e33), warning: rgb(0xffd65c), alarm: rgb(0xff7066),
		pass: rgb(0x58a6f0), fail: rgb(0xff7a8a),
		second: rgb(0x5fd0a5),
	}
}

func lightTheme() theme {
	return theme{
		text: rgb(0x171c26), dim: rgb(0x4c5669),
		window: rgb(0xf3f4f7), popup: rgb(0xfcfcfd), bar: rgb(0xe6e8ec),
		field: rgb(0xe2e4e9), fieldHovered: rgb(0xd8dce3), fieldActive: rgb(0xd2d7e0),
		fill: rgb(0xc0dcfa), fillActive: rgb(0xb3d5f9),
		button: rgb(0xd9dde4), buttonHovered: rgb(0xcad1dc), pressed: rgb(0xaecff7),
		primary: rgb(0x2166c7), primaryHovered: rgb(0x1c5cb8), onAccent: rgb(0xffffff),
		selected: rgb(0xbddafb), hovered: rgb(0xd8dee8), selectedHovered: rgb(0xaed2fb),
		head: rgb(0xe4e7ec), line: rgb(0xbcc2cc), edge: rgb(0x747d8e),
		accent: rgb(0x1658b5),
		leader: rgb(0x9e4400), warning: rgb(0x7a5a00), alarm: rgb(0xb8140d),
		pass: rgb(0x17599a), fail: rgb(0xb3203c),
		second: rgb(0x0b7a53),
	}
}

func (t theme) hoveredRow(selected bool) imgui.Vec4 {
	if selected {
		return t.selectedHovered
	}
	return t.hovered
}

func present() theme {
	if isLight() {
		return lightTheme()
	}
	return darkTheme()
}

func isLight() bool { return imgui.StyleColorVec4(imgui.ColWindowBg).X > 0.5 }

func darkenOnLight(c imgui.Vec4) imgui.Vec4 {
	if isLight() {
		const ink = 0.5
		c.X, c.Y, c.Z = ink*c.X, ink*c.Y, ink*c.Z
	}
	return c
}

func (t *theme) widgets() map[imgui.Col]imgui.Vec4 {
	none := imgui.Vec4{}
	return map[imgui.Col]imgui.Vec4{
		imgui.ColText: t.text, imgui.ColTextDisabled: t.dim, imgui.ColTextLink: t.accent, imgui.ColTextSelectedBg: t.selected,
		imgui.ColWindowBg: t.window, imgui.ColPopupBg: t.popup, imgui.ColChildBg: none, imgui.ColMenuBarBg: t.bar,
		imgui.ColBorder: t.line, imgui.ColBorderShadow: none,
		imgui.ColSeparator: t.line, imgui.ColSeparatorHovered: t.accent, imgui.ColSeparatorActive: t.accent,
		imgui.ColFrameBg: t.field, imgui.ColFrameBgHovered: t.fieldHovered, imgui.ColFrameBgActive: t.fieldActive,
		imgui.ColSliderGrab: t.fill, imgui.ColSliderGrabActive: t.fillActive, imgui.ColCheckMark: t.accent,
		imgui.ColButton: t.button, imgui.ColButtonHovered: t.buttonHovered, imgui.ColButtonActive: t.pressed,
		imgui.ColHeader: t.selected, imgui.ColHeaderHovered: t.hovered, imgui.ColHeaderActive: t.pressed,
		imgui.ColTitleBg: t.bar, imgui.ColTitleBgActive: t.bar, imgui.ColTitleBgCollapsed: t.bar,
		imgui.ColTab: t.bar, imgui.ColTabHovered: t.hovered, imgui.ColTabSelected: t.window, imgui.ColTabSelectedOverline: t.accent,
		imgui.ColTabDimmed: t.bar, imgui.ColTabDimmedSelected: t.window, imgui.ColTabDimmedSelectedOverline: none,
		imgui.ColTableHeaderBg: t.head, imgui.ColTableBorderStrong: t.line, imgui.ColTableBorderLight: t.line,
		imgui.ColTableRowBg: none, imgui.ColTableRowBgAlt: withAlpha(t.text, 0.03),
		imgui.ColScrollbarBg: none, imgui.ColScrollbarGrab: t.button, imgui.ColScrollbarGrabHovered: t.buttonHovered, imgui.ColScrollbarGrabActive: t.pressed,
		imgui.ColResizeGrip: none, imgui.ColResizeGripHovered: t.accent, imgui.ColResizeGripActive: t.accent,
		imgui.ColPlotLines: t.accent, imgui.ColPlotLinesHovered: t.accent, imgui.ColPlotHistogram: t.primary, imgui.ColPlotHistogramHovered: t.primary,
		imgui.ColDockingPreview: withAlpha(t.accent, 0.5), imgui.ColDockingEmptyBg: t.bar,
		imgui.ColModalWindowDimBg: {W: 0.4}, imgui.ColDragDropTarget: t.accent, imgui.ColNavCursor: t.accent, imgui.ColTreeLines: t.line,
	}
}
