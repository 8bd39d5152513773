//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// Answer is the user's answer to the question whether to save the edits.
type Answer int

// Answers of the user.
const (
	NoAnswer     Answer = iota
	SaveFirst           // save to the Outcome's file, then continue
	DiscardEdits        // continue without saving
	CancelAction        // do not continue
)

// Ask asks whether to save the scene's edits, or to discard the drafts of the Lab, before an action. before
// names the action, such as "quitting".
func (p *Panel) Ask(before string) { p.askedBefore, p.askedLoss = before, "" }

// AskToContinue asks whether to continue from an earlier time, in s, which deletes this number of later
// edits.
func (p *Panel) AskToContinue(seconds float64, edits int) {
	p.askedBefore = "continuing"
	p.askedLoss = fmt.Sprintf("Continue from %.2f s? This deletes the flight after this moment, including %s. You cannot undo this.", seconds, plural(edits, "edit"))
}

func (p *Panel) ask(s *State, o *Outcome) {
	const title = "Unsaved edits"
	if p.askedBefore == "" && !imgui.IsPopupOpenStr(title) {
		return
	}
	if p.askedBefore != "" && !imgui.IsPopupOpenStr(title) {
		imgui.OpenPopupStr(title)
	}
	size := imgui.MainViewport().Size()
	imgui.SetNextWindowPosV(imgui.Vec2{X: size.X / 2, Y: size.Y / 2}, imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 0.5})
	if !imgui.BeginPopupModalV(title, nil, imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoSavedSettings) {
		return
	}
	drafts := p.lab.drafts()
	if len(drafts) > 0 && p.askedLoss == "" {
		write(draftsText(drafts))
	}
	switch {
	case p.askedLoss != "":
		write(p.askedLoss)
		p.button("Continue", "ask.lose", func() { p.answer(o, DiscardEdits) })
	case s.Unsaved:
		p.askToSave(o)
	default:
		write("Discard drafts before " + p.askedBefore + "?")
		p.button("Discard", "ask.lose", func() { p.answer(o, DiscardEdits) })
	}
	imgui.SameLine()
	p.button("Cancel", "ask.stay", func() { p.answer(o, CancelAction) })
	hint("Esc also cancels.")
	if p.askedBefore == "" {
		imgui.CloseCurrentPopup()
		p.unmark("ask.file", "ask.save", "ask.lose", "ask.stay")
	}
	imgui.EndPopup()
}

func draftsText(names []string) string {
	if len(names) == 1 {
		return fmt.Sprintf("The flock does not use the draft of the rule %q in the Lab, so a saved scene does not contain it.", names[0])
	}
	return fmt.Sprintf("The flock does not use these %d drafts of rules in the Lab, so a saved scene does not contain them: %s.", len(names), strings.Join(names, ", "))
}

func (p *Panel) askToSave(o *Outcome) {
	write("The scene has unsaved edits. Save them before " + p.askedBefore + "?")
	imgui.SetNextItemWidth(pathWidth())
	if textField("##ask_file", "scene.toml", &p.file) {
		p.answer(o, SaveFirst)
	}
	p.mark("ask.file")
	hint("The file in which the scene is saved. An existing file is replaced.")
	p.button("Save", "ask.save", func() { p.answer(o, SaveFirst) })
	imgui.SameLine()
	p.button("Don't save", "ask.lose", func() { p.answer(o, DiscardEdits) })
}

func (p *Panel) answer(o *Outcome, a Answer) {
	p.askedBefore, p.askedLoss, o.Answer, o.Named = "", "", a, p.file
	if a == CancelAction {
		p.strip.lessonOf = ""
	}
}
