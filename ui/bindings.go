//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"
	"strings"

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
			shortcut(0, "f", glfw.ModShift, "Shift F", "scorecard: compare this flock with real flocks", p.toggleWindow("Scorecard")),
			shortcut(0, "p", glfw.ModShift, "Shift P", "plots: measures over time, histograms", p.toggleWindow("Plots")),
			shortcut(0, "l", glfw.ModShift, "Shift L", "lab: write a rule of the flock as a formula", p.toggleWindow("Lab")),
			shortcut(0, "s", glfw.ModShift, "Shift S", "presets: named sets of parameters; A and B", p.toggleWindow("Presets")),
			shortcut(0, "b", glfw.ModControl, "Ctrl B", "switch between the settings A and B", p.switchAB, menuEntry{menu: editMenu, place: 36, label: "Switch between settings A and B"}),
		}),
		inGroup(fileKeys, []keyRow{
			shortcut(0, "p", glfw.ModControl, "Ctrl P", "find a parameter or a command", func(*State, *Outcome) { p.Search() },
				menuEntry{menu: editMenu, place: 51, label: "Find…"}, menuEntry{menu: helpMenu, place: 17, label: "Find a command or a parameter"}),
			shortcut(glfw.KeyTab, "", 0, "Tab", "use the panel with Tab, the arrow keys, Space and Enter; Esc leaves it", p.useKeyboard, menuEntry{menu: helpMenu, place: 16, label: "Use the panel by keyboard"}),
			shortcut(0, "s", glfw.ModControl|glfw.ModShift, "Ctrl Shift S", "save the scene in another file", p.askFile,
				menuEntry{menu: fileMenu, place: 22, label: "Save scene as…", off: showsTracks}),
			shortcut(0, "o", glfw.ModControl|glfw.ModShift, "Ctrl Shift O", "show the built-in scenes with pictures", func(*State, *Outcome) { p.scenes = gallery{open: true, fresh: true} },
				menuEntry{menu: fileMenu, place: 11, label: "Scenes…", doc: "Shows the built-in scenes with pictures and descriptions."}),
			shortcut(glfw.KeyTab, "", glfw.ModControl, "Ctrl Tab", "go to the next workspace", turnWorkspace(1)),
			shortcut(glfw.KeyTab, "", glfw.ModControl|glfw.ModShift, "Ctrl Shift Tab", "go to the previous workspace", turnWorkspace(-1)),
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
		shortcut(glfw.KeySpace, "", 0, "Space", "pause or continue", func(s *State, o *Outcome) { playOn(o, s.Tape) },
			menuEntry{menu: flockMenu, place: 11, name: func(s *State) string { return playLabel(s.Controls.Paused) }}),
		shortcut(0, ".", 0, ".", "step one tick, or one frame of a recording", command(studio.StepOnce), menuEntry{menu: flockMenu, place: 12, label: "Step"}),
		shortcut(0, ",", 0, ",", "step back one frame; in a live flock, go into its past", command(studio.StepBack)),
		shortcut(glfw.KeyRight, "", 0, "Right", "step one tick or frame; move the selected object to the right by 1 m", nudgeOr(1, command(studio.StepOnce))),
		shortcut(glfw.KeyLeft, "", 0, "Left", "step back one frame; move the selected object to the left by 1 m", nudgeOr(-1, command(studio.StepBack))),
		shortcut(glfw.KeyHome, "", 0, "Home", "go to the start of a recording; in a live flock, or at the start, return to the opening view", toStart),
		shortcut(glfw.KeyEnd, "", 0, "End", "go to the end; in a live flock, to the present", toEnd),
		shortcut(0, "-", 0, "-", "go slower: 0.5 ×, 0.25 × and so on", setSpeed(slower), menuEntry{menu: flockMenu, place: 21, label: "Halve the speed"}),
		shortcut(0, "=", 0, "=", "go faster: 2 ×, 4 × and so on", setSpeed(faster), menuEntry{menu: flockMenu, place: 22, label: "Double the speed"}),
		shortcut(0, "0", 0, "0", "go at normal speed, 1 ×", setSpeed(normal)),
		shortcut(0, "j", 0, "J", "play a recording backward; while it plays, reverse its direction", reverse),
		shortcut(0, "[", 0, "[", "begin the range, and the loop of a recording, at the displayed time", onPanel((*Panel).begin)),
		shortcut(0, "]", 0, "]", "end the range at the displayed time", onPanel((*Panel).end)),
		shortcut(0, "\\", 0, "\\", "loop the range, or stop looping", onTape(func(k *studio.Playback, _ *Tape) { toggle(&k.Loop) })),
		shortcut(glfw.KeyEnter, "", 0, "Enter", "branch from a recording, or return to it; if an earlier moment of a live flock is shown, continue from that moment", toggleBranch),
		shortcut(0, "r", 0, "R", "restart; while an object is selected, scale it", restartOr(scales)),
		shortcut(0, "r", glfw.ModShift, "Shift R", "restart with a new seed", command(studio.RestartNewSeed), menuEntry{menu: flockMenu, place: 14, label: "Restart with a new seed"}),
		shortcut(glfw.KeyF9, "", 0, "F9", "start or stop recording", action(Record),
			menuEntry{menu: fileMenu, place: 31, label: "Record", on: records}),
	})
}

