//go:build cgo && !nowindow

package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock/around"
)

type outliner struct {
	unfolded, folded map[string]bool
	renaming         string // key of the row being renamed; empty if none
	renamingFresh    bool
	newName          string
	shown            string
}

const (
	outlinerWindow   = "Outliner"
	propertiesWindow = "Properties"
)

func fixedWindows() []string { return []string{outlinerWindow, propertiesWindow, timelineWindow} }

func setClass(flags imgui.DockNodeFlags) {
	class := imgui.NewWindowClass()
	class.SetDockNodeFlagsOverrideSet(flags)
	imgui.SetNextWindowClass(class)
	class.Destroy()
}

func beginFixed(name string) bool {
	setClass(imgui.DockNodeFlags(imgui.DockNodeFlagsNoTabBar) | imgui.DockNodeFlags(imgui.DockNodeFlagsNoDockingOverMe) | imgui.DockNodeFlagsNoUndocking)
	clearBackground(name)
	return imgui.BeginV(name, nil, imgui.WindowFlagsNoFocusOnAppearing|imgui.WindowFlagsNoCollapse)
}

func (p *Panel) outlinerPane(s *State, o *Outcome) {
	if beginFixed(outlinerWindow) {
		p.outlinerHead(s, o)
		if imgui.BeginChildStrV("##rows", imgui.Vec2{}, imgui.ChildFlagsNavFlattened, 0) {
			p.page, p.pageID = outlinerWindow, imgui.InternalCurrentWindow().RootWindow().ID()
			p.markPage(outlinerWindow)
			imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: imgui.CurrentStyle().ItemSpacing().X, Y: 0})
			rows := p.outline(s, o)
			for i := range rows {
				p.outlineRow(&rows[i], s, o)
			}
			imgui.PopStyleVar()
			p.page = ""
		}
		imgui.EndChild()
	}
	imgui.End()
}

func (p *Panel) outlinerHead(s *State, o *Outcome) {
	imgui.AlignTextToFramePadding()
	writeGrey("Outliner")
	label := iconAdd.String() + " Add"
	imgui.SameLine()
	wide := imgui.CalcTextSize(label).X + 2*imgui.CurrentStyle().FramePadding().X
	imgui.SetCursorPosX(max(imgui.WindowWidth()-imgui.CurrentStyle().WindowPadding().X-wide, imgui.CursorPosX()))
	p.button(label, "add", func() { imgui.OpenPopupStr("add") })
	hint("Adds a flock, an obstacle, a place, a path, a perch, a wind or a predator.")
	if imgui.BeginPopup("add") {
		p.items("add", p.addMenu(s), s, o)
		imgui.EndPopup()
	}
}

func (p *Panel) outlineRow(r *outlineRow, s *State, o *Outcome) {
	em, c := imgui.FontSize(), &o.Controls
	selected := r.isSelected(&p.selection, c)
	imgui.PushIDStr(r.key)
	defer imgui.PopID()
	corner, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	high := 1.5 * em
	left := (0.2 + 1.1*float32(r.depth)) * em
	if r.named && p.outliner.renaming == r.key {
		p.renameField(r, left, s, o)
		return
	}
	imgui.PushStyleVarVec2(imgui.StyleVarSelectableTextAlign, imgui.Vec2{Y: 0.5})
	clicked := selectable("##row", selected, imgui.SelectableFlagsAllowDoubleClick|imgui.SelectableFlagsAllowOverlap, imgui.Vec2{X: wide, Y: high})
	imgui.PopStyleVar()
	if selected && p.outliner.shown != r.key { // a new row may be outside the visible part of the list
		if !isItemInSight() {
			imgui.SetScrollHereYV(0.5)
		}
		p.outliner.shown = r.key
	}
	hovered := imgui.IsItemHovered()
	p.mark(r.key)
	p.markTabs(r, c)
	switch {
	case clicked && imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) && r.named:
		p.beginRename(r)
	case clicked && r.parent:
		p.fold(r)
	case clicked:
		p.selectRow(r, s, o)
		if r.isSelected(&p.selection, c) {
			p.outliner.shown = r.key // a clicked row stays under the pointer
		}
	}
	if hovered && r.doc != "" {
		hint(r.doc)
	}
	p.rowMenu(r, s, o)
	p.drawRow(r, corner, imgui.Vec2{X: wide, Y: high}, left)
	if r.eye != nil {
		p.eyeOf(r, corner, imgui.Vec2{X: wide, Y: high}, o)
	}
}

