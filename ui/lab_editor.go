//go:build cgo && !nowindow

package ui

import (
	"strings"
	"unicode/utf8"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/formula"
)

// editor is a text field for a formula, with colours, an underlined mistake and completion. The coloured text
// is drawn below the invisible text of the field. The field is as large as its text, so that only the region
// around it scrolls.
type editor struct {
	text       string
	generation int // changes when the text is replaced from outside
	active     bool
	takesKeys  bool
	cursor     int
	shown      int
	insert     *insertion
	menu       completionMenu
	spans      []formula.Span
	spansText  string
	corner     imgui.Vec2
	fly        bool
	mistake    *formula.Error
}

type insertion struct {
	from, to int
	text     string
}

func (e *editor) load(text string) {
	*e = editor{text: text, generation: e.generation + 1, takesKeys: e.active}
}

func (e *editor) show(p *Panel, size imgui.Vec2, words []formula.Word) {
	fixed := p.Fixed
	if fixed == nil {
		fixed = imgui.CurrentFont()
	}
	e.swallowKeys(words)
	imgui.PushFont(fixed, 0)
	imgui.PushStyleColorVec4(imgui.ColChildBg, imgui.CurrentStyle().Colors()[imgui.ColFrameBg])
	flags := imgui.WindowFlags(imgui.WindowFlagsHorizontalScrollbar)
	if imgui.BeginChildStrV("##lab.editor", size, imgui.ChildFlagsBorders, flags) {
		e.field(p, words)
		e.scrollToCursor()
	}
	imgui.EndChild()
	imgui.PopStyleColor()
	imgui.PopFont()
	p.mark("lab.editor")
	e.showMenu(p)
}

func (e *editor) field(p *Panel, words []formula.Word) {
	style, none := imgui.CurrentStyle(), imgui.Vec4{}
	room, text := imgui.ContentRegionAvail(), e.size()
	pad := style.FramePadding()
	wide := max(room.X, text.X+2*pad.X+2*imgui.FontSize())
	high := max(room.Y, text.Y+2*pad.Y+imgui.TextLineHeight())
	e.corner = imgui.CursorScreenPos().Add(pad)
	e.draw(words)
	imgui.PushStyleColorVec4(imgui.ColInputTextCursor, style.Colors()[imgui.ColText])
	imgui.PushStyleColorVec4(imgui.ColText, none)
	imgui.PushStyleColorVec4(imgui.ColFrameBg, none)
	imgui.PushStyleColorVec4(imgui.ColTextSelectedBg, withAlpha(present().accent, 0.35))
	imgui.PushIDInt(int32(e.generation))
	if e.takesKeys {
		imgui.SetKeyboardFocusHere()
		e.takesKeys = false
	}
	before := e.text
	imgui.InputTextMultiline("##text", &e.text, imgui.Vec2{X: wide, Y: high},
		imgui.InputTextFlagsCallbackAlways|imgui.InputTextFlagsAllowTabInput|imgui.InputTextFlagsNoHorizontalScroll, e.callback)
	e.active = imgui.IsItemActive()
	p.mark("lab.text")
	imgui.PopID()
	imgui.PopStyleColorV(4)
	switch {
	case !e.active && !e.menu.hovered:
		e.menu = completionMenu{}
	case e.text != before && len(e.text) > len(before):
		e.menu.update(e.text, e.cursor, words, false)
	case e.text != before:
		e.menu.refresh(e.text, e.cursor, words)
	case e.menu.open() && (e.cursor < e.menu.from || e.cursor > e.menu.at):
		e.menu = completionMenu{}
	}
}

func (e *editor) callback(data imgui.InputTextCallbackData) int {
	if data.EventFlag() != imgui.InputTextFlagsCallbackAlways {
		return 0
	}
	if in := e.insert; in != nil {
		e.insert = nil
		data.DeleteChars(int32(in.from), int32(in.to-in.from))
		data.InsertChars(int32(in.from), in.text)
		data.SetCursorPos(int32(in.from + len(in.text)))
	}
	e.cursor = int(data.CursorPos())
	return 0
}

