package main

import "math"

// gull returns a common gull, Larus canus, in summer plumage. It is white and grey, and its long narrow wings
// have black ends with white mirrors. Shape and colours were chosen by eye.
func gull() *species {
	s := &species{
		name: "gull",
		body: []section{
			{170, 11, 5.5, 5.5, 6}, {161, 14, 12, 11.5, 12}, {146, 17, 18, 16.5, 17}, {128, 17, 20.5, 18, 19.5},
			{108, 14, 21.5, 18.5, 22}, {85, 8.5, 26, 21.5, 27}, {55, 2, 34, 28.5, 36}, {15, 0, 41, 33, 42},
			{-25, 0, 40, 32.5, 39}, {-65, 3, 32, 26, 30}, {-100, 7, 22.5, 17, 19.5}, {-130, 9.5, 15, 9, 10}, {-162, 10.6, 6, 1.2, 2},
		},
		bill: []section{
			{206, 4.6, 0.9, 0.9, 0.8}, {203, 6.2, 1.9, 2.1, 1.9}, {196, 7.8, 3.1, 3.4, 4.4}, {186, 8.8, 4, 4.2, 4.6},
			{174, 10, 5.6, 5.6, 5.6}, {165, 11, 7.4, 7.4, 7.4},
		},
		eyeball: eyeball{z: 151, angle: 70, radius: 3.9},
		tail: fan{
			count: 6, spread: 24, root: vec{0, 11, -100}, width: 13,
			length: curve{{0, 120}, {1, 112}}, leadWidth: 9, trailWidth: 15, taper: 0.86, arch: 0.2,
		},
		leg:            leg{hip: vec{16, -16, -15}, length: 88, radius: 2.9, toe: 40, web: true, colour: vec{0.80, 0.55, 0.50}},
		centre:         vec{0, 25, -8.9},
		perchDepth:     186,
		shaftThickness: 0.6,
		joints:         [4]vec{{32, 14, 45}, {125, 14, -2}, {240, 14, 82}, {325, 14, 55}},
		neck:           vec{0, 6, 75}, head: vec{0, 15, 118}, tailBase: vec{0, 8, -108},
		neckBlend: [2]float64{50, 100}, headBlend: [2]float64{95, 135}, tailBlend: [2]float64{-85, -140},
		background: grey(0.6),
	}
	s.wing = gullWing()
	s.fly, s.glide = gullBeat(), gullGlide()
	s.plumageColour, s.billColour, s.eyeColour = gullPlumage, gullBill, gullEye
	s.covertColour, s.vaneColour = gullCovert, gullVane
	return s
}

func gullWing() wing {
	return wing{
		boneHeight:    14,
		leading:       curve{{0, 66}, {32, 71}, {80, 64}, {125, 62}, {180, 78}, {225, 97}, {245, 98}, {280, 90}, {325, 68}, {366, 50}, {440, 21}, {500, -1}, {556, -27}},
		chord:         curve{{0, 168}, {125, 170}, {240, 166}, {325, 126}, {440, 74}, {556, 16}},
		covertEdge:    curve{{0, -25}, {60, -16}, {125, -10}, {180, 14}, {240, 42}, {290, 45}, {335, 45}, {366, 44}},
		thickness:     curve{{0, 30}, {40, 26}, {125, 17}, {240, 12}, {325, 6}, {366, 2}},
		camber:        0.06,
		handEnd:       366,
		edgeThickness: 2,
		rows: []featherRow{
			{kind: tertial, count: 4, rootStart: 0.05, rootEnd: 0.9, angle: curve{{0, -8}, {1, 0}}, length: curve{{0, 118}, {0.5, 119}, {1, 108}},
				leadWidth: curve{{0, 22}, {1, 24}}, trailWidth: curve{{0, 30}, {1, 30}}, slot: curve{{0, 0}, {1, 0}}, taper: curve{{0, 0.75}, {1, 0.85}}},
			{kind: secondary, count: 11, rootStart: 1.0, rootEnd: 1.95, angle: curve{{0, 0}, {1, 8}}, length: curve{{0, 104}, {0.4, 117}, {1, 138}},
				leadWidth: curve{{0, 9}, {1, 9}}, trailWidth: curve{{0, 20}, {1, 20}}, slot: curve{{0, 0}, {1, 0}}, taper: curve{{0, 0.85}, {1, 0.85}}},
			{kind: primary, count: 10, rootStart: 2.04, rootEnd: 3, angle: curve{{0, 12}, {0.22, 32}, {0.44, 50}, {0.66, 60.5}, {0.88, 67.5}, {1, 70.5}},
				length:    curve{{0, 143}, {0.22, 160}, {0.44, 186}, {0.66, 215}, {0.88, 240}, {1, 245}},
				leadWidth: curve{{0, 9}, {1, 7}}, trailWidth: curve{{0, 27}, {0.6, 25}, {1, 15}}, slot: curve{{0, 0}, {0.6, 0}, {1, 0.15}}, taper: curve{{0, 0.85}, {0.5, 0.7}, {1, 0.5}}, bow: 0.02},
		},
	}
}

