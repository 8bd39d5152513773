package studio

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/reel"
	"skein/flock"
	"skein/flock/look"
)

type direction struct {
	director *camera.Director
	world    *flock.World // the directed live flight; nil if none
	tape     *tape        // the directed recording; nil if none
	shot     *camera.Shot // nil in modes other than Director
}

func (s *Studio) direct(d camera.Drive) {
	if s.Controls.Camera.Mode == look.Director && (d.Turn != mgl32.Vec2{} || d.Move != mgl32.Vec3{} || d.Zoom != 0) {
		s.SetMode(look.Auto)
	}
	if s.Controls.Camera.Mode != look.Director {
		s.direction.shot = nil
		return
	}
	s.openDirector()
	shot, before := s.direction.director.At(s.seconds(), s.Events())
	for _, shown := range []*camera.Shot{shot, before} {
		if shown != nil && !shown.Placed {
			s.place(shown)
		}
	}
	s.direction.shot = shot
	s.Rig.Cue = camera.Cue{Shot: shot, Before: before, Now: s.seconds()}
}

// place chooses the camera's place for a shot. In a recording it uses the flock at the start of the shot, as
// a film does.
func (s *Studio) place(shot *camera.Shot) {
	if t := s.tape; t != nil && shot.PlaceInReel(&s.Rig, &reel.Reader{Reel: t.flight.Reel}, t.flight.FPS, t.flight.Params, t.motion) == nil {
		return
	}
	s.completeBoids()
	all := camera.GroupOf(s.boids, s.shownSnapshot, shot.Boid, s.params, shot.Kind.IsTied())
	shot.Place(&s.Rig, all, camera.NewSubject(all, shot.Boid, camera.ExactMotion(all)))
}

func (s *Studio) openDirector() {
	tape, begin := s.tape, 0.0
	if s.live != nil {
		tape = s.live.tape
	}
	if tape != nil {
		begin = tape.flight.Start
	}
	if d := &s.direction; d.director == nil || d.world != s.world || d.tape != tape {
		s.direction = direction{director: camera.NewDirector(s.def.Seed, s.def.TickRate, begin), world: s.world, tape: tape}
	}
}

func (s *Studio) aim() (boid int, stance look.Stance) {
	if shot := s.direction.shot; shot != nil {
		return shot.Boid, shot.Kind.Stance()
	}
	return s.Controls.Selected, s.Controls.Camera.Mode.Stance()
}
