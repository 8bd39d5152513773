//go:build cgo && !nowindow

package ui

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// palette finds parameters, settings and commands by words, and opens files by path.
type palette struct {
	open, fresh   bool
	files         bool
	refocus       bool // the text field must get back the focus, which Enter took away
	text          string
	selectedIndex int
}

// Search opens the palette.
func (p *Panel) Search() { p.palette = palette{open: true, fresh: true} }

// AskPath asks for the path of a file to open.
func (p *Panel) AskPath() { p.palette = palette{open: true, fresh: true, files: true} }

type paletteResult struct {
	label, where, right string
	short               string // a shorter name of a menu item; empty for other results
	words               string
	param, scene        bool
	idle                bool // a parameter without effect, or an unchanged one of another model
	do                  func(*State, *Outcome)
}

func (p *Panel) allResults(s *State, o *Outcome) (all []paletteResult) {
	for i := range p.specs {
		spec := &p.specs[i]
		where := pageOf(spec)
		all = append(all, paletteResult{
			label: spec.Label, where: where, right: fmt.Sprint(spec.Value(&o.Controls.Params.Values)), words: spec.Label + " " + spec.Key + " " + spec.Group + " " + spec.Rule,
			param: true, idle: o.Controls.Params.IsIdle(spec) || spec.Untouched(&o.Controls.Params.Values),
			do: func(*State, *Outcome) { p.goTo(where, spec.Key) },
		})
	}
	for i := range p.look {
		row := &p.look[i]
		if row.InFile || row.Key == "speed" {
			continue
		}
		where := pageOfSetting(row)
		all = append(all, paletteResult{
			label: row.Label, where: where, right: p.PresentKey(row.Keys), words: strings.Join(append([]string{row.Label, row.Key, row.Section}, row.Options...), " "),
			do: func(*State, *Outcome) { p.goTo(where, widgetOf(row)) },
		})
	}
	all = append(all, paletteResult{
		label: "Clock", where: "Light", words: "clock time of day", do: func(*State, *Outcome) { p.goTo("Light", "clock") },
	})
	for _, m := range p.menus {
		all = p.menuResults(all, m.name, p.itemsOf(m, s))
	}
	return all
}

func (p *Panel) menuResults(all []paletteResult, where string, items []item) []paletteResult {
	for i := range items {
		it := items[i]
		switch {
		case it.label == "" || it.off:
		case it.submenu != nil:
			all = p.menuResults(all, where+" › "+it.label, it.submenu)
		default:
			label := cmp.Or(it.alone, it.label)
			all = append(all, paletteResult{
				label: label, short: it.label, where: where, right: p.PresentKey(it.key), words: label + " " + where + " " + it.doc,
				scene: strings.HasSuffix(where, scenesMenu),
				do:    func(s *State, o *Outcome) { p.pick(&it, s, o) },
			})
		}
	}
	return all
}

// rank returns the place of the entry among the results for these words in lower case, or -1 if a word is
// missing. First come labels with exactly this text, pages and windows before the others, then labels that
// begin with it, then labels with words that begin with the typed words, then other labels, then
// descriptions. Idle parameters come after the other labels, unless the text is their label. Among equals,
// commands come before parameters, and scenes come last.
func (f *paletteResult) rank(parts []string) int {
	const page, exact, prefix, begins, inside, idle, elsewhere, idleElsewhere = 0, 1, 2, 3, 4, 3, 8, 9
	label, words := strings.ToLower(f.label), strings.ToLower(f.words)
	level := begins
	for _, part := range parts {
		switch {
		case !strings.Contains(words, part):
			return -1
		case !strings.Contains(label, part):
			level = elsewhere
		case !strings.HasPrefix(label, part) && !strings.Contains(label, " "+part):
			level = max(level, inside)
		}
	}
	typed := strings.TrimSuffix(strings.Join(parts, " "), "…")
	is := func(name string) bool {
		return typed != "" && strings.TrimSuffix(strings.ToLower(name), "…") == typed
	}
	switch same := is(f.label) || is(f.short); {
	case same && strings.HasPrefix(f.where, windowMenu):
		level = page
	case same:
		level = exact
	case typed != "" && strings.HasPrefix(label, typed):
		level = prefix
	}
	kind := 0
	switch {
	case f.scene:
		kind = 3
	case f.idle:
		kind = 2
	case f.param:
		kind = 1
	}
	switch {
	case f.idle && level == elsewhere:
		level = idleElsewhere
	case f.idle && level > exact:
		level += idle
	}
	return 4*level + kind
}

// ranked returns the entries that contain all typed words, the best first. Three dots match an ellipsis.
func ranked(all []paletteResult, typed string) []paletteResult {
	parts := strings.Fields(strings.ReplaceAll(strings.ToLower(typed), "...", "…"))
	type match struct {
		paletteResult
		rank int
	}
	var found []match
	for i := range all {
		if r := all[i].rank(parts); r >= 0 {
			found = append(found, match{all[i], r})
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(a.rank, b.rank) })
	results := make([]paletteResult, 0, len(found))
	for i := range found {
		results = append(results, found[i].paletteResult)
	}
	return results
}