// gullBeat returns long, shallow strokes with wrists that stay bent on the downstroke.
func gullBeat() motion {
	return motion{
		name: "fly", seconds: 0.278,
		phases: []float64{0, 0.11, 0.21, 0.30, 0.40, 0.51, 0.62, 0.73, 0.82, 0.91},
		poses: []keyPose{
			{9, -2, 3, 0, 0, -5, 3, 0, 0, 0, 0},
			{-6, -4, 5, 4, 8, -2, 5, 5, 8, 0.6, 1},
			{-19, -7, 4, 7, 12, -1, 4, 5, 12, 1, 1.5},
			{-25, -7, 0, 10, 14, -3, 0, 0, 10, 0.8, 1.5},
			{-15, 3, -6, 18, 32, -12, -6, -7, 4, 0, 0.5},
			{4, 8, -9, 23, 44, -19, -8, -10, -3, -0.7, 0},
			{25, 7, -8, 20, 38, -17, -5, -8, -9, -1, -1},
			{39, 3, -3, 12, 21, -9, -1, -3, -11.5, -0.9, -1.5},
			{41, 0, 2, 5, 8, -2, 2, 2, -10, -0.6, -1.5},
			{29, -1, 4, 3, 5, 0, 4, 5, -6, 0, -0.5},
		},
	}
}

func gullGlide() motion {
	return motion{
		name: "glide", seconds: 3, phases: []float64{0, 0.5},
		poses: []keyPose{{10, -2, 1, 2, 3, -9, 1, -2, 0, 0, 0}, {11, -2, 1, 3, 5, -10, 0, -1, 3, 0, 1}},
	}
}

var (
	gullWhite  = vec{0.945, 0.945, 0.935}
	gullGrey   = vec{0.475, 0.530, 0.595}
	gullBlack  = vec{0.085, 0.085, 0.095}
	gullShade  = vec{0.800, 0.815, 0.835}
	gullYellow = vec{0.880, 0.780, 0.300}
)

func gullPlumage(p bodyPoint) vec {
	f := p.tileAt(lerp(13, 6, smoothstep(60, 140, p.z)))
	c := gullWhite.Mul(1 - 0.05*smoothstep(0.5, 1.2, f.end)*randomAt(f.row, f.column))
	mantle := smoothstep(0.42, 0.36, p.fromBack()+0.02*randomAt(f.row, f.column)) * smoothstep(86, 62, p.z) * smoothstep(-104, -88, p.z)
	grey := gullGrey.Mul(1 - 0.10*smoothstep(0.4, 1.3, f.end))
	c = mix(c, grey, mantle)
	return mix(c, gullShade, 0.45*smoothstep(0.75, 1, p.fromBack()))
}

func gullBill(along, below float64) vec {
	c := mix(gullYellow, vec{0.72, 0.72, 0.42}, smoothstep(0.4, 0.9, along))
	return mix(c, grey(0.25), 0.6*smoothstep(0.045, 0.01, math.Abs(below-0.47)))
}

func gullEye(radius, u, v float64) vec {
	c := mix(grey(0.04), vec{0.20, 0.13, 0.07}, smoothstep(0.55, 0.65, radius))
	c = mix(c, vec{0.62, 0.20, 0.12}, smoothstep(0.84, 0.9, radius))
	return mix(c, grey(0.95), smoothstep(0.16, 0.08, math.Hypot(u-0.6, v-0.33)))
}

func gullCovert(span, chord float64, up bool) vec {
	f := tileAt(covertRow(chord, 7)+0.4, 30*span)
	if up {
		c := gullGrey.Mul(1 - 0.12*smoothstep(0.35, 1.3, f.end))
		c = mix(c, gullWhite, 0.25*smoothstep(0.16, 0.04, f.end))
		return mix(c, gullWhite, smoothstep(0.06, 0.02, chord)) // white leading edge
	}
	c := mix(gullWhite, gullShade, smoothstep(0.3, 1, chord))
	return c.Mul(1 - 0.09*smoothstep(0.35, 1.3, f.end))
}

func gullVane(q featherID, along, across float64, up bool) vec {
	if q.kind == rectrix {
		c := gullWhite.Mul(1 - 0.10*smoothstep(0.2, 1, across) - 0.015*barbTexture(along, across))
		return mix(c, gullShade, 0.6*smoothstep(0.1, 0.03, math.Abs(across)))
	}
	c := gullGrey
	if !up {
		c = vec{0.80, 0.815, 0.835}
	}
	c = c.Mul(1 - 0.13*smoothstep(0.1, 1, across) - 0.02*barbTexture(along, across))
	c = mix(c, gullWhite, smoothstep(whiteEdge(q), whiteEdge(q)+0.03, along))
	if q.kind == primary {
		c = gullTip(q, along, across, c)
	}
	return mix(c, c.Mul(0.75), smoothstep(0.08, 0.03, math.Abs(across)))
}

// whiteEdge returns where the white end of a feather starts, as a fraction of its length. The white end is
// broadest at the rear edge of the arm.
func whiteEdge(q featherID) float64 {
	switch q.kind {
	case tertial:
		return 0.72
	case secondary:
		return 0.83
	}
	return 0.945
}

// gullTip paints the black ends of the primaries, which are longer on the outer ones. The last two have a
// white mirror.
func gullTip(q featherID, along, across float64, c vec) vec {
	depth := curve{{0.4, 0}, {0.5, 0.10}, {0.7, 0.28}, {0.88, 0.50}, {1, 0.62}}.valueAt(q.fraction())
	if depth <= 0 {
		return c
	}
	black := smoothstep(0.97-depth-0.05, 0.97-depth+0.02, along+0.04*math.Abs(across))
	c = mix(c, gullBlack.Mul(1-0.15*barbTexture(along, across)), black*smoothstep(0.985, 0.965, along))
	if out := q.index - (q.count - 2); out >= 0 {
		c = mix(c, gullWhite, smoothstep(0.72, 0.74, along)*smoothstep(0.88, 0.86, along)*smoothstep(0, 0.1, across+1.2*float64(out)))
	}
	return c
}
