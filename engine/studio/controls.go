package studio

import (
	"slices"

	"skein/flock"
	"skein/flock/look"
)

// Controls are the settings that the panel edits. It passes a changed copy to [Studio.Set].
type Controls struct {
	Flock     int          // index of the flock whose parameters are edited
	Params    flock.Params // parameters of the flock whose index is Flock
	look.Look              // mouse and keys also change the camera in it
	Paused    bool
	Selected  int      // id of the selected boid; -1 if none
	Thing     string   // name of the selected object of the surroundings; empty if none
	Point     int      // number of the selected point of the object, from 1; 0 means the whole object
	Playback  Playback // position in a recording

	Hidden uint64 // bit k is 1 if flock k is not drawn

	HiddenThings []string // names of the obstacles that are not drawn; edits replace the slice and never change its elements

	Inspect   bool // whether the studio explains the selected boid's step
	Frightens bool // whether boids fear the place under the pointer
}

// IsThingHidden reports whether an obstacle is not drawn.
func (c *Controls) IsThingHidden(name string) bool { return slices.Contains(c.HiddenThings, name) }

// HideThing hides an obstacle, or shows it again.
func (c *Controls) HideThing(name string, hide bool) {
	c.HiddenThings = slices.DeleteFunc(slices.Clone(c.HiddenThings), func(other string) bool { return other == name })
	if hide {
		c.HiddenThings = append(c.HiddenThings, name)
	}
}

// IsHidden reports whether flock k is not drawn. Only the first 64 flocks can be hidden.
func (c *Controls) IsHidden(k int) bool { return c.Hidden>>k&1 != 0 }
