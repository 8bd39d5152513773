//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/scenario"
)

type keyRef struct {
	row string
	key int
}

const cameraRow = "camera"

// KeyCommand is an action on a timeline key.
type KeyCommand int

// Actions on timeline keys.
const (
	AddKey KeyCommand = iota
	MoveKey
	DeleteKey
	EaseKey
	SetKey
)

// KeyEdit is an edit of a camera key, or of a key in a row of the timeline.
type KeyEdit struct {
	Command KeyCommand
	Camera  bool
	Param   string // parameter of the selected flock, for AddKey
	Row     int
	Key     int // index of the key in the row
	To      float64
	Ease    scenario.Easing
	Value   float64
}

func rowName(r *scenario.Row) string {
	switch {
	case r.Thing != "":
		return r.Thing + "." + r.Key
	case r.Species != "":
		return r.Species + "." + r.Key
	}
	return r.Key
}

type shownKey struct {
	from, at, until float64
	ease            scenario.Easing
	text            string
	number          *float64 // nil if the value cannot be typed as a number
}

func (p *Panel) keyRows(s *State, v scale, o *Outcome) {
	t := &s.Timeline
	var camera []shownKey
	for n, k := range t.Camera {
		ease, from := scenario.Smooth, k.Seconds
		if n > 0 && !k.Cut {
			from = t.Camera[n-1].Seconds
		}
		if k.Cut {
			ease = scenario.Hold
		} else if k.Linear {
			ease = scenario.Linear
		}
		camera = append(camera, shownKey{from, k.Seconds, k.Seconds, ease, "camera", nil})
	}
	curves := t.curveHeight()
	show := func(all ...timeCurve) {
		for k := range all {
			if curves > 0 {
				p.showCurve(&all[k], curves, s, v)
			}
		}
	}
	p.keyRow(cameraRow, camera, -1, s, v, o)
	show(t.cameraCurves()...)
	for n := range t.Rows {
		r := &t.Rows[n]
		var keys []shownKey
		for _, k := range r.Keys {
			keys = append(keys, shownKey{k.From, k.Seconds, k.Until, k.Ease, fmt.Sprintf("%s = %v", rowName(r), k.Value), numberOf(k.Value)})
		}
		imgui.BeginDisabledV(t.Fixed != "")
		p.keyRow(rowName(r), keys, n, s, v, o)
		imgui.EndDisabled()
		if c, ok := t.rowCurve(n); ok {
			show(c)
		}
	}
}

func numberOf(v any) *float64 {
	if x, ok := scenario.Number(v); ok {
		return &x
	}
	return nil
}

const keyRowHeight = 1.25

// keyRow shows a row of keys. row is the index of the timeline's row, or -1 for the camera.
func (p *Panel) keyRow(name string, keys []shownKey, row int, s *State, v scale, o *Outcome) {
	em := imgui.FontSize()
	position := imgui.CursorScreenPos()
	high := keyRowHeight * em
	paint := imgui.WindowDrawList()
	label, doc := p.rowTexts(row, s)
	writeGrey(shorten(label, labelWidth()-0.5*em))
	p.mark("timeline." + name)
	hint(doc)
	paint.AddRectFilled(imgui.Vec2{X: v.left, Y: position.Y}, imgui.Vec2{X: v.left + v.width, Y: position.Y + high - 1}, imgui.ColorU32Col(imgui.ColFrameBg))
	if row < 0 && len(keys) == 0 {
		paint.AddTextVec2(imgui.Vec2{X: v.left + 0.5*em, Y: position.Y}, imgui.ColorU32Col(imgui.ColTextDisabled), p.PresentKey("C")+" adds a camera key")
	}
	for n := range keys {
		p.oneKey(name, n, keys, row, position, v, s, o)
	}
	imgui.SetCursorScreenPos(position)
	imgui.Dummy(imgui.Vec2{X: 1, Y: high + 1 - imgui.CurrentStyle().ItemSpacing().Y})
}

