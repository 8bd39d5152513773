//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/window"
)

type chord struct {
	key  glfw.Key // position on a US keyboard; 0 means to use char
	char string   // character in lower case; empty means to use key
	mods glfw.ModifierKey
}

func (c chord) isEmpty() bool { return c.key == 0 && c.char == "" }

var modifierNames = []struct {
	mod  glfw.ModifierKey
	name string
}{{glfw.ModControl, "Ctrl"}, {glfw.ModAlt, "Alt"}, {glfw.ModSuper, "Super"}, {glfw.ModShift, "Shift"}}

var keyNames = map[glfw.Key]string{
	glfw.KeySpace: "Space", glfw.KeyEscape: "Esc", glfw.KeyEnter: "Enter", glfw.KeyTab: "Tab", glfw.KeyBackspace: "Backspace",
	glfw.KeyInsert: "Insert", glfw.KeyDelete: "Delete", glfw.KeyRight: "Right", glfw.KeyLeft: "Left", glfw.KeyDown: "Down", glfw.KeyUp: "Up",
	glfw.KeyPageUp: "Page Up", glfw.KeyPageDown: "Page Down", glfw.KeyHome: "Home", glfw.KeyEnd: "End",
	glfw.KeyScrollLock: "ScrollLock", glfw.KeyPrintScreen: "Print", glfw.KeyPause: "Pause", glfw.KeyMenu: "Menu",
	glfw.KeyKPDecimal: "Keypad.", glfw.KeyKPDivide: "Keypad/", glfw.KeyKPMultiply: "Keypad*", glfw.KeyKPSubtract: "Keypad-",
	glfw.KeyKPAdd: "Keypad+", glfw.KeyKPEnter: "KeypadEnter", glfw.KeyKPEqual: "Keypad=",
}

func nameOf(k glfw.Key) string {
	switch {
	case k >= glfw.KeyF1 && k <= glfw.KeyF25:
		return fmt.Sprintf("F%d", k-glfw.KeyF1+1)
	case k >= glfw.KeyKP0 && k <= glfw.KeyKP9:
		return fmt.Sprintf("Keypad%d", k-glfw.KeyKP0)
	}
	return keyNames[k]
}

// String returns the chord in the form of menus and files: "Ctrl Shift Z", or "Ctrl @Z" for the key at the
// position of Z on a US keyboard.
func (c chord) String() string {
	if c.isEmpty() {
		return ""
	}
	var parts []string
	for _, h := range modifierNames {
		if c.mods&h.mod != 0 {
			parts = append(parts, h.name)
		}
	}
	last := strings.ToUpper(c.char)
	if c.char == "" {
		if last = nameOf(c.key); last == "" {
			last = "@" + string(rune(c.key))
		}
	}
	return strings.Join(append(parts, last), " ")
}

func parseChord(text string) (c chord, err error) {
	parts := strings.Fields(text)
	if len(parts) == 0 {
		return c, nil
	}
	for len(parts) > 1 {
		k := modifierIndex(parts[0])
		if k < 0 {
			break
		}
		c.mods |= modifierNames[k].mod
		parts = parts[1:]
	}
	if err := c.parseKey(strings.Join(parts, " ")); err != nil {
		return chord{}, err
	}
	return c, nil
}

func modifierIndex(word string) int {
	for k := range modifierNames {
		if strings.EqualFold(modifierNames[k].name, word) {
			return k
		}
	}
	return -1
}

func (c *chord) parseKey(part string) error {
	for k := glfw.KeySpace; k <= glfw.KeyLast; k++ {
		if name := nameOf(k); name != "" && strings.EqualFold(name, part) {
			c.key = k
			return nil
		}
	}
	place, byPlace := strings.CutPrefix(part, "@")
	switch {
	case byPlace && len(place) == 1 && place[0] > ' ' && place[0] < 127:
		c.key = glfw.Key(strings.ToUpper(place)[0])
	case utf8.RuneCountInString(part) == 1:
		c.char = strings.ToLower(part)
	default:
		return fmt.Errorf("unknown key %q; use Ctrl, Alt, Super or Shift, then a character, a name such as Space, F5 or Page Up, or @ and a letter for its position on a US keyboard", part)
	}
	return nil
}

func chordOf(k window.Key, l window.Layout, byPlace bool) chord {
	c := chord{mods: k.Mods & relevant}
	if byPlace || nameOf(k.Code) != "" {
		c.key = k.Code
		return c
	}
	if c.char = l[k.Code]; c.char == "" {
		c.char = strings.ToLower(string(rune(k.Code)))
	}
	return c
}

func (c chord) at(l window.Layout) glfw.Key {
	if c.char == "" {
		return c.key
	}
	for k := glfw.KeySpace; k < glfw.KeyKP0; k++ {
		if l[k] == c.char {
			return k
		}
	}
	return placeOf(c.char)
}

func (c chord) clashes(other chord, l window.Layout) bool {
	return !c.isEmpty() && !other.isEmpty() && c.mods == other.mods && (c == other || c.at(l) == other.at(l) && c.at(l) != glfw.KeyUnknown)
}

// placeOf returns the GLFW key that types a character on a US keyboard. Its code is the character in upper
// case.
func placeOf(char string) glfw.Key {
	if char == "" {
		return glfw.KeyUnknown
	}
	r, _ := utf8.DecodeRuneInString(strings.ToUpper(char))
	if r > unicode.MaxASCII {
		return glfw.KeyUnknown
	}
	return glfw.Key(r)
}

func isModifier(k glfw.Key) bool {
	return k >= glfw.KeyLeftShift && k <= glfw.KeyRightSuper || k == glfw.KeyCapsLock || k == glfw.KeyNumLock
}
