//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"

	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/studio"
	"skein/flock/look"
)

const (
	timeKeys   = "Time and recordings"
	cameraKeys = "Camera"
	selectKeys = "Selection and objects"
	showKeys   = "Picture"
	studyKeys  = "Study"
	fileKeys   = "Files, undo and window"
)

func keyGroups() []string {
	return []string{timeKeys, cameraKeys, selectKeys, showKeys, studyKeys, fileKeys}
}

func inGroup(name string, rows []keyRow) (all []binding) {
	for _, r := range rows {
		all = append(all, binding{r, name})
	}
	return all
}

func (p *Panel) allBindings() []binding {
	all := slices.Concat(bindings(),
		inGroup(studyKeys, []keyRow{
			{0, "f", glfw.ModShift, "Shift F", "scorecard: compare this flock with real flocks", p.toggleWindow("Scorecard")},
			{0, "p", glfw.ModShift, "Shift P", "plots: measures over time, histograms", p.toggleWindow("Plots")},
			{0, "l", glfw.ModShift, "Shift L", "lab: write a rule of the flock as a formula", p.toggleWindow("Lab")},
			{0, "s", glfw.ModShift, "Shift S", "presets: named sets of parameters; A and B", p.toggleWindow("Presets")},
			{0, "b", glfw.ModControl, "Ctrl B", "switch between the settings A and B", p.switchAB},
		}),
		inGroup(fileKeys, []keyRow{
			{0, "p", glfw.ModControl, "Ctrl P", "find a parameter or a command", func(*State, *Outcome) { p.Search() }},
			{glfw.KeyTab, "", 0, "Tab", "use the panel with Tab, arrows, Space and Enter; Esc returns", p.useKeyboard},
			{0, "s", glfw.ModControl | glfw.ModShift, "Ctrl Shift S", "save the scene in another file", p.askFile},
			{0, "o", glfw.ModControl | glfw.ModShift, "Ctrl Shift O", "show the built-in scenes with pictures", func(*State, *Outcome) { p.scenes = gallery{open: true, fresh: true} }},
			{glfw.KeyTab, "", glfw.ModControl, "Ctrl Tab", "go to the next workspace", turnWorkspace(1)},
			{glfw.KeyTab, "", glfw.ModControl | glfw.ModShift, "Ctrl Shift Tab", "go to the previous workspace", turnWorkspace(-1)},
		}))
	slices.SortStableFunc(all, func(a, b binding) int {
		return slices.Index(keyGroups(), a.group) - slices.Index(keyGroups(), b.group)
	})
	return all
}

func bindings() []binding {
	return slices.Concat(timeBindings(), cameraBindings(), selectionBindings(), pictureBindings(), fileBindings())
}

func timeBindings() []binding {
	return inGroup(timeKeys, []keyRow{
		{glfw.KeySpace, "", 0, "Space", "pause or continue", func(s *State, o *Outcome) { playOn(o, s.Tape) }},
		{0, ".", 0, ".", "step one tick, or one frame of a recording", command(studio.StepOnce)},
		{0, ",", 0, ",", "step back one frame; in a live flock, go into its past", command(studio.StepBack)},
		{glfw.KeyRight, "", 0, "Right", "step one tick or frame; move the selected object to the right by 1 m", nudgeOr(1, command(studio.StepOnce))},
		{glfw.KeyLeft, "", 0, "Left", "step back one frame; move the selected object to the left by 1 m", nudgeOr(-1, command(studio.StepBack))},
		{glfw.KeyHome, "", 0, "Home", "go to the start of a recording; in a live flock, or at the start, return to the opening view", toStart},
		{glfw.KeyEnd, "", 0, "End", "go to the end; in a live flock, to the present", toEnd},
		{0, "-", 0, "-", "go slower: 0.5 ×, 0.25 × and so on", setSpeed(slower)},
		{0, "=", 0, "=", "go faster: 2 ×, 4 × and so on", setSpeed(faster)},
		{0, "0", 0, "0", "go at normal speed, 1 ×", setSpeed(normal)},
		{0, "j", 0, "J", "play a recording backward; while it plays, reverse its direction", reverse},
		{0, "[", 0, "[", "begin the range, and the loop of a recording, at the displayed time", onPanel((*Panel).begin)},
		{0, "]", 0, "]", "end the range at the displayed time", onPanel((*Panel).end)},
		{0, "\\", 0, "\\", "loop the range, or stop looping", onTape(func(k *studio.Playback, _ *Tape) { toggle(&k.Loop) })},
		{glfw.KeyEnter, "", 0, "Enter", "branch from a recording, or return to it; if an earlier moment of a live flock is shown, continue from that moment", toggleBranch},
		{0, "r", 0, "R", "restart; while an object is selected, scale it", restartOr(scales)},
		{0, "r", glfw.ModShift, "Shift R", "restart with a new seed", command(studio.RestartNewSeed)},
		{glfw.KeyF9, "", 0, "F9", "start or stop recording", action(Record)},
	})
}

