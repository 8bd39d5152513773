package tracks

import (
	"math"
	"strings"
)

func (r *reader) addOptional(s *sample) error {
	for _, v := range []struct {
		to      *[3]float64
		columns [3]Column
	}{{&s.vel, [3]Column{VX, VY, VZ}}, {&s.air, [3]Column{AirX, AirY, AirZ}}} {
		if !r.columns.hasVector(v.columns) {
			continue
		}
		for k, c := range v.columns {
			var err error
			switch {
			case r.cells[c] == nil: // the table has no heights
				v.to[k] = 0
			case r.cells[c].kind == nothing:
				v.to[k] = math.NaN()
			default:
				v.to[k], err = r.number(c)
			}
			if err != nil {
				return err
			}
		}
	}
	r.windy = r.windy || r.columns.hasVector([3]Column{AirX, AirY, AirZ}) && s.air != s.vel && !isNaN(s.air)
	if r.columns.hasAll(UX, UY, UZ) {
		for k, c := range []Column{UX, UY, UZ} {
			x, err := r.number(c)
			if err == nil && math.Abs(x) > maxUpLength {
				err = r.fail("%s is %g, which is too large for a direction", c, x)
			}
			if err != nil {
				return err
			}
			s.up[k] = float32(x)
		}
	}
	if r.columns.hasAll(Phase) {
		x, err := r.number(Phase)
		if err == nil && !(x >= 0 && x <= 1) {
			err = r.fail("phase %g: must be 0 to 1 turns", x)
		}
		if err != nil {
			return err
		}
		s.phase = float32(x)
	}
	if x := r.cells[Wingbeat]; x != nil && x.kind != nothing {
		beat, err := r.number(Wingbeat)
		if err == nil && !(beat >= 0 && beat <= 200) {
			err = r.fail("wingbeat %g: must be 0 to 200 per second", beat)
		}
		if err != nil {
			return err
		}
		s.beat = float32(beat)
	}
	for c := Gliding; c <= Landing; c++ {
		if x := r.cells[c]; x != nil && (x.number != 0 || strings.EqualFold(x.text, "true")) {
			s.flags |= uint8(flagBit(c))
		}
	}
	return nil
}