const paletteWindow = "##palette"

func (p *Panel) search(s *State, o *Outcome) {
	q := &p.palette
	if !q.open {
		return
	}
	em := imgui.FontSize()
	view := imgui.MainViewport().Size()
	imgui.SetNextWindowPosV(imgui.Vec2{X: view.X / 2, Y: 4 * em}, imgui.CondAlways, imgui.Vec2{X: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(36*em, view.X-2*em)}, imgui.CondAlways)
	if q.fresh {
		imgui.SetNextWindowFocus()
	}
	imgui.BeginV(paletteWindow, nil, imgui.WindowFlagsNoDecoration|imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoSavedSettings|imgui.WindowFlagsNoDocking|imgui.WindowFlagsNoMove)
	imgui.SetNextItemWidth(-1)
	if q.fresh || q.refocus {
		imgui.SetKeyboardFocusHere()
		q.refocus = false
	}
	old := q.text
	imgui.InputTextWithHint("##search", q.prompt(), &q.text, 0, nil)
	p.mark("palette")
	if q.text != old {
		q.selectedIndex = 0
	}
	results := p.results(s, o)
	results = results[:min(len(results), 12)]
	step := func(key imgui.Key, places int) {
		if imgui.IsKeyPressedBool(key) && len(results) > 0 {
			q.selectedIndex = (q.selectedIndex + places + len(results)) % len(results)
		}
	}
	step(imgui.KeyDownArrow, 1)
	step(imgui.KeyUpArrow, -1)
	q.selectedIndex = min(q.selectedIndex, max(len(results)-1, 0))
	chosen := -1
	for i := range results {
		if p.showResult(&results[i], i) {
			chosen = i
		}
	}
	switch {
	case q.files && !isPath(q.text):
		writeGrey("scene or camera (.toml), recording (.mcap), bird or obstacle (.glb, .gltf),\nterrain (.png), camera (.csv, .parquet, .usd)")
	case len(results) == 0:
		writeGrey("No results")
	}
	switch enter := imgui.IsKeyPressedBool(imgui.KeyEnter) || imgui.IsKeyPressedBool(imgui.KeyKeypadEnter); {
	case enter && len(results) > 0:
		chosen = q.selectedIndex
	case enter:
		q.refocus = true
		if q.files && q.text != "" {
			o.Open = q.text // opening the file shows a message that describes the error
		}
	}
	left := !q.fresh && !imgui.IsWindowFocused()
	imgui.End()
	q.fresh = false
	if chosen >= 0 {
		results[chosen].do(s, o)
	}
	if chosen >= 0 || left || imgui.IsKeyPressedBool(imgui.KeyEscape) {
		*q = palette{}
	}
}

func (q *palette) prompt() string {
	if q.files {
		return "path of a file"
	}
	return "parameter, command, or path of a file"
}

func (p *Panel) results(s *State, o *Outcome) (found []paletteResult) {
	q := &p.palette
	if isPath(q.text) {
		found = p.fromPath(q.text)
	}
	if !q.files {
		return append(found, ranked(p.allResults(s, o), q.text)...)
	}
	for _, file := range s.Recent {
		if file != q.text && strings.Contains(strings.ToLower(file), strings.ToLower(q.text)) {
			found = append(found, paletteResult{label: file, where: "recent", do: open(file)})
		}
	}
	return found
}

func (p *Panel) fromPath(file string) (all []paletteResult) {
	model := strings.HasSuffix(strings.ToLower(file), ".glb") || strings.HasSuffix(strings.ToLower(file), ".gltf")
	shape := "model"
	if strings.HasSuffix(strings.ToLower(file), ".png") {
		shape = "terrain"
	} else {
		all = append(all, paletteResult{label: "Open " + file, where: "File", do: open(file)})
	}
	if model || shape == "terrain" {
		all = append(all, paletteResult{label: "Add obstacle: " + file, where: "Add", do: func(_ *State, o *Outcome) {
			o.Thing = ThingAction{Add: "obstacle", Wants: shape, File: file}
		}})
	}
	return all
}

func isPath(text string) bool {
	return slices.Contains([]string{".toml", ".mcap", ".glb", ".gltf", ".png", ".csv", ".parquet", ".usda", ".usdc", ".usd", ".usdz"}, strings.ToLower(filepath.Ext(text)))
}

func (p *Panel) showResult(f *paletteResult, i int) bool {
	column := 17 * imgui.FontSize()
	label := shorten(f.label, column-imgui.FontSize())
	if p.palette.files {
		column = 31 * imgui.FontSize()
		label = shortenLeft(f.label, column-imgui.FontSize())
	}
	clicked := selectable(fmt.Sprintf("%s##%d", label, i), i == p.palette.selectedIndex, imgui.SelectableFlagsSpanAllColumns, imgui.Vec2{})
	p.mark(fmt.Sprintf("palette.%d", i))
	if label != f.label {
		hint(f.label)
	}
	imgui.SameLineV(column, 0)
	writeGrey(f.where)
	rightText(shorten(f.right, 8*imgui.FontSize()))
	return clicked
}
