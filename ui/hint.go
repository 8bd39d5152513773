//go:build cgo && !nowindow

package ui

import "github.com/AllenDang/cimgui-go/imgui"

const hintWidth = 26

// hint shows a tooltip while the pointer rests on the last widget. The tooltip is beside the window, so that
// it covers no other row.
func hint(text string) {
	if text == "" || !imgui.IsItemHoveredV(imgui.HoveredFlagsForTooltip) || isBehindDialog() {
		return
	}
	em := imgui.FontSize()
	text = wrap(text, hintWidth*em, textWidth)
	size := imgui.CalcTextSizeV(text, false, hintWidth*em).Add(imgui.CurrentStyle().WindowPadding().Mul(2))
	position, pivot := tooltipPosition(windowEdges(), widgetEdges(), size, imgui.MainViewport().Size(), 0.4*em)
	imgui.SetNextWindowPosV(position, imgui.CondAlways, pivot)
	if imgui.BeginTooltip() {
		imgui.PushTextWrapPosV(imgui.CursorPosX() + hintWidth*em)
		write(text)
		imgui.PopTextWrapPos()
		imgui.EndTooltip()
	}
}

func dialogWindows() []string {
	return []string{"###range", "###figure", "###add_flock", saveWindow, galleryWindow, paletteWindow}
}

func isBehindDialog() bool {
	own, behind := imgui.InternalCurrentWindow().RootWindow().ID(), false
	for _, name := range dialogWindows() {
		w := imgui.InternalFindWindowByName(name)
		if w == nil || w.CData == nil || !w.Active() && !w.WasActive() {
			continue
		}
		if w.ID() == own {
			return false
		}
		behind = true
	}
	return behind
}

type box struct{ low, high imgui.Vec2 }

func windowEdges() box {
	r := imgui.InternalCurrentWindow().RootWindow().OuterRectClipped()
	return box{r.Min, r.Max}
}

func widgetEdges() box { return box{imgui.ItemRectMin(), imgui.ItemRectMax()} }

// tooltipPosition returns the position of a tooltip, and which corner of the tooltip is there. It prefers the
// side of the window with more room, then above or below the window, then above or below the widget.
func tooltipPosition(window, widget box, size, screen imgui.Vec2, gap float32) (position, pivot imgui.Vec2) {
	position.Y = min(widget.low.Y, max(screen.Y-size.Y, 0))
	left, right := window.low.X-gap, screen.X-window.high.X-gap
	switch {
	case max(left, right) < size.X, window.high.X-window.low.X > screen.X/2:
		position.X = max(min(widget.low.X, screen.X-size.X), 0)
		switch {
		case window.low.Y-gap >= size.Y:
			position.Y, pivot.Y = window.low.Y-gap, 1
		case screen.Y-window.high.Y-gap >= size.Y:
			position.Y = window.high.Y + gap
		case widget.high.Y+gap+size.Y <= screen.Y:
			position.Y = widget.high.Y + gap
		default:
			position.Y, pivot.Y = widget.low.Y-gap, 1
		}
	case left > right:
		position.X, pivot.X = left, 1
	default:
		position.X = window.high.X + gap
	}
	return position, pivot
}