func isItemInSight() bool {
	clip := imgui.InternalCurrentWindow().ClipRect()
	return imgui.ItemRectMin().Y >= clip.Min.Y && imgui.ItemRectMax().Y <= clip.Max.Y
}

// markTabs records, for tests, where the front page of a row's object can be opened. If an object of this
// kind is selected, this is the tab of the page. Otherwise it is the row.
func (p *Panel) markTabs(r *outlineRow, c *studio.Controls) {
	if r.object == nil || r.object.kind == p.selection.now.kind {
		return
	}
	switch r.object.kind {
	case thingObject, boidObject:
		return
	case flockObject:
		if r.flock != c.Flock || p.selection.now.kind == boidObject {
			return
		}
	}
	p.mark("tab." + p.selection.frontOf(*r.object))
}

func (p *Panel) fold(r *outlineRow) {
	q := &p.outliner
	if q.folded == nil {
		q.folded, q.unfolded = map[string]bool{}, map[string]bool{}
	}
	q.folded[r.key], q.unfolded[r.key] = r.open, !r.open
}

func (p *Panel) drawRow(r *outlineRow, corner, size imgui.Vec2, left float32) {
	em, list := imgui.FontSize(), imgui.WindowDrawList()
	ink, dim := imgui.ColorU32Col(imgui.ColText), imgui.ColorU32Col(imgui.ColTextDisabled)
	middle := corner.Y + size.Y/2
	x := corner.X + left
	if r.parent {
		fold := map[bool]icon{true: iconDown, false: iconRight}[r.open].String()
		list.AddTextVec2(imgui.Vec2{X: x - 1.1*em, Y: middle - imgui.TextLineHeight()/2}, dim, fold)
	}
	if r.icon != noIcon {
		list.AddTextVec2(imgui.Vec2{X: x, Y: middle - imgui.TextLineHeight()/2}, dim, r.icon.String())
	}
	x += 1.4 * em
	end := corner.X + size.X - 0.3*em
	if r.eye != nil {
		end -= 1.6 * em
	}
	y := middle - imgui.TextLineHeight()/2
	if r.right != "" {
		wide := imgui.CalcTextSize(r.right).X
		list.AddTextVec2(imgui.Vec2{X: end - wide, Y: y}, dim, r.right)
		end -= wide + 0.6*em
	}
	label := shorten(r.label, end-x)
	list.AddTextVec2(imgui.Vec2{X: x, Y: y}, ink, label)
	if r.changed {
		list.AddCircleFilled(imgui.Vec2{X: x + imgui.CalcTextSize(label).X + 0.5*em, Y: middle}, 0.16*em, imgui.ColorU32Col(imgui.ColPlotLines))
	}
}

func (p *Panel) eyeOf(r *outlineRow, corner, size imgui.Vec2, o *Outcome) {
	em := imgui.FontSize()
	below := imgui.CursorScreenPos()
	imgui.SetCursorScreenPos(imgui.Vec2{X: corner.X + size.X - 1.8*em, Y: corner.Y})
	if imgui.InvisibleButton("##eye", imgui.Vec2{X: 1.8 * em, Y: size.Y}) {
		r.eye.toggle(o)
	}
	p.mark(r.key + ".eye")
	colour := imgui.ColorU32Col(imgui.ColTextDisabled)
	if imgui.IsItemHovered() {
		colour = imgui.ColorU32Col(imgui.ColText)
	}
	hint(r.eye.doc)
	shown := map[bool]icon{true: iconEye, false: iconNotEye}[r.eye.visible(&o.Controls)].String()
	imgui.WindowDrawList().AddTextVec2(imgui.Vec2{X: corner.X + size.X - 0.4*em - imgui.CalcTextSize(shown).X, Y: corner.Y + (size.Y-imgui.TextLineHeight())/2}, colour, shown)
	imgui.SetCursorScreenPos(below)
	imgui.Dummy(imgui.Vec2{})
}

