package flock

import (
	"errors"
	"strings"
	"testing"

	"skein/flock/around"
	"skein/flock/schedule"
)

// Thousands of faults in a schedule give one line of a few hundred characters, with their number and the
// place of the first.
func TestFaultsOfAScheduleAreBounded(t *testing.T) {
	d := small(5)
	for k := range 5000 {
		d.Schedule = append(d.Schedule, schedule.Change{At: float32(k) / 10, Key: "cohesion", Value: 0.1, Ramp: 100})
	}
	err := d.Validate()
	if err == nil || len(err.Error()) > 1500 || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "and 499") {
		t.Errorf("%.2000v", err)
	}
	var f *around.Fault
	if !errors.As(err, &f) || f.Kind != "event" || f.Number != 0 || f.Key == "" {
		t.Errorf("%+v", f)
	}
}
