//go:build cgo && !nowindow

package ui

import (
	"fmt"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/studio"
	"skein/flock/look"
)

// Action is an action that is carried out by the window rather than by the studio.
type Action int

// Actions of the window.
const (
	Screenshot  Action = iota + 1
	Record             // start or stop a recording
	CancelRange        // cancel the rendering or the export of a range
	ShowResult         // open the folder of the last rendered or exported file
	OpenResult         // open the last rendered or exported file with the desktop's program
	DropKey            // add a key of the camera path at the present view
	FlyPath            // start or stop following the camera path
	TogglePanel
	ToggleHelp
	ToggleInspector
	ToggleLedger
	ToggleOverlay
	Quit
	SaveScene           // save the scene to the file it was opened from or last saved to
	ToggleTheme         // switch between dark and light colours
	ToggleAnnouncements // switch the announcements of leaders on or off
	ResetWorkspace      // restore the default arrangement of the workspace
	FinishTour          // the first steps were completed or closed
	ToggleCaptions      // hide or show the captions of scenes
	OpeningView         // fly back to the camera with which the scene was opened
	OpeningFraming      // keep the flock framed, seen from the direction of the camera with which the scene was opened
)

// binding connects a key with an action. The menus and the page of shortcuts use the same table. The name of
// a binding is its default key, which users can change.
type binding struct {
	key  glfw.Key // key that writes no character
	char string   // character of the key, in lower case
	mods glfw.ModifierKey
	name string
	text string
	do   func(*State, *Outcome)
}

func command(c studio.Command) func(*State, *Outcome) {
	return func(_ *State, o *Outcome) { o.Commands = append(o.Commands, c) }
}

func action(a Action) func(*State, *Outcome) {
	return func(_ *State, o *Outcome) { o.Actions = append(o.Actions, a) }
}

func setMode(m look.Mode) func(*State, *Outcome) {
	return func(s *State, o *Outcome) {
		o.Controls.Camera.Mode, o.ChoosesMode = m, true
		switch {
		case m.IsTied() && s.Snapshot.Len() == 0:
			o.Say = "there are no boids"
		default:
			o.Say = "camera: " + m.String()
		}
	}
}

// allBindings returns all key bindings, in the order of the help.
func (p *Panel) allBindings() []binding {
	all := append(bindings(),
		binding{0, "p", glfw.ModControl, "Ctrl P", "find a parameter or a command", func(*State, *Outcome) { p.Search() }},
		binding{glfw.KeyTab, "", 0, "Tab", "use the panel with Tab, arrows, Space and Enter; Esc returns", func(_ *State, o *Outcome) {
			p.navigate(true)
			o.Say = "keyboard navigation: move with Tab and the arrows, press Space or Enter to use a widget, Esc to return"
		}},
		binding{0, "s", glfw.ModControl | glfw.ModShift, "Ctrl Shift S", "save the scene in another file", p.askFile},
		binding{glfw.KeyTab, "", glfw.ModControl, "Ctrl Tab", "go to the next workspace", turnWorkspace(1)},
		binding{glfw.KeyTab, "", glfw.ModControl | glfw.ModShift, "Ctrl Shift Tab", "go to the previous workspace", turnWorkspace(-1)},
		binding{0, "o", glfw.ModControl | glfw.ModShift, "Ctrl Shift O", "show the built-in scenes with pictures", func(*State, *Outcome) { p.scenes = gallery{open: true, fresh: true} }},
		binding{0, "f", glfw.ModShift, "Shift F", "scorecard: compare this flock with real flocks", p.toggleWindow("Scorecard")},
		binding{0, "s", glfw.ModShift, "Shift S", "presets: named sets of parameters; A and B", p.toggleWindow("Presets")},
		binding{0, "p", glfw.ModShift, "Shift P", "plots: measures over time, histograms", p.toggleWindow("Plots")},
		binding{0, "b", glfw.ModControl, "Ctrl B", "switch between the settings A and B", p.switchAB})
	for n := 1; n <= 9; n++ {
		digit := fmt.Sprint(n)
		all = append(all,
			binding{0, digit, glfw.ModControl, "Ctrl " + digit, "fly to camera bookmark " + digit, func(_ *State, o *Outcome) { o.Bookmark = n }},
			binding{0, digit, glfw.ModControl | glfw.ModShift, "Ctrl Shift " + digit, "save the camera as bookmark " + digit, func(_ *State, o *Outcome) { o.Bookmark = -n }})
	}
	return all
}

