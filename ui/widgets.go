//go:build cgo && !nowindow

package ui

import (
	"cmp"
	"fmt"
	"image"
	"regexp"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/lead"
)

var essentials = []string{
	"count", "vision", "neighbourhood", "nearest", "separation", "cohesion", "alignment",
	"cruise_speed", "min_speed", "max_speed",
}

const essentialGroup = "Flock"

func essentialsFirst(specs []flock.Spec) []flock.Spec {
	sorted := slices.Clone(specs)
	rank := func(s flock.Spec) int {
		if i := slices.Index(essentials, s.Key); i >= 0 && s.Owner == "" {
			return i
		}
		return len(essentials)
	}
	slices.SortStableFunc(sorted, func(a, b flock.Spec) int { return rank(a) - rank(b) })
	for i := range sorted {
		if rank(sorted[i]) < len(essentials) {
			sorted[i].Group = essentialGroup
		}
	}
	return sorted
}

func (p *Panel) params(page string, o *Outcome) {
	at := fold{panel: p, outcome: o, params: &o.Controls.Params, page: page}
	p.showParams(func(spec *flock.Spec) bool { return pageOf(spec) == page && at.visible(spec) }, o)
}

// showParams shows the parameters for which chosen returns true.
func (p *Panel) showParams(chosen func(*flock.Spec) bool, o *Outcome) {
	if !imgui.CurrentIO().WantTextInput() {
		p.typedKey = "" // the widget disappeared while a number was being typed
	}
	for i := range p.specs {
		spec := &p.specs[i]
		switch shape := lead.Shape(o.Controls.Params.Choice("escape_shape")); {
		case !chosen(spec):
		case spec.Points != nil:
			p.curve(spec, o)
		default:
			if spec.Key == "fear_present" {
				p.check("Pointer frightens", "frightens", "Makes boids fear the place under the pointer. A negative fear weight attracts them instead. Key: P.", &o.Controls.Frightens)
			}
			imgui.BeginDisabledV(o.Controls.Params.IsIdle(spec))
			p.param(spec, o)
			imgui.EndDisabled()
			p.speedHint(spec, &o.Controls.Params)
			startCustom(shape, &o.Controls.Params)
		}
	}
}

// speedHint says that the cruise speed has no effect if it is below the lowest speed.
func (p *Panel) speedHint(spec *flock.Spec, params *flock.Params) {
	cruise, ok := params.Spec("cruise_speed")
	if spec.Key != "min_speed" || !ok || cruise.Float == nil || params.IsIdle(cruise) {
		return
	}
	if lowest, wanted := params.Float("min_speed"), *cruise.Float(&params.Values); lowest > wanted {
		imgui.PushTextWrapPos()
		imgui.TextColored(warning(), escapeFormat(fmt.Sprintf("The birds fly at least at the lowest speed, because it is above the cruise speed of %.3g m/s.", wanted)))
		imgui.PopTextWrapPos()
		p.mark("min_speed.hint")
	}
}

type fold struct {
	panel       *Panel
	outcome     *Outcome
	params      *flock.Params
	page        string
	group, rule string

	open, ruleOpen bool
}

// visible shows the headings above a parameter, and reports whether the parameter is visible below them. The
// pages Birds and Scene have no headings, and neither has a group with the name of the page.
func (f *fold) visible(spec *flock.Spec) bool {
	if spec.Group == essentialGroup || spec.Group == f.page || f.page == "Birds" || f.page == "Scene" {
		return true
	}
	sought := f.panel.isSearched(spec)
	if spec.Group != f.group {
		f.group = spec.Group
		label, flags := f.group, imgui.TreeNodeFlagsNone
		if f.group == flock.GuestGroup {
			label, flags = f.heading(f.group, "")
		}
		if opensAtFirst(f.group, f.page) {
			flags |= imgui.TreeNodeFlagsDefaultOpen
		}
		if g := f.panel.searchedParam(); g != nil && g.Group == f.group {
			imgui.SetNextItemOpen(true)
		}
		f.open = f.panel.groupHeading(label, flags)
		hint(groupDoc(f.group))
		f.panel.mark("group." + f.group)
		f.panel.groupResetMenu("group."+f.group, f.group, func(s *flock.Spec) bool { return s.Group == spec.Group && pageOf(s) == f.page }, f.outcome)
	}
	if rule := spec.Rule + " (" + spec.Owner + ")"; spec.Owner != "" && f.open && rule != f.rule {
		f.rule = rule
		label, flags := f.heading(rule, rule)
		if g := f.panel.searchedParam(); g != nil && g.Rule+" ("+g.Owner+")" == rule {
			imgui.SetNextItemOpen(true)
		}
		f.ruleOpen = imgui.TreeNodeExStrV(label, flags|imgui.TreeNodeFlagsNoTreePushOnOpen|imgui.TreeNodeFlagsSpanAvailWidth)
		f.panel.mark("rule." + spec.Rule)
		f.panel.groupResetMenu("rule."+rule, rule, func(s *flock.Spec) bool { return s.Owner == spec.Owner && s.Rule == spec.Rule }, f.outcome)
	}
	return sought || f.open && (spec.Owner == "" || f.ruleOpen)
}

