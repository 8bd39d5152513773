package engine

import "skein/flock"

// Show is how the flock is drawn.
type Show struct {
	Style        Style
	Traces       TraceMode
	TraceSeconds float32
	Shadows      bool
	Vision       bool // the selected boid's vision sphere and neighbours
	Inset        bool // the selected boid's view, small, beside the outside view
	Things       bool // marks where paths, places, perches and winds are
	Edge         bool // a line where the world ends, or wraps around
	Plain        bool // leaders, the selected boid and those it sees have no colours of their own

	Colour ColourBy // what birds are coloured by
	Map    ColourMap
	Rule   string // of ColourByRule
	Forces bool   // what makes up the selected boid's step, as arrows
	Links  bool   // between mutual neighbours
	Bones  bool   // the flock's centre, the way it came, its principal axes and its hull
}

// Controls are what a person sets: the panel gets them, edits a copy and hands
// it back.
type Controls struct {
	Flock    int          // the one whose parameters are edited, from 0
	Params   flock.Params // its
	Show     Show
	Mode     Mode
	FovY     float32 // radians
	Paused   bool
	Speed    float64  // simulated seconds per second
	Selected int      // -1: none
	Thing    string   // the selected thing of the surroundings, by its name; empty: none
	Point    int      // the one of its points that is selected, from 1; 0: all of it
	Playback Playback // of a flight

	Inspect   bool // somebody asks what makes up the selected boid's step
	Frightens bool // the pointer: boids fear the place under it
}

// Command is something to be done once.
type Command int

// The commands.
const (
	StepOnce    Command = iota + 1 // one tick, or frame of a flight, pausing
	StepBack                       // one frame of a flight, pausing
	Restart                        // from the same seed, or where the flight begins or was left
	RestartAnew                    // from another seed
	FrameFlock                     // camera back until all is seen
	NextBoid
	PreviousBoid
	NextLeader
	Branch // live on from the frame of a flight
	Rejoin // back to the flight
	Undo   // the last edit of parameters, or of the surroundings
	Redo
)

// DefaultShow is how a flock is shown when nothing else is said.
func DefaultShow() Show {
	return Show{Traces: TraceLeaders, TraceSeconds: 3, Shadows: true, Vision: true, Things: true, Edge: true}
}
