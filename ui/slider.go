//go:build cgo && !nowindow

package ui

import (
	"math"
	"strconv"

	"github.com/AllenDang/cimgui-go/imgui"
)

// fineness is the speed of a slider relative to the pointer while Shift is held.
const fineness = 0.1

// slide shows a slider for a value from low to high. While Shift is held, the value changes at a
// tenth of the pointer's speed, from its present value on, until the button is released.
func slide(id string, v *float32, low, high float32, format string, flags imgui.SliderFlags) bool {
	before := *v
	changed := imgui.SliderFloatV(id, v, low, high, format, flags)
	if x, fine := fineDrag(float64(before), float64(low), float64(high), flags&imgui.SliderFlagsLogarithmic != 0); fine {
		*v = float32(x)
		return *v != before
	}
	return changed
}

// slideInt shows a slider for whole numbers, like slide.
func slideInt(id string, v *int32, low, high int32, flags imgui.SliderFlags) bool {
	before := *v
	changed := imgui.SliderIntV(id, v, low, high, "%d", flags)
	if x, fine := fineDrag(float64(before), float64(low), float64(high), flags&imgui.SliderFlagsLogarithmic != 0); fine {
		*v = int32(math.Round(x))
		return *v != before
	}
	return changed
}

// fineDrag returns the new value of the last slider during a fine drag. before is the value before this
// frame. fine is false if there is no fine drag.
func fineDrag(before, low, high float64, log bool) (v float64, fine bool) {
	io, storage, key := imgui.CurrentIO(), imgui.StateStorage(), imgui.ItemID()
	share := key + 1 // storage key of the exact position, which is finer than the shown value
	if !imgui.IsItemActive() || io.WantTextInput() || !imgui.IsMouseDown(imgui.MouseButtonLeft) {
		storage.SetBool(key, false)
		return 0, false
	}
	way := sliderScale{low, high, log}
	switch {
	case !(low < high) || log && !(low > 0):
		return 0, false
	case !storage.Bool(key) && !io.KeyShift():
		return 0, false
	case !storage.Bool(key):
		storage.SetBool(key, true)
		storage.SetFloat(share, float32(way.share(before)))
	}
	by := float64(io.MouseDelta().X / max(imgui.ItemRectSize().X, 1))
	if io.KeyShift() {
		by *= fineness
	}
	now := min(max(float64(storage.Float(share))+by, 0), 1)
	storage.SetFloat(share, float32(now))
	if by == 0 {
		return before, true
	}
	return way.at(now), true
}

// sliderScale maps positions of a slider, from 0 to 1, to values.
type sliderScale struct {
	low, high float64
	log       bool
}

func (r sliderScale) share(v float64) float64 {
	if r.log {
		return math.Log(max(v, r.low)/r.low) / math.Log(r.high/r.low)
	}
	return (v - r.low) / (r.high - r.low)
}

// at returns the value at a position, rounded to as many digits as the ends have, but at least four.
func (r sliderScale) at(share float64) float64 {
	v := r.low + share*(r.high-r.low)
	if r.log {
		v = r.low * math.Pow(r.high/r.low, share)
	}
	whole := strconv.Itoa(int(max(math.Abs(r.low), math.Abs(r.high))))
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', max(4, len(whole)), 64), 64)
	return min(max(v, r.low), r.high)
}
