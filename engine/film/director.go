package film

import (
	"skein/engine/camera"
	"skein/flock"
)

// aim finds the boid that the camera is tied to at a time, s, and gives the rig the director's shot.
func (f *Film) aim(now float64) error {
	if f.Director == nil || f.Path != nil {
		f.tiedTo, f.stance = f.shot(now).Boid, f.Rig.Mode.Stance()
		return nil
	}
	shot, before := f.Director.At(now, f.Events)
	for _, s := range []*camera.Shot{shot, before} {
		if s != nil && !s.Placed {
			if err := f.place(s); err != nil {
				return err
			}
		}
	}
	f.Rig.Cue = camera.Cue{Shot: shot, Before: before, Now: now}
	f.tiedTo, f.stance = shot.Boid, shot.Kind.Stance()
	return nil
}

// place chooses the camera's place for a shot from the flock at the shot's beginning.
func (f *Film) place(s *camera.Shot) error {
	first, err := f.searchReader.Frame(0)
	if err != nil {
		return err
	}
	at := min(max((s.From-first.Seconds())*f.FPS, 0), float64(f.Reel.Frames()-1))
	boids, by, err := f.searchReader.Boids(nil, at)
	if err != nil {
		return err
	}
	var params []flock.Params
	for k := range by.FlockCount() {
		p, err := f.Params(int(at), k)
		if err != nil {
			return err
		}
		params = append(params, p)
	}
	c := camera.GroupOf(boids, by, s.Boid, params, s.Kind.IsTied())
	f.motion.Seek(at, c.Flock)
	s.Place(&f.Rig, c, camera.NewSubject(c, s.Boid, f.motion))
	return f.motion.Err
}
