package main

import (
	"image"

	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// stageOf is the light of a recording's scene, and its camera, which moves as it
// does for render.
func stageOf(r *recording.Reader, sc *scenario.Scenario) (*export.Stage, error) {
	film, err := filmOf(r, sc, sc.Camera.Mode == look.Leader)
	if err != nil {
		return nil, err
	}
	film.Show = look.Show{}
	l := film.Light
	return &export.Stage{
		View: func(f *export.Frame) (export.View, error) {
			at, err := film.At(f.Place, image.Pt(1920, 1080))
			if err != nil {
				return export.View{}, err
			}
			v := at.View
			if v.Hide >= 0 {
				v.Hide = at.ID(v.Hide)
			}
			return export.View{Eye: v.Eye, Rotation: v.Rotation, FovY: v.FovY, Hide: v.Hide}, nil
		},
		SunDirection: l.SunDirection, Sun: l.Sun, Zenith: l.Zenith, Horizon: l.Horizon, Glow: l.Glow,
		Ground: l.Ground, Haze: l.Haze, Exposure: l.Exposure,
	}, nil
}
