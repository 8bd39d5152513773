package engine

import (
	"math"
	"testing"

	"skein/flock/look"
)

// The clock is at 12 where the sun stands highest, at 18 where it sets on the equator and on
// the day of equal night, and goes on by an hour an hour.
func TestClockOfDay(t *testing.T) {
	light := func(azimuth, elevation, latitude, hours float32) Light {
		l := look.Default().Light
		l.SunAzimuth, l.SunElevation, l.Latitude, l.Hours = azimuth, elevation, latitude, hours
		return LightOf(l)
	}
	for _, c := range []struct {
		name                          string
		azimuth, elevation, lat, hour float32
		want                          float64
	}{
		{"overhead on the equator", 0, 90, 0, 0, 12},
		{"in the west at the horizon", 0, 0, 0, 0, 18},
		{"in the east at the horizon", 180, 0, 0, 0, 6},
		{"there at 50 degrees north", 0, 0, 50, 0, 18},
		{"south at noon", 90, 40, 50, 0, 12},
		{"three hours after noon", 90, 40, 50, 3, 15},
		{"before midnight", 90, 40, 50, 11.5, 23.5},
		{"after midnight", 90, 40, 50, 12.25, 0.25},
		{"the day before", 90, 40, 50, -13, 23},
	} {
		got, ok := light(c.azimuth, c.elevation, c.lat, c.hour).Clock()
		if off := math.Abs(math.Mod(got-c.want+36, 24) - 12); !ok || off > 1e-3 || got < 0 || got >= 24 {
			t.Errorf("%s: %v h, want %v", c.name, got, c.want)
		}
	}
	if _, ok := light(0, 10, 90, 0).Clock(); ok {
		t.Error("a pole has a time of day")
	}
}