func cameraBindings() []binding {
	var all []keyRow
	for m, row := range look.Modes() {
		digit := fmt.Sprint(m + 1)
		b := shortcut(0, digit, 0, digit, row.Doc, setMode(look.Mode(m)))
		if look.Mode(m) == look.Auto {
			b.text, b.do = "keep the whole flock in the picture, from the direction in which the scene opened", action(OpeningFraming)
		}
		name := look.ModeNames()[m]
		b.entries = []menuEntry{{menu: cameraMenu, place: 11, label: strings.ToUpper(name[:1]) + name[1:], doc: b.text,
			on:  func(s *State) bool { return look.Mode(m) == s.Controls.Camera.Mode && !s.OnPath && !s.Previews },
			off: func(s *State) bool { return look.Mode(m).IsTied() && s.hasNoBoids() }}}
		if m := look.Mode(m); m.IsTied() && !m.FollowsLeaders() {
			b.entries[0].doc += ". If no boid is selected, this selects a leader or another boid"
		}
		b.entries[0].doc = sentence(b.entries[0].doc)
		all = append(all, b)
	}
	all = append(all, []keyRow{
		shortcut(glfw.KeyLeft, "", glfw.ModAlt, "Alt Left", "look around: orbit to the left", turn(-1, 0)),
		shortcut(glfw.KeyRight, "", glfw.ModAlt, "Alt Right", "look around: orbit to the right", turn(1, 0)),
		shortcut(glfw.KeyUp, "", glfw.ModAlt, "Alt Up", "look around: orbit upwards", turn(0, 1)),
		shortcut(glfw.KeyDown, "", glfw.ModAlt, "Alt Down", "look around: orbit downwards", turn(0, -1)),
		shortcut(0, "f", 0, "F", "frame the selected object, or the flock", command(studio.FrameThing), menuEntry{menu: cameraMenu, place: 31, label: "Frame the selected object, or the flock"}),
		shortcut(0, "c", 0, "C", "add a camera key at the current view", action(DropKey), menuEntry{menu: cameraMenu, place: 41, label: "Add a camera key"}),
		shortcut(0, "c", glfw.ModShift, "Shift C", "fly through the camera keys, or stop", action(FlyPath),
			menuEntry{menu: cameraMenu, place: 42, label: "Fly through the camera keys", on: onPath}),
	}...)
	for n := 1; n <= 9; n++ {
		digit, saved := fmt.Sprint(n), func(s *State) bool { return s.Bookmarks[n-1] }
		all = append(all,
			shortcut(0, digit, glfw.ModControl, "Ctrl "+digit, "fly to camera bookmark "+digit, func(_ *State, o *Outcome) { o.Bookmark = n },
				menuEntry{menu: cameraMenu, submenu: "Go to", place: 21, label: "Bookmark " + digit, off: func(s *State) bool { return !saved(s) }}),
			shortcut(0, digit, glfw.ModControl|glfw.ModShift, "Ctrl Shift "+digit, "save the camera as bookmark "+digit, func(_ *State, o *Outcome) { o.Bookmark = -n },
				menuEntry{menu: cameraMenu, submenu: "Save as", place: 22, label: "Bookmark " + digit, on: saved}))
	}
	return inGroup(cameraKeys, all)
}