// groupDoc returns what the parameters below a heading of the page Rules are for; "" for other headings.
func groupDoc(group string) string {
	return map[string]string{
		"Steering":        "How strongly the boids react to their neighbours.",
		"Extra behaviour": "Behaviour that skein adds to published models: company for lonely boids, leaders that count more than others, gusts and wandering.",
		"Individuality":   "How much each boid differs from the flock's values. At 0, all boids are alike.",
		flock.GuestGroup:  "Rules that this model does not have of its own. They are off. Raise the weight of a rule to add it to the flock.",
	}[group]
}

// opensAtFirst reports whether a group is open until the user closes it: the groups with the weights of the
// model's own rules.
func opensAtFirst(group, page string) bool {
	return page == "Rules" && !slices.Contains([]string{"Extra behaviour", "Individuality", flock.GuestGroup}, group)
}

func (p *Panel) isSearched(s *flock.Spec) bool { return p.goal.key == s.Key && !p.goal.seen }

func (p *Panel) searchedParam() *flock.Spec {
	for i := range p.specs {
		if p.isSearched(&p.specs[i]) {
			return &p.specs[i]
		}
	}
	return nil
}

func (f *fold) heading(text, rule string) (label string, flags imgui.TreeNodeFlags) {
	if f.isChanged(rule) {
		return text + " \u00b7 set###" + text, imgui.TreeNodeFlagsDefaultOpen
	}
	return text + "###" + text, imgui.TreeNodeFlagsNone
}

// isChanged reports whether the user has changed a parameter of a rule that belongs to another model. rule ""
// means all such rules.
func (f *fold) isChanged(rule string) bool {
	for i := range f.panel.specs {
		s := &f.panel.specs[i]
		if (rule == "" || rule == s.Rule+" ("+s.Owner+")") && s.Owner != "" && !s.Untouched(&f.params.Values) {
			return true
		}
	}
	return false
}

// param shows the widget of one parameter. A typed number is applied when it is complete, not after each
// digit.
func (p *Panel) param(spec *flock.Spec, o *Outcome) {
	params := &o.Controls.Params
	draft := *params
	if p.typedKey == spec.Key {
		spec.Reset(&draft.Values, &p.typedParams.Values)
	}
	p.settingRow(spec.Label, p.isChanged(spec))
	defer func() {
		endRow(spec.Doc)
		if imgui.IsItemHovered() {
			p.time.paramUnder = spec.Key
		}
		if reset() {
			spec.Reset(&params.Values, &p.saved.Params[p.flock].Values)
			o.Edit = studio.Done
		}
		p.highlight(spec.Key)
		p.resetMenu(spec.Key, func() { spec.Reset(&params.Values, &p.saved.Params[p.flock].Values) }, o)
	}()
	chosen := p.widget(spec, &draft)
	if imgui.IsItemActive() && imgui.CurrentIO().WantTextInput() {
		p.typedKey, p.typedParams = spec.Key, draft
		p.mark(spec.Key)
		return
	}
	if p.typedKey == spec.Key {
		p.typedKey = ""
	}
	spec.Reset(&params.Values, &draft.Values)
	if chosen || imgui.IsItemDeactivatedAfterEdit() {
		o.Edit = studio.Done
	}
	p.mark(spec.Key)
}

func (p *Panel) widget(spec *flock.Spec, params *flock.Params) (chosen bool) {
	switch {
	case spec.Float != nil:
		paramField(spec, spec.Float(&params.Values))
	case spec.Int != nil:
		wholeParamField(spec, spec.Int(&params.Values), p.wholeRange(spec))
	case spec.Bool != nil:
		checkBox("##"+spec.Key, spec.Bool(&params.Values))
	default:
		get, set := spec.Choice(&params.Values)
		chosen = p.combo(spec.Key, spec.Options, get(), set)
	}
	return chosen
}

func rangeOf(spec *flock.Spec) numberRange {
	return numberRange{low: spec.Min, high: cmp.Or(spec.Soft, spec.Max), unit: spec.Unit}
}

func paramField(spec *flock.Spec, v *float32) {
	if numberField("##"+spec.Key, v, rangeOf(spec)) {
		*v = min(max(*v, float32(spec.Min)), float32(spec.Max))
	}
}