func cameraBindings() []binding {
	var all []keyRow
	for m, row := range look.Modes() {
		digit := fmt.Sprint(m + 1)
		b := keyRow{char: digit, name: digit, text: row.Doc, do: setMode(look.Mode(m))}
		if look.Mode(m) == look.Auto {
			b.text, b.do = "keep the whole flock in the picture, from the direction in which the scene opened", action(OpeningFraming)
		}
		all = append(all, b)
	}
	all = append(all, []keyRow{
		{glfw.KeyLeft, "", glfw.ModAlt, "Alt Left", "look around: orbit to the left", turn(-1, 0)},
		{glfw.KeyRight, "", glfw.ModAlt, "Alt Right", "look around: orbit to the right", turn(1, 0)},
		{glfw.KeyUp, "", glfw.ModAlt, "Alt Up", "look around: orbit upwards", turn(0, 1)},
		{glfw.KeyDown, "", glfw.ModAlt, "Alt Down", "look around: orbit downwards", turn(0, -1)},
		{0, "f", 0, "F", "frame the selected object, or the flock", command(studio.FrameThing)},
		{0, "c", 0, "C", "add a camera key at the current view", action(DropKey)},
		{0, "c", glfw.ModShift, "Shift C", "fly through the camera keys, or stop", action(FlyPath)},
	}...)
	for n := 1; n <= 9; n++ {
		digit := fmt.Sprint(n)
		all = append(all,
			keyRow{0, digit, glfw.ModControl, "Ctrl " + digit, "fly to camera bookmark " + digit, func(_ *State, o *Outcome) { o.Bookmark = n }},
			keyRow{0, digit, glfw.ModControl | glfw.ModShift, "Ctrl Shift " + digit, "save the camera as bookmark " + digit, func(_ *State, o *Outcome) { o.Bookmark = -n }})
	}
	return inGroup(cameraKeys, all)
}

func selectionBindings() []binding {
	return inGroup(selectKeys, []keyRow{
		{0, "n", 0, "N", "next boid", selecting(studio.NextBoid)},
		{0, "n", glfw.ModShift, "Shift N", "previous boid", selecting(studio.PreviousBoid)},
		{0, "l", 0, "L", "next leader", selecting(studio.NextLeader)},
		{glfw.KeyEscape, "", 0, "Esc", "deselect, or close the guide or the list of keys", onPanel((*Panel).deselect)},
		{0, "w", 0, "W", "move the selected object by its handle", setHandle(moves)},
		{0, "e", 0, "E", "turn the selected object by its handle", setHandle(turns)},
		{0, "d", glfw.ModControl, "Ctrl D", "duplicate the selected object", onThing(func(d *ThingAction) { d.Duplicate = true })},
		{0, "x", 0, "X", "remove the selected object, or the selected key of the timeline", onPanel((*Panel).remove)},
		{glfw.KeyDelete, "", 0, "Delete", "remove the selected object or key, as X does", onPanel((*Panel).remove)},
		{glfw.KeyUp, "", 0, "Up", "move the selected object away from the camera", nudge(0, 0, 1)},
		{glfw.KeyDown, "", 0, "Down", "move the selected object towards the camera", nudge(0, 0, -1)},
		{glfw.KeyPageUp, "", 0, "Page Up", "move the selected object up", nudge(0, 1, 0)},
		{glfw.KeyPageDown, "", 0, "Page Down", "move the selected object down", nudge(0, -1, 0)},
		{glfw.KeyRight, "", glfw.ModShift, "Shift Right", "move the selected object by 10 cm to the right", nudge(0.1, 0, 0)},
		{glfw.KeyLeft, "", glfw.ModShift, "Shift Left", "move the selected object by 10 cm to the left", nudge(-0.1, 0, 0)},
		{glfw.KeyUp, "", glfw.ModShift, "Shift Up", "move the selected object by 10 cm away from the camera", nudge(0, 0, 0.1)},
		{glfw.KeyDown, "", glfw.ModShift, "Shift Down", "move the selected object by 10 cm towards the camera", nudge(0, 0, -0.1)},
		{glfw.KeyPageUp, "", glfw.ModShift, "Shift Page Up", "move the selected object up by 10 cm", nudge(0, 0.1, 0)},
		{glfw.KeyPageDown, "", glfw.ModShift, "Shift Page Down", "move the selected object down by 10 cm", nudge(0, -0.1, 0)},
		{0, "k", 0, "K", "add a key on the timeline: for the parameter below the pointer, or for the camera", onPanel((*Panel).keyHere)},
	})
}

