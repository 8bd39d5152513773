//go:build cgo && !nowindow

package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/render"
)

// Drawing says how pictures are drawn, and how long each pass takes.
type Drawing struct {
	Tier     string // quality tier of the last picture, for example "draft"
	Driver   string // OpenGL's name of the driver
	Software bool   // the driver draws on the processor
	Samples  int    // samples per pixel at edges
	Passes   []render.Timing
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
	writeWrapped(d.line() + " " + d.Driver)
	if d.Software {
		writeWrapped("These are times of the driver's work on the processor. It may do this work later, during another pass, so compare the times but do not add them up.")
	}
	if len(d.Passes) == 0 {
		writeGrey("Measuring…")
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
