//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"math"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

func (p *Panel) rangeStatus(r *Range, s *State, o *Outcome) {
	em, j := imgui.FontSize(), &s.Job
	imgui.Separator()
	switch done := j.Done; {
	case j.What != "":
		imgui.AlignTextToFramePadding()
		imgui.ProgressBarV(float32(j.Share), imgui.Vec2{X: -6 * em}, j.What)
		p.mark("range.progress")
		imgui.SameLine()
		p.button("Cancel", "range.cancel", func() { o.Actions = append(o.Actions, CancelRange) })
	case done != nil && done.Range == withReplace(*r, done.Range.Replace):
		imgui.AlignTextToFramePadding()
		write("Done in " + duration(done.Seconds) + ": " + done.Range.File + ", " + bytesText(float64(done.Bytes)))
		p.mark("range.done")
		imgui.SameLine()
		p.button("Show", "range.show", func() { o.Actions = append(o.Actions, ShowResult) })
		hint("Opens the folder of the file.")
		imgui.SameLine()
		imgui.BeginDisabledV(!done.Opens)
		p.button("Open", "range.open", func() { o.Actions = append(o.Actions, OpenResult) })
		imgui.EndDisabled()
		hint(openHint(done))
	default:
		imgui.AlignTextToFramePadding()
		text := j.summary(r)
		if j.Wrong != "" {
			imgui.TextColored(warning(), escapeFormat(text))
		} else {
			write(shorten(text, imgui.ContentRegionAvail().X))
		}
		p.mark("range.estimate")
		hint(text)
	}
}

func openHint(done *DoneJob) string {
	if !done.Opens {
		return "Opens the file with the desktop's program for it. This needs the program " + done.Opener + ", which is not installed."
	}
	return "Plays the film, or opens the file with the desktop's program for it."
}

func withReplace(r Range, replace bool) Range {
	r.Replace = replace
	return r
}

// summary says what a job for the range r would write, or why it cannot.
func (j *Job) summary(r *Range) string {
	e := &j.Estimate
	count := j.countText(r)
	switch {
	case j.Wrong != "":
		return j.Wrong
	case e.Seconds > 0:
		text := count + ": about " + duration(e.Seconds)
		if e.Bytes > 0 {
			text += " and " + bytesText(e.Bytes)
		}
		return text + " on this machine"
	case e.Measuring:
		return count + "; measuring the time with a short trial …"
	}
	return count
}

// countText says how many frames a range has, and why this is one more than its length times the rate.
func (j *Job) countText(r *Range) string {
	what := "frame"
	if !r.Export {
		what = "picture"
	}
	text := plural(j.Estimate.Frames, what)
	if !r.Export {
		text += " of " + strings.Replace(r.Size, "x", " × ", 1)
	}
	if j.Estimate.Frames > 1 {
		text += ", including both ends of the range"
	}
	return text
}

func duration(seconds float64) string {
	switch {
	case seconds < 9.5:
		return fmt.Sprintf("%.1f s", seconds)
	case seconds < 99.5:
		return fmt.Sprintf("%.0f s", seconds)
	case seconds < 99.5*60:
		return fmt.Sprintf("%.0f min", seconds/60)
	}
	return fmt.Sprintf("%.1f h", seconds/3600)
}

func bytesText(bytes float64) string {
	for _, unit := range []string{"bytes", "kB", "MB", "GB"} {
		if bytes < 999.5 {
			if bytes < 9.95 && unit != "bytes" {
				return fmt.Sprintf("%.1f %s", bytes, unit)
			}
			return fmt.Sprintf("%.0f %s", math.Round(bytes), unit)
		}
		bytes /= 1000
	}
	return fmt.Sprintf("%.1f TB", bytes)
}

func (p *Panel) rangeCommand(s *State) {
	j := &s.Job
	line := j.Line
	imgui.SetNextItemWidth(-6 * imgui.FontSize())
	imgui.InputTextWithHint("##range_line", "", &line, imgui.InputTextFlagsReadOnly, nil)
	does := "This command line does the same"
	switch {
	case j.LineRecords:
		does += ". Its first part makes the recording " + j.TakeFile
	case j.TakeFile != "":
		does = "This command line uses the recording " + j.TakeFile + ". Only the window can make that recording, because the flock was edited"
	}
	hint(does + ".\n" + j.Line)
	imgui.SameLine()
	p.button("Copy", "range.copy", func() {
		imgui.SetClipboardText(j.Line)
		p.Say("copied the command line")
	})
}

func (p *Panel) rangeButtons(r *Range, s *State, o *Outcome) {
	d, j := &p.ranges, &s.Job
	verb := "Render"
	if d.kind == exportDialog {
		verb = "Export"
	}
	confirm := j.FileExists && d.confirmedFile == r.File
	if confirm {
		verb = "Replace"
	}
	ready := j.What == "" && j.Wrong == ""
	p.primaryButton(verb, "range.go", ready, ready && (confirm || !j.FileExists), func() {
		if o.Range = d.confirmed(j.FileExists); o.Range != nil {
			p.keepTimes(r)
			r.Follows, o.Range.Follows = false, false // so that the range stays that of the job
		}
	})
	imgui.SameLine()
	imgui.AlignTextToFramePadding()
	text, ink := j.note(r.File, strings.ToLower(verb), confirm), imgui.ColTextDisabled
	if confirm {
		ink = imgui.ColText
	}
	colour, warns := *imgui.StyleColorVec4(ink), text != "" && text == j.Warning
	if warns {
		colour = warning()
	}
	imgui.TextColored(colour, escapeFormat(shorten(text, imgui.ContentRegionAvail().X)))
	if hint(text); warns {
		p.mark("range.warning")
	}
}

// note returns the sentence beside the dialog's button. verb is what the button does, such as "render". If
// confirm is true, the sentence asks for a second click, which replaces the file.
func (j *Job) note(file, verb string, confirm bool) string {
	switch {
	case j.What != "" && j.Left > 0:
		return "About " + duration(j.Left) + " left. You can keep working."
	case j.What != "":
		return "You can keep working."
	case confirm:
		return file + " already exists. Replace it?"
	case j.Warning != "":
		return j.Warning
	case j.TakeFile != "":
		return "Records the flock in " + j.TakeFile + " first, and " + verb + "s from that recording."
	}
	return ""
}
