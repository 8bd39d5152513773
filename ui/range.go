//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/look"
)

// Range is a range of time that is to be drawn or exported, as the dialog has it.
type Range struct {
	Export  bool   // for another program, instead of pictures
	File    string // its ending says the format
	Size    string // of pictures: "1280x720"
	FPS     string // "24", "30000/1001"; empty: as recorded
	Samples int    // subframes of a picture
	Camera  string // of look.ModeNames; empty: as in the window
	In, Out float64
}

// Job is work that goes on beside the window.
type Job struct {
	What  string // what it does, and how far it is; empty: there is none
	Share float64
	Line  string // the command line of the range in the dialog
}

// rangeDialog is how the dialog is used.
type rangeDialog struct {
	open, fresh bool
	ask         Range
	files       [2]string // of pictures, of an export
}

// askRange opens the dialog for the range between the in and the out point, or for all.
func (p *Panel) askRange(export bool) func(*State, *Outcome) {
	return func(s *State, _ *Outcome) {
		d := &p.ranges
		if d.ask.Size == "" {
			d.ask = Range{Size: "1280x720", FPS: "30", Samples: 1}
			d.files = [2]string{"shot/####.png", "flock.usdz"}
		}
		d.open, d.fresh, d.ask.Export = true, true, export
		d.ask.File = d.files[sideOf(export)]
		d.ask.In, d.ask.Out = s.Timeline.From, s.Timeline.To
		if in, out, ok := p.Span(); ok {
			d.ask.In, d.ask.Out = in, out
		}
	}
}

func sideOf(export bool) int {
	if export {
		return 1
	}
	return 0
}

// rangeWindow is the dialog.
func (p *Panel) rangeWindow(s *State, o *Outcome) {
	d := &p.ranges
	if !d.open {
		return
	}
	em := imgui.FontSize()
	if d.fresh {
		imgui.SetNextWindowFocus()
		d.fresh = false
	}
	imgui.SetNextWindowPosV(imgui.Vec2{X: 4 * em, Y: 5 * em}, imgui.CondFirstUseEver, imgui.Vec2{})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: 38 * em}, imgui.CondAlways)
	title := "Render range"
	if d.ask.Export {
		title = "Export range"
	}
	imgui.BeginV(title+"###range", &d.open, imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoDocking|imgui.WindowFlagsNoSavedSettings)
	p.rangeFields(s, d)
	o.Plan = &d.ask
	imgui.Separator()
	line := s.Job.Line
	imgui.SetNextItemWidth(-4.5 * em)
	imgui.InputTextWithHint("##range_line", "", &line, imgui.InputTextFlagsReadOnly, nil)
	hint("The command line that does the same.\n" + s.Job.Line)
	imgui.SameLine()
	p.button("Copy", "range.copy", func() { imgui.SetClipboardText(s.Job.Line) })
	if s.Job.What != "" {
		imgui.ProgressBarV(float32(s.Job.Share), imgui.Vec2{X: -5.5 * em}, s.Job.What)
		p.mark("range.progress")
		imgui.SameLine()
		p.button("Cancel", "range.cancel", func() { o.Actions = append(o.Actions, CancelExport) })
	} else {
		p.button(map[bool]string{false: "Render", true: "Export"}[d.ask.Export], "range.go", func() { o.Range = &d.ask })
		imgui.SameLine()
		imgui.TextDisabled("the flock flies on meanwhile")
	}
	imgui.End()
	d.files[sideOf(d.ask.Export)] = d.ask.File
}

// rangeFields are what can be chosen.
func (p *Panel) rangeFields(s *State, d *rangeDialog) {
	text := func(label, key, doc string, to *string) {
		row(label)
		imgui.InputTextWithHint("##range."+key, "", to, 0, nil)
		p.mark("range." + key)
		endRow(doc)
	}
	seconds := func(label, key, doc string, to *float64) {
		row(label)
		imgui.InputDoubleV("##range."+key, to, 0, 0, "%.3f s", 0)
		p.mark("range." + key)
		endRow(doc)
	}
	if d.ask.Export {
		text("File", "file", "The ending says the format: .usda .usdz .glb .csv .parquet, or .blender, a folder.", &d.ask.File)
	} else {
		text("File", "file", "shot/####.png or .exr are a picture for each frame; .mp4 .mkv .webm .gif are films, by ffmpeg.", &d.ask.File)
	}
	text("Rate", "fps", "Frames a second, such as 24 or 30000/1001; empty: as recorded.", &d.ask.FPS)
	if !d.ask.Export {
		text("Size", "size", "Of a picture, in pixels.", &d.ask.Size)
		row("Subframes")
		n := int32(d.ask.Samples)
		imgui.SliderIntV("##range.samples", &n, 1, 64, "%d", imgui.SliderFlagsLogarithmic)
		d.ask.Samples = max(1, int(n))
		p.mark("range.samples")
		endRow("Of each picture: motion blur, soft shadows, depth of field.")
		names := append([]string{"as in the window"}, look.ModeNames()...)
		now := max(0, slices.Index(names, d.ask.Camera))
		p.choose("Camera", "range.camera", "What the camera does; along a path if it does so in the window.", names, now, func(i int) {
			d.ask.Camera = ""
			if i > 0 {
				d.ask.Camera = names[i]
			}
		})
	}
	seconds("From", "in", "Seconds of simulated time. Key [ sets it to the time shown.", &d.ask.In)
	seconds("To", "out", "Likewise; key ]. Of a living flock it may be later than now.", &d.ask.Out)
	imgui.TextDisabled(fmt.Sprintf("%.2f s", max(d.ask.Out-d.ask.In, 0)))
}

// cameraName is what the camera does, as it is called.
func cameraName(s *State) string {
	if s.OnPath {
		return "path"
	}
	return s.Controls.Camera.Mode.String()
}
