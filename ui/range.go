//go:build cgo && !nowindow

package ui

import (
	"cmp"
	"fmt"
	"image"
)

// Range is a range of time to render or export, with the settings of the dialog.
type Range struct {
	Export      bool   // export for another program instead of rendering
	File        string // the extension selects the format
	Size        string // for example "1280x720"
	FPS         string // for example "24" or "30000/1001"; empty means the recorded rate
	Samples     int    // subframes per picture
	Transparent bool   // draw only the birds, on a transparent background
	Vision      bool   // draw the vision sphere of the boid that the camera follows
	Traces      string // one of look.TraceNames; empty means the traces of the window
	Codec       string // one of capture.Codecs; empty means the format's default
	Matte       bool   // add a Cryptomatte to OpenEXR pictures
	Normals     bool   // add normals to OpenEXR pictures
	Motion      bool   // add motion vectors to OpenEXR pictures
	Camera      string // one of look.ModeNames, CameraKeys or NoCamera; empty means the camera of the window
	Up, Unit    string // up-axis and unit of an export, such as "z" and "cm"; empty means y and m
	Replace     bool   // replace an existing file
	In, Out     float64
	Follows     bool // In moves with the start of a live flock's stored past, because the user has not typed it
}

const (
	// CameraKeys is the Camera of a Range that follows the timeline's camera keys.
	CameraKeys = "camera keys"
	// NoCamera is the Camera of an export without a camera.
	NoCamera = "none"
)

// Job is a task that runs in the background.
type Job struct {
	Title       string  // the task and its file, such as "rendering shot.mp4"
	What        string  // the task and its progress; empty means no task
	Share       float64 // finished fraction, from 0 to 1
	Left        float64 // time left, s; 0 if unknown
	Line        string  // command line for the range in the dialog
	Wrong       string  // why the range in the dialog cannot be rendered or exported; empty if it can
	Warning     string  // warning about the range in the dialog; empty if none
	TakeFile    string  // recording that must be made first; empty if none
	LineRecords bool    // Line includes the command that makes that recording
	FileExists  bool    // the range's file already exists
	Estimate    Estimate
	Done        *DoneJob   // the last finished task; nil if none
	Failed      *FailedJob // the last task, if it failed; nil means that it did not, or the user has closed the message
}

// FailedJob is a task that ended with an error.
type FailedJob struct {
	Range Range
	Why   string
}

// Estimate is the number of frames, the time and the size of the range in the dialog.
type Estimate struct {
	Frames    int
	Seconds   float64 // time to render or export the range, s; 0 if unknown
	Bytes     float64 // size of the files; 0 if unknown
	Measuring bool    // a short trial is measuring the time and the size
}

// DoneJob is a finished background task.
type DoneJob struct {
	Range   Range
	Line    string // command line that does the same work
	Seconds float64
	Bytes   int64
	Opens   bool   // the desktop has a program that can open the result
	Opener  string // name of that program
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
	ranges        [3]Range
	pictureSize   string
	named         bool // the names of the files were derived from the scene
	cameraChosen  bool
	times         [3]lastTimes
	unpaused      int    // number of frames in which the flock may still move; afterwards, the dialog Picture takes the time of its picture
	resumes       bool   // the dialog Picture paused the flock, which flies on when it closes
	confirmedFile string // file that a second click will replace; empty if none
}

// lastTimes holds the times that the user last typed or that a job last used. They apply until the in and out
// points change.
type lastTimes struct {
	known   bool
	in, out float64
	span    [2]float64 // in and out points at that time, s
	follows bool       // as in Range
}

func (p *Panel) keepTimes(r *Range) {
	if r.In < r.Out {
		p.ranges.times[p.ranges.kind] = lastTimes{true, r.In, r.Out, p.time.span, r.Follows}
	}
}

// InPast returns the range without the part that a live flock no longer stores. The stored past is from one
// time to the other, in s. If nothing of the range is left, InPast returns the whole past. A range with
// Follows = false stays unchanged.
func (r Range) InPast(from, to float64) Range {
	if !r.Follows || r.In >= from {
		return r
	}
	if r.In = from; r.Out <= from {
		r.Out = to
	}
	return r
}

// followPast keeps the range of a film in the stored past. A picture stays at its moment.
func (r *Range) followPast(t *Timeline) {
	if f, _ := formatOf(r); t.Living && !f.still {
		*r = r.InPast(t.From, t.To)
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
			r.In, r.Out, r.Follows = t.in, t.out, t.follows
			r.followPast(&s.Timeline)
			return
		}
		p.chooseSpan(r, s)
	}
}

func (p *Panel) askPicture(s *State, o *Outcome) {
	d := &p.ranges
	d.resumes = !o.Controls.Paused || d.open && d.kind == pictureDialog && d.resumes
	o.Controls.Paused = true
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

// resume lets the flock fly on when the dialog is closed, if the dialog Picture paused it and the user did
// not resume it meanwhile.
func (d *rangeDialog) resume(o *Outcome) {
	if d.resumes = d.resumes && o.Controls.Paused; d.resumes && !d.open {
		o.Controls.Paused, d.resumes = false, false
	}
}

func (p *Panel) chooseMoment(s *State) {
	r, now := p.ranges.current(), s.Timeline.Clock
	r.In, r.Out, r.Camera = now, now+5, "" // used if the user changes to a film
	r.Follows = false
	r.File = fmt.Sprintf("%s-%.2fs.png", cmp.Or(fileStem(s.Title), "picture"), now)
}

func sizeText(size image.Point) string { return fmt.Sprintf("%dx%d", size.X, size.Y) }

func (p *Panel) chooseSpan(r *Range, s *State) {
	p.ranges.times[p.ranges.kind] = lastTimes{}
	r.In, r.Out, r.Follows = s.Timeline.From, s.Timeline.To, true
	if in, out, ok := p.Span(); ok {
		r.In, r.Out, r.Follows = in, out, false
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

// confirmed returns the range to start after a click. It returns nil if the file exists and needs a second
// click.
func (d *rangeDialog) confirmed(exists bool) *Range {
	r := *d.current()
	if exists && d.confirmedFile != r.File {
		d.confirmedFile = r.File
		return nil
	}
	r.Replace, d.confirmedFile = exists, ""
	return &r
}

func cameraName(s *State) string {
	if s.OnPath {
		return "path"
	}
	return s.Controls.Camera.Mode.String()
}
