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
	Camera  string // of look.ModeNames, or CameraKeys; empty: as in the window
	Replace bool   // what is there already
	In, Out float64
}

// CameraKeys is the Camera of a Range that goes through the timeline's camera keys.
const CameraKeys = "the timeline's keys"

// Job is work that goes on beside the window.
type Job struct {
	What  string // what it does, and how far it is; empty: there is none
	Share float64
	Line  string // the command line of the range in the dialog
	Take  string // the recording that is made first, and that it draws; empty: none
	Alone bool   // Line makes that recording, too
	There bool   // the range's file is there already
}

// rangeDialog is how the dialog is used.
type rangeDialog struct {
	open, fresh bool
	export      bool
	asks        [2]Range // for pictures, for another program
	aimed       bool     // a camera was chosen
	sure        string   // file that a second press replaces; empty: none
}

func newRangeDialog() rangeDialog {
	return rangeDialog{asks: [2]Range{
		{File: "shot/####.png", Size: "1280x720", FPS: "30", Samples: 1},
		{Export: true, File: "flock.usdz"},
	}}
}

// ask returns what it asks for.
func (d *rangeDialog) ask() *Range {
	if d.export {
		return &d.asks[1]
	}
	return &d.asks[0]
}

// askRange opens the dialog for the range between the in and the out point, or for all.
func (p *Panel) askRange(export bool) func(*State, *Outcome) {
	return func(s *State, _ *Outcome) {
		d := &p.ranges
		d.open, d.fresh, d.export = true, true, export
		r := d.ask()
		if !d.aimed {
			r.Camera = aim(len(s.Timeline.Camera))
		}
		r.In, r.Out = s.Timeline.From, s.Timeline.To
		if in, out, ok := p.Span(); ok {
			r.In, r.Out = in, out
		}
	}
}

// aim returns the camera of a range that none is chosen for, where its way has so many keys.
func aim(keys int) string {
	if keys > 0 {
		return CameraKeys
	}
	return ""
}

// goes returns what a press of the dialog's button begins: nil where what is there already is
// asked about first.
func (d *rangeDialog) goes(there bool) *Range {
	r := *d.ask()
	if there && d.sure != r.File {
		d.sure = r.File
		return nil
	}
	r.Replace, d.sure = there, ""
	return &r
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
	title, verb := "Render range", "Render"
	if d.export {
		title, verb = "Export range", "Export"
	}
	imgui.BeginV(title+"###range", &d.open, imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoDocking|imgui.WindowFlagsNoSavedSettings)
	ask := d.ask()
	p.rangeFields(ask, s, o)
	o.Plan = ask
	imgui.Separator()
	line := s.Job.Line
	imgui.SetNextItemWidth(-4.5 * em)
	imgui.InputTextWithHint("##range_line", "", &line, imgui.InputTextFlagsReadOnly, nil)
	does := "The command line that does the same"
	switch {
	case s.Job.Alone:
		does += ": the first makes the recording " + s.Job.Take
	case s.Job.Take != "":
		does = "What is done with " + s.Job.Take + " once that is recorded, which only the window can: the flock was edited"
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
		asked := s.Job.There && d.sure == ask.File
		if asked {
			verb = "Replace"
		}
		p.button(verb, "range.go", func() { o.Range = d.goes(s.Job.There) })
		imgui.SameLine()
		switch {
		case asked:
			write(ask.File + " is there already: replace it?")
		case s.Job.Take != "":
			faint(s.Job.Take + " is not there yet: " + verb + " records it first, while the flock flies on")
		default:
			faint("the flock flies on meanwhile")
		}
	}
	imgui.End()
}

// rangeFields are what can be chosen.
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
		p.browsing("range", BrowseRange, o)
		endRow(doc)
	}
	seconds := func(label, key, doc string, to *float64) {
		row(label)
		imgui.InputDoubleV("##range."+key, to, 0, 0, "%.3f s", 0)
		p.mark("range." + key)
		endRow(doc)
	}
	if r.Export {
		file("The ending says the format: .usda .usdz .glb .csv .parquet, or .blender, a folder.")
	} else {
		file("shot/####.png or .exr are a picture for each frame; .mp4 .mkv .webm .gif are films, by ffmpeg.")
	}
	text("Rate", "fps", "Frames a second, such as 24 or 30000/1001; empty: as recorded.", &r.FPS)
	if !r.Export {
		text("Size", "size", "Of a picture, in pixels.", &r.Size)
		row("Subframes")
		n := int32(r.Samples)
		slideInt("##range.samples", &n, 1, 64, imgui.SliderFlagsLogarithmic)
		r.Samples = max(1, int(n))
		p.mark("range.samples")
		endRow("Of each picture: motion blur, soft shadows, depth of field.")
		names := []string{"as in the window"}
		if aim(len(s.Timeline.Camera)) != "" {
			names = append(names, CameraKeys)
		}
		names = append(names, look.ModeNames()...)
		now := max(0, slices.Index(names, r.Camera))
		p.choose("Camera", "range.camera", "What the camera does. As in the window, it goes along its path if it does so there.", names, now, func(i int) {
			r.Camera, p.ranges.aimed = "", true
			if i > 0 {
				r.Camera = names[i]
			}
		})
	}
	seconds("From", "in", "Seconds of simulated time. Key [ sets it to the time shown.", &r.In)
	seconds("To", "out", "Likewise; key ]. Of a living flock it may be later than now.", &r.Out)
	faint(fmt.Sprintf("%.2f s", max(r.Out-r.In, 0)))
}

// cameraName returns what the camera does, as it is called.
func cameraName(s *State) string {
	if s.OnPath {
		return "path"
	}
	return s.Controls.Camera.Mode.String()
}
