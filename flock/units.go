package flock

import (
	"strings"
)

// Units is the unit in which a model counts time.
type Units int

// The units.
const (
	PerSecond Units = iota // velocities are in m/s, and steering forces in m/s per 1/30 s, at any tick rate
	PerStep                // a tick is a step: velocities and steering forces are in m per step
)

// usePerStep changes the units and descriptions of the parameters for a model that counts in
// steps.
func (s *parameterList) usePerStep() {
	for k := range s.specs {
		spec := &s.specs[k]
		if spec.Unit == "m/s" {
			spec.Unit = "m/step"
		}
		spec.Doc = strings.ReplaceAll(spec.Doc, "per 1/30 s", "per step")
	}
}