// bindings returns the key bindings that do not need the panel.
func bindings() []binding {
	all := []binding{
		{glfw.KeySpace, "", 0, "Space", "pause or continue", func(s *State, o *Outcome) { playOn(o, s.Tape) }},
		{0, ".", 0, ".", "step one tick, or one frame of a recording", command(studio.StepOnce)},
		{0, ",", 0, ",", "step back one frame; in a live flock, go into its past", command(studio.StepBack)},
		{glfw.KeyRight, "", 0, "Right", "step one tick or frame; move the selected thing to the right by 1 m", nudgeOr(1, command(studio.StepOnce))},
		{glfw.KeyLeft, "", 0, "Left", "step back one frame; move the selected thing to the left by 1 m", nudgeOr(-1, command(studio.StepBack))},
		{glfw.KeyUp, "", 0, "Up", "move the selected thing away from the camera", nudge(0, 0, 1)},
		{glfw.KeyDown, "", 0, "Down", "move the selected thing towards the camera", nudge(0, 0, -1)},
		{glfw.KeyPageUp, "", 0, "Page Up", "move the selected thing up", nudge(0, 1, 0)},
		{glfw.KeyPageDown, "", 0, "Page Down", "move the selected thing down", nudge(0, -1, 0)},
		{glfw.KeyRight, "", glfw.ModShift, "Shift Right", "move the selected thing by 10 cm to the right", nudge(0.1, 0, 0)},
		{glfw.KeyLeft, "", glfw.ModShift, "Shift Left", "move the selected thing by 10 cm to the left", nudge(-0.1, 0, 0)},
		{glfw.KeyUp, "", glfw.ModShift, "Shift Up", "move the selected thing by 10 cm away from the camera", nudge(0, 0, 0.1)},
		{glfw.KeyDown, "", glfw.ModShift, "Shift Down", "move the selected thing by 10 cm towards the camera", nudge(0, 0, -0.1)},
		{glfw.KeyPageUp, "", glfw.ModShift, "Shift Page Up", "move the selected thing up by 10 cm", nudge(0, 0.1, 0)},
		{glfw.KeyPageDown, "", glfw.ModShift, "Shift Page Down", "move the selected thing down by 10 cm", nudge(0, -0.1, 0)},
		{glfw.KeyLeft, "", glfw.ModAlt, "Alt Left", "look around: orbit to the left", turn(-1, 0)},
		{glfw.KeyRight, "", glfw.ModAlt, "Alt Right", "look around: orbit to the right", turn(1, 0)},
		{glfw.KeyUp, "", glfw.ModAlt, "Alt Up", "look around: orbit upwards", turn(0, 1)},
		{glfw.KeyDown, "", glfw.ModAlt, "Alt Down", "look around: orbit downwards", turn(0, -1)},
		{glfw.KeyHome, "", 0, "Home", "go to the start of a recording; at the start, or in a live flock, return to the view with which the scene was opened", toStart},
		{glfw.KeyEnd, "", 0, "End", "go to the end; in a live flock, to the present", toEnd},
		{0, "j", 0, "J", "play a recording backward or forward", onTape(func(k *studio.Playback, _ *Tape) { toggle(&k.Backward) })},
		{0, "k", 0, "K", "add a key on the timeline: for the parameter below the pointer, or for the camera", onPanel((*Panel).keyHere)},
		{0, "[", 0, "[", "begin the range, and the loop of a recording, at the shown time", onPanel((*Panel).begin)},
		{0, "]", 0, "]", "end the range at the shown time", onPanel((*Panel).end)},
		{0, "\\", 0, "\\", "loop the range, or stop looping", onTape(func(k *studio.Playback, _ *Tape) { toggle(&k.Loop) })},
		{glfw.KeyEnter, "", 0, "Enter", "branch from a recording, or return to it; in the past, continue from there", toggleBranch},
		{0, "-", 0, "-", "halve the speed", speed(0.5)},
		{0, "=", 0, "=", "double the speed", speed(2)},
		{0, "r", 0, "R", "restart; while a thing is selected, scale it", restartOr(scales)},
		{0, "r", glfw.ModShift, "Shift R", "restart with a new seed", command(studio.RestartNewSeed)},
		{0, "z", glfw.ModControl, "Ctrl Z", "undo an edit", command(studio.Undo)},
		{0, "z", glfw.ModControl | glfw.ModShift, "Ctrl Shift Z", "redo", command(studio.Redo)},
		{0, "y", glfw.ModControl, "Ctrl Y", "redo", command(studio.Redo)},
	}
	for m, row := range look.Modes() {
		digit := fmt.Sprint(m + 1)
		b := binding{0, digit, 0, digit, row.Doc, setMode(look.Mode(m))}
		if look.Mode(m) == look.Auto {
			b.text, b.do = "keep the flock framed, seen from the same direction as when the scene was opened", action(OpeningFraming)
		}
		all = append(all, b)
	}
	return append(all, []binding{
		{0, "c", 0, "C", "add a camera key at the present view", action(DropKey)},
		{0, "c", glfw.ModShift, "Shift C", "fly through the camera keys, or stop", action(FlyPath)},
		{0, "f", 0, "F", "frame the selected thing, or the flock", command(studio.FrameThing)},
		{0, "n", 0, "N", "next boid", command(studio.NextBoid)},
		{0, "n", glfw.ModShift, "Shift N", "previous boid", command(studio.PreviousBoid)},
		{0, "l", 0, "L", "next leader", command(studio.NextLeader)},
		{glfw.KeyEscape, "", 0, "Esc", "deselect, or close the guide", onPanel((*Panel).deselect)},
		{0, "w", 0, "W", "move the selected thing by its handle", setHandle(moves)},
		{0, "e", 0, "E", "turn the selected thing by its handle", setHandle(turns)},
		{0, "d", glfw.ModControl, "Ctrl D", "duplicate the selected thing", onThing(func(d *ThingAction) { d.Duplicate = true })},
		{0, "x", 0, "X", "remove the selected thing, or the selected key of the timeline", onPanel((*Panel).remove)},
		{glfw.KeyDelete, "", 0, "Delete", "remove the selected thing or key, as X does", onPanel((*Panel).remove)},
		{0, "v", 0, "V", "vision sphere", toggleVision},
		{0, "i", 0, "I", "inset: the selected boid's view", toggleInset},
		{0, "t", 0, "T", "traces: none, all, leaders, selected", nextTraces},
		{0, "b", 0, "B", "birds or spheres", func(_ *State, o *Outcome) { o.Controls.Show.Style ^= look.Spheres }},
		{0, "g", 0, "G", "shadows on the ground", func(_ *State, o *Outcome) { toggle(&o.Controls.Show.Shadows) }},
		{0, "y", 0, "Y", "inspector: why the selected boid leads or does not lead", action(ToggleInspector)},
		{0, "u", 0, "U", "ledger: all escapes, hunts and patterns of escape", action(ToggleLedger)},
		{0, "o", 0, "O", "overlay: colours and lines on the birds", action(ToggleOverlay)},
		{0, "o", glfw.ModShift, "Shift O", "colour birds by the next quantity", nextColour},
		{0, "m", 0, "M", "plain: no colours for leaders and the selected boid", togglePlain},
		{0, "k", glfw.ModShift, "Shift K", "show the numbers, bird and parameters of the next flock", nextFlock},
		{0, "p", 0, "P", "let the pointer frighten the flock, or stop", toggleFrighten},
		{0, "h", 0, "H", "hide or show the panel", action(TogglePanel)},
		{glfw.KeyF9, "", 0, "F9", "start or stop recording", action(Record)},
		{glfw.KeyF12, "", 0, "F12", "save a picture of the flock alone, without the panels", action(Screenshot)},
		{glfw.KeyF1, "", 0, "F1", "list and change all keys", action(ToggleHelp)},
		{0, "s", glfw.ModControl, "Ctrl S", "save the scene", action(SaveScene)},
		{0, "o", glfw.ModControl, "Ctrl O", "open a scene, a recording or a model, with a dialog", func(_ *State, o *Outcome) { o.Browse = BrowseAny }},
		{0, "q", glfw.ModControl, "Ctrl Q", "quit", action(Quit)},
	}...)
}

