package look

import (
	"slices"
	"strings"
)

// Mode selects how the camera moves.
type Mode int

// Camera modes, in the order of the window's keys 1, 2, …
const (
	Fly      Mode = iota // free flight
	Orbit                // around the flock
	Follow               // follow the selected boid
	Eye                  // through the selected boid's eyes
	Auto                 // orbit at a distance that shows the whole flock
	Leader               // follow one leader after another
	Director             // alternate between shots, and cut to events

	NumModes // number of modes
)

// ModeRow describes a camera mode.
type ModeRow struct {
	Name    string // name in scenario files
	Doc     string // short description of the movement
	Stance  Stance
	Framed  bool // whether the distance adapts to show the whole flock
	Leaders bool // whether it follows a boid that leads
}

// Stance is the position of a camera relative to its target.
type Stance int

// Positions of a camera. The last two are attached to a boid.
const (
	StanceFree   Stance = iota // anywhere
	StanceAround               // on an orbit around the flock or a position
	StanceBehind               // behind a boid, at Trail, Sway and Rise
	StanceInside               // in a boid's head
)

// Modes returns the camera's modes, in order.
func Modes() [NumModes]ModeRow {
	return [NumModes]ModeRow{
		Fly:    {Name: "fly", Doc: "fly", Stance: StanceFree},
		Orbit:  {Name: "orbit", Doc: "orbit the flock", Stance: StanceAround},
		Follow: {Name: "follow", Doc: "follow the selected boid", Stance: StanceBehind},
		Eye:    {Name: "eye", Doc: "look through the eyes of the selected boid", Stance: StanceInside},
		Auto:   {Name: "auto", Doc: "orbit, and keep the flock framed", Stance: StanceAround, Framed: true},
		Leader: {Name: "leader", Doc: "follow one leader after another", Stance: StanceBehind, Leaders: true},

		Director: {Name: "director", Doc: "cut between shots of the flock, its leaders and attacks", Stance: StanceAround, Framed: true},
	}
}

// ModeNames returns the modes' names, in order.
func ModeNames() (names []string) {
	for _, m := range Modes() {
		names = append(names, m.Name)
	}
	return names
}

// ModeNamed returns the mode with the given name. ok is false if there is no such mode.
func ModeNamed(name string) (m Mode, ok bool) {
	n := slices.Index(ModeNames(), name)
	return Mode(n), n >= 0
}

func modeDocs() string {
	var all []string
	for _, m := range Modes() {
		all = append(all, m.Doc)
	}
	return strings.Join(all, "; ")
}

func (m Mode) String() string { return Modes()[m].Name }

// Stance returns the position of the camera relative to its target.
func (m Mode) Stance() Stance { return Modes()[m].Stance }

// IsTied reports whether the camera moves with a boid.
func (m Mode) IsTied() bool { return m.Stance() >= StanceBehind }

// Framed reports whether the camera adapts its distance to show the whole flock.
func (m Mode) Framed() bool { return Modes()[m].Framed }

// FollowsLeaders reports whether the camera follows leaders.
func (m Mode) FollowsLeaders() bool { return Modes()[m].Leaders }