func selectionBindings() []binding {
	return inGroup(selectKeys, []keyRow{
		shortcut(0, "n", 0, "N", "next boid", selecting(studio.NextBoid), menuEntry{menu: cameraMenu, place: 33, label: "Next boid"}),
		shortcut(0, "n", glfw.ModShift, "Shift N", "previous boid", selecting(studio.PreviousBoid), menuEntry{menu: cameraMenu, place: 34, label: "Previous boid"}),
		shortcut(0, "l", 0, "L", "next leader", selecting(studio.NextLeader), menuEntry{menu: cameraMenu, place: 35, label: "Next leader"}),
		shortcut(glfw.KeyEscape, "", 0, "Esc", "deselect, or close the guide or the list of keys", onPanel((*Panel).deselect),
			menuEntry{menu: editMenu, place: 43, label: "Deselect", off: nothingSelected}),
		shortcut(0, "w", 0, "W", "move the selected object by its handle", setHandle(moves)),
		shortcut(0, "e", 0, "E", "turn the selected object by its handle", setHandle(turns)),
		shortcut(0, "d", glfw.ModControl, "Ctrl D", "duplicate the selected object", onThing(func(d *ThingAction) { d.Duplicate = true }),
			menuEntry{menu: editMenu, place: 41, label: "Duplicate the selected object", off: noObjectSelected}),
		shortcut(0, "x", 0, "X", "remove the selected object, or the selected key of the timeline", onPanel((*Panel).remove),
			menuEntry{menu: editMenu, place: 42, label: "Remove the selected object", off: noObjectSelected}),
		shortcut(glfw.KeyDelete, "", 0, "Delete", "remove the selected object or key, as X does", onPanel((*Panel).remove)),
		shortcut(glfw.KeyUp, "", 0, "Up", "move the selected object away from the camera", nudge(0, 0, 1)),
		shortcut(glfw.KeyDown, "", 0, "Down", "move the selected object towards the camera", nudge(0, 0, -1)),
		shortcut(glfw.KeyPageUp, "", 0, "Page Up", "move the selected object up", nudge(0, 1, 0)),
		shortcut(glfw.KeyPageDown, "", 0, "Page Down", "move the selected object down", nudge(0, -1, 0)),
		shortcut(glfw.KeyRight, "", glfw.ModShift, "Shift Right", "move the selected object by 10 cm to the right", nudge(0.1, 0, 0)),
		shortcut(glfw.KeyLeft, "", glfw.ModShift, "Shift Left", "move the selected object by 10 cm to the left", nudge(-0.1, 0, 0)),
		shortcut(glfw.KeyUp, "", glfw.ModShift, "Shift Up", "move the selected object by 10 cm away from the camera", nudge(0, 0, 0.1)),
		shortcut(glfw.KeyDown, "", glfw.ModShift, "Shift Down", "move the selected object by 10 cm towards the camera", nudge(0, 0, -0.1)),
		shortcut(glfw.KeyPageUp, "", glfw.ModShift, "Shift Page Up", "move the selected object up by 10 cm", nudge(0, 0.1, 0)),
		shortcut(glfw.KeyPageDown, "", glfw.ModShift, "Shift Page Down", "move the selected object down by 10 cm", nudge(0, -0.1, 0)),
		shortcut(0, "k", 0, "K", "add a key on the timeline: for the parameter under the pointer, or for the camera", onPanel((*Panel).keyHere)),
	})
}