var mouseHelp = [][2]string{
	{"Right button + WASD, QE", "fly; Shift is faster, the wheel sets the speed"},
	{"Left or middle drag", "orbit; the wheel sets the distance"},
	{"Trackpad, two fingers", "up and down: same as the wheel; sideways: orbit; with Shift: orbit in all directions"},
	{"Click a bird or a thing", "select it"},
	{"Drag a handle", "move, turn or scale the selected thing: W, E, R"},
	{"Drag a number", "change it; with Shift ten times finer"},
	{"Double-click or Ctrl-click a number", "type a value"},
	{"Backspace over a row", "reset it"},
	{"Drop a .glb or .gltf", "use this bird; if an obstacle is selected, give it the shape of this model"},
	{"Drop a folder, or several models", "choose the bird from pictures of their models"},
	{"Drop a .png", "make the selected obstacle terrain from this height map"},
	{"Drop a .mcap or .toml", "play this recording, or open this scene or camera"},
	{"Escape curve, custom", "drag a point; double-click adds, right-click removes one"},
}

// Messages for keys that do nothing because no recording is playing.
const (
	noTape   = "no recording is open; drop one (.mcap) onto the window"
	onBranch = "this is a branch of the recording; press Enter to return to the recording"
)

// onTape returns an action on the recording that is playing.
func onTape(do func(*studio.Playback, *Tape)) func(*State, *Outcome) {
	return func(s *State, o *Outcome) {
		switch {
		case s.Tape == nil:
			o.Say = noTape
		case s.Tape.Branched:
			o.Say = onBranch
		default:
			do(&o.Controls.Playback, s.Tape)
		}
	}
}

