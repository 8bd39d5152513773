package studio

import (
	"skein/flock"
	"skein/flock/look"
)

// Controls are the settings of the user interface. The panel gets them, edits a copy and passes
// it to [Studio.Set].
type Controls struct {
	Flock     int          // number of the flock whose parameters are edited, from 0
	Params    flock.Params // parameters of that flock
	look.Look              // its camera follows mouse and keys
	Paused    bool
	Selected  int      // -1: none
	Thing     string   // name of the selected thing of the surroundings; empty: none
	Point     int      // number of its selected point, from 1; 0: the whole thing
	Playback  Playback // position in a recording

	Inspect   bool // explain the selected boid's step
	Frightens bool // boids fear the place under the pointer
}

// Command is an action that is done once.
type Command int

// The commands.
const (
	StepOnce    Command = iota + 1 // one tick, or one frame of a recording; pauses
	StepBack                       // one frame back; pauses
	Restart                        // from the same seed, or from the start of the recording or branch
	RestartAnew                    // from a new seed
	FrameFlock                     // move the camera back until the whole flock is in the picture
	FrameThing                     // move the camera to the selected thing or hunter; if none is selected, like FrameFlock
	NextBoid
	PreviousBoid
	NextLeader
	Branch // continue live from the shown frame of a recording or of the past
	Rejoin // back to the recording
	Now    // back from the past to the live flock
	Undo   // the last edit
	Redo
)
