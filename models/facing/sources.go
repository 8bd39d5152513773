package facing

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Source is a source of evidence.
type Source int

// Sources of evidence.
const (
	Names Source = iota
	Face
	Sides
	Pairs
	Legs
	Feet
	Travel
	Symmetry
	Beat
	Wag
	Taper
	Bulk
	Carriage
	Detail
	Shoulders
	Edge
	Bones
	Length
	Sheet
	UpAxis
	ForwardAxis
	SourceCount = iota
)

func (s *scene) measure(o Orientation) (out [SourceCount]float64) {
	for k, least := range map[Source]float32{Names: 0.1, Face: 0.05, Legs: 0.1} {
		out[k] = along(s.hints[k].direction, o.Forward, o.Up, least)
	}
	out[Sides] = along(s.hints[Sides].direction, o.Left(), mgl32.Vec3{}, 0.05)
	out[Pairs] = math.Abs(out[Sides])
	out[Feet] = along(s.hints[Feet].direction, o.Up, mgl32.Vec3{}, 0.2)
	out[Travel] = along(s.travel, o.Forward, o.Up, 0.5)
	for k, a := range o.Left() {
		if a != 0 {
			out[Symmetry] = 1 - 2*math.Min(s.asymmetric[k]/0.2, 1)
		}
	}
	v := s.view(o)
	out[Beat], out[Wag] = v.beat(), v.wag()
	out[Taper], out[Bulk], out[Carriage], out[Detail] = v.taper(), v.bulk(), v.carriage(), v.detail()
	out[Shoulders], out[Edge], out[Length] = v.shoulders(), v.edge(), v.length()
	out[Bones] = s.boneLead(o, v)
	out[Sheet] = v.flatness() * math.Max(out[Symmetry], 0)
	for k := Taper; k < UpAxis; k++ {
		out[k] *= s.shaped
	}
	out[UpAxis], out[ForwardAxis] = convention(o)
	return out
}

// convention compares an orientation with glTF's convention, Y up and Z forward. Other programs have Z up.
func convention(o Orientation) (up, forward float64) {
	switch {
	case o.Up[1] == 1:
		up = 1
	case o.Up[2] == 1:
		up = -0.5
	default:
		up = -1
	}
	if o.Left()[0] == 1 {
		forward = 1
	}
	return up, forward
}

// boneLead measures how far the bones of the wings are in front of the surface that they move.
func (s *scene) boneLead(o Orientation, v *view) float64 {
	var sum, all float64
	for _, b := range s.bones {
		ahead := float64(b.origin.Sub(b.surface).Dot(o.Forward))
		if side := math.Abs(float64(b.surface.Dot(o.Left()))); side > 0.25*v.size[0] {
			sum, all = sum+ahead, all+math.Abs(ahead)
		}
	}
	if all == 0 {
		return 0
	}
	return v.winged * sum / max(all, 0.02)
}