// keyTurn is the angle by which a key turns the camera, radians.
const keyTurn = 0.2

// turn returns an action that orbits by keyTurn to the right and up.
func turn(right, up float32) func(*State, *Outcome) {
	return func(_ *State, o *Outcome) { o.turn = mgl32.Vec2{right * keyTurn, up * keyTurn} }
}

func toggleBranch(s *State, o *Outcome) {
	if s.Tape == nil {
		o.Say = noTape
		return
	}
	c := studio.Branch
	if s.Tape.Branched {
		c = studio.Rejoin
	}
	o.Commands = append(o.Commands, c)
}

// onPanel returns an action on the panel, which runs when the panel is next shown.
func onPanel(do func(*Panel, *State, *Outcome)) func(*State, *Outcome) {
	return func(_ *State, o *Outcome) { o.later = append(o.later, do) }
}

// toStart goes to the start of a recording. In a live flock, or if the recording is already at its start, it
// restores the opening view.
func toStart(s *State, o *Outcome) {
	if s.Tape != nil && !s.Tape.Branched && o.Controls.Playback.Frame > 0 {
		o.Controls.Playback.Frame = 0
		return
	}
	action(OpeningView)(s, o)
}

// toEnd goes to the end of a recording. In the past of a live flock, it returns to the present.
func toEnd(s *State, o *Outcome) {
	if s.Tape != nil && s.Tape.Past {
		o.Commands = append(o.Commands, studio.ReturnToLive)
		return
	}
	onTape(func(k *studio.Playback, t *Tape) { k.Frame = float64(t.Frames - 1) })(s, o)
}

func (p *Panel) remove(s *State, o *Outcome) {
	if o.Controls.Thing != "" || !p.removeKey(s, o) {
		onThing(func(d *ThingAction) { d.Remove = true })(s, o)
	}
}

func toggle(b *bool) { *b = !*b }

