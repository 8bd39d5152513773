package stage

import (
	"skein/engine/camera"
	"skein/engine/film"
	"skein/engine/frame"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// FilmOf returns a film of a recording with the look of a scene. If leaders is true, the camera follows the
// current leader.
func FilmOf(rec *recording.Reader, sc *scenario.Scenario, leaders bool) (f film.Film, err error) {
	rig := camera.NewRig()
	Place(&rig, sc)
	meta := rec.Meta()
	f = film.Film{
		Reel: rec, FPS: meta.Rate(), Pace: float64(meta.Pace()), Params: rec.ParamsOf, Around: rec.Surroundings,
		Show: sc.Show, Light: frame.NewLight(sc.Light), Rig: rig, Selected: sc.Camera.Boid,
	}
	def := sc.Def()
	f.Species = def.Labels()
	for _, own := range sc.Flocks() {
		f.Models = append(f.Models, own.Bird.AllShares())
	}
	directed := sc.Camera.Mode == look.Director
	if f.Show.Colour == look.ColourByEscape || directed {
		if f.Events, err = rec.Events(); err != nil {
			return f, err
		}
	}
	if directed {
		if f.Director, err = directorOf(rec, sc); err != nil {
			return f, err
		}
	}
	if f.Path, err = PathOf(rec, sc); err != nil {
		return f, err
	}
	if leaders {
		events, err := rec.Events()
		if err != nil {
			return f, err
		}
		f.Shots = film.LeaderShots(events, sc.TickRate)
	}
	if f.Selected < 0 && rig.Mode.IsTied() && f.Shots == nil && f.Path == nil {
		f.Selected = 0
	}
	return f, nil
}

func directorOf(rec *recording.Reader, sc *scenario.Scenario) (*camera.Director, error) {
	var first flock.Snapshot
	if err := rec.Frame(0, &first); err != nil {
		return nil, err
	}
	return camera.NewDirector(sc.Seed, sc.TickRate, first.Seconds()), nil
}
