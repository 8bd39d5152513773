//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/look"
)

// Range is a range of time to render or export, with the settings of the dialog.
type Range struct {
	Export  bool   // export for another program instead of rendering
	File    string // name of the file; its extension selects the format
	Size    string // size of the pictures, for example "1280x720"
	FPS     string // frame rate, for example "24" or "30000/1001"; empty: as recorded
	Samples int    // subframes per picture
	Camera  string // one of look.ModeNames, or CameraKeys; empty: as in the window
	Replace bool   // replace an existing file
	In, Out float64
}

// CameraKeys is the Camera of a Range that follows the timeline's camera keys.
const CameraKeys = "the timeline's keys"

// Job is a task that runs in the background.
type Job struct {
	What        string // the task and its progress; empty: there is none
	Share       float64
	Line        string // command line for the range in the dialog
	TakeFile    string // the recording that must be made first; empty: none
	LineRecords bool   // Line makes that recording, too
	FileExists  bool   // the range's file already exists
}

// rangeDialog is the state of the dialog.
type rangeDialog struct {
	open, fresh   bool
	export        bool
	ranges        [2]Range // ranges for rendering and for export
	cameraChosen  bool     // the user chose a camera
	confirmedFile string   // file that a second click replaces; empty: none
}

func newRangeDialog() rangeDialog {
	return rangeDialog{ranges: [2]Range{
		{File: "shot/####.png", Size: "1280x720", FPS: "30", Samples: 1},
		{Export: true, File: "flock.usdz"},
	}}
}

func (d *rangeDialog) current() *Range {
	if d.export {
		return &d.ranges[1]
	}
	return &d.ranges[0]
}

// askRange returns an action that opens the dialog for the range between the in and out points, or for
// everything.
func (p *Panel) askRange(export bool) func(*State, *Outcome) {
	return func(s *State, _ *Outcome) {
		d := &p.ranges
		d.open, d.fresh, d.export = true, true, export
		r := d.current()
		if !d.cameraChosen {
			r.Camera = defaultCamera(len(s.Timeline.Camera))
		}
		r.In, r.Out = s.Timeline.From, s.Timeline.To
		if in, out, ok := p.Span(); ok {
			r.In, r.Out = in, out
		}
	}
}

// defaultCamera returns the default camera of a range, given the number of camera keys.
func defaultCamera(keys int) string {
	if keys > 0 {
		return CameraKeys
	}
	return ""
}

// confirmed returns the range that a click on the dialog's button starts. It returns nil if the file exists
// and replacing it must be confirmed first.
func (d *rangeDialog) confirmed(there bool) *Range {
	r := *d.current()
	if there && d.confirmedFile != r.File {
		d.confirmedFile = r.File
		return nil
	}
	r.Replace, d.confirmedFile = there, ""
	return &r
}

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
	title, verb := "Render range", "Render"
	if d.export {
		title, verb = "Export range", "Export"
	}
	imgui.BeginV(title+"###range", &d.open, imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoDocking|imgui.WindowFlagsNoSavedSettings)
	ask := d.current()
	p.rangeFields(ask, s, o)
	o.Plan = ask
	imgui.Separator()
	line := s.Job.Line
	imgui.SetNextItemWidth(-4.5 * em)
	imgui.InputTextWithHint("##range_line", "", &line, imgui.InputTextFlagsReadOnly, nil)
	does := "The command line that does the same"
	switch {
	case s.Job.LineRecords:
		does += "; its first part makes the recording " + s.Job.TakeFile
	case s.Job.TakeFile != "":
		does = "The command line for " + s.Job.TakeFile + "; only the window can record this file first, because the flock was edited"
	}
	hint(does + ".\n" + s.Job.Line)
	imgui.SameLine()
	p.button("Copy", "range.copy", func() { imgui.SetClipboardText(s.Job.Line) })
	if s.Job.What != "" {
		imgui.ProgressBarV(float32(s.Job.Share), imgui.Vec2{X: -5.5 * em}, s.Job.What)
		p.mark("range.progress")
		imgui.SameLine()
		p.button("Cancel", "range.cancel", func() { o.Actions = append(o.Actions, CancelRange) })
	} else {
		confirm := s.Job.FileExists && d.confirmedFile == ask.File
		if confirm {
			verb = "Replace"
		}
		p.button(verb, "range.go", func() { o.Range = d.confirmed(s.Job.FileExists) })
		imgui.SameLine()
		switch {
		case confirm:
			write(ask.File + " already exists. Replace it?")
		case s.Job.TakeFile != "":
			writeGrey(verb + " records " + s.Job.TakeFile + " first, while the flock flies on")
		default:
			writeGrey("The flock flies on meanwhile.")
		}
	}
	imgui.End()
}

func (p *Panel) rangeFields(r *Range, s *State, o *Outcome) {
	text := func(label, key, doc string, to *string) {
		row(label)
		imgui.InputTextWithHint("##range."+key, "", to, 0, nil)
		p.mark("range." + key)
		endRow(doc)
	}
	file := func(doc string) {
		row("File")
		imgui.SetNextItemWidth(-2.2 * imgui.FontSize())
		imgui.InputTextWithHint("##range.file", "", &r.File, 0, nil)
		p.mark("range.file")
		p.browseButton("range", BrowseRange, o)
		endRow(doc)
	}
	seconds := func(label, key, doc string, to *float64) {
		row(label)
		imgui.InputDoubleV("##range."+key, to, 0, 0, "%.3f s", 0)
		p.mark("range." + key)
		endRow(doc)
	}
	if r.Export {
		file("The extension selects the format: .usdc .usda .usdz .glb .csv .tidy.csv .parquet .nc, or .blender for a folder.")
	} else {
		file("shot/####.png or .exr write one picture per frame; .mp4 .mkv .webm .mov .gif write a film with ffmpeg.")
	}
	text("Rate", "fps", "The number of frames per second, such as 24 or 30000/1001; empty: as recorded.", &r.FPS)
	if !r.Export {
		text("Size", "size", "The size of a picture in pixels.", &r.Size)
		row("Subframes")
		n := int32(r.Samples)
		slideInt("##range.samples", &n, 1, 64, imgui.SliderFlagsLogarithmic)
		r.Samples = max(1, int(n))
		p.mark("range.samples")
		endRow("The number of subframes per picture, for motion blur, soft shadows and depth of field.")
		names := []string{"as in the window"}
		if defaultCamera(len(s.Timeline.Camera)) != "" {
			names = append(names, CameraKeys)
		}
		names = append(names, look.ModeNames()...)
		now := max(0, slices.Index(names, r.Camera))
		p.choose("Camera", "range.camera", "How the camera moves. The choice as in the window includes the camera path, if it is active there.", names, now, func(i int) {
			r.Camera, p.ranges.cameraChosen = "", true
			if i > 0 {
				r.Camera = names[i]
			}
		})
	}
	seconds("From", "in", "The start in seconds of simulated time; the key [ sets it to the shown time.", &r.In)
	seconds("To", "out", "The end in seconds of simulated time; the key ] sets it to the shown time. In a live flock it may be later than now.", &r.Out)
	writeGrey(fmt.Sprintf("%.2f s", max(r.Out-r.In, 0)))
}

func cameraName(s *State) string {
	if s.OnPath {
		return "path"
	}
	return s.Controls.Camera.Mode.String()
}
