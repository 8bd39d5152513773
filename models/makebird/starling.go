package main

import "math"

// starling returns a European starling, Sturnus vulgaris, in fresh autumn plumage, but with the yellow bill
// of spring. It has a short square tail and pointed triangular wings. Shape and colours were chosen by eye.
func starling() *species {
	s := &species{
		name: "starling",
		body: []section{
			{91, 5, 3.6, 3.4, 3.6}, {85, 6.8, 8.6, 7.6, 7.4}, {75, 9.2, 12.6, 11.6, 11.4},
			{63, 9.4, 14, 12.8, 13.6}, {50, 7.4, 15.6, 13.8, 16.4}, {33, 3.4, 20.5, 17.6, 21},
			{12, 0, 26, 21.2, 26.2}, {-10, -1, 27, 21.8, 26.6}, {-31, 0.2, 23, 18.8, 21.6},
			{-50, 3, 16.4, 13, 13.6}, {-66, 5, 11, 7.4, 7.4}, {-80, 5.8, 8, 3.2, 3.4}, {-90, 5.9, 3.5, 0.6, 1},
		},
		bill: []section{
			{87, 5, 3.9, 3.7, 3.8}, {92, 4.4, 3.3, 2.9, 3.1}, {99, 3.3, 2.2, 1.9, 2.1}, {105.5, 2, 1.3, 1.1, 1.2}, {110, 1.1, 0.5, 0.45, 0.45},
		},
		eyeball: eyeball{z: 78.5, angle: 72, radius: 3},
		tail: fan{
			count: 6, spread: 17, root: vec{0, 6.6, -52}, width: 7,
			length: curve{{0, 55}, {1, 57}}, leadWidth: 4.2, trailWidth: 6.5, taper: 0.78, arch: 0.25,
		},
		leg:            leg{hip: vec{9, -10, -8}, length: 42, radius: 1.25, toe: 17, web: false, colour: vec{0.52, 0.33, 0.27}},
		centre:         vec{0, 12.7, -1.8},
		perchDepth:     87,
		shaftThickness: 0.3,
		joints:         [4]vec{{20, 11, 30}, {50, 11, 14}, {84, 11, 36}, {116, 11, 28}},
		neck:           vec{0, 6, 40}, head: vec{0, 9, 62}, tailBase: vec{0, 5, -56},
		neckBlend: [2]float64{26, 54}, headBlend: [2]float64{52, 72}, tailBlend: [2]float64{-46, -74},
		background: grey(0.2),
	}
	s.bill = reverse(s.bill)
	s.wing = starlingWing()
	s.fly, s.glide = starlingBeat(), starlingGlide()
	s.plumageColour, s.billColour, s.eyeColour = starlingPlumage, starlingBill, starlingEye
	s.covertColour, s.vaneColour = starlingCovert, starlingVane
	s.roughness, s.film = 0.5, &starlingFilm
	return s
}

func starlingWing() wing {
	return wing{
		boneHeight:    11,
		leading:       curve{{0, 42}, {15, 44}, {30, 43}, {50, 41}, {70, 43}, {84, 45}, {100, 41}, {116, 33}, {130, 25}, {165, 9}, {185, -1}, {200, -9}},
		chord:         curve{{0, 88}, {50, 87}, {84, 80}, {110, 68}, {140, 48}, {170, 30}, {200, 10}},
		covertEdge:    curve{{0, -6}, {30, 0}, {60, 6}, {84, 13}, {100, 17}, {116, 20}, {130, 23}},
		thickness:     curve{{0, 15}, {25, 13}, {50, 9}, {84, 6.5}, {116, 3.4}, {130, 1.2}},
		camber:        0.055,
		handEnd:       130,
		edgeThickness: 2,
		rows: []featherRow{
			{kind: tertial, count: 4, rootStart: 0.1, rootEnd: 0.9, angle: curve{{0, -6}, {1, 0}}, length: curve{{0, 58}, {0.4, 63}, {1, 61}},
				leadWidth: curve{{0, 8}, {1, 8}}, trailWidth: curve{{0, 12}, {1, 12}}, slot: curve{{0, 0}, {1, 0}}, taper: curve{{0, 0.75}, {1, 0.85}}},
			{kind: secondary, count: 6, rootStart: 1.05, rootEnd: 1.93, angle: curve{{0, 1}, {1, 10}}, length: curve{{0, 61}, {1, 62}},
				leadWidth: curve{{0, 6}, {1, 5.5}}, trailWidth: curve{{0, 12}, {1, 12}}, slot: curve{{0, 0}, {1, 0}}, taper: curve{{0, 0.85}, {1, 0.85}}},
			{kind: primary, count: 9, rootStart: 2.05, rootEnd: 3, angle: curve{{0, 15}, {0.25, 31}, {0.5, 45}, {0.75, 56}, {1, 65}},
				length:    curve{{0, 62}, {0.25, 67}, {0.5, 76}, {0.75, 86}, {0.9, 91}, {1, 92}},
				leadWidth: curve{{0, 4}, {1, 3}}, trailWidth: curve{{0, 14}, {0.6, 14}, {1, 9}}, slot: curve{{0, 0}, {0.6, 0}, {1, 0.2}}, taper: curve{{0, 0.85}, {0.5, 0.7}, {1, 0.5}}, bow: 0.02},
		},
	}
}

