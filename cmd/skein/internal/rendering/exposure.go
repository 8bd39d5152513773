package rendering

import (
	"strconv"
	"strings"

	"skein/cmd/skein/internal/usage"
	"skein/engine/film"
	"skein/flock/look"
	"skein/flock/scenario"
)

// maxSamples is the largest number of subframes in a picture. More would make no visible difference.
const maxSamples = 65536

// ExposureFlags spread the subframes of a picture over time and over the lens.
type ExposureFlags struct {
	Shutter  Shutter  `help:"With --samples: how long the shutter is open, in degrees or as a share such as 50%. 360 degrees or 100% is the whole time between two pictures (default: the scene's value, or 180)." placeholder:"DEGREES|SHARE%"`
	Aperture Aperture `help:"With --samples: the f-stop of the lens, such as f/2, or its diameter in metres. With 0, everything is sharp (default: the scene's value, or 0)." placeholder:"f/N|METRES"`
	Focus    Focus    `help:"With --samples: distance at which objects are sharp, in metres. auto is the distance of the boid that the camera follows, or of the flock (default: the scene's value, or auto)." placeholder:"METRES|auto"`
}

// Shutter is the angle of the shutter. The zero value means that the flag was not given.
type Shutter struct {
	degrees float32
	given   bool
}

// UnmarshalText reads an angle in degrees, or a percentage of the time between pictures, such as 50%.
func (s *Shutter) UnmarshalText(text []byte) error {
	number, share := strings.CutSuffix(string(text), "%")
	x, err := strconv.ParseFloat(number, 64)
	if share {
		x *= 3.6
	}
	if err != nil || !(x >= 0 && x <= 360) {
		return usage.Errorf("%q: must be 0 to 360 degrees, or a share from 0%% to 100%%", text)
	}
	s.degrees, s.given = float32(x), true
	return nil
}

// Aperture is the size of the lens opening. The zero value means that the flag was not given.
type Aperture struct {
	diameter float32 // m
	stop     float32 // f-number, which replaces diameter; 0 means to use diameter
	given    bool
}

// UnmarshalText reads an f-number such as f/2, or a diameter in metres.
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
		return usage.Errorf("%q: must be f/0.1 to f/1000, or a diameter of 0 to %d metres", text, look.MaxAperture)
	}
	return nil
}

// Focus is the distance at which objects are sharp. The zero value means that the flag was not given.
type Focus struct {
	metres float32 // 0 for auto
	given  bool
}

// UnmarshalText reads a distance in metres, or auto.
func (f *Focus) UnmarshalText(text []byte) error {
	*f = Focus{given: true}
	if string(text) == "auto" {
		return nil
	}
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !(x >= look.MinFocus && x <= look.MaxFocus) {
		return usage.Errorf("%q: must be auto, or %g to %d metres", text, look.MinFocus, look.MaxFocus)
	}
	f.metres = float32(x)
	return nil
}

func (c *Options) checkSamples() error {
	if c.Samples < 1 || c.Samples > maxSamples {
		return usage.Errorf("--samples %d: must be 1 to %d", c.Samples, maxSamples)
	}
	if c.Samples == 1 {
		for flag, given := range map[string]bool{"shutter": c.Shutter.given, "aperture": c.Aperture.given, "focus": c.Focus.given} {
			if given {
				return usage.Errorf("--%s needs --samples, such as --samples 16", flag)
			}
		}
	}
	return nil
}

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