// onThing returns an action on the selected thing.
func onThing(do func(*ThingAction)) func(*State, *Outcome) {
	return func(s *State, o *Outcome) {
		if !s.chosen(o) {
			o.Say = noThing
			return
		}
		do(&o.Thing)
	}
}

const noThing = "nothing is selected; click an obstacle or a predator, or its row in the outliner"

// setHandle returns an action that changes what the selected thing's handle does.
func setHandle(h handle) func(*State, *Outcome) {
	return func(s *State, o *Outcome) {
		switch {
		case h == moves && s.hunter(o) != nil: // a hunter can only be moved
		case o.Controls.Thing == "":
			o.Say = holdToFly
		default:
			o.handle = &h
		}
	}
}

// restartOr returns an action. If a thing is selected, the action changes what its handle does; otherwise it
// restarts the flock.
func restartOr(h handle) func(*State, *Outcome) {
	return func(s *State, o *Outcome) {
		if o.Controls.Thing == "" {
			o.Commands = append(o.Commands, studio.Restart)
			return
		}
		setHandle(h)(s, o)
	}
}

const holdToFly = "hold the right mouse button to fly with WASD and QE"

// deselect closes the guide if it has the focus. Otherwise it deselects the thing, or else the boid.
func (p *Panel) deselect(_ *State, o *Outcome) {
	if p.guide.open && p.guide.focused {
		p.guide.open = false
		return
	}
	if o.Controls.Thing != "" {
		o.Controls.Thing, o.Controls.Point = "", 0
		return
	}
	if o.Controls.Selected < 0 {
		o.Say = "no boid is selected"
	}
	o.Controls.Selected = -1
}

// needsBoid tells the user that a setting, which was just switched on, shows nothing until a boid
// is selected.
func needsBoid(name string, on bool, o *Outcome) {
	if on && o.Controls.Selected < 0 {
		o.Say = name + " is on; select a boid to see it (click one, or press N)"
	} else if o.Controls.Selected < 0 {
		o.Say = name + " is off"
	}
}

func toggleVision(_ *State, o *Outcome) {
	toggle(&o.Controls.Show.Vision)
	needsBoid("the vision sphere", o.Controls.Show.Vision, o)
}

func toggleInset(_ *State, o *Outcome) {
	show := &o.Controls.Show.Inset
	toggle(show)
	needsBoid("the inset", *show, o)
	if *show && o.Controls.Camera.Mode.Stance() == look.StanceInside {
		o.Say = "the inset is on; it is hidden while the camera looks through the boid's eyes"
	}
}

func togglePlain(_ *State, o *Outcome) {
	toggle(&o.Controls.Show.Plain)
	o.Say = map[bool]string{true: "colours of leaders and of the selected boid are off", false: "colours of leaders and of the selected boid are on"}[o.Controls.Show.Plain]
}

func nextFlock(s *State, o *Outcome) {
	if len(s.Species) < 2 {
		o.Say = "there is no other flock"
		return
	}
	o.Controls.Flock = (o.Controls.Flock + 1) % len(s.Species)
}

func toggleFrighten(_ *State, o *Outcome) {
	toggle(&o.Controls.Frightens)
	o.Say = map[bool]string{true: "the pointer frightens boids", false: "the pointer no longer frightens boids"}[o.Controls.Frightens]
}

func nextTraces(_ *State, o *Outcome) {
	t := &o.Controls.Show.Traces
	*t = (*t + 1) % (look.TraceSelected + 1)
	o.Say = "traces: " + look.TraceNames()[*t]
}

func speed(factor float32) func(*State, *Outcome) {
	return func(_ *State, o *Outcome) {
		was := o.Controls.Show.Speed
		s := was * factor
		if was < 1 && s > 1 || was > 1 && s < 1 {
			s = 1 // a speed that was dragged to any value can return to the usual one
		}
		o.Controls.Show.Speed = min(max(s, minSpeed), maxSpeed)
		o.Say = fmt.Sprintf("speed × %.3g", o.Controls.Show.Speed)
		switch {
		case s < minSpeed:
			o.Say += ", the slowest"
		case s > maxSpeed:
			o.Say += ", the fastest"
		}
	}
}
