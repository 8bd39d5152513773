package main

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine"
	"skein/flock/scenario"
)

var (
	styleNames = []string{"birds", "spheres"}
	traceNames = []string{"none", "all", "leaders", "selected"}
)

// showOf is how a scenario wants its flock drawn.
func showOf(sc *scenario.Scenario) engine.Show {
	return engine.Show{
		Style:        engine.Style(slices.Index(styleNames, sc.Show.Style)),
		Traces:       engine.TraceMode(slices.Index(traceNames, sc.Show.Traces)),
		TraceSeconds: sc.Show.TraceSeconds,
		Shadows:      sc.Show.Shadows,
		Vision:       sc.Show.Vision,
		Inset:        sc.Show.Inset,
	}
}

// lightOf is a scenario's light.
func lightOf(sc *scenario.Scenario) engine.Light {
	l := engine.Dusk()
	l.SunDirection = engine.Sun(float64(sc.Light.SunElevation), 180+float64(sc.Light.SunAzimuth))
	l.Haze = sc.Light.Haze
	return l
}

// controlsOf is what a scenario sets of a session's controls.
func controlsOf(sc *scenario.Scenario, c engine.Controls) engine.Controls {
	c.Mode, _ = engine.ParseMode(sc.Camera.Mode)
	c.FovY = radians(sc.Camera.FOV)
	c.Speed = float64(sc.Show.Speed)
	c.Selected = min(sc.Camera.Boid, sc.Params.Count-1)
	return c
}

// place puts a camera where a scenario wants it.
func place(r *engine.Rig, sc *scenario.Scenario) {
	cam := &sc.Camera
	r.FovY = radians(cam.FOV)
	r.Azimuth, r.Elevation, r.Distance = radians(cam.Azimuth), radians(cam.Elevation), cam.Distance
	at := mgl32.Vec3{0, sc.Params.RoostHeight, 0}
	if cam.Target.Fixed {
		at = cam.Target.At
		r.Anchor = &at
	}
	r.Stand(at)
	r.Mode, _ = engine.ParseMode(cam.Mode)
}

// keep writes a session back into a scenario, for saving.
func keep(sc *scenario.Scenario, s *engine.Studio) {
	c := &s.Controls
	sc.Seed, sc.Params = s.Seed(), c.Params
	sc.Show.Style, sc.Show.Traces = styleNames[c.Show.Style], traceNames[c.Show.Traces]
	sc.Show.TraceSeconds, sc.Show.Shadows = c.Show.TraceSeconds, c.Show.Shadows
	sc.Show.Vision, sc.Show.Inset, sc.Show.Speed = c.Show.Vision, c.Show.Inset, float32(c.Speed)
	r := &s.Rig
	sc.Camera.Mode, sc.Camera.Boid = c.Mode.String(), c.Selected
	sc.Camera.Distance, sc.Camera.FOV = r.Distance, degrees(c.FovY)
	sc.Camera.Azimuth, sc.Camera.Elevation = wrapDegrees(degrees(r.Azimuth)), degrees(r.Elevation)
	if c.Mode == engine.Fly {
		v := r.View()
		ahead := v.Forward()
		sc.Camera.Target = scenario.Target{Fixed: true, At: v.Eye.Add(ahead.Mul(r.Distance))}
		sc.Camera.Azimuth = degrees(float32(math.Atan2(float64(-ahead[0]), float64(-ahead[2]))))
		sc.Camera.Elevation = degrees(float32(-math.Asin(float64(ahead[1]))))
	}
}

func radians(deg float32) float32 { return mgl32.DegToRad(deg) }
func degrees(rad float32) float32 { return mgl32.RadToDeg(rad) }

func wrapDegrees(deg float32) float32 { return float32(math.Remainder(float64(deg), 360)) }
