package engine

// camera is a mode of a rig, each in a file of its own.
type camera struct {
	tied bool // to a boid
	view func(r *Rig, dt float32, d Drive, s Subject) View
}

// cameras are the modes. A boid is followed in mode Leader as in Follow: only whom it is
// changes, see rigged.
func cameras() [6]camera {
	return [6]camera{
		Fly:    {view: (*Rig).fly},
		Orbit:  {view: (*Rig).orbit},
		Follow: {tied: true, view: (*Rig).follow},
		Eye:    {tied: true, view: (*Rig).eye},
		Auto:   {view: func(r *Rig, _ float32, _ Drive, s Subject) View { return r.auto(s) }},
		Leader: {tied: true, view: (*Rig).follow},
	}
}
