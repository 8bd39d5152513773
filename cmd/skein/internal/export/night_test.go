package export

import (
	"math"
	"testing"

	"skein/engine/frame"
	"skein/flock/look"
)

func TestNightsAreExportedByTheMoon(t *testing.T) {
	l := look.Default().Light
	l.SunElevation, l.SunAzimuth, l.Latitude = -50, 0, 0
	night := func(age float32) frame.Light {
		l.Moon = age
		return resolveSky(frame.NewLight(l))
	}
	full, none := night(0.5), night(0)
	if up := math.Asin(float64(full.SunDirection[1])) * 180 / math.Pi; math.Abs(up-50) > 0.5 {
		t.Errorf("a full moon's light comes from %.1f° above the horizon, want 50°", up)
	}
	if most := max(full.Sun[0], full.Sun[1], full.Sun[2]); most < 0.01 {
		t.Errorf("a full moon's light is %v, want at least 0.01", full.Sun)
	}
	if full.Sun[1] < 10*none.Sun[1] {
		t.Errorf("a full moon's light is %v, want at least ten times a new moon's %v", full.Sun, none.Sun)
	}
	l.SunElevation = 30
	if day := night(0.5); math.Abs(float64(day.SunDirection[1])-0.5) > 1e-3 {
		t.Errorf("by day the light comes from the direction %v, want 0.5 as its y", day.SunDirection)
	}
}
