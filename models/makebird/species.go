package main

// species is all that tells one bird from another. Lengths are millimetres,
// colours sRGB from 0 to 1.
type species struct {
	name string

	body, bill []section
	eyeball    eyeball
	fan        fan
	wing       wing
	shaft      float64 // thickness of a feather

	// Shoulder, elbow, wrist and the end of the hand, on the left; where neck,
	// head and tail turn; and where the body goes over from one to the next.
	joints                          [4]vec
	neck, head, tailBase            vec
	neckBlend, headBlend, tailBlend [2]float64

	fly, glide         motion
	rest, flare, stoop stroke // what it holds; no stoop: none

	ground     vec // the picture's own colour, where nothing is painted
	plumage    func(spot) vec
	billColour func(along, below float64) vec
	eyeColour  func(radius, u, v float64) vec
	covert     func(span, chord float64, up bool) vec
	vane       func(q quill, along, across float64, up bool) vec

	rough float64
	film  *film // nil: none
}

// film is a thin clear film over the feathers: keratin over melanin. Painters give the share
// that it covers in red, in blue how much of the light is sent back as by a mirror, and in green how thick it is, from thin, nm, to thick.
type film struct {
	thin, thick float64
	plumage     func(spot) vec
	covert      func(span, chord float64, up bool) vec
	vane        func(q quill, along, across float64, up bool) vec
}

// filmed is the bird with its film for its colours.
func (s *species) filmed() *species {
	out := *s
	out.ground = vec{}
	out.plumage, out.covert, out.vane = s.film.plumage, s.film.covert, s.film.vane
	out.billColour = func(along, below float64) vec { return vec{} }
	out.eyeColour = func(radius, u, v float64) vec { return vec{} }
	return &out
}

// matte is how rough feathers are that have no film.
const matte = 1.0

// all are the birds that skein has.
func all() []*species {
	birds := []*species{starling(), goose(), gull(), falcon()}
	for _, s := range birds {
		if s.film == nil {
			s.rough = matte
		}
		s.rest = stroke{-68, 58, 0, 108, 146, 0, 0, 0, 0, -30, -8}
		s.flare = stroke{24, -12, -16, 6, 6, 8, -8, 4, 0, -34, -26}
	}
	birds[3].stoop = stroke{-52, 54, 0, 106, 144, 0, 0, 0, 0, 0, 0}
	return birds
}
