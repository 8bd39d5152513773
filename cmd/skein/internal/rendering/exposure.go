package rendering

import (
	"strconv"
	"strings"

	"skein/cmd/skein/internal/usage"
	"skein/engine/film"
	"skein/flock/look"
	"skein/flock/scenario"
)

// maxSamples bounds the subframes of a picture: beyond it nobody sees a difference.
const maxSamples = 65536

// ExposureFlags say how the subframes of a picture are spread.
type ExposureFlags struct {
	Shutter  Shutter  `help:"With --samples: time for which the shutter is open, in degrees of 360 or as a share such as 50% (default: that of the scene, or 180)." placeholder:"DEGREES|SHARE%"`
	Aperture Aperture `help:"With --samples: the lens, as an f-stop such as f/2 or as its diameter in metres. With 0 everything is sharp (default: that of the scene, or 0)." placeholder:"f/N|METRES"`
	Focus    Focus    `help:"With --samples: distance of what is sharp, in metres. auto chooses the boid that the camera follows, or the flock (default: that of the scene, or auto)." placeholder:"METRES|auto"`
}

// Shutter is an angle; the zero value is none given.
type Shutter struct {
	degrees float32
	given   bool
}

// UnmarshalText reads degrees, or a share of the time between pictures.
func (s *Shutter) UnmarshalText(text []byte) error {
	number, share := strings.CutSuffix(string(text), "%")
	x, err := strconv.ParseFloat(number, 64)
	if share {
		x *= 3.6
	}
	if err != nil || !(x >= 0 && x <= 360) {
		return usage.Errorf("%q: want 0 to 360 degrees, or a share from 0%% to 100%%", text)
	}
	s.degrees, s.given = float32(x), true
	return nil
}

// Aperture is the size of a lens; the zero value is none given.
type Aperture struct {
	diameter float32 // m
	stop     float32 // instead; 0: none
	given    bool
}

// UnmarshalText reads f/2, or metres.
func (a *Aperture) UnmarshalText(text []byte) error {
	*a = Aperture{given: true}
	number, stop := strings.CutPrefix(strings.ToLower(string(text)), "f/")
	x, err := strconv.ParseFloat(number, 64)
	switch {
	case err == nil && stop && x >= 0.1 && x <= 1000:
		a.stop = float32(x)
	case err == nil && !stop && x >= 0 && x <= look.MaxAperture:
		a.diameter = float32(x)
	default:
		return usage.Errorf("%q: want f/0.1 to f/1000, or a diameter of 0 to %d metres", text, look.MaxAperture)
	}
	return nil
}

// Focus is a distance; the zero value is none given.
type Focus struct {
	metres float32 // 0: auto
	given  bool
}

// UnmarshalText reads metres, or auto.
func (f *Focus) UnmarshalText(text []byte) error {
	*f = Focus{given: true}
	if string(text) == "auto" {
		return nil
	}
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !(x >= look.MinFocus && x <= look.MaxFocus) {
		return usage.Errorf("%q: want auto, or %g to %d metres", text, look.MinFocus, look.MaxFocus)
	}
	f.metres = float32(x)
	return nil
}

// checkSamples refuses numbers of subframes that make no sense, and what only they
// have use for without them.
func (c *Options) checkSamples() error {
	if c.Samples < 1 || c.Samples > maxSamples {
		return usage.Errorf("--samples %d: want 1 to %d", c.Samples, maxSamples)
	}
	if c.Samples == 1 {
		for flag, given := range map[string]bool{"shutter": c.Shutter.given, "aperture": c.Aperture.given, "focus": c.Focus.given} {
			if given {
				return usage.Errorf("--%s is for pictures of many subframes: want --samples too, such as --samples 16", flag)
			}
		}
	}
	return nil
}

// exposure returns how pictures of a scene are taken, so many a second of which pace.fps.
func (c *Options) exposure(sc *scenario.Scenario, p pace) film.Exposure {
	cam := sc.Camera
	if c.Shutter.given {
		cam.Shutter = c.Shutter.degrees
	}
	e := film.Exposure{Samples: c.Samples, Aperture: cam.Aperture, Focus: cam.Focus}
	if c.Aperture.given {
		e.Aperture, e.FStop = c.Aperture.diameter, c.Aperture.stop
	}
	if c.Focus.given {
		e.Focus = c.Focus.metres
	}
	if c.Samples > 1 {
		e.Shutter = float64(cam.Shutter) / 360 / p.FPS.Float()
	}
	return e
}
