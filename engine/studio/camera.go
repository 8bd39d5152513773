package studio

import (
	"skein/engine/camera"
	"skein/flock/look"
)

// CameraToSave returns the camera as a scene stores it.
func (s *Studio) CameraToSave() look.Camera { return s.Rig.Settings(s.Controls.Camera) }

// SetMode sets the camera mode for the user or a command. Undo does not revert this change.
func (s *Studio) SetMode(m look.Mode) {
	s.Controls.Camera.Mode = m
	s.Controls = s.syncSelection(s.Controls)
	s.Rig.SetMode(camera.RigMode(s.Controls.Camera.Mode))
}

func (s *Studio) advanceLeader() {
	if now := s.Controls.Selected; s.Controls.Camera.Mode.FollowsLeaders() && now >= 0 && !s.leads(now) {
		s.Controls.Selected = s.next(now, 1, s.leads)
	}
}

// LeavePath ends the flight along the camera path. The camera continues from its current view.
func (s *Studio) LeavePath() {
	if s.Path == nil {
		return
	}
	s.Path = nil
	s.Rig.TakeOver(s.frame.View)
}

func (s *Studio) group() camera.Group {
	s.completeBoids()
	return s.sampledGroup()
}

// sampledGroup returns the flock that cameras follow. For a swarm, only a sample of the positions and the
// camera's boid are up to date.
func (s *Studio) sampledGroup() camera.Group {
	boid, stance := s.aim()
	return camera.GroupOf(s.boids, s.shownSnapshot, boid, s.params, stance >= look.StanceBehind)
}

func (s *Studio) subject(all camera.Group, look camera.Motion) camera.Subject {
	boid, _ := s.aim()
	return camera.NewSubject(all, boid, look)
}

// look returns the motion that cameras follow, smoothed over time. Only for a recording does it include the
// future.
func (s *Studio) look(all camera.Group) camera.Motion {
	if s.Playing() {
		s.tape.motion.Seek(s.tape.position(), all.Flock)
		return s.tape.motion
	}
	now := s.seconds()
	boid, _ := s.aim()
	s.lag.Update(all, boid, now-s.lagTime)
	s.lagTime = now
	return &s.lag
}
