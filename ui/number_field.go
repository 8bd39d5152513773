//go:build cgo && !nowindow

package ui

import (
	"math"
	"strconv"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// numberRange is the range and unit of a number field. A drag stays within the range, but a typed number may
// be outside it.
type numberRange struct {
	low, high float64
	unit      string
	log       bool
}

// numberField shows a number that the user can drag or type. A filled bar shows its position in the range. A
// drag over the whole width covers the whole range, and with Shift a tenth of it. A double-click or Ctrl
// click starts typing.
func numberField(id string, v *float32, r numberRange) bool {
	before := *v
	changed := hidingText(id, numberCharacters, func() bool {
		return imgui.DragFloatV(id, v, float32(r.high-r.low)/100, float32(r.low), float32(r.high), "%.6g", r.flags())
	})
	if x, dragging := r.dragged(float64(before)); dragging {
		*v = float32(x)
		changed = *v != before
	}
	r.draw(float64(*v), numberText(float64(*v)))
	return changed
}

func wholeField(id string, v *int32, r numberRange) bool {
	before := *v
	changed := hidingText(id, wholeCharacters, func() bool {
		return imgui.DragIntV(id, v, max(float32(r.high-r.low)/100, 0.1), int32(r.low), int32(r.high), "%d", r.flags())
	})
	if x, dragging := r.dragged(float64(before)); dragging {
		*v = int32(math.Round(x))
		changed = *v != before
	}
	r.draw(float64(*v), strconv.Itoa(int(*v)))
	return changed
}

func (r numberRange) flags() imgui.SliderFlags {
	flags := imgui.SliderFlags(imgui.SliderFlagsNoSpeedTweaks)
	if r.log {
		flags |= imgui.SliderFlagsLogarithmic
	}
	return flags
}

func hidingText(id, valid string, show func() bool) bool {
	if imgui.InternalTempInputIsActive(imgui.IDStr(id)) {
		return refusing(id, valid, show)
	}
	imgui.PushStyleColorVec4(imgui.ColText, imgui.Vec4{})
	defer imgui.PopStyleColor()
	return show()
}

func numberText(v float64) string {
	if size := math.Abs(v); size >= 999.5 && size < 1e7 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

const fineness = 0.1

const dragStart = 3

func (r numberRange) dragged(before float64) (v float64, pressed bool) {
	io, storage, key := imgui.CurrentIO(), imgui.StateStorage(), imgui.ItemID()
	share := key + 1 // the key that stores the exact position, which is finer than the shown value
	if !imgui.IsItemActive() || io.WantTextInput() || !imgui.IsMouseDown(imgui.MouseButtonLeft) {
		storage.SetBool(key, false)
		return 0, false
	}
	if !(r.low < r.high) || r.log && !(r.low > 0) {
		return before, true
	}
	if !storage.Bool(key) {
		storage.SetBool(key, true)
		storage.SetFloat(share, float32(r.share(before)))
	}
	moved := float64(io.MouseDelta().X / max(imgui.ItemRectSize().X, 1))
	if io.KeyShift() {
		moved *= fineness
	}
	if moved == 0 || !imgui.IsMouseDraggingV(imgui.MouseButtonLeft, dragStart) {
		return before, true
	}
	stored := float64(storage.Float(share))
	now := min(max(stored+moved, min(stored, 0)), max(stored, 1))
	storage.SetFloat(share, float32(now))
	imgui.InternalMarkItemEdited(key)
	return r.at(now), true
}

func (r numberRange) share(v float64) float64 {
	if r.log {
		return math.Log(max(v, r.low)/r.low) / math.Log(r.high/r.low)
	}
	return (v - r.low) / (r.high - r.low)
}

// at returns the value at a position. It has as many digits as the range's ends, but at least four.
func (r numberRange) at(share float64) float64 {
	v := r.low + share*(r.high-r.low)
	if r.log {
		v = r.low * math.Pow(r.high/r.low, share)
	}
	whole := strconv.Itoa(int(max(math.Abs(r.low), math.Abs(r.high))))
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', max(4, len(whole)), 64), 64)
	if share < 0 || share > 1 {
		return v
	}
	return min(max(v, r.low), r.high)
}

func (r numberRange) draw(v float64, number string) {
	if imgui.InternalTempInputIsActive(imgui.ItemID()) {
		return
	}
	if imgui.IsItemHovered() {
		imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
	}
	low, high := imgui.ItemRectMin(), imgui.ItemRectMax()
	list, style := imgui.WindowDrawList(), imgui.CurrentStyle()
	colour := imgui.ColSliderGrab
	if imgui.IsItemHovered() || imgui.IsItemActive() {
		colour = imgui.ColSliderGrabActive
	}
	if share := float32(r.share(v)); share > 0 && r.low < r.high {
		end := imgui.Vec2{X: low.X + min(share, 1)*(high.X-low.X), Y: high.Y}
		list.AddRectFilledV(low, end, imgui.ColorU32Col(imgui.Col(colour)), style.FrameRounding(), 0)
	}
	pad := style.FramePadding()
	position := imgui.Vec2{X: low.X + pad.X, Y: low.Y + pad.Y}
	list.PushClipRectV(low, high, true)
	list.AddTextVec2(position, imgui.ColorU32Col(imgui.ColText), number)
	unit, gap := r.unit, 0.3*imgui.FontSize()
	if strings.HasPrefix(unit, "°") {
		gap = 0
	}
	position.X += imgui.CalcTextSize(number).X + gap
	if unit != "" && position.X+imgui.CalcTextSize(unit).X <= high.X {
		list.AddTextVec2(position, imgui.ColorU32Col(imgui.ColTextDisabled), unit)
	}
	list.PopClipRect()
}