func pictureBindings() []binding {
	return slices.Concat(inGroup(showKeys, []keyRow{
		shortcut(0, "v", 0, "V", "vision sphere", toggleVision),
		shortcut(0, "i", 0, "I", "inset: the selected boid's view", toggleInset),
		shortcut(0, "t", 0, "T", "traces: none, all, leaders, selected", nextTraces),
		shortcut(0, "b", 0, "B", "birds or spheres", func(_ *State, o *Outcome) { o.Controls.Show.Style ^= look.Spheres }),
		shortcut(0, "g", 0, "G", "shadows on the ground", func(_ *State, o *Outcome) { toggle(&o.Controls.Show.Shadows) }),
		shortcut(0, "o", 0, "O", "overlay: colours and lines on the birds", action(ToggleOverlay)),
		shortcut(0, "o", glfw.ModShift, "Shift O", "colour birds by the next quantity", nextColour),
		shortcut(0, "m", 0, "M", "plain: no special colours for leaders and the selected boid", togglePlain),
		shortcut(0, "p", 0, "P", "let the pointer frighten the flock, or stop", toggleFrighten,
			menuEntry{menu: flockMenu, place: 32, label: "Frighten with the pointer", on: frightens}),
		shortcut(0, "k", glfw.ModShift, "Shift K", "show the numbers, bird and parameters of the next flock", nextFlock,
			menuEntry{menu: flockMenu, place: 31, label: "Next flock", off: hasOneFlock}),
		shortcut(glfw.KeyF12, "", 0, "F12", "save a picture of the flock alone, without the panels", action(Screenshot), menuEntry{menu: fileMenu, place: 33, label: "Screenshot"}),
		shortcut(glfw.KeyF12, "", glfw.ModShift, "Shift F12", "pause, and render the current moment as a high-quality picture of any size", onPanel((*Panel).askPicture),
			menuEntry{menu: fileMenu, place: 34, label: "Picture at high quality…", doc: "Pauses the flock until the dialog is closed, and renders the current moment as a high-quality picture. You choose the size."}),
	}), inGroup(studyKeys, []keyRow{
		shortcut(0, "y", 0, "Y", "inspector: why the selected boid leads or does not lead", action(ToggleInspector)),
		shortcut(0, "u", 0, "U", "ledger: all escapes, hunts and patterns of escape", action(ToggleLedger)),
	}))
}

func fileBindings() []binding {
	return inGroup(fileKeys, []keyRow{
		shortcut(0, "z", glfw.ModControl, "Ctrl Z", "undo an edit", command(studio.Undo),
			menuEntry{menu: editMenu, place: 11, label: "Undo", off: cannotUndo}),
		shortcut(0, "z", glfw.ModControl|glfw.ModShift, "Ctrl Shift Z", "redo", command(studio.Redo)),
		shortcut(0, "y", glfw.ModControl, "Ctrl Y", "redo", command(studio.Redo),
			menuEntry{menu: editMenu, place: 12, label: "Redo", off: cannotRedo}),
		shortcut(0, "s", glfw.ModControl, "Ctrl S", "save the scene", action(SaveScene),
			menuEntry{menu: fileMenu, place: 21, label: "Save scene", off: showsTracks}),
		shortcut(0, "o", glfw.ModControl, "Ctrl O", "open a scene, a recording or a model, with a dialog", func(_ *State, o *Outcome) { o.Browse = BrowseAny },
			menuEntry{menu: fileMenu, place: 13, label: "Open…", doc: "You can also drop a file onto the window, or type its path after Ctrl P."}),
		shortcut(0, "q", glfw.ModControl, "Ctrl Q", "quit", action(Quit), menuEntry{menu: fileMenu, place: 41, label: "Quit"}),
		shortcut(0, "h", 0, "H", "hide or show the panel", action(TogglePanel), menuEntry{menu: viewMenu, place: 22, label: "Hide the panel"}),
		shortcut(glfw.KeyF1, "", 0, "F1", "list and change all keys", action(ToggleHelp),
			menuEntry{menu: helpMenu, place: 15, label: "Shortcuts…", doc: "Lists the actions of the keys, the mouse and the gamepad. You can change the keys there."}),
		shortcut(glfw.KeyF1, "", glfw.ModShift, "Shift F1", "open the guide", onPanel(func(p *Panel, _ *State, _ *Outcome) { p.openGuide("start") }),
			menuEntry{menu: helpMenu, place: 13, label: "Guide…", doc: "Opens the user's guide: pages by task, a glossary and reference tables."}),
	})
}

// sentence adds a capital letter and a full stop to a text.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

func (s *State) hasNoBoids() bool    { return s.Snapshot != nil && s.Snapshot.Len() == 0 }
func showsTracks(s *State) bool      { return s.Tape != nil && s.Tape.Tracks }
func records(s *State) bool          { return s.Recording != "" }
func onPath(s *State) bool           { return s.OnPath }
func frightens(s *State) bool        { return s.Controls.Frightens }
func hasOneFlock(s *State) bool      { return len(s.Species) < 2 }
func cannotUndo(s *State) bool       { return !s.CanUndo }
func cannotRedo(s *State) bool       { return !s.CanRedo }
func noObjectSelected(s *State) bool { return s.Controls.Thing == "" }
func nothingSelected(s *State) bool  { return s.Controls.Thing == "" && s.Controls.Selected < 0 }
