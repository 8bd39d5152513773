//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/window"
)

// Keys carries out the keys that went down, unless they go into a text.
func (p *Panel) Keys(in *window.Input, s *State, o *Outcome) {
	if imgui.CurrentIO().WantTextInput() {
		return
	}
	if p.nav && in.Button[glfw.MouseButtonLeft].Pressed && !imgui.CurrentIO().WantCaptureMouse() {
		p.navigate(false)
	}
	if len(in.Pressed) > 0 {
		p.keys.layout = in.Layout
	}
	flying := in.Button[glfw.MouseButtonRight].Down
	for _, k := range in.Pressed {
		if p.palette.open {
			return // where letters are soon typed
		}
		if p.takes(k, o) {
			continue
		}
		if p.forPanel(k.Code) {
			continue
		}
		if k.Code == glfw.KeyEscape && p.asking == "" && p.scenes.open {
			p.scenes.open = false
			continue
		}
		if p.asking != "" || k.Code == glfw.KeyEscape && p.closeList() {
			if p.asking != "" && k.Code == glfw.KeyEscape {
				p.answer(o, StayThere)
			}
			continue
		}
		if flying && k.Mods&^glfw.ModShift == 0 && slices.Contains(flyKeys, k.Code) {
			continue
		}
		if b := bound(p.bindings, k, in.Layout); b != nil {
			p.act(b, s, o)
		} else if k.Mods&relevant == 0 && slices.Contains(flyKeys, k.Code) {
			o.Say = holdToFly
		}
	}
	if o.handle != nil {
		p.gizmo.by = *o.handle
	}
}

// MenuOpen reports whether a menu, a list or a question is open over the window.
func MenuOpen() bool { return imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup) }

// closeList closes the list to choose from that is open, and says whether one was.
func (p *Panel) closeList() bool {
	if !MenuOpen() {
		return false
	}
	imgui.InternalClosePopupToLevel(0, true)
	return true
}

// relevant are the modifiers that tell bindings apart.
const relevant = glfw.ModShift | glfw.ModControl | glfw.ModAlt | glfw.ModSuper

// flyKeys fly while the right button is held, by their places.
var flyKeys = []glfw.Key{glfw.KeyW, glfw.KeyA, glfw.KeyS, glfw.KeyD, glfw.KeyQ, glfw.KeyE}

// bound returns the binding of a key that went down: that of the character which the
// layout has on it, or which it wrote by Shift or AltGr. What the layout has on no
// key, such as a Latin letter on a Cyrillic one or a digit on the French, lies where
// a US keyboard has it.
func bound(all []binding, k window.Key, l window.Layout) *binding {
	for _, is := range []func(*binding) bool{
		func(b *binding) bool {
			return b.char == "" && b.key != 0 && b.key == k.Code && b.mods == k.Mods&relevant
		},
		func(b *binding) bool { return b.char != "" && b.char == l[k.Code] && b.mods == k.Mods&relevant },
		func(b *binding) bool { return b.char != "" && b.char == k.Text && b.mods == 0 },
		func(b *binding) bool {
			return k.Code != glfw.KeyUnknown && placeOf(b.char) == k.Code && !l.Has(b.char) && b.mods == k.Mods&relevant
		},
	} {
		if i := slices.IndexFunc(all, func(b binding) bool { return is(&b) }); i >= 0 {
			return &all[i]
		}
	}
	return nil
}