func pictureBindings() []binding {
	return slices.Concat(inGroup(showKeys, []keyRow{
		{0, "v", 0, "V", "vision sphere", toggleVision},
		{0, "i", 0, "I", "inset: the selected boid's view", toggleInset},
		{0, "t", 0, "T", "traces: none, all, leaders, selected", nextTraces},
		{0, "b", 0, "B", "birds or spheres", func(_ *State, o *Outcome) { o.Controls.Show.Style ^= look.Spheres }},
		{0, "g", 0, "G", "shadows on the ground", func(_ *State, o *Outcome) { toggle(&o.Controls.Show.Shadows) }},
		{0, "o", 0, "O", "overlay: colours and lines on the birds", action(ToggleOverlay)},
		{0, "o", glfw.ModShift, "Shift O", "colour birds by the next quantity", nextColour},
		{0, "m", 0, "M", "plain: no special colours for leaders and the selected boid", togglePlain},
		{0, "p", 0, "P", "let the pointer frighten the flock, or stop", toggleFrighten},
		{0, "k", glfw.ModShift, "Shift K", "show the numbers, bird and parameters of the next flock", nextFlock},
		{glfw.KeyF12, "", 0, "F12", "save a picture of the flock alone, without the panels", action(Screenshot)},
		{glfw.KeyF12, "", glfw.ModShift, "Shift F12", "pause, and render the current moment as a high-quality picture of any size", onPanel((*Panel).askPicture)},
	}), inGroup(studyKeys, []keyRow{
		{0, "y", 0, "Y", "inspector: why the selected boid leads or does not lead", action(ToggleInspector)},
		{0, "u", 0, "U", "ledger: all escapes, hunts and patterns of escape", action(ToggleLedger)},
	}))
}

func fileBindings() []binding {
	return inGroup(fileKeys, []keyRow{
		{0, "z", glfw.ModControl, "Ctrl Z", "undo an edit", command(studio.Undo)},
		{0, "z", glfw.ModControl | glfw.ModShift, "Ctrl Shift Z", "redo", command(studio.Redo)},
		{0, "y", glfw.ModControl, "Ctrl Y", "redo", command(studio.Redo)},
		{0, "s", glfw.ModControl, "Ctrl S", "save the scene", action(SaveScene)},
		{0, "o", glfw.ModControl, "Ctrl O", "open a scene, a recording or a model, with a dialog", func(_ *State, o *Outcome) { o.Browse = BrowseAny }},
		{0, "q", glfw.ModControl, "Ctrl Q", "quit", action(Quit)},
		{0, "h", 0, "H", "hide or show the panel", action(TogglePanel)},
		{glfw.KeyF1, "", 0, "F1", "list and change all keys", action(ToggleHelp)},
		{glfw.KeyF1, "", glfw.ModShift, "Shift F1", "open the guide", onPanel(func(p *Panel, _ *State, _ *Outcome) { p.openGuide("start") })},
	})
}
