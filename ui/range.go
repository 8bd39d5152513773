//go:build cgo && !nowindow

package ui

import (
	"cmp"
	"fmt"
	"image"
)

// Range is a range of time to render or export, with the settings of the dialog.
type Range struct {
	Export      bool   // whether to export for another program instead of rendering
	File        string // name of the file; its extension selects the format
	Size        string // size of the pictures, for example "1280x720"
	FPS         string // frame rate, for example "24" or "30000/1001"; empty: as recorded
	Samples     int    // subframes per picture
	Transparent bool   // whether to draw only the birds, on a transparent background
	Vision      bool   // whether to draw the vision sphere of the boid that the camera follows
	Codec       string // one of capture.Codecs; empty: the format's default codec
	Matte       bool   // whether to add a Cryptomatte to OpenEXR pictures
	Normals     bool   // whether to add normals to OpenEXR pictures
	Motion      bool   // whether to add motion vectors to OpenEXR pictures
	Camera      string // one of look.ModeNames, CameraKeys or NoCamera; empty: as in the window
	Up, Unit    string // up-axis and unit of an export, such as "z" and "cm"; empty: y and m
	Replace     bool   // whether to replace an existing file
	In, Out     float64
}

const (
	// CameraKeys is the Camera of a Range that follows the timeline's camera keys.
	CameraKeys = "camera keys"
	// NoCamera is the Camera of an export without a camera.
	NoCamera = "none"
)

// Job is a task that runs in the background.
type Job struct {
	What        string  // the task and its progress; empty: there is none
	Share       float64 // finished fraction of the task, from 0 to 1
	Left        float64 // time left, s; 0: unknown
	Line        string  // command line for the range in the dialog
	Wrong       string  // reason why the range in the dialog cannot be rendered or exported; empty: it can
	Warning     string  // warning about the range in the dialog; empty: none
	TakeFile    string  // the recording that must be made first; empty: none
	LineRecords bool    // Line includes the command that makes that recording
	FileExists  bool    // the range's file already exists
	Estimate    Estimate
	Done        *DoneJob // the last finished task; nil: none
}

// Estimate is the number of frames, the time and the size of the range in the dialog.
type Estimate struct {
	Frames    int
	Seconds   float64 // time to render or export the range, s; 0: unknown
	Bytes     float64 // size of the files; 0: unknown
	Measuring bool    // a short trial is measuring the time and the size
}

// DoneJob is a finished task.
type DoneJob struct {
	Range   Range
	Line    string // command line that does the same work
	Seconds float64
	Bytes   int64
	Opens   bool // the desktop has a program that can open the result
}

type rangeKind int

const (
	renderDialog rangeKind = iota
	exportDialog
	pictureDialog
)

type rangeDialog struct {
	open, fresh   bool
	kind          rangeKind
	ranges        [3]Range // the range of each kind
	pictureSize   string
	named         bool // the files already have names that suit the scene
	cameraChosen  bool
	times         [3]lastTimes // times of each kind
	unpaused      int          // number of coming frames in which the flock may still move; after them, the dialog Picture takes the time of its picture
	confirmedFile string       // file that a second click replaces; empty: none
}

// lastTimes are the times that the user typed or that a job used. They apply until the timeline's in and
// out points change.
type lastTimes struct {
	known   bool
	in, out float64
	span    [2]float64 // in and out points when the times were stored, s
}

// keepTimes makes a dialog use the times of its range when it is opened again.
func (p *Panel) keepTimes(r *Range) {
	if r.In < r.Out {
		p.ranges.times[p.ranges.kind] = lastTimes{true, r.In, r.Out, p.time.span}
	}
}

func newRangeDialog() rangeDialog {
	return rangeDialog{ranges: [3]Range{
		{File: "shot.mp4", Size: "1280x720", FPS: "30", Samples: 1},
		{Export: true, File: "flock.usdc", Camera: NoCamera},
		{FPS: "30", Samples: 16},
	}}
}

func (d *rangeDialog) current() *Range { return &d.ranges[d.kind] }

func (d *rangeDialog) title() string { return [...]string{"Render", "Export", "Picture"}[d.kind] }

// askRange returns an action that opens the dialog with its last range, which the user typed or a job
// used. Without one, the range lies between the in and out points, or contains everything.
func (p *Panel) askRange(kind rangeKind) func(*State, *Outcome) {
	return func(s *State, _ *Outcome) {
		d := &p.ranges
		d.fresh, d.kind = true, kind
		p.openDialog(&d.open)
		d.name(s.Title)
		r := d.current()
		if !d.cameraChosen && kind == renderDialog {
			r.Camera = defaultCamera(len(s.Timeline.Camera))
		}
		if t := d.times[kind]; t.known && t.span == p.time.span {
			r.In, r.Out = t.in, t.out
			return
		}
		p.chooseSpan(r, s)
	}
}

// askPicture opens the dialog for one picture of the shown moment and camera, and pauses so that both
// stay. The dialog proposes twice the size of the picture in the window.
func (p *Panel) askPicture(s *State, o *Outcome) {
	o.Controls.Paused = true
	d := &p.ranges
	d.fresh, d.kind = true, pictureDialog
	p.openDialog(&d.open)
	r := d.current()
	d.unpaused = 2
	p.chooseMoment(s)
	if r.Size == "" || r.Size == d.pictureSize {
		r.Size = sizeText(s.Shown.Pixels.Mul(2))
		d.pictureSize = r.Size
	}
}

func (p *Panel) chooseMoment(s *State) {
	r, now := p.ranges.current(), s.Timeline.Clock
	r.In, r.Out, r.Camera = now, now+5, "" // the end is used if the user chooses a film instead
	r.File = fmt.Sprintf("%s-%.2fs.png", cmp.Or(fileStem(s.Title), "picture"), now)
}

func sizeText(size image.Point) string { return fmt.Sprintf("%dx%d", size.X, size.Y) }

// chooseSpan sets a range to the time between the in and out points. If there are none, the range contains
// everything.
func (p *Panel) chooseSpan(r *Range, s *State) {
	p.ranges.times[p.ranges.kind] = lastTimes{}
	r.In, r.Out = s.Timeline.From, s.Timeline.To
	if in, out, ok := p.Span(); ok {
		r.In, r.Out = in, out
	}
	if s.Tape == nil && r.Out-r.In < 0.1 { // the flock has just started
		r.Out = r.In + 5
	}
}

func (d *rangeDialog) name(title string) {
	stem := fileStem(title)
	if d.named || stem == "" {
		return
	}
	d.named = true
	for _, k := range []rangeKind{renderDialog, exportDialog} {
		r := &d.ranges[k]
		r.File = stem + endingOf(r)
	}
}

func defaultCamera(keys int) string {
	if keys > 0 {
		return CameraKeys
	}
	return ""
}

// confirmed returns the range to start when the dialog's button is clicked. If the file exists, it
// returns nil at the first click. A second click confirms the replacement.
func (d *rangeDialog) confirmed(there bool) *Range {
	r := *d.current()
	if there && d.confirmedFile != r.File {
		d.confirmedFile = r.File
		return nil
	}
	r.Replace, d.confirmedFile = there, ""
	return &r
}

func cameraName(s *State) string {
	if s.OnPath {
		return "path"
	}
	return s.Controls.Camera.Mode.String()
}
