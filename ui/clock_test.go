//go:build cgo && !nowindow

package ui

import (
	"math"
	"testing"

	"skein/engine/frame"
	"skein/flock/look"
)

func TestClockIsSet(t *testing.T) {
	for text, want := range map[string]float64{"17:42": 17.7, "0:00": 0, "6": 6, " 23:59 ": 23 + 59.0/60} {
		for _, hours := range []float32{-24, -3.5, 0, 24} {
			for _, seconds := range []float64{0, 77} {
				l := look.Default().Light
				l.Hours, l.DaySeconds, l.SunElevation, l.SunAzimuth = hours, 600, 20, -70
				now, ok := frame.NewLight(l).At(seconds).Clock()
				to, read := parseTimeOfDay(text)
				if !ok || !read {
					t.Fatalf("%q: %v, %v", text, ok, read)
				}
				setClock(&l, now, to)
				got, _ := frame.NewLight(l).At(seconds).Clock()
				if off := math.Abs(math.Mod(got-want+36, 24) - 12); off > 1e-3 || l.Hours < -24 || l.Hours > 24 {
					t.Errorf("%q from %v h: the clock shows %s with Hours = %v, want the typed time within a day", text, hours, timeOfDay(got), l.Hours)
				}
			}
		}
	}
	for _, text := range []string{"", "25", "12:60", "24:01", "noon", "-1:00"} {
		if h, ok := parseTimeOfDay(text); ok {
			t.Errorf("%q was accepted as %v h", text, h)
		}
	}
	if got := timeOfDay(23.9999); got != "00:00" {
		t.Errorf("a moment before midnight is %s, want 00:00", got)
	}
}