func starlingBeat() motion {
	return motion{
		name: "fly", seconds: 0.105,
		phases: []float64{0, 0.10, 0.21, 0.32, 0.41, 0.50, 0.58, 0.66, 0.735, 0.82, 0.91},
		poses: []keyPose{
			{8, -3, 4, 0, 0, -1, 3, 1, 0, 0, 0},
			{-13, -6, 7, 5, 10, 3, 6, 9, 2.6, 0.8, 1},
			{-30, -11, 5, 8, 13, 4, 5, 8, 4.0, 1.2, 2},
			{-37, -12, 0, 13, 20, 0, 0, 1, 3.6, 1, 2},
			{-26, 8, -8, 28, 54, -12, -8, -9, 1.6, 0, 1},
			{-4, 15, -14, 42, 84, -18, -12, -12, -0.8, -0.8, 0},
			{24, 13, -12, 37, 72, -14, -8, -9, -2.6, -1.2, -1},
			{46, 6, -5, 22, 38, -6, 0, -7, -3.6, -1.2, -2},
			{56, 0, 2, 10, 12, 0, 2, -3, -3.8, -0.8, -2},
			{52, -2, 5, 5, 7, 5, 5, 9, -3.2, -0.4, -1},
			{31, -2, 6, 3, 5, 3, 5, 7, -1.8, 0, 0},
		},
	}
}

func starlingGlide() motion {
	return motion{
		name: "glide", seconds: 2, phases: []float64{0, 0.5},
		poses: []keyPose{{10, -3, 2, 0, 1, -5, 1, 0, 0, 0, 0}, {11, -3, 2, 1, 2, -5, 0, 1, 0.6, 0, 1}},
	}
}

var (
	starlingBlack  = vec{0.115, 0.115, 0.130}
	starlingGreen  = vec{0.075, 0.260, 0.200}
	starlingPurple = vec{0.190, 0.120, 0.275}
	starlingBlue   = vec{0.110, 0.190, 0.345}
	starlingBuff   = vec{0.760, 0.610, 0.385}
	starlingWhite  = vec{0.890, 0.850, 0.760}
	starlingBrown  = vec{0.165, 0.155, 0.155}
)

// sheenColour returns the colour of a starling's sheen, from green over blue to purple.
func sheenColour(t float64) vec {
	t = sheenHue(t)
	if t < 0.5 {
		return mix(starlingGreen, starlingBlue, 2*t)
	}
	return mix(starlingBlue, starlingPurple, 2*t-1)
}

// sheenHue returns 0 for green to 1 for purple.
func sheenHue(t float64) float64 { return 0.5 + 0.5*math.Sin(t) }

// starlingFilm causes the sheen. Light from the surface of a barbule's keratin cortex interferes with light
// from the melanin below, so the thickness of the cortex determines the colour (P. Freyer, B. D. Wilts and D.
// G. Stavenga, Cortex Thickness is Key for the Colors of Iridescent Starling Feather Barbules, Frontiers in
// Ecology and Evolution 9, 746254, 2021).
var starlingFilm = film{
	minThickness: 285, maxThickness: 365,
	plumageColour: func(p bodyPoint) vec {
		f, t := sheenAt(p)
		pale := paleTip(f) * smoothstep(86, 76, p.z)
		return filmTexel(t, 0.3*(1-pale)*lerp(0.8, 1, smoothstep(0, 0.6, f.end))*lerp(1, 0.25, smoothstep(-62, -82, p.z)))
	},
	covertColour: func(span, chord float64, up bool) vec {
		if !up {
			return vec{}
		}
		t, _ := covertSheen(span, chord)
		return filmTexel(t, lerp(0.25, 0.07, smoothstep(0.35, 0.95, chord)))
	},
	vaneColour: func(q featherID, along, across float64, up bool) vec { return vec{} },
}

func filmTexel(t, share float64) vec { return vec{1, 1 - sheenHue(t), share} }

func sheenAt(p bodyPoint) (featherTile, float64) {
	f := p.tileAt(lerp(4.6, 2.7, smoothstep(30, 72, p.z)))
	return f, 0.05*p.z + 2.4*p.fromBack() + 0.7*randomAt(f.row, f.column)
}

