package studio

import (
	"skein/flock"
	"skein/flock/look"
)

// Controls are what a person sets: the panel gets them, edits a copy and hands
// it back.
type Controls struct {
	Flock     int          // the one whose parameters are edited, from 0
	Params    flock.Params // its
	look.Look              // of its camera, what hands have made of it
	Paused    bool
	Selected  int      // -1: none
	Thing     string   // the selected thing of the surroundings, by its name; empty: none
	Point     int      // the one of its points that is selected, from 1; 0: all of it
	Playback  Playback // of a flight

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
	FrameThing                     // camera to what is selected, a thing or a hunter, or else FrameFlock
	NextBoid
	PreviousBoid
	NextLeader
	Branch // live on from the frame of a flight, or of the past
	Rejoin // back to the flight
	Now    // back from the past to the living flock
	Undo   // the last edit of parameters, or of the surroundings
	Redo
)
