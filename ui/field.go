//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"math"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/metrics/field"
)

type fieldPage struct {
	window int
}

// fieldWindows are the window lengths that the user can choose, in s.
var fieldWindows = []float64{10, 30, 60, 300}

var fieldWindowNames = []string{"10 s", "30 s", "minute", "5 minutes"}

// Minimum durations of the measured flight, in s. From leastMeasured on, the scorecard shows figures. It
// shows verdicts only from leastJudged on, because most figures still change much in the first seconds.
const (
	leastMeasured = 1
	leastJudged   = 10
)

// judged reports whether the scorecard covers enough time for verdicts, or a whole recording. The shortest
// window is slightly shorter than leastJudged, because it ends at a frame.
func judged(s *State) bool {
	n := s.News
	return n.To-n.From > leastJudged-0.5 || s.Tape != nil && n.Behind <= 1
}

func verdictColour(pass bool) imgui.Vec4 {
	if pass {
		return present().pass
	}
	return present().fail
}

func (p *Panel) fieldPage(s *State, o *Outcome) {
	f := &p.field
	o.Measure.Field, o.Measure.Window = true, fieldWindows[f.window]
	p.flockName(s)
	p.choose("Over the last", "field.window", "The length of time over which the figures are averaged. It ends now, or at the displayed frame of a recording. This works even if the recording has not been played up to this frame.", fieldWindowNames, f.window, func(i int) { f.window = i })
	n := s.News
	switch {
	case n.Err != nil:
		writeWrapped(n.Err.Error())
		return
	case n.Lines == nil:
		writeGrey("Measuring…")
		return
	case n.To-n.From < leastMeasured && n.Behind <= 1:
		writeGrey("Nothing measured yet. Play the flock to measure it.")
		p.mark("field.nothing")
		return
	}
	passed, total := field.Score(n.Lines)
	if judged(s) {
		write(fmt.Sprintf("%d of %d passed", passed, total))
	} else {
		write(fmt.Sprintf("Verdicts after %d s of flight", leastJudged))
	}
	p.mark("field.passed")
	imgui.SameLine()
	text := fmt.Sprintf("%.1f to %.1f s", n.From, n.To)
	if n.Behind > 1 {
		text += fmt.Sprintf(", %.0f s left to measure", n.Behind)
	}
	writeGrey(text)
	writeGrey("compared with " + field.AllSpecies()[0].Name)
	p.fieldTable(s)
}

func (p *Panel) fieldTable(s *State) {
	const flags = imgui.TableFlagsSizingFixedFit | imgui.TableFlagsRowBg | imgui.TableFlagsScrollY
	if !imgui.BeginTableV("field", 4, flags, imgui.Vec2{}, 0) {
		return
	}
	defer imgui.EndTable()
	em := imgui.FontSize()
	imgui.TableSetupColumnV("", imgui.TableColumnFlagsNone, 1.1*em, 0)
	imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthStretch, 1, 0)
	imgui.TableSetupColumnV("", imgui.TableColumnFlagsNone, 6.3*em, 0)
	imgui.TableSetupColumnV("", imgui.TableColumnFlagsNone, 3.4*em, 0)
	group := field.Group("")
	for i := range s.News.Lines {
		l := &s.News.Lines[i]
		if l.Group != group {
			group = l.Group
			imgui.TableNextRow()
			imgui.TableNextColumn()
			imgui.TableNextColumn()
			writeGrey(string(group))
		}
		for k, f := range l.All() {
			if !judged(s) {
				f.Pass = nil
			}
			p.fieldRow(l, &f, k, s.News.Measured)
		}
	}
}

var shortNames = map[string]string{
	"polarization.1": "longest below 0.8", "gravity.0": "thin axis vertical", "crowded.0": "birds closer than 0.38 m", "bearing.0": "ahead and behind",
	"core.0": "core / uniform", "orientation.0": "orientation reach", "kept.0": "neighbours after 1 s", "diffusion.0": "diffusion exponent",
	"speed.0": "speed reach", "opacity.0": "opacity", "packing.0": "nearest × density^1/3", "uneven.0": "spread of nearest", "area.0": "change of area", "thickness.0": "change of thickness", "solidity.0": "solidity", "parts.0": "parts", "wave.0": "agitation wave", "wave.1": "linear, R²",
}

func (p *Panel) fieldRow(l *field.Line, f *field.Figure, k int, measured float64) {
	imgui.TableNextRow()
	imgui.TableNextColumn()
	em, position := imgui.FontSize(), imgui.CursorScreenPos()
	if f.Pass != nil && !l.Imposed {
		verdictSign(*f.Pass, imgui.Vec2{X: position.X + 0.1*em, Y: position.Y + 0.1*em}, 0.8*em)
	}
	key := fmt.Sprintf("field.%s.%d", l.Key, k)
	imgui.TableNextColumn()
	name := f.Name
	if short := shortNames[fmt.Sprintf("%s.%d", l.Key, k)]; short != "" {
		name = short
	}
	indent := ""
	if k > 0 {
		name, indent = strings.TrimPrefix(name, "and "), "   "
	}
	if f.Unit != "" {
		name += ", " + f.Unit
	}
	name = indent + strings.ReplaceAll(wrap(name, imgui.ContentRegionAvail().X-textWidth(indent), textWidth), "\n", "\n"+indent)
	imgui.SelectableBoolV(name+"##"+key, false, imgui.SelectableFlagsSpanAllColumns, imgui.Vec2{})
	p.mark(key)
	if imgui.IsItemHovered() {
		figureTooltip(l, f)
	}
	imgui.TableNextColumn()
	if text := valueText(l, f, measured); f.Value == nil {
		writeGrey(text)
	} else {
		write(text)
	}
	imgui.TableNextColumn()
	bandOf(f).show(f)
}

