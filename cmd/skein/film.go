package main

import (
	"skein/engine"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// filmOf is a recording seen as its scene says; leaders: with the camera tied to
// whoever leads.
func filmOf(rec *recording.Reader, sc *scenario.Scenario, leaders bool) (film engine.Film, err error) {
	rig := engine.NewRig()
	place(&rig, sc)
	film = engine.Film{
		Reel: rec, FPS: float64(rec.Meta().FPS), Params: rec.ParamsOf, Around: rec.Surroundings,
		Show: sc.Show, Light: engine.LightOf(sc.Light), Rig: rig, Selected: sc.Camera.Boid,
	}
	film.Species = namesOfFlocks(sc)
	if film.Show.Colour == engine.ColourByEscape {
		if film.Events, err = rec.Events(); err != nil {
			return film, err
		}
	}
	if film.Path, err = pathOf(rec, sc); err != nil {
		return film, err
	}
	if leaders {
		events, err := rec.Events()
		if err != nil {
			return film, err
		}
		film.Shots = engine.LeaderShots(events, sc.TickRate)
	}
	tied := rig.Mode == engine.Follow || rig.Mode == engine.Eye
	if film.Selected < 0 && tied && film.Shots == nil && film.Path == nil {
		film.Selected = 0
	}
	return film, nil
}

// namesOfFlocks are those of a scene's.
func namesOfFlocks(sc *scenario.Scenario) (names []string) {
	def := sc.Def()
	for _, f := range def.Flocks() {
		names = append(names, f.Name())
	}
	return names
}