func starlingPlumage(p bodyPoint) vec {
	f, t := sheenAt(p)
	c := mix(starlingBlack, sheenColour(t), 0.5)
	c = mix(c, starlingBrown, 0.6*smoothstep(-62, -82, p.z))
	c = c.Mul(1 - 0.4*smoothstep(0.4, 1.3, f.end)) // shadow of the feather in front
	pale := mix(starlingBuff, starlingWhite, smoothstep(0.25, 0.55, p.fromBack()))
	c = mix(c, pale, paleTip(f)*smoothstep(86, 76, p.z)*lerp(0.6, 1, smoothstep(0.2, 0.5, p.fromBack())))
	return mix(c, mix(starlingBrown, starlingBuff, 0.35), 0.5*smoothstep(0.55, 0.9, p.fromBack())*smoothstep(-50, -72, p.z))
}

// paleTip returns the strength of a body feather's pale tip, an arrowhead of varying size.
func paleTip(f featherTile) float64 {
	reach := lerp(0.24, 0.40, randomAt(f.column, f.row))
	across := f.across + 0.24*(randomAt(f.row, f.column+7)-0.5)
	inside := reach - 1.25*math.Abs(across) - 0.45*math.Abs(f.end-0.12-0.2*randomAt(f.row+5, f.column)+0.6*across*across)
	return 0.95 * smoothstep(0, 0.09, inside)
}

func starlingBill(along, below float64) vec {
	c := mix(vec{0.93, 0.75, 0.22}, vec{0.55, 0.50, 0.42}, smoothstep(0.6, 0.95, along))
	gape := smoothstep(0.05, 0.01, math.Abs(below-0.5))
	return mix(c, grey(0.18), 0.7*gape)
}

func starlingEye(radius, u, v float64) vec {
	c := mix(vec{0.05, 0.035, 0.03}, vec{0.16, 0.09, 0.05}, smoothstep(0.45, 0.6, radius))
	c = mix(c, grey(0.05), smoothstep(0.8, 0.9, radius))
	return mix(c, grey(0.95), smoothstep(0.16, 0.08, math.Hypot(u-0.6, v-0.33)))
}

func covertSheen(span, chord float64) (float64, featherTile) {
	f := tileAt(covertRow(chord, 8)+0.4, 26*span)
	return 4*span + 2*chord + 0.8*randomAt(f.row, f.column), f
}

func starlingCovert(span, chord float64, up bool) vec {
	t, f := covertSheen(span, chord)
	if up {
		c := mix(starlingBlack, sheenColour(t), 0.5)
		c = mix(c, starlingBrown, 0.55*smoothstep(0.45, 0.9, chord))
		c = c.Mul(1 - 0.35*smoothstep(0.4, 1.3, f.end))
		rim := smoothstep(0.24, 0.08, f.end) * smoothstep(0.12, 0.4, chord)
		return mix(c, starlingBuff, 0.32*rim)
	}
	c := mix(vec{0.46, 0.45, 0.45}, vec{0.43, 0.42, 0.42}, smoothstep(0.2, 0.9, chord))
	c = c.Mul(1 - 0.3*smoothstep(0.4, 1.3, f.end))
	return mix(c, vec{0.74, 0.64, 0.49}, 0.75*smoothstep(0.34, 0.08, f.end))
}

func starlingVane(q featherID, along, across float64, up bool) vec {
	edge := smoothstep(0.72, 0.95, -across)
	tip := smoothstep(0.955, 0.985, along)
	if up {
		c := mix(starlingBrown, sheenColour(2.2+2*along), 0.4)
		c = c.Mul(1 - 0.3*smoothstep(0.1, 1, across) - 0.05*barbTexture(along, across))
		c = mix(c, starlingBuff, 0.4*edge*smoothstep(0.97, 0.8, along))
		c = mix(c, starlingBlack, 0.5*smoothstep(0.08, 0.03, math.Abs(across)))
		return mix(c, starlingBuff, 0.35*tip)
	}
	c := mix(vec{0.60, 0.585, 0.58}, vec{0.46, 0.45, 0.45}, smoothstep(0.3, 1, along))
	c = c.Mul(1 - 0.18*smoothstep(0.2, -1, across) - 0.04*barbTexture(along, across))
	c = mix(c, vec{0.66, 0.58, 0.48}, 0.6*smoothstep(0.8, 0.97, across))
	if q.kind == rectrix {
		c = c.Mul(0.9)
	}
	return mix(c, vec{0.72, 0.66, 0.56}, 0.75*smoothstep(0.07, 0.025, math.Abs(across)))
}

func reverse(in []section) (out []section) {
	for i := range in {
		out = append(out, in[len(in)-1-i])
	}
	return out
}