// wholeRange returns the range of a field. The number of boids has a logarithmic range, which fits a single
// hunter as well as the largest flock that the user can type, or that of the scene.
func (p *Panel) wholeRange(spec *flock.Spec) numberRange {
	r := rangeOf(spec)
	if spec.Key == "count" {
		r.low, r.high, r.log = 1, float64(max(maxTyped(spec), p.saved.Params[p.flock].Count())), true
	}
	return r
}

func wholeParamField(spec *flock.Spec, v *int, r numberRange) {
	n := int32(*v)
	if wholeField("##"+spec.Key, &n, r) {
		*v = min(max(int(n), int(spec.Min)), int(spec.Max), max(*v, maxTyped(spec), int(r.high)))
	}
}

// maxTyped returns the largest number that the user can type. With too many boids, the window would be too
// slow to undo the edit.
func maxTyped(spec *flock.Spec) int {
	const drawable = 20_000
	if spec.Key == "count" {
		return drawable
	}
	return int(spec.Max)
}

func sameLineIfFits(width float32) {
	imgui.SameLine()
	if imgui.ContentRegionAvail().X < width {
		imgui.NewLine()
	}
}

const labelColumn = 9

func checkWidth(label string) float32 {
	return imgui.FrameHeight() + imgui.CurrentStyle().ItemInnerSpacing().X + imgui.CalcTextSize(label).X
}

func row(label string) {
	imgui.BeginGroup()
	imgui.AlignTextToFramePadding()
	write(label)
	imgui.SameLineV(labelColumn*imgui.FontSize(), 0)
	imgui.SetNextItemWidth(-1)
}

func endRow(doc string) {
	imgui.EndGroup()
	if doc != "" && !imgui.IsAnyItemActive() {
		hint(withoutSources(doc))
	}
}

// sources matches the references at the end of a parameter's help, such as "(S3 eq. 4, H5)".
var sources = regexp.MustCompile(` \([SHP]\d[^()]*\)`)

func withoutSources(doc string) string { return sources.ReplaceAllString(doc, "") }

func reset() bool {
	return imgui.IsItemHovered() && !imgui.IsAnyItemActive() && imgui.IsKeyPressedBool(imgui.KeyBackspace)
}

// selectable is a row that can be selected. A selected row still looks selected while the pointer is over it.
func selectable(label string, selected bool, flags imgui.SelectableFlags, size imgui.Vec2) bool {
	imgui.PushStyleColorVec4(imgui.ColHeaderHovered, present().hoveredRow(selected))
	defer imgui.PopStyleColor()
	return imgui.SelectableBoolV(label, selected, flags, size)
}

func (p *Panel) button(label, key string, do func()) {
	if imgui.Button(label) {
		do()
	}
	p.mark(key)
}

func (p *Panel) check(label, key, doc string, v *bool) {
	checkBox(label, v)
	p.mark(key)
	hint(p.withPresentKey(doc))
}

func (p *Panel) choose(label, key, doc string, names []string, choice int, set func(int)) {
	row(label)
	p.combo(key, names, choice, set)
	p.mark(key)
	endRow(p.withPresentKey(doc))
}

func (p *Panel) combo(key string, names []string, choice int, set func(int)) (chosen bool) {
	if !imgui.BeginComboV("##"+key, words(names[choice]), imgui.ComboFlagsHeightLarge) {
		return false
	}
	defer imgui.EndCombo()
	for i, name := range names {
		if selectable(words(name), i == choice, 0, imgui.Vec2{}) {
			set(i)
			chosen = true
		}
		if i == choice {
			imgui.SetItemDefaultFocus() // the arrows begin here
		}
		p.mark(key + "." + name)
	}
	return chosen
}

func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

func (p *Panel) radio(label, key string, names []string, choice int, set func(int)) {
	imgui.PushIDStr(key)
	defer imgui.PopID()
	imgui.AlignTextToFramePadding()
	write(label)
	for i, name := range names {
		imgui.SameLine()
		if radioButton(name, i == choice) {
			set(i)
		}
		p.mark(key + "." + name)
	}
}

func (p *Panel) mark(key string) {
	if p.Probe == nil {
		return
	}
	a, b := imgui.ItemRectMin(), imgui.ItemRectMax()
	p.Probe[key] = image.Rect(int(a.X), int(a.Y), int(b.X), int(b.Y))
	if page, r := p.Probe["page."+p.page], p.Probe[key]; p.page != "" && imgui.InternalCurrentWindow().RootWindow().ID() == p.pageID && (r.Min.Y < page.Min.Y || r.Max.Y > page.Max.Y) {
		p.Away[key] = p.page
	}
}

func (p *Panel) unmark(keys ...string) {
	for _, key := range keys {
		delete(p.Probe, key)
	}
}