func valueText(l *field.Line, f *field.Figure, measured float64) string {
	switch missing := f.After - measured; {
	case f.Value != nil:
		return f.Text()
	case missing > 0:
		return fmt.Sprintf("%.0f s more", math.Ceil(missing))
	case l.Key == "turn":
		return "no turn yet"
	case l.Key == "wave":
		return "no wave yet"
	}
	return f.Text()
}

func figureTooltip(l *field.Line, f *field.Figure) {
	imgui.BeginTooltip()
	imgui.PushTextWrapPosV(28 * imgui.FontSize())
	line := func(label, text string) {
		if text != "" {
			write(label + ": " + plainLetters(text))
		}
	}
	title := l.Name
	if f.Name != l.Name {
		title += ", " + strings.TrimPrefix(f.Name, "and ")
	}
	write(title)
	imgui.Separator()
	write(plainLetters(l.Definition))
	line("This flock", strings.TrimSpace(f.Text()+" "+f.Unit))
	if f.Null != nil {
		line("Uniform positions in the same space (ring)", field.Rounded(*f.Null, *f.Null))
	}
	line("Required range (band)", f.Bounds())
	if l.Imposed {
		write("A rule of the model enforces this value, so the score ignores this row.")
	}
	line("Published", l.Published)
	line("Source", l.Source)
	line("Note", l.Note)
	imgui.PopTextWrapPos()
	imgui.EndTooltip()
}

func plainLetters(text string) string {
	return strings.NewReplacer("⅓", "1/3", "∛", "cube root of ", "v̂", "v/|v|", "₁", "1", "ⁿ", "n").Replace(text)
}

func verdictSign(pass bool, position imgui.Vec2, size float32) {
	list := imgui.WindowDrawList()
	corner := func(x, y float32) imgui.Vec2 { return imgui.Vec2{X: position.X + x*size, Y: position.Y + y*size} }
	thick := max(1.6, size/7)
	if pass {
		c := imgui.ColorConvertFloat4ToU32(verdictColour(true))
		list.AddLineV(corner(0.08, 0.55), corner(0.38, 0.88), c, thick)
		list.AddLineV(corner(0.38, 0.88), corner(0.95, 0.12), c, thick)
		return
	}
	c := imgui.ColorConvertFloat4ToU32(verdictColour(false))
	list.AddLineV(corner(0.12, 0.15), corner(0.88, 0.88), c, thick)
	list.AddLineV(corner(0.88, 0.15), corner(0.12, 0.88), c, thick)
}

type band struct {
	low, high float64 // limits; a missing limit lies outside the shown range
	from, to  float64
	there     bool
}

// bandOf returns the band of a figure. The required range fills the middle third of the shown range. If one
// limit is missing, the required range fills the half on the other side.
func bandOf(f *field.Figure) band {
	switch {
	case f.Low != nil && f.High != nil:
		wide := *f.High - *f.Low
		return band{*f.Low, *f.High, *f.Low - wide, *f.High + wide, true}
	case f.Low != nil:
		wide := max(math.Abs(*f.Low), 1e-9)
		return band{*f.Low, *f.Low + 2*wide, *f.Low - 0.6*wide, *f.Low + 0.6*wide, true}
	case f.High != nil:
		wide := max(math.Abs(*f.High), 1e-9)
		return band{*f.High - 2*wide, *f.High, *f.High - wide, *f.High + wide, true}
	}
	return band{}
}

func (b *band) share(x float64) float32 {
	return float32(min(max((x-b.from)/(b.to-b.from), 0), 1))
}

func (b band) show(f *field.Figure) {
	em := imgui.FontSize()
	position, wide, high := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X-0.3*em, em
	imgui.Dummy(imgui.Vec2{X: wide, Y: high})
	if !b.there {
		return
	}
	list := imgui.WindowDrawList()
	x := func(v float64) float32 { return position.X + b.share(v)*wide }
	point := func(x, y float32) imgui.Vec2 { return imgui.Vec2{X: x, Y: position.Y + y*high} }
	list.AddRectFilled(point(position.X, 0.42), point(position.X+wide, 0.58), imgui.ColorU32Col(imgui.ColFrameBg))
	list.AddRectFilled(point(x(b.low), 0.25), point(x(b.high), 0.75), imgui.ColorU32ColV(imgui.ColText, 0.3))
	if f.Null != nil {
		list.AddCircleV(point(x(*f.Null), 0.5), 0.25*em, imgui.ColorU32ColV(imgui.ColText, 0.75), 0, 1)
	}
	if f.Value == nil {
		return
	}
	c := imgui.ColorU32Col(imgui.ColText)
	if f.Pass != nil {
		c = imgui.ColorConvertFloat4ToU32(verdictColour(*f.Pass))
	}
	if f.Error != nil {
		list.AddLineV(point(x(*f.Value-*f.Error), 0.5), point(x(*f.Value+*f.Error), 0.5), c, 1.5)
	}
	list.AddRectFilled(point(x(*f.Value)-0.11*em, 0.05), point(x(*f.Value)+0.11*em, 0.95), c)
}