func (e *editor) size() imgui.Vec2 {
	wide, lines := float32(0), strings.Split(e.text, "\n")
	for _, line := range lines {
		wide = max(wide, imgui.CalcTextSize(line).X)
	}
	return imgui.Vec2{X: wide, Y: float32(len(lines)) * imgui.TextLineHeight()}
}

func (e *editor) placeOf(index int) imgui.Vec2 {
	before := e.text[:min(index, len(e.text))]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return e.corner.Add(imgui.Vec2{X: lineWidth(line), Y: float32(strings.Count(before, "\n")) * imgui.TextLineHeight()})
}

func lineWidth(text string) float32 {
	if text == "" {
		return 0
	}
	return imgui.CalcTextSize(text).X
}

func (e *editor) draw(words []formula.Word) {
	if e.spansText != e.text || e.spans == nil {
		e.spans, e.spansText = formula.Spans(e.text, words), e.text
	}
	list, colours := imgui.WindowDrawList(), spanColours()
	for _, s := range e.spans {
		index := s.From
		for part := range strings.SplitAfterSeq(e.text[s.From:s.To], "\n") {
			if text := strings.TrimRight(part, "\n"); strings.TrimSpace(text) != "" {
				list.AddTextVec2(e.placeOf(index), imgui.ColorConvertFloat4ToU32(colours[s.Kind]), text)
			}
			index += len(part)
		}
	}
	if e.mistake != nil {
		from, to := mistakeRange(e.text, e.mistake)
		a, b := e.placeOf(from), e.placeOf(to)
		drawWave(list, imgui.Vec2{X: a.X, Y: a.Y + imgui.TextLineHeight()}, max(b.X-a.X, 0.6*imgui.FontSize()))
	}
}

func drawWave(list *imgui.DrawList, position imgui.Vec2, wide float32) {
	step := 0.18 * imgui.FontSize()
	colour := imgui.ColorConvertFloat4ToU32(present().alarm)
	for k := 0; float32(k)*step < wide; k++ {
		x, up := position.X+float32(k)*step, float32(k%2)*step
		list.AddLineV(imgui.Vec2{X: x, Y: position.Y - up}, imgui.Vec2{X: x + step, Y: position.Y - step + up}, colour, 1.5)
	}
}

func spanColours() map[formula.SpanKind]imgui.Vec4 {
	t := present()
	return map[formula.SpanKind]imgui.Vec4{
		formula.PlainSpan: t.text, formula.CommentSpan: t.dim, formula.NumberSpan: t.second, formula.KeywordSpan: t.fail,
		formula.FunctionSpan: t.accent, formula.NameSpan: t.warning, formula.OwnSpan: t.text, formula.UnknownSpan: t.alarm,
	}
}

func mistakeRange(text string, mistake *formula.Error) (from, to int) {
	line := 1
	for line < mistake.Line && from < len(text) {
		if text[from] == '\n' {
			line++
		}
		from++
	}
	for column := 1; column < mistake.Column && from < len(text) && text[from] != '\n'; column++ {
		_, size := utf8.DecodeRuneInString(text[from:])
		from += size
	}
	to = wordEnd(text, from)
	if to == from && to < len(text) && text[to] != '\n' {
		_, size := utf8.DecodeRuneInString(text[to:])
		to += size
	}
	return from, to
}

func wordEnd(text string, index int) int {
	for index < len(text) && (text[index] == '_' || text[index] >= '0' && text[index] <= '9' || text[index]|0x20 >= 'a' && text[index]|0x20 <= 'z') {
		index++
	}
	return index
}

func (e *editor) scrollToCursor() {
	if !e.active || e.cursor == e.shown {
		return
	}
	e.shown = e.cursor
	position, line := e.placeOf(e.cursor).Sub(imgui.WindowPos()), imgui.TextLineHeight()
	size := imgui.WindowSize()
	if position.Y < line {
		imgui.SetScrollYFloat(imgui.ScrollY() + position.Y - line)
	} else if below := position.Y + 3*line - size.Y; below > 0 {
		imgui.SetScrollYFloat(imgui.ScrollY() + below)
	}
	if position.X < line {
		imgui.SetScrollXFloat(imgui.ScrollX() + position.X - 4*line)
	} else if over := position.X + 3*line - size.X; over > 0 {
		imgui.SetScrollXFloat(imgui.ScrollX() + over)
	}
}
