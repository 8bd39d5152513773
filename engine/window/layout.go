//go:build cgo && !nowindow

package window

import "github.com/go-gl/glfw/v3.3/glfw"

// Layout is what a keyboard layout has on the keys, each named by its place on a US
// keyboard: the character that the key writes without Shift, in lower case. Keys
// that write none are missing.
type Layout map[glfw.Key]string

// Has says whether a key writes a character, the keypad's aside.
func (l Layout) Has(char string) bool {
	for k, c := range l {
		if c == char && (k < glfw.KeyKP0 || k > glfw.KeyKPEqual) {
			return true
		}
	}
	return false
}

// layout is the user's, which may change at any time.
func layout() Layout {
	l := Layout{}
	for k := glfw.KeySpace; k <= glfw.KeyKPEqual; k++ {
		if glfw.GetKeyScancode(k) < 0 {
			continue // no key is there
		}
		if c := glfw.GetKeyName(k, 0); c != "" {
			l[k] = c
		}
	}
	return l
}