func (p *Panel) rowMenu(r *outlineRow, s *State, o *Outcome) {
	if r.object == nil {
		return
	}
	if imgui.IsItemHovered() && imgui.IsMouseClickedBool(imgui.MouseButtonRight) {
		p.selectRow(r, s, o)
		imgui.OpenPopupStr("row")
	}
	if !imgui.BeginPopup("row") {
		return
	}
	defer imgui.EndPopup()
	item := func(label, key string, off bool, do func()) {
		if imgui.MenuItemBoolV(label, p.PresentKey(key), false, !off) {
			p.selectRow(r, s, o)
			do()
		}
		p.mark("row.menu." + plainKey(label))
	}
	fixed := s.Tape != nil && !s.Tape.Branched
	switch r.object.kind {
	case thingObject:
		item("Frame", "F", false, func() { o.Commands = append(o.Commands, studio.FrameThing) })
		item("Duplicate", "Ctrl D", fixed, func() { o.Thing.Duplicate = true })
		item("Rename", "", fixed, func() { p.beginRename(r) })
		item("Remove", "X", fixed, func() { o.Thing.Remove = true })
	case boidObject:
		item("Frame", "F", false, func() { o.Commands = append(o.Commands, studio.FrameThing) })
		if r.edits {
			item("Duplicate", "Ctrl D", fixed, func() { o.Thing.Duplicate = true })
			item("Remove", "X", fixed, func() { o.Thing.Remove = true })
		}
		item("Deselect", "Esc", false, func() { o.Controls.Selected = -1 })
	case flockObject:
		item("Frame", "", false, func() { o.Commands = append(o.Commands, studio.FrameThing) })
		item("Rename", "", fixed, func() { p.beginRename(r) })
		item("Reset", "", fixed || r.flock != p.flock, func() { p.resetFlock(o) })
		if r.flock < len(s.Joined) && s.Joined[r.flock] {
			item("Remove", "", fixed, func() { o.RemoveFlock = r.flock })
		}
	default:
		page := r.object.pages()[0]
		item("Reset", "", fixed || !p.canReset(page), func() { p.resetPage(page, o) })
	}
}

func (p *Panel) beginRename(r *outlineRow) {
	p.outliner.renaming, p.outliner.newName, p.outliner.renamingFresh = r.key, r.label, true
}

func (p *Panel) renameField(r *outlineRow, left float32, s *State, o *Outcome) {
	q := &p.outliner
	imgui.SetCursorPosX(imgui.CursorPosX() + left + 1.2*imgui.FontSize())
	imgui.SetNextItemWidth(-1)
	fresh := q.renamingFresh
	if fresh {
		imgui.SetKeyboardFocusHere()
		q.renamingFresh = false
	}
	entered := imgui.InputTextWithHint("##name", "", &q.newName, imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	p.mark("row.rename")
	if !entered && (fresh || !imgui.IsItemDeactivated()) {
		return
	}
	if !imgui.IsKeyPressedBool(imgui.KeyEscape) {
		p.rename(r, q.newName, s, o)
	}
	q.renaming = ""
	p.unmark("row.rename")
}

func (p *Panel) rename(r *outlineRow, name string, s *State, o *Outcome) {
	old := r.label
	name = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "-") // names in files have this form
	if old == name || name == "" {
		return
	}
	if r.object.kind == flockObject {
		o.FlockName = &FlockName{Flock: r.flock, Was: old, Name: name}
		return
	}
	all := s.Around.Clone()
	t := all.Thing(old)
	if t == nil {
		return
	}
	if all.Thing(name) != nil {
		o.Say = "there is already an object named " + name
		return
	}
	property, ok := around.PropertyOf(t, "name")
	if !ok {
		return
	}
	if err := property.Set(name); err != nil {
		o.Say = err.Error()
		return
	}
	o.Around, o.Edit = &all, studio.Done
	p.selection.choose(object{thingObject, name}, &o.Controls)
}
