package main

// species describes a bird, in mm and sRGB from 0 to 1.
type species struct {
	name string

	body, bill     []section
	eyeball        eyeball
	tail           fan
	leg            leg
	centre         vec     // middle of the surface in flight, which simulations place at the bird's position
	perchDepth     float64 // distance from centre down to the perch, for a resting bird
	wing           wing
	shaftThickness float64

	// joints are the left shoulder, elbow, wrist and end of the hand. The blends are the ranges of z in which
	// the influence changes from one bone to the next.
	joints                          [4]vec
	neck, head, tailBase            vec
	neckBlend, headBlend, tailBlend [2]float64

	fly, glide         motion
	rest, flare, stoop keyPose // stances; a zero stoop means that there is none

	background    vec
	plumageColour func(bodyPoint) vec
	billColour    func(along, below float64) vec
	eyeColour     func(radius, u, v float64) vec
	covertColour  func(span, chord float64, up bool) vec
	vaneColour    func(q featherID, along, across float64, up bool) vec

	roughness float64
	film      *film // nil if none
}

// film is a thin transparent film on the feathers, keratin over melanin. Its painters return the iridescence
// factor, the thickness, from minThickness (0) to maxThickness (1), in nm, and the specular factor.
type film struct {
	minThickness, maxThickness float64
	plumageColour              func(bodyPoint) vec
	covertColour               func(span, chord float64, up bool) vec
	vaneColour                 func(q featherID, along, across float64, up bool) vec
}

func (s *species) withFilmColours() *species {
	out := *s
	out.background = vec{}
	out.plumageColour, out.covertColour, out.vaneColour = s.film.plumageColour, s.film.covertColour, s.film.vaneColour
	out.leg.colour = vec{}
	out.billColour = func(along, below float64) vec { return vec{} }
	out.eyeColour = func(radius, u, v float64) vec { return vec{} }
	return &out
}

const matteRoughness = 1.0

func allSpecies() []*species {
	birds := []*species{starling(), goose(), gull(), falcon()}
	for _, s := range birds {
		if s.film == nil {
			s.roughness = matteRoughness
		}
		s.rest = keyPose{-66, 44, -6, 52, 100, 0, 0, 0, 0, -30, -8}
		s.flare = keyPose{24, -12, -16, 6, 6, 8, -8, 4, 0, -34, -26}
	}
	birds[3].stoop = keyPose{-48, 42, 0, 54, 102, 0, 0, 0, 0, 0, 0}
	return birds
}
