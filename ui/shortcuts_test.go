//go:build cgo && !nowindow

package ui

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/window"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario/testscene"
)

func newPanel() *Panel {
	return NewPanel([]flock.Params{testscene.Def("murmuration").Params}, look.Default(), "")
}

func TestChordsAreReadAsWritten(t *testing.T) {
	for _, b := range newPanel().defaultBindings {
		if got := b.chord().String(); got != b.name {
			t.Errorf("the key of %q is written as %q, want its name", b.name, got)
		}
		if c, err := parseChord(b.name); err != nil || c != b.chord() {
			t.Errorf("%q is read as %v (error %v), want %v", b.name, c, err, b.chord())
		}
	}
	for text, want := range map[string]chord{
		"":             {},
		"ctrl shift z": {char: "z", mods: glfw.ModControl | glfw.ModShift},
		"Alt @W":       {key: glfw.KeyW, mods: glfw.ModAlt},
		"F13":          {key: glfw.KeyF13},
		"Keypad5":      {key: glfw.KeyKP5},
		"Keypad+":      {key: glfw.KeyKPAdd},
		"é":            {char: "é"},
		"@":            {char: "@"},
	} {
		if c, err := parseChord(text); err != nil || c != want {
			t.Errorf("%q is read as %v (error %v), want %v", text, c, err, want)
		}
	}
	for _, text := range []string{"Ctrl", "Hyper Z", "Ctrl Zz", "Shift+Z", "@Space"} {
		if c, err := parseChord(text); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q is %v, %v", text, c, err)
		}
	}
}

// A key that the user chose works, and the default key no longer does. Keys that are identified by letter
// or by position work on every layout.
func TestChosenKeys(t *testing.T) {
	p := newPanel()
	if wrong := p.Rebind(map[string]string{"N": "Ctrl J", "L": "@L", "F": ""}); len(wrong) > 0 {
		t.Fatal(wrong)
	}
	dvorak := layoutOf(t, `1234567890[]',.pyfgcrl/=aoeuidhtns-\;qjkxbmwvz`)
	for _, c := range []struct {
		at     glfw.Key
		mods   glfw.ModifierKey
		layout window.Layout
		want   string
	}{
		{glfw.KeyJ, glfw.ModControl, layoutOf(t, rows), "N"}, {glfw.KeyN, 0, layoutOf(t, rows), ""},
		{glfw.KeyC, glfw.ModControl, dvorak, "N"}, {glfw.KeyL, 0, dvorak, "L"}, {glfw.KeyP, 0, dvorak, ""},
		{glfw.KeyF, 0, layoutOf(t, rows), ""},
	} {
		got := ""
		if b := findBinding(p.bindings, window.Key{Code: c.at, Mods: c.mods}, c.layout); b != nil {
			got = b.name
		}
		if got != c.want {
			t.Errorf("the key at %c with the modifiers %x triggers %q, want %q", rune(c.at), c.mods, got, c.want)
		}
	}
	if got, want := p.chosenKeys(), map[string]string{"N": "Ctrl J", "L": "@L", "F": ""}; !maps.Equal(got, want) {
		t.Errorf("the changed keys are %v, want %v", got, want)
	}
	if got := p.withPresentKey("Selects the next boid. Key: N."); got != "Selects the next boid. Key: Ctrl J." {
		t.Errorf("the tooltip is %q, want Ctrl J as its key", got)
	}
	if got := p.withPresentKey("All of it. Key: F."); got != "All of it." {
		t.Errorf("the tooltip is %q, want no key", got)
	}
}

func TestInvalidKeysAreReported(t *testing.T) {
	p := newPanel()
	wrong := p.Rebind(map[string]string{"N": "Hyper J", "Ctrl Nothing": "A", "L": "Shift F5"})
	if len(wrong) != 2 || !strings.Contains(wrong[0], "Hyper") || !strings.Contains(wrong[1], "Ctrl Nothing") {
		t.Errorf("the messages are %q, want one on Hyper and one on Ctrl Nothing", wrong)
	}
	if p.binding("L").chord().String() != "Shift F5" || p.binding("N").chord().String() != "N" {
		t.Error("a valid key is not used, or an invalid one is")
	}
}

// If the user chooses a key that another binding has, the window asks before it reassigns the key. A chord
// by letter and a chord by position are the same key if the layout has the letter at that position.
func TestTakingAKeyIsConfirmed(t *testing.T) {
	p := newPanel()
	p.keys.layout = layoutOf(t, rows)
	press := func(k glfw.Key, mods glfw.ModifierKey) (o Outcome) {
		p.keys.waitingFor = "N"
		if !p.capturesKey(window.Key{Code: k, Mods: mods}, &o) {
			t.Fatal("the key press was not used")
		}
		return o
	}
	if o := press(glfw.KeyLeftShift, 0); o.Keys != nil || p.keys.waitingFor != "N" {
		t.Error("Shift alone was used as a key")
	}
	if o := press(glfw.KeyEscape, 0); o.Keys != nil || p.keys.waitingFor != "" {
		t.Error("Escape does not cancel")
	}
	for _, byPlace := range []bool{false, true} {
		p.Rebind(nil)
		p.keys.byPlace = byPlace
		if o := press(glfw.KeyL, 0); o.Keys != nil || p.keys.conflict == nil || !slices.Equal(p.keys.conflict.have, []string{"L"}) {
			t.Fatalf("by place %v: another binding's key was taken without asking: %v", byPlace, p.keys.conflict)
		}
		var o Outcome
		p.reassign(p.keys.conflict, &o)
		if o.Keys["L"] != "" || o.Keys["N"] != map[bool]string{false: "L", true: "@L"}[byPlace] || len(o.Keys) != 2 {
			t.Errorf("by place %v: the changed keys are %v, want L without a key, and N with its key", byPlace, o.Keys)
		}
	}
}

// A key without a name in GLFW cannot be bound, and does not match a letter that the layout lacks.
func TestUnnamedKeysCannotBeBound(t *testing.T) {
	p := newPanel()
	p.keys.waitingFor = "N"
	var o Outcome
	if !p.capturesKey(window.Key{Code: glfw.KeyUnknown}, &o) || p.keys.waitingFor != "N" || o.Keys != nil {
		t.Errorf("an unknown key was used: the keys are %v, waiting for %q", o.Keys, p.keys.waitingFor)
	}
	all := []binding{{keyRow: keyRow{char: "é", name: "é"}}}
	if b := findBinding(all, window.Key{Code: glfw.KeyUnknown}, window.Layout{}); b != nil {
		t.Errorf("an unknown key triggers %s, want nothing", b.name)
	}
	if got := placeOf("é"); got != glfw.KeyUnknown {
		t.Errorf("placeOf(é) is key %d, want none", got)
	}
	if got := placeOf("z"); got != glfw.KeyZ {
		t.Errorf("z is on key %d", got)
	}
}