func (p *Panel) rowTexts(row int, s *State) (label, doc string) {
	if row < 0 {
		return cameraRow, "The camera path. Press C to add a key at the current view, and Shift C to fly through the keys."
	}
	doc = "Keys of a parameter. To add a key, point at the parameter's number and press K. The scene file stores keys as [[event]]."
	r := &s.Timeline.Rows[row]
	label = rowName(r)
	k := max(slices.Index(s.Species, r.Species), 0)
	if r.Thing != "" || k >= len(p.present.Params) {
		return label, label + ". " + doc
	}
	if spec, ok := p.present.Params[k].Spec(r.Key); ok {
		label = spec.Label
	}
	full := label + " (" + r.Key + ")"
	if len(s.Species) > 1 {
		full = s.FlockLabel(k) + ": " + full
	}
	return label, full + ". " + doc
}

func (p *Panel) oneKey(name string, n int, keys []shownKey, row int, position imgui.Vec2, v scale, s *State, o *Outcome) {
	em := imgui.FontSize()
	k, me := keys[n], keyRef{name, n}
	shown := k.at
	if p.time.drag == me {
		shown = p.time.dragged
	}
	x := v.x(shown)
	paint := imgui.WindowDrawList()
	middle := position.Y + 0.6*em
	colour := imgui.ColorU32Col(imgui.ColPlotLines)
	if from := max(v.x(k.from), v.left); from < x && k.ease != scenario.Hold {
		paint.AddLineV(imgui.Vec2{X: from, Y: middle}, imgui.Vec2{X: min(x, v.left+v.width), Y: middle}, colour, 2)
	}
	if until := min(v.x(k.until), v.left+v.width); until > x {
		paint.AddRectFilled(imgui.Vec2{X: x, Y: middle - 0.2*em}, imgui.Vec2{X: until, Y: middle + 0.2*em}, imgui.ColorU32Col(imgui.ColHeaderActive))
	}
	if x < v.left-1 || x > v.left+v.width+1 {
		return
	}
	imgui.SetCursorScreenPos(imgui.Vec2{X: x - 0.5*em, Y: position.Y})
	id := fmt.Sprintf("timeline.%s.%d", name, n)
	imgui.InvisibleButton("##"+id, imgui.Vec2{X: em, Y: 1.2 * em})
	p.mark(id)
	p.useKey(me, keys, row, v, s, o)
	if imgui.IsItemHovered() || p.time.key == me {
		colour = imgui.ColorU32Col(imgui.ColText)
	}
	p.keyMenu(me, k, row, s, o)
	if selected := p.time.key; selected.row == name && selected != me && selected.key < len(keys) && int(v.x(keys[selected.key].at)) == int(x) {
		return // the selected key is drawn separately
	}
	r := 0.36 * em
	switch k.ease {
	case scenario.Hold:
		paint.AddRectFilled(imgui.Vec2{X: x - 0.8*r, Y: middle - 0.8*r}, imgui.Vec2{X: x + 0.8*r, Y: middle + 0.8*r}, colour)
	case scenario.Linear:
		paint.AddQuadFilled(imgui.Vec2{X: x - r, Y: middle}, imgui.Vec2{X: x, Y: middle - r}, imgui.Vec2{X: x + r, Y: middle}, imgui.Vec2{X: x, Y: middle + r}, colour)
	default:
		paint.AddCircleFilled(imgui.Vec2{X: x, Y: middle}, 0.9*r, colour)
	}
}

// useKey handles the mouse on a key: a drag moves it, and a click goes to its time. If several keys are under
// the pointer, each click selects the next.
func (p *Panel) useKey(me keyRef, keys []shownKey, row int, v scale, s *State, o *Outcome) {
	w := &p.time
	hit := keysAt(keys, v, imgui.MousePos().X)
	chosen := me
	if w.key.row == me.row && slices.Contains(hit, w.key.key) {
		chosen = w.key
	}
	if imgui.IsItemHovered() && w.drag.row == "" {
		tooltip(keysTip(keys, hit, chosen.key))
	}
	if imgui.IsItemActivated() {
		w.wasSelected, w.key = w.key == chosen, chosen
	}
	if imgui.IsItemActive() && imgui.IsMouseDragging(imgui.MouseButtonLeft) {
		w.drag, w.dragged = w.key, max(v.seconds(imgui.MousePos().X), 0)
		tooltip(fmt.Sprintf("%.2f s", w.dragged))
	}
	if imgui.IsItemDeactivated() {
		if w.drag.row != "" {
			o.Planned = append(o.Planned, KeyEdit{Command: MoveKey, Camera: row < 0, Row: max(row, 0), Key: w.drag.key, To: w.dragged})
		} else {
			if w.wasSelected {
				w.key.key = nextAfter(hit, w.key.key)
			}
			if seconds := keys[w.key.key].at; seconds >= s.Timeline.From && seconds <= s.Timeline.To {
				o.Seek = &seconds
			}
		}
		w.drag = keyRef{}
	}
	if imgui.IsItemHovered() && imgui.IsMouseClickedBool(imgui.MouseButtonRight) {
		w.key, w.menu = chosen, chosen
		imgui.OpenPopupStr("key")
		if number := keys[chosen.key].number; number != nil {
			w.value = float32(*number)
		}
	}
}

