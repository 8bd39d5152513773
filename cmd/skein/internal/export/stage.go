package export

import (
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/stage"
	"skein/engine/air"
	"skein/engine/film"
	"skein/engine/frame"
	"skein/engine/web"
	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/recording"
)

const sceneCamera = "scene"

func (c *Options) stage(r *recording.Reader) (*export.Stage, error) {
	name := c.Camera
	if name == sceneCamera {
		name = ""
	}
	sc, err := input.SceneOf(r, name, &c.Choice)
	if err != nil {
		return nil, err
	}
	leaders, err := input.Follow(sc, r, c.Boid)
	if err != nil {
		return nil, err
	}
	film, err := stage.FilmOf(r, sc, leaders)
	if err != nil {
		return nil, err
	}
	film.Show = look.Show{}
	l := resolveSky(film.Light)
	size := image.Point(c.Size)
	return &export.Stage{
		View: func(f *export.Frame) (export.View, error) {
			return viewOf(&film, f.Place, size, sc.Camera.Focus)
		},
		Aspect: float32(size.X) / float32(size.Y), Aperture: sc.Camera.Aperture, Shutter: sc.Camera.Shutter / 360,
		SunDirection: l.SunDirection, Sun: l.Sun, Zenith: l.Zenith, Horizon: l.Horizon, Glow: l.Glow,
		Ground: l.Ground, Haze: l.Haze, Exposure: l.Exposure,
	}, nil
}

func (c *Options) addPage(r *recording.Reader, o *export.Options) error {
	sc, err := input.SceneOf(r, "", &c.Choice)
	if err != nil {
		return err
	}
	page := web.Recorded{Birds: web.BirdsOf(sc.Show.Style, o.Birds), Stage: o.Stage, Light: frame.NewLight(sc.Light), Scene: sc}
	o.Page = page.Write
	return nil
}

// viewOf returns a film's camera at a time, in frames. focus is the distance at which the picture is sharp,
// in m; 0 means the distance of the boid that the camera follows.
func viewOf(film *film.Film, moment float64, size image.Point, focus float32) (export.View, error) {
	picture, err := film.At(moment, size)
	if err != nil {
		return export.View{}, err
	}
	v := picture.View
	if focus == 0 {
		focus = max(film.Focus(v), v.Near)
	}
	out := export.View{Eye: v.Eye, Rotation: v.Rotation, FovY: v.FovY, Near: v.Near, Far: v.Far, Focus: focus, Hide: v.Hide}
	if v.Hide >= 0 {
		out.Hide = picture.ID(v.Hide)
	}
	return out, nil
}

// resolveSky computes the sky's colours from the air. A moon brighter than the sun becomes the scene's light.
func resolveSky(l frame.Light) frame.Light {
	if l.Painted {
		return l
	}
	c := air.ConditionsOf(&l)
	sun := c.Sun
	s := air.New(float64(l.Turbidity)).Sky(c)
	exposed := func(c air.RGB) mgl32.Vec3 {
		c = s.Expose(c)
		return mgl32.Vec3{float32(c[0]), float32(c[1]), float32(c[2])}
	}
	const low = 0.03
	l.Sun, l.Zenith = exposed(s.Key), exposed(s.Radiance(1, 0, math.Sin(sun)))
	l.Horizon = exposed(s.Radiance(low, math.Pi, -math.Cos(sun)))
	towards := exposed(s.Radiance(low, 0, math.Cos(sun)))
	for k := range l.Glow {
		l.Glow[k] = max(towards[k]-l.Horizon[k], 0)
	}
	if s.KeyIsMoon { // the glow surrounds the sun, not the moon
		l.SunDirection, l.Glow = l.MoonDirection, mgl32.Vec3{}
	}
	l.Haze += l.Cloud.Mist
	return l
}
