package camera

import (
	"skein/engine/frame"
	"skein/flock/look"
)

// camera is a mode of a rig. Each mode has its own file.
type camera struct {
	tied bool // to a boid
	view func(r *Rig, dt float32, d Drive, s Subject) frame.View
}

// cameras returns the modes. Leader is the same as Follow, only the followed boid changes, see
// RigMode.
func cameras() [6]camera {
	return [6]camera{
		look.Fly:    {view: (*Rig).fly},
		look.Orbit:  {view: (*Rig).orbit},
		look.Follow: {tied: true, view: (*Rig).follow},
		look.Eye:    {tied: true, view: (*Rig).eye},
		look.Auto:   {view: func(r *Rig, _ float32, _ Drive, s Subject) frame.View { return r.auto(s) }},
		look.Leader: {tied: true, view: (*Rig).follow},
	}
}

// RigMode returns the mode that a rig uses: Follow instead of Leader.
func RigMode(m look.Mode) look.Mode {
	if m == look.Leader {
		return look.Follow
	}
	return m
}
