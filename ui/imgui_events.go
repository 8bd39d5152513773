//go:build cgo && !nowindow

package ui

import (
	"math"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/window"
)

// eventFeed passes input events to ImGui. It passes all events of a step in one frame.
type eventFeed struct {
	reportedKeys [glfw.KeyLast + 1]imgui.Key // ImGui's key for each pressed key
}

func newFeed() *eventFeed {
	imgui.CurrentIO().SetConfigInputTrickleEventQueue(false)
	return &eventFeed{}
}

func (f *eventFeed) pass(input *window.Input) {
	io := imgui.CurrentIO()
	for i := range input.Events {
		switch e := &input.Events[i]; e.Kind {
		case window.ButtonChanged:
			f.passModifiers(input)
			if int(e.Button) < int(imgui.MouseButtonCOUNT) {
				io.AddMouseButtonEvent(int32(e.Button), e.Down)
			}
		case window.WheelTurned:
			io.AddMouseWheelEvent(float32(e.X), float32(e.Y))
		case window.KeyChanged:
			f.passModifiers(input)
			f.key(e, input.Layout)
		case window.CharTyped:
			io.AddInputCharacter(uint32(e.Char))
		case window.FocusChanged:
			io.AddFocusEvent(e.Down)
		}
	}
	if input.PointerOutside && !slices.ContainsFunc(input.Button[:], func(b window.Button) bool { return b.Down }) { // a drag continues outside the window
		io.AddMousePosEvent(-math.MaxFloat32, -math.MaxFloat32)
		return
	}
	io.AddMousePosEvent(float32(input.X), float32(input.Y))
}

func (f *eventFeed) passModifiers(input *window.Input) {
	for _, m := range []struct {
		as   imgui.Key
		keys [2]glfw.Key
	}{
		{imgui.ModCtrl, [2]glfw.Key{glfw.KeyLeftControl, glfw.KeyRightControl}},
		{imgui.ModShift, [2]glfw.Key{glfw.KeyLeftShift, glfw.KeyRightShift}},
		{imgui.ModAlt, [2]glfw.Key{glfw.KeyLeftAlt, glfw.KeyRightAlt}},
		{imgui.ModSuper, [2]glfw.Key{glfw.KeyLeftSuper, glfw.KeyRightSuper}},
	} {
		imgui.CurrentIO().AddKeyEvent(m.as, input.IsDown(m.keys[0]) || input.IsDown(m.keys[1]))
	}
}

func (f *eventFeed) key(e *window.Event, l window.Layout) {
	key := f.reportedKeys[e.Key]
	if e.Down {
		at := e.Key
		if c := strings.ToUpper(l[e.Key]); len(c) == 1 && (at < glfw.KeyKP0 || at > glfw.KeyKPEqual) && keyOf(glfw.Key(c[0])) != imgui.KeyNone {
			at = glfw.Key(c[0]) // GLFW's code of this key is its character
		}
		key = keyOf(at)
	}
	if f.reportedKeys[e.Key] = key; key != imgui.KeyNone {
		imgui.CurrentIO().AddKeyEvent(key, e.Down)
	}
}

func keyOf(k glfw.Key) imgui.Key {
	within := func(first, last glfw.Key, target imgui.Key) imgui.Key {
		if k < first || k > last {
			return imgui.KeyNone
		}
		return target + imgui.Key(k-first)
	}
	if as, ok := otherKeys[k]; ok {
		return as
	}
	return max(
		within(glfw.Key0, glfw.Key9, imgui.Key0), within(glfw.KeyA, glfw.KeyZ, imgui.KeyA),
		within(glfw.KeyF1, glfw.KeyF24, imgui.KeyF1), within(glfw.KeyKP0, glfw.KeyKPEqual, imgui.KeyKeypad0),
	)
}

// otherKeys maps the keys whose order differs between GLFW and ImGui.
var otherKeys = map[glfw.Key]imgui.Key{
	glfw.KeyTab: imgui.KeyTab, glfw.KeyLeft: imgui.KeyLeftArrow, glfw.KeyRight: imgui.KeyRightArrow, glfw.KeyUp: imgui.KeyUpArrow,
	glfw.KeyDown: imgui.KeyDownArrow, glfw.KeyPageUp: imgui.KeyPageUp, glfw.KeyPageDown: imgui.KeyPageDown, glfw.KeyHome: imgui.KeyHome,
	glfw.KeyEnd: imgui.KeyEnd, glfw.KeyInsert: imgui.KeyInsert, glfw.KeyDelete: imgui.KeyDelete, glfw.KeyBackspace: imgui.KeyBackspace,
	glfw.KeySpace: imgui.KeySpace, glfw.KeyEnter: imgui.KeyEnter, glfw.KeyEscape: imgui.KeyEscape, glfw.KeyMenu: imgui.KeyMenu,
	glfw.KeyApostrophe: imgui.KeyApostrophe, glfw.KeyComma: imgui.KeyComma, glfw.KeyMinus: imgui.KeyMinus, glfw.KeyPeriod: imgui.KeyPeriod,
	glfw.KeySlash: imgui.KeySlash, glfw.KeySemicolon: imgui.KeySemicolon, glfw.KeyEqual: imgui.KeyEqual, glfw.KeyLeftBracket: imgui.KeyLeftBracket,
	glfw.KeyBackslash: imgui.KeyBackslash, glfw.KeyRightBracket: imgui.KeyRightBracket, glfw.KeyGraveAccent: imgui.KeyGraveAccent,
	glfw.KeyWorld1: imgui.KeyOem102, glfw.KeyWorld2: imgui.KeyOem102,
	glfw.KeyCapsLock: imgui.KeyCapsLock, glfw.KeyScrollLock: imgui.KeyScrollLock, glfw.KeyNumLock: imgui.KeyNumLock,
	glfw.KeyPrintScreen: imgui.KeyPrintScreen, glfw.KeyPause: imgui.KeyPause,
	glfw.KeyLeftControl: imgui.KeyLeftCtrl, glfw.KeyLeftShift: imgui.KeyLeftShift, glfw.KeyLeftAlt: imgui.KeyLeftAlt, glfw.KeyLeftSuper: imgui.KeyLeftSuper,
	glfw.KeyRightControl: imgui.KeyRightCtrl, glfw.KeyRightShift: imgui.KeyRightShift, glfw.KeyRightAlt: imgui.KeyRightAlt, glfw.KeyRightSuper: imgui.KeyRightSuper,
}
