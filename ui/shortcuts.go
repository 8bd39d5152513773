//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/window"
)

const keyColumn = 13

type shortcuts struct {
	drawer
	text       string
	waitingFor string
	byPlace    bool
	conflict   *keyConflict
	layout     window.Layout // keyboard layout at the last key press
}

type keyConflict struct {
	name  string
	chord chord
	have  []string
}

func (b *binding) chord() chord { return chord{b.key, b.char, b.mods} }

func (b *binding) set(c chord) { b.key, b.char, b.mods = c.key, c.char, c.mods }

// Rebind replaces default keys with the keys that the user has chosen. It returns a line of error text for
// each invalid key.
func (p *Panel) Rebind(chosen map[string]string) (wrong []string) {
	p.bindings = slices.Clone(p.defaultBindings)
	for name := range chosen {
		if p.binding(name) == nil {
			wrong = append(wrong, fmt.Sprintf("shortcuts: no action has the default key %q", name))
		}
	}
	for i := range p.bindings {
		b := &p.bindings[i]
		text, ok := chosen[b.name]
		if !ok {
			continue
		}
		c, err := parseChord(text)
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("shortcuts: %s: %v", b.name, err))
			continue
		}
		b.set(c)
	}
	slices.Sort(wrong)
	return wrong
}

func (p *Panel) chosenKeys() map[string]string {
	all := map[string]string{}
	for i := range p.bindings {
		if b := &p.bindings[i]; p.isRebound(i) {
			all[b.name] = b.chord().String()
		}
	}
	return all
}

func (p *Panel) isRebound(i int) bool { return p.bindings[i].chord() != p.defaultBindings[i].chord() }

// PresentKey returns the key that now runs a binding. If there is no such binding, it returns the name.
func (p *Panel) PresentKey(name string) string {
	if b := p.binding(name); b != nil {
		return b.chord().String()
	}
	return name
}

// withPresentKey replaces the default key at the end of a tooltip ("Key: V.") with the user's key.
func (p *Panel) withPresentKey(doc string) string {
	for _, lead := range []string{"Key: ", "Keys: "} {
		before, rest, found := strings.Cut(doc, lead)
		name, after, ends := strings.Cut(rest, ".")
		if b := p.binding(name); found && ends && b != nil {
			if b.chord().isEmpty() {
				return strings.TrimSpace(before + after)
			}
			return before + lead + b.chord().String() + "." + after
		}
	}
	return doc
}

func (p *Panel) clashing(name string, c chord) (all []string) {
	for i := range p.bindings {
		if b := &p.bindings[i]; b.name != name && b.chord().clashes(c, p.keys.layout) {
			all = append(all, b.name)
		}
	}
	return all
}

func (p *Panel) capturesKey(k window.Key, o *Outcome) bool {
	t := &p.keys
	switch {
	case t.waitingFor == "":
		return false
	case isModifier(k.Code), k.Code == glfw.KeyUnknown: // cannot be bound
	case nameOf(k.Code) == "Esc" && k.Mods&relevant == 0:
		t.waitingFor = ""
	default:
		p.rebind(t.waitingFor, chordOf(k, t.layout, t.byPlace), o)
		t.waitingFor = ""
	}
	return true
}

func (p *Panel) rebind(name string, c chord, o *Outcome) {
	p.keys.conflict = nil
	if have := p.clashing(name, c); len(have) > 0 {
		p.keys.conflict = &keyConflict{name, c, have}
		return
	}
	p.binding(name).set(c)
	o.Keys = p.chosenKeys()
}

func (p *Panel) reassign(w *keyConflict, o *Outcome) {
	for _, name := range w.have {
		p.binding(name).set(chord{})
	}
	p.rebind(w.name, w.chord, o)
}

func (p *Panel) shortcutsWindow(_ *State, o *Outcome) {
	p.floatingDrawer("Shortcuts", &p.keys.drawer, imgui.Vec2{X: 60, Y: 44}, func() { p.shortcutsPage(o) })
}

func (p *Panel) shortcutsPage(o *Outcome) {
	t := &p.keys
	imgui.SetNextItemWidth(-1)
	imgui.InputTextWithHint("##shortcuts", "search by action or key", &t.text, 0, nil)
	p.mark("shortcuts.search")
	p.check("By position", "shortcuts.place", "Stores a new shortcut by the position of the key, not by its letter. The list shows @ and the letter at this position on a US keyboard.", &t.byPlace)
	imgui.SameLine()
	imgui.BeginDisabledV(len(p.chosenKeys()) == 0)
	p.button("Reset all keys", "shortcuts.reset", func() {
		p.bindings, o.Keys, t.conflict = slices.Clone(p.defaultBindings), map[string]string{}, nil
	})
	imgui.EndDisabled()
	p.showKeyConflict(o)
	if imgui.BeginChildStr("##rows") {
		for _, group := range keyGroups() {
			p.keyTable(group, o)
		}
		p.helpTable("Mouse and files", mouseHelp)
		p.helpTable("Gamepad", p.padHelp())
	}
	imgui.EndChild()
}

