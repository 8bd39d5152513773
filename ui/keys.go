//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/studio"
	"skein/flock/look"
)

// Action is something that the window does, not the studio.
type Action int

// Actions of the window.
const (
	Screenshot  Action = iota + 1
	Record             // start or stop a recording
	CancelRange        // cancel the rendering or the export of a range
	ShowResult         // open the folder of the last rendered or exported file
	OpenResult         // open the last rendered or exported file with the desktop's program
	DropKey            // add a camera key with the current view
	FlyPath            // start or stop following the camera path
	TogglePanel
	ToggleHelp
	ToggleInspector
	ToggleLedger
	ToggleOverlay
	Quit
	SaveScene           // save the scene to its file
	ToggleTheme         // switch between dark and light colours
	ToggleAnnouncements // switch the announcements of leaders on or off
	ResetWorkspace      // restore the default arrangement of the workspace
	FinishTour          // the first steps were completed or closed
	ToggleCaptions      // hide or show the captions of scenes
	OpeningView         // fly back to the first view of the scene
	MeasureBirds        // measure again how many birds the opening has
	DismissFailure      // close the message about a rendering or an export that failed
	OpeningFraming      // keep the whole flock in the picture, seen from the first direction
)

// binding connects a key with an action, for menus, keyboard and the list of shortcuts. Its name is its
// default key, which users can change.
type binding struct {
	keyRow
	group string // one of keyGroups
}

type keyRow struct {
	key     glfw.Key
	char    string
	mods    glfw.ModifierKey
	name    string
	text    string
	do      func(*State, *Outcome)
	entries []menuEntry
}

func shortcut(key glfw.Key, char string, mods glfw.ModifierKey, name, text string, do func(*State, *Outcome), entries ...menuEntry) keyRow {
	return keyRow{key, char, mods, name, text, do, entries}
}

// menuEntry says where a menu shows a command, and how.
type menuEntry struct {
	menu    string
	submenu string // submenu that contains the entry; empty if none
	place   int    // place of the entry or its submenu; see item.place
	label   string
	name    func(*State) string // label that depends on the state; nil means label
	doc     string
	on, off func(*State) bool // nil means never
}

func (e *menuEntry) labelIn(s *State) string {
	if e.name != nil {
		return e.name(s)
	}
	return e.label
}

func command(c studio.Command) func(*State, *Outcome) {
	return func(_ *State, o *Outcome) { o.Commands = append(o.Commands, c) }
}

// selecting returns a function that runs a command of the studio and shows the properties of the selected
// boid.
func selecting(c studio.Command) func(*State, *Outcome) {
	return func(_ *State, o *Outcome) { o.Commands, o.ShowsBoid = append(o.Commands, c), true }
}

func action(a Action) func(*State, *Outcome) {
	return func(_ *State, o *Outcome) { o.Actions = append(o.Actions, a) }
}

func setMode(m look.Mode) func(*State, *Outcome) {
	return func(s *State, o *Outcome) {
		o.Controls.Camera.Mode, o.ChoosesMode = m, true
		switch {
		case m.IsTied() && s.hasNoBoids():
			o.Say = "there are no boids"
		case m.IsTied() && !m.FollowsLeaders() && o.Controls.Selected < 0:
			o.Say = "camera: " + m.String() + "; no boid was selected, so skein chose one; N selects the next"
		default:
			o.Say = "camera: " + m.String()
		}
	}
}

var mouseHelp = [][2]string{
	{"Right button + WASD, QE", "fly; Shift is faster, the wheel sets the speed"},
	{"Left or middle drag", "orbit; the wheel sets the distance"},
	{"Trackpad, two fingers", "up and down: same as the wheel; sideways: orbit; with Shift: orbit in all directions"},
	{"Click a bird or an object", "select it"},
	{"Drag a handle", "move, turn or scale the selected object: W, E, R"},
	{"Drag a number", "change it; hold Shift for steps ten times smaller"},
	{"Double-click or Ctrl-click a number", "type a value"},
	{"Backspace over a row", "reset it"},
	{"Drop a .glb or .gltf", "use this bird; if an obstacle is selected, give it the shape of this model"},
	{"Drop a folder, or several models", "choose a bird from pictures of the models"},
	{"Drop a .png", "make the selected obstacle terrain from this height map"},
	{"Drop a .mcap or .toml", "play this recording, or open this scene or camera"},
	{"Escape curve, custom", "drag a point; double-click to add one, right-click to remove one"},
}

