//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/window"
)

// Keys runs the actions of the pressed keys, unless they are typed into a text field.
func (p *Panel) Keys(input *window.Input, s *State, o *Outcome) {
	p.navigateLists()
	wasOpen := p.listOpen // ImGui may have closed the list with the same press of Escape
	p.listOpen = MenuOpen()
	if imgui.CurrentIO().WantTextInput() {
		p.quitKey(input, s, o)
		return
	}
	if p.nav && input.Button[glfw.MouseButtonLeft].Pressed && !imgui.CurrentIO().WantCaptureMouse() {
		p.navigate(false)
	}
	if len(input.Pressed) > 0 {
		p.keys.layout = input.Layout
	}
	flying := input.Button[glfw.MouseButtonRight].Down
	for _, k := range input.Pressed {
		if p.palette.open {
			return // the next letters are typed into the palette
		}
		if p.capturesKey(k, o) {
			continue
		}
		if p.forPanel(k.Code) {
			continue
		}
		if k.Code == glfw.KeyEscape && p.askedBefore == "" && p.scenes.open {
			p.scenes.open = false
			continue
		}
		if p.askedBefore != "" || k.Code == glfw.KeyEscape && (p.closeList() || wasOpen) {
			if p.askedBefore != "" && k.Code == glfw.KeyEscape {
				p.answer(o, CancelAction)
			}
			continue
		}
		if k.Code == glfw.KeyEscape && p.closeDialog() || p.confirm.take(k) {
			continue
		}
		if MenuOpen() && forList(k) {
			continue
		}
		if flying && k.Mods&^glfw.ModShift == 0 && slices.Contains(flyKeys, k.Code) {
			continue
		}
		if b := findBinding(p.bindings, k, input.Layout); b != nil {
			p.act(b, s, o)
		} else if k.Mods&relevant == 0 && slices.Contains(flyKeys, k.Code) {
			o.Say = holdToFly
		}
	}
	if o.handle != nil {
		p.gizmo.action = *o.handle
	}
}

// forList reports whether a key is for an open list or menu and not for a shortcut: a key that moves in the
// list, or a letter.
func forList(k window.Key) bool {
	const control = glfw.ModControl | glfw.ModAlt | glfw.ModSuper
	letter := k.Code < glfw.KeyEscape && k.Mods&control == 0
	return slices.Contains(navKeys[:], k.Code) || letter && imgui.InternalTopMostPopupModal().CData == nil
}

// quitKey quits if the user presses the quit key while typing into a text field. The key must have a modifier
// such as Ctrl.
func (p *Panel) quitKey(input *window.Input, s *State, o *Outcome) {
	if p.askedBefore != "" {
		return
	}
	for _, k := range input.Pressed {
		b := findBinding(p.bindings, k, input.Layout)
		if b != nil && b.name == "Ctrl Q" && k.Mods&(glfw.ModControl|glfw.ModSuper) != 0 {
			p.act(b, s, o)
		}
	}
}

// MenuOpen reports whether a menu, a list or a dialog is open.
func MenuOpen() bool { return imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup) }

func (p *Panel) closeList() bool {
	if !MenuOpen() {
		return false
	}
	imgui.InternalClosePopupToLevel(0, true)
	return true
}

const relevant = glfw.ModShift | glfw.ModControl | glfw.ModAlt | glfw.ModSuper

// flyKeys move the camera while the right button is held, by their positions on a US keyboard.
var flyKeys = []glfw.Key{glfw.KeyW, glfw.KeyA, glfw.KeyS, glfw.KeyD, glfw.KeyQ, glfw.KeyE}

// findBinding returns the binding of a pressed key, or nil. It compares the character that the key types. If
// no key of the keyboard layout types the character of a binding, it compares the position on a US keyboard.
func findBinding(all []binding, k window.Key, l window.Layout) *binding {
	for _, matches := range []func(*binding) bool{
		func(b *binding) bool {
			return b.char == "" && b.key != 0 && b.key == k.Code && b.mods == k.Mods&relevant
		},
		func(b *binding) bool { return b.char != "" && b.char == l[k.Code] && b.mods == k.Mods&relevant },
		func(b *binding) bool { return b.char != "" && b.char == k.Text && b.mods == 0 },
		func(b *binding) bool {
			return k.Code != glfw.KeyUnknown && placeOf(b.char) == k.Code && !l.Has(b.char) && b.mods == k.Mods&relevant
		},
	} {
		if i := slices.IndexFunc(all, func(b binding) bool { return matches(&b) }); i >= 0 {
			return &all[i]
		}
	}
	return nil
}

func (p *Panel) openDialog(open *bool) {
	*open = true
	p.dialogs = append(slices.DeleteFunc(p.dialogs, func(o *bool) bool { return o == open }), open)
}

func (p *Panel) closeDialog() bool {
	for _, open := range slices.Backward(p.dialogs) {
		if *open {
			*open = false
			return true
		}
	}
	return false
}