func (p *Panel) keyTable(group string, o *Outcome) {
	var found []int
	for i := range p.bindings {
		if b := &p.bindings[i]; b.group == group && matches(p.keys.text, group, b.text, b.chord().String(), b.name) {
			found = append(found, i)
		}
	}
	p.twoColumns(group, len(found), func(k int) { p.shortcut(found[k], o) })
}

func (p *Panel) helpTable(title string, lines [][2]string) {
	var found [][2]string
	for _, line := range lines {
		if matches(p.keys.text, title, line[0], line[1]) {
			found = append(found, line)
		}
	}
	p.twoColumns(title, len(found), func(k int) { helpLine(found[k][1], found[k][0]) })
}

func (p *Panel) twoColumns(title string, n int, row func(k int)) {
	const flags = imgui.TableFlagsRowBg | imgui.TableFlagsPadOuterX
	if n == 0 {
		return
	}
	imgui.SeparatorText(title)
	if !imgui.BeginTableV(title, 2, flags, imgui.Vec2{}, 0) {
		return
	}
	imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthStretch, 0, 0)
	imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthFixed, keyColumn*imgui.FontSize(), 0)
	for k := range n {
		row(k)
	}
	imgui.EndTable()
}

func (p *Panel) showKeyConflict(o *Outcome) {
	w := p.keys.conflict
	if w == nil {
		p.unmark("shortcuts.take", "shortcuts.leave")
		return
	}
	var texts []string
	for _, name := range w.have {
		texts = append(texts, "\""+p.binding(name).text+"\"")
	}
	imgui.PushTextWrapPos()
	imgui.TextColored(warning(), escapeFormat(fmt.Sprintf("%s is already assigned to %s.", w.chord, strings.Join(texts, " and "))))
	imgui.PopTextWrapPos()
	p.button("Reassign", "shortcuts.take", func() { p.reassign(w, o) })
	imgui.SameLine()
	p.button("Cancel", "shortcuts.leave", func() { p.keys.conflict = nil })
}

func warning() imgui.Vec4 { return present().warning }

func (p *Panel) shortcut(i int, o *Outcome) {
	b, t := &p.bindings[i], &p.keys
	key := plainKey(b.name)
	imgui.TableNextRow()
	imgui.TableNextColumn()
	imgui.AlignTextToFramePadding()
	imgui.PushTextWrapPos()
	write(strings.ToUpper(b.text[:1]) + b.text[1:])
	imgui.PopTextWrapPos()
	imgui.TableNextColumn()
	imgui.PushIDStr(b.name)
	defer imgui.PopID()
	label, wide := b.chord().String(), imgui.Vec2{X: (keyColumn - 2.4) * imgui.FontSize()}
	clash := p.clashing(b.name, b.chord())
	switch {
	case t.waitingFor == b.name:
		label = "press a key"
	case label == "":
		label = "none"
	}
	if len(clash) > 0 {
		imgui.PushStyleColorVec4(imgui.ColText, warning())
	}
	if imgui.ButtonV(label+"###key", wide) {
		t.waitingFor, t.conflict = b.name, nil
	}
	p.mark("shortcuts.key." + key)
	if len(clash) > 0 {
		imgui.PopStyleColor()
		hint("This key is also assigned to: " + strings.Join(clash, ", ") + ". The first action in the list uses the key.")
	}
	imgui.SameLine()
	switch {
	case t.waitingFor == b.name:
		if imgui.Button("–") {
			b.set(chord{})
			t.waitingFor, o.Keys = "", p.chosenKeys()
		}
		p.mark("shortcuts.none")
		hint("Removes the key. Esc keeps the old key.")
	case p.isRebound(i):
		if imgui.Button("×") {
			p.rebind(b.name, p.defaultBindings[i].chord(), o)
		}
		p.mark("shortcuts.reset." + key)
		hint("Resets the key to " + b.name + ".")
	default:
		imgui.NewLine()
	}
}

func matches(typed string, texts ...string) bool {
	all := strings.ToLower(strings.Join(texts, " "))
	for _, word := range strings.Fields(strings.ToLower(typed)) {
		if !strings.Contains(all, word) {
			return false
		}
	}
	return true
}
