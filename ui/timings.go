//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/quality"
	"skein/engine/render"
)

// Drawing describes how pictures are drawn, and how long each pass takes.
type Drawing struct {
	Tier     string // name of the quality tier, for example "draft"
	Driver   string // name of the driver according to OpenGL
	Software bool   // the driver draws on the processor
	Samples  int    // samples per pixel for anti-aliasing
	Passes   []render.Timing
	Costs    quality.Costs // costs of the passes; like Frames, only while the window Timings is visible
	Frames   []float32     // times between the last frames, oldest first, ms
}

func (d *Drawing) line() string {
	how := "on the GPU"
	if d.Software {
		how = "in software"
	}
	return fmt.Sprintf("Drawn in quality %s, with %d samples, %s.", d.Tier, d.Samples, how)
}

// ShowsTimings reports whether the window Timings is visible.
func (p *Panel) ShowsTimings() bool {
	t := p.window("Timings")
	return !p.hidden && t.open && !t.behind
}

func (p *Panel) timingsPage(s *State, _ *Outcome) {
	d := &s.Drawing
	writeWrapped(d.Costs.Cause())
	p.mark("timings.cause")
	p.frameTimes(d.Frames)
	lanes := d.Costs.Lanes()
	whole := d.Costs.Frame
	for i := range lanes {
		whole = max(whole, lanes[i].From+lanes[i].MS)
	}
	for i := range lanes {
		if lanes[i].MS > 0 {
			flame(&lanes[i], whole, d.Costs.Frame)
			p.mark(fmt.Sprintf("timings.lane%d", i))
		}
	}
	writeWrapped(d.line() + " " + d.Driver)
	if d.Software {
		writeWrapped("The driver may do the work of a pass later, during another pass. Compare these times, but do not add them up.")
	}
}

func (p *Panel) frameTimes(all []float32) {
	if len(all) == 0 {
		return
	}
	sorted := slices.Sorted(slices.Values(all))
	longest := sorted[len(sorted)-1]
	most := max(1.5*sorted[len(sorted)*9/10], 1000.0/60) // a single slow frame must not make all others look short
	position, size := imgui.CursorScreenPos(), imgui.Vec2{X: imgui.ContentRegionAvail().X, Y: 4 * imgui.FontSize()}
	imgui.InvisibleButton("##frames", imgui.Vec2{X: max(size.X, 1), Y: size.Y})
	p.mark("timings.frames")
	paint, colour := imgui.WindowDrawList(), imgui.ColorU32Vec4(present().primary)
	wide := size.X / float32(len(all))
	for i, ms := range all {
		x := position.X + float32(i)*wide
		paint.AddRectFilled(imgui.Vec2{X: x, Y: position.Y + size.Y*(1-min(ms/most, 1))}, imgui.Vec2{X: x + max(wide-1, 1), Y: position.Y + size.Y}, colour)
	}
	if imgui.IsItemHovered() {
		i := min(max(int((imgui.MousePos().X-position.X)/wide), 0), len(all)-1)
		tooltip(fmt.Sprintf("%.1f ms, %s ago", all[i], plural(len(all)-1-i, "frame")))
	}
	writeGrey(fmt.Sprintf("last %s, at most %.1f ms", plural(len(all), "frame"), longest))
}

// flame draws a row of a flame graph. The whole width of the row stands for the time whole. A frame takes the
// time frame. Both are in ms.
func flame(lane *quality.Lane, whole, frame float64) {
	writeGrey(fmt.Sprintf("%s: %.1f ms", lane.Title, lane.MS))
	bars, deepest := lane.Bars(lane.From), 0
	for i := range bars {
		deepest = max(deepest, bars[i].Depth)
	}
	em := imgui.FontSize()
	high := 1.4 * em
	position, wide := imgui.CursorScreenPos(), max(imgui.ContentRegionAvail().X, 1)
	imgui.InvisibleButton("##"+lane.Title, imgui.Vec2{X: wide, Y: high * float32(deepest+1)})
	hovered := imgui.IsItemHovered()
	for i, b := range bars {
		low := position.Add(imgui.Vec2{X: wide * float32(b.From/whole), Y: high * float32(b.Depth)})
		r := imgui.Rect{Min: low, Max: low.Add(imgui.Vec2{X: wide * float32(b.MS/whole), Y: high})}
		paintBar(r, b.Name, i)
		if m := imgui.MousePos(); hovered && m.X >= r.Min.X && m.X < r.Max.X && m.Y >= r.Min.Y && m.Y < r.Max.Y {
			tooltip(fmt.Sprintf("%s: %.2f ms, %.0f %% of the frame", b.Name, b.MS, 100*b.MS/max(frame, 1e-9)))
		}
	}
}

func paintBar(r imgui.Rect, name string, index int) {
	if r.Max.X-r.Min.X < 1 {
		return
	}
	paint, em := imgui.WindowDrawList(), imgui.FontSize()
	fill := imgui.Col(imgui.ColHeader)
	if index%2 == 1 {
		fill = imgui.ColFrameBgHovered
	}
	paint.AddRectFilled(r.Min, r.Max.Sub(imgui.Vec2{X: 1, Y: 1}), imgui.ColorU32Col(fill))
	paint.PushClipRectV(r.Min, r.Max.Sub(imgui.Vec2{X: 0.2 * em}), true)
	paint.AddTextVec2(r.Min.Add(imgui.Vec2{X: 0.3 * em, Y: 0.2 * em}), imgui.ColorU32Col(imgui.ColText), name)
	paint.PopClipRect()
}