const (
	noTape   = "no recording is open; drop one (.mcap) onto the window"
	onBranch = "this is a branch of the recording; press Enter to return to the recording"
)

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

func reverse(s *State, o *Outcome) {
	paused := o.Controls.Paused
	onTape(func(k *studio.Playback, t *Tape) {
		if !paused {
			toggle(&k.Backward)
			return
		}
		k.Backward = true
		playOn(o, t)
	})(s, o)
}

const keyTurn = 0.2

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

func onPanel(do func(*Panel, *State, *Outcome)) func(*State, *Outcome) {
	return func(_ *State, o *Outcome) { o.later = append(o.later, do) }
}

func toStart(s *State, o *Outcome) {
	if s.Tape != nil && !s.Tape.Branched && o.Controls.Playback.Frame > 0 {
		o.Controls.Playback.Frame = 0
		return
	}
	action(OpeningView)(s, o)
}

func toEnd(s *State, o *Outcome) {
	if s.Tape != nil && s.Tape.Past {
		o.Commands = append(o.Commands, studio.ReturnToLive)
		return
	}
	if s.Tape == nil {
		o.Say = "the window already shows the live flock"
		return
	}
	onTape(func(k *studio.Playback, t *Tape) { k.Frame = float64(t.Frames - 1) })(s, o)
}

func (p *Panel) useKeyboard(_ *State, o *Outcome) {
	p.navigate(true)
	o.Say = "keyboard navigation: move with Tab and the arrows, press Space or Enter to use a widget, Esc to leave the panel"
}

func (p *Panel) remove(s *State, o *Outcome) {
	if o.Controls.Thing != "" || !p.removeKey(s, o) {
		onThing(func(d *ThingAction) { d.Remove = true })(s, o)
	}
}

func toggle(b *bool) { *b = !*b }

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

func setHandle(h handle) func(*State, *Outcome) {
	return func(s *State, o *Outcome) {
		switch {
		case h == moves && s.hunter(o) != nil:
		case o.Controls.Thing == "":
			o.Say = holdToFly
		default:
			o.handle = &h
		}
	}
}

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

func (p *Panel) deselect(_ *State, o *Outcome) {
	for _, d := range []*drawer{&p.guide.drawer, &p.keys.drawer} {
		if d.open && d.focused {
			d.open = false
			return
		}
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
	o.Say = map[bool]string{true: "special colours of leaders and the selected boid are off", false: "special colours of leaders and the selected boid are on"}[o.Controls.Show.Plain]
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

var speedSteps = []float32{minSpeed, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, maxSpeed}

func stepSpeed(speed float32, faster bool) float32 {
	if faster {
		for _, s := range speedSteps {
			if s > speed {
				return s
			}
		}
		return maxSpeed
	}
	for _, s := range slices.Backward(speedSteps) {
		if s < speed {
			return s
		}
	}
	return minSpeed
}

func setSpeed(to func(speed float32) float32) func(*State, *Outcome) {
	return func(_ *State, o *Outcome) {
		s := &o.Controls.Show.Speed
		*s = to(*s)
		o.Say = fmt.Sprintf("speed × %.3g", *s)
		switch *s {
		case minSpeed:
			o.Say += ", the slowest"
		case maxSpeed:
			o.Say += ", the fastest"
		}
	}
}

func faster(speed float32) float32 { return stepSpeed(speed, true) }
func slower(speed float32) float32 { return stepSpeed(speed, false) }
func normal(float32) float32       { return 1 }
