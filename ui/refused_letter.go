//go:build cgo && !nowindow

package ui

import (
	"strconv"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// The characters that the user may type into a field for whole numbers, and into one for any numbers. ImGui
// changes a comma to a point.
const (
	wholeCharacters  = "0123456789+-"
	numberCharacters = wholeCharacters + ".,eE"
)

// refusing shows a field for numbers. It refuses characters that cannot be part of a number. After such a
// character, the field has a red frame, and a note below it names the character. Both disappear when the user
// types a valid character. Pasted text is not checked.
func refusing(id, valid string, show func() bool) bool {
	own := imgui.IDStr(id)
	var typed, refused rune
	if imgui.InternalActiveID() == own && imgui.CurrentIO().WantTextInput() {
		typed, refused = refuse(valid)
	}
	changed := show()
	storage, key := imgui.StateStorage(), own+2
	switch {
	case imgui.InternalActiveID() != own:
		storage.SetInt(key, 0)
		return changed
	case typed != 0:
		storage.SetInt(key, int32(refused))
	}
	if c := storage.Int(key); c != 0 {
		noteRefusal(rune(c), valid)
	}
	return changed
}

// refuse looks at the characters that were typed since the last frame, and removes those that are not valid.
// typed is the last typed character, and refused the last removed one. Each is 0 if there is none.
func refuse(valid string) (typed, refused rune) {
	const ignored = 1 // a character that ImGui ignores
	queue := imgui.CurrentIO().InputQueueCharacters()
	if queue.Size == 0 {
		return 0, 0
	}
	letters := queue.Slice() // ImGui's own memory
	for k, c := range letters {
		if typed = rune(c); !strings.ContainsRune(valid, typed) {
			letters[k], refused = ignored, typed
		}
	}
	return typed, refused
}

func noteRefusal(c rune, valid string) {
	low, high := imgui.ItemRectMin(), imgui.ItemRectMax()
	style, alarm := imgui.CurrentStyle(), present().alarm
	imgui.WindowDrawList().AddRectV(low, high, imgui.ColorConvertFloat4ToU32(alarm), style.FrameRounding(), 0, 1.5)
	imgui.SetNextWindowPosV(imgui.Vec2{X: low.X, Y: high.Y + 0.2*imgui.FontSize()}, imgui.CondAlways, imgui.Vec2{})
	if !imgui.BeginTooltip() {
		return
	}
	imgui.PushStyleColorVec4(imgui.ColText, alarm)
	kind := "a number"
	if valid == wholeCharacters {
		kind = "a whole number"
	}
	write(kind + " cannot contain " + strconv.Quote(string(c)))
	imgui.PopStyleColor()
	imgui.EndTooltip()
}