func keysAt(keys []shownKey, v scale, x float32) (hit []int) {
	for n := range keys {
		if off := v.x(keys[n].at) - x; max(off, -off) <= 0.5*imgui.FontSize() {
			hit = append(hit, n)
		}
	}
	return hit
}

func nextAfter(all []int, current int) int {
	if k := slices.Index(all, current); k >= 0 {
		return all[(k+1)%len(all)]
	}
	return current
}

func keysTip(keys []shownKey, hit []int, chosen int) string {
	line := func(n int) string {
		k := &keys[n]
		return fmt.Sprintf("%.2f s: %s, %s", k.at, k.text, scenario.Easings()[k.ease])
	}
	if len(hit) < 2 {
		return line(chosen)
	}
	text := fmt.Sprintf("%d keys here; click to select the next:", len(hit))
	for _, n := range hit {
		sign := "   "
		if n == chosen {
			sign = "> "
		}
		text += "\n" + sign + line(n)
	}
	return text
}

func (p *Panel) keyMenu(me keyRef, k shownKey, row int, s *State, o *Outcome) {
	if p.time.menu != me || !imgui.BeginPopup("key") {
		return
	}
	defer imgui.EndPopup()
	edit := KeyEdit{Camera: row < 0, Row: max(row, 0), Key: me.key}
	for e, name := range scenario.Easings() {
		if row < 0 && e == int(scenario.Hold) {
			name = "hold, then cut"
		}
		if imgui.MenuItemBoolV(name, "", k.ease == scenario.Easing(e), true) {
			edit.Command, edit.Ease = EaseKey, scenario.Easing(e)
			o.Planned = append(o.Planned, edit)
		}
		p.mark("key.ease." + scenario.Easings()[e])
	}
	if k.number != nil {
		imgui.SetNextItemWidth(7 * imgui.FontSize())
		refusing("value", numberCharacters, func() bool { return imgui.InputFloatV("value", &p.time.value, 0, 0, "%.4g", 0) })
		if imgui.IsItemDeactivatedAfterEdit() {
			edit.Command, edit.Value = SetKey, float64(p.time.value)
			o.Planned = append(o.Planned, edit)
			imgui.CloseCurrentPopup()
		}
		p.mark("key.value")
	}
	imgui.Separator()
	if imgui.MenuItemBoolV("Delete", "Del", false, true) {
		edit.Command = DeleteKey
		o.Planned = append(o.Planned, edit)
		p.time.key = keyRef{}
	}
	p.mark("key.delete")
}

func (p *Panel) keyHere(s *State, o *Outcome) {
	if p.time.paramUnder == "" && p.time.overProperties {
		o.Say = "there is no number under the pointer; point at a parameter's number and press " + p.PresentKey("K") + " to add a key of the parameter, or at the picture to add a camera key"
		return
	}
	if p.time.paramUnder == "" {
		o.Actions = append(o.Actions, DropKey)
		return
	}
	o.Planned = append(o.Planned, KeyEdit{Command: AddKey, Param: p.time.paramUnder, To: s.Timeline.At})
}

func (p *Panel) removeKey(s *State, o *Outcome) bool {
	me := p.time.key
	if me.row == "" {
		return false
	}
	edit := KeyEdit{Command: DeleteKey, Camera: me.row == cameraRow, Key: me.key}
	p.time.key = keyRef{}
	if edit.Camera {
		if me.key >= len(s.Timeline.Camera) {
			return false
		}
		o.Planned = append(o.Planned, edit)
		return true
	}
	for n := range s.Timeline.Rows {
		if r := &s.Timeline.Rows[n]; rowName(r) == me.row && me.key < len(r.Keys) {
			edit.Row = n
			o.Planned = append(o.Planned, edit)
			return true
		}
	}
	return false
}
