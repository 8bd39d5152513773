//go:build cgo && !nowindow

package ui

import (
	"image"

	"github.com/AllenDang/cimgui-go/imgui"
)

// A message stays for at least toastTime, and until it can be read at readingSpeed.
const (
	toastTime    = 4  // s
	readingSpeed = 15 // letters/s
)

const passiveText = imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoInputs |
	imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoFocusOnAppearing

type toast struct {
	text    string
	endTime float64 // s; 0 if not shown yet
	behind  bool
	high    float32 // height in the last picture, screen units
}

// Say shows a message for a few seconds.
func (p *Panel) Say(text string) {
	p.log.add(text)
	p.toast = toast{text: text}
}

// Message returns the message that is shown, or "".
func (p *Panel) Message() string {
	if p.toast.isOver() {
		return ""
	}
	return p.toast.text
}

func (t *toast) isOver() bool { return t.endTime > 0 && imgui.Time() > t.endTime }

// show shows the message at the upper left of the picture, or below the strip if the strip is there.
func (t *toast) show(picture, strip image.Rectangle) {
	if t.text == "" || t.isOver() {
		return
	}
	if t.endTime == 0 {
		t.endTime = imgui.Time() + max(toastTime, float64(len(t.text))/readingSpeed)
	}
	imgui.SetNextWindowPosV(toastCorner(picture, strip, t.high), imgui.CondAlways, imgui.Vec2{})
	imgui.BeginV("##toast", nil, passiveText)
	if !t.behind && !imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup) {
		imgui.InternalBringWindowToDisplayFront(imgui.InternalCurrentWindow())
	}
	imgui.PushTextWrapPosV(min(40*imgui.FontSize(), max(float32(picture.Dx())-48, 12*imgui.FontSize())))
	write(t.text)
	imgui.PopTextWrapPos()
	t.high = imgui.WindowHeight()
	imgui.End()
}

// toastCorner returns the upper left corner of a message with the height high.
func toastCorner(picture, strip image.Rectangle, high float32) imgui.Vec2 {
	const gap = 16
	corner := imgui.Vec2{X: float32(picture.Min.X) + gap, Y: float32(picture.Min.Y) + gap}
	if below := float32(strip.Max.Y) + gap/2; !strip.Empty() && corner.Y+high > float32(strip.Min.Y) && below+high <= float32(picture.Max.Y) {
		corner.Y = below
	}
	return corner
}
