//go:build cgo && !nowindow

package fly

import (
	"fmt"

	"skein/cmd/skein/internal/stage"
	"skein/engine/camera"
)

// openingPath is the camera path of the opened scene. The camera follows it from its first key on. Before
// that, the scene's camera shows the flock.
type openingPath struct {
	path    *camera.Path // nil if none, or if the user has taken the camera
	follows bool         // the camera follows the path
	soon    bool         // the first key comes soon after the opening, so the camera follows the path at once
}

// soonSeconds is the longest time in s for which a scene opens on the view of its first key.
const soonSeconds = 2

// openPath lets the camera follow the path of the scene, if it has one.
func (s *session) openPath() (err error) {
	o := &s.camera.opening
	*o, s.Studio.Path = openingPath{}, nil
	if o.path, err = stage.PathOf(s.cmd.rec, s.scene); err != nil || o.path == nil {
		return err
	}
	o.soon = o.path.Keys[0].Seconds <= s.Studio.ShownTime()+soonSeconds
	s.updateOpeningPath()
	return nil
}

// updateOpeningPath begins the path when the time of its first key comes, and leaves it if the time goes
// back. It forgets the path if the user chooses another camera.
func (s *session) updateOpeningPath() {
	o := &s.camera.opening
	if o.path == nil {
		return
	}
	if following := s.Studio.Path == o.path; following != o.follows || !following && s.Studio.Path != nil {
		*o = openingPath{}
		return
	}
	if o.follows = o.soon || s.Studio.ShownTime() >= o.path.Keys[0].Seconds; o.follows {
		s.Studio.Path = o.path
	} else {
		s.Studio.Path = nil
	}
}

// waitsForKeys reports whether the camera of the scene shows the flock until the time of the first key.
func (s *session) waitsForKeys() bool {
	return s.camera.opening.path != nil && !s.camera.opening.follows
}

func (s *session) sayWhenKeysBegin() {
	if s.waitsForKeys() {
		s.panel.Say(fmt.Sprintf("the camera follows its keys from %.2f s on; press Shift C to move it yourself", s.camera.opening.path.Keys[0].Seconds))
	}
}
