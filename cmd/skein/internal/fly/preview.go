//go:build cgo && !nowindow

package fly

import (
	"slices"

	"skein/engine/camera"
	"skein/engine/studio"
	"skein/flock/scenario"
	"skein/ui"
)

// previewing reports whether the camera follows its keys only because the user moves along the timeline. The
// user can then move it at any time.
func (s *session) previewing() bool { return s.camera.previews && s.Studio.Path != nil }

// onPath reports whether the camera follows its path, or will do so from the first key on.
func (s *session) onPath() bool { return s.Studio.Path != nil && !s.previewing() || s.waitsForKeys() }

// previewKeys moves the camera to its place on the path of its keys at a time. If the user has moved the
// camera, it does nothing until there is a new key, or a key at this time.
func (s *session) previewKeys(seconds float64) {
	c := &s.camera
	if s.Studio.Path != nil || c.load() != nil || len(c.keys) == 0 {
		return
	}
	if !s.Studio.Playing() && c.isPast(seconds) {
		return // the present has no key
	}
	atKey := slices.ContainsFunc(c.keys, func(k scenario.CameraKey) bool { return k.Time == seconds })
	if (c.left || len(c.keys) == 1) && !atKey { // a single key is no path, so it sets the view only at its own time
		return
	}
	c.previews, c.left = true, false
	s.Studio.Path = c.through()
	s.panel.Say("the view follows the camera keys until you move the camera")
}

// leavePreview ends a preview when the user moves the camera, which stays where it is. Choosing a camera mode
// ends any flight along a path.
func (s *session) leavePreview(o *ui.Outcome, reach *ui.Reach) {
	c := &s.camera
	if s.Studio.Path != nil && s.onPath() && !o.ChoosesMode || !s.movesCamera(o, reach) {
		return
	}
	if s.waitsForKeys() {
		s.panel.Say("you now control the camera; press Shift C to follow the camera keys")
	}
	c.left, c.opening = true, openingPath{}
	s.Studio.LeavePath()
	c.previews = false
}

func (s *session) endPreview() {
	c := &s.camera
	if s.previewing() && !s.Studio.Playing() && c.isPast(s.Studio.Shown().Seconds) {
		s.Studio.Path, c.previews = nil, false
	}
}

func (s *session) movesCamera(o *ui.Outcome, reach *ui.Reach) bool {
	return reach.ChangesMode || o.ChoosesMode || reach.Drive != (camera.Drive{}) ||
		o.Controls.Camera != s.Studio.Controls.Camera || o.Bookmark > 0 ||
		slices.Contains(o.Commands, studio.FrameFlock) || slices.Contains(o.Commands, studio.FrameThing) ||
		slices.Contains(o.Actions, ui.OpeningView) || slices.Contains(o.Actions, ui.OpeningFraming)
}
