//go:build cgo && !nowindow

package window

import "github.com/go-gl/glfw/v3.3/glfw"

// Layout maps keys, named by their position on a US keyboard, to the characters that they type without Shift,
// in lower case.
type Layout map[glfw.Key]string

// Has reports whether a key outside the keypad types the character.
func (l Layout) Has(char string) bool {
	for k, c := range l {
		if c == char && (k < glfw.KeyKP0 || k > glfw.KeyKPEqual) {
			return true
		}
	}
	return false
}

func currentLayout() Layout {
	l := Layout{}
	for k := glfw.KeySpace; k <= glfw.KeyKPEqual; k++ {
		if glfw.GetKeyScancode(k) < 0 {
			continue
		}
		if c := glfw.GetKeyName(k, 0); c != "" {
			l[k] = c
		}
	}
	return l
}
