//go:build cgo && !nowindow

package ui

import "skein/flock"

// speedUnit returns the unit in which the selected flock's speeds are shown, and the number of these units in
// 1 m/s. A model that moves in steps uses m/step.
func (s *State) speedUnit() (unit string, perMetrePerSecond float64) {
	m := s.Controls.Params.Model()
	if m == nil || m.Units() != flock.PerStep || s.Snapshot.TickRate <= 0 {
		return "m/s", 1
	}
	return "m/step", 1 / float64(s.Snapshot.TickRate)
}

func inSpeedUnit[T float32 | float64](s *State, values []T, unit string) ([]T, string) {
	to, factor := s.speedUnit()
	if unit != "m/s" || factor == 1 {
		return values, unit
	}
	converted := make([]T, len(values))
	for i, v := range values {
		converted[i] = v * T(factor)
	}
	return converted, to
}
