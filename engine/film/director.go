package film

import "skein/engine/camera"

func (f *Film) aim(now float64) error {
	if f.Director == nil || f.Path != nil {
		f.tiedTo, f.stance = f.shot(now).Boid, f.Rig.Mode.Stance()
		return nil
	}
	shot, before := f.Director.At(now, f.Events)
	for _, s := range []*camera.Shot{shot, before} {
		if s != nil && !s.Placed {
			if err := s.PlaceInReel(&f.Rig, &f.searchReader, f.FPS, f.Params, f.motion); err != nil {
				return err
			}
		}
	}
	f.Rig.Cue = camera.Cue{Shot: shot, Before: before, Now: now}
	f.tiedTo, f.stance = shot.Boid, shot.Kind.Stance()
	return nil
}
