//go:build cgo && !nowindow

package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/render"
)

// Drawing is how pictures are drawn, and what each pass of one takes.
type Drawing struct {
	Tier     string // that of the last picture: "draft"
	Driver   string // OpenGL's name of it
	Software bool   // it draws on the processor's cores
	Samples  int    // per pixel of what has edges
	Passes   []render.Timing
}

// line returns how pictures are drawn.
func (d *Drawing) line() string {
	how := "on the GPU"
	if d.Software {
		how = "in software"
	}
	return fmt.Sprintf("Drawn as %s, with %d samples, %s.", d.Tier, d.Samples, how)
}

// Timed reports whether the window of what passes take is seen.
func (p *Panel) Timed() bool { return !p.hidden && p.timings.open && !p.timings.behind }

// timingsPage is what each pass takes.
func (p *Panel) timingsPage(s *State) {
	d := &s.Drawing
	wrapped(d.line() + " " + d.Driver)
	if d.Software {
		wrapped("No GPU is timed here, but the driver's work on the processor, which it may put off and do while another pass is at work: these times are to be compared, not added up.")
	}
	if len(d.Passes) == 0 {
		faint("Measuring…")
		return
	}
	if !imgui.BeginTableV("timings", 2, imgui.TableFlagsSizingStretchProp|imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
		return
	}
	sum, most := 0.0, 1e-9
	for _, each := range d.Passes {
		sum, most = sum+each.MS, max(most, each.MS)
	}
	for _, each := range d.Passes {
		imgui.TableNextRow()
		imgui.TableNextColumn()
		write(each.Pass)
		imgui.TableNextColumn()
		imgui.ProgressBarV(float32(each.MS/most), imgui.Vec2{X: -1}, fmt.Sprintf("%.2f ms", each.MS))
		p.mark("timing." + each.Pass)
	}
	imgui.EndTable()
	if !d.Software {
		write(fmt.Sprintf("All passes: %.2f ms", sum))
	}
}
