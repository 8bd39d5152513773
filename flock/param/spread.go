package param

import "reflect"

// A parameter with the tag varies gets a second parameter, its spread. With a spread s, the value of a boid
// is
//
//	value · (1 + s·z)
//
// limited to the parameter's range. z has a normal distribution and depends only on the seed, the parameter
// and the boid's id.

// SpreadSuffix ends the key of a spread.
const SpreadSuffix = "_spread"

const spreadGroup = "Individuality"

const mostSpread = 0.5

func spreadOf(of *Spec) Spec {
	s := Spec{Description: of.Description, field: of.field, IdleInFlat: of.IdleInFlat, absent: "0", varies: of.Key}
	s.Key, s.Label, s.Group, s.Unit, s.With, s.Options = of.Key+SpreadSuffix, "± "+of.Label, spreadGroup, "", "", nil
	s.Min, s.Max, s.Soft = 0, mostSpread, 0.3
	if of.Min == 0 {
		s.With = of.Key
	}
	s.Doc = "Standard deviation of " + of.Key + " among the boids, as a share of its value. Each boid keeps its own value. 0 means no difference between boids"
	s.slot.kind = reflect.Float32
	return s
}

// BaseKey returns the key of the parameter that varies, or the parameter's own key if it is no spread.
func (s *Spec) BaseKey() string {
	if s.varies != "" {
		return s.varies
	}
	return s.Key
}
