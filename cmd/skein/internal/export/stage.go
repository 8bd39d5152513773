package export

import (
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/stage"
	"skein/engine/air"
	"skein/engine/frame"
	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// stageOf returns the light and the camera of a recording. The camera moves as in render.
func stageOf(r *recording.Reader, sc *scenario.Scenario) (*export.Stage, error) {
	film, err := stage.FilmOf(r, sc, sc.Camera.Mode.FollowsLeaders())
	if err != nil {
		return nil, err
	}
	film.Show = look.Show{}
	l := resolveSky(film.Light)
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

// resolveSky computes the colours of the sky from the air. If the moon is the brightest light, it replaces
// the sun.
func resolveSky(l frame.Light) frame.Light {
	if l.Painted {
		return l
	}
	c := air.ConditionsOf(&l)
	sun := c.Sun
	s := air.New(float64(l.Turbidity)).Sky(c)
	seen := func(c air.RGB) mgl32.Vec3 {
		c = s.Expose(c)
		return mgl32.Vec3{float32(c[0]), float32(c[1]), float32(c[2])}
	}
	const low = 0.03
	l.Sun, l.Zenith = seen(s.Key), seen(s.Radiance(1, 0, math.Sin(sun)))
	l.Horizon = seen(s.Radiance(low, math.Pi, -math.Cos(sun)))
	towards := seen(s.Radiance(low, 0, math.Cos(sun)))
	for k := range l.Glow {
		l.Glow[k] = max(towards[k]-l.Horizon[k], 0)
	}
	if s.KeyIsMoon { // the sun's glow does not surround the moon
		l.SunDirection, l.Glow = l.MoonDirection, mgl32.Vec3{}
	}
	l.Haze += l.Cloud.Mist
	return l
}
