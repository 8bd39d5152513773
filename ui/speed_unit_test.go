//go:build cgo && !nowindow

package ui

import (
	"testing"

	"skein/flock"
	"skein/flock/scenario/testscene"
)

// The window shows speeds in the unit of the model's parameters: 60 m/s are 2 m/step at 30 steps a second.
func TestSpeedsHaveTheUnitOfTheModel(t *testing.T) {
	for _, c := range []struct {
		def    flock.Def
		unit   string
		speeds float64
	}{{testscene.Def("cornell"), "m/step", 2}, {testscene.Def("murmuration"), "m/s", 60}} {
		s := &State{Snapshot: &flock.Snapshot{TickRate: 30}}
		s.Controls.Params = c.def.Params
		got, unit := inSpeedUnit(s, []float64{60}, "m/s")
		if spec, _ := c.def.Params.Spec("max_speed"); unit != c.unit || unit != spec.Unit || got[0] != c.speeds {
			t.Errorf("60 m/s is shown as %v %s, want %v %s; the parameter has the unit %s", got[0], unit, c.speeds, c.unit, spec.Unit)
		}
		if got, unit := inSpeedUnit(s, []float64{60}, "m"); unit != "m" || got[0] != 60 {
			t.Errorf("60 m is shown as %v %s", got[0], unit)
		}
	}
}
