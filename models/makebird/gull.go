package main

import "math"

// gull is a common gull, Larus canus, in summer plumage: white and grey, the
// long narrow wings black at the ends, with white mirrors.
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
		fan: fan{
			count: 6, spread: 24, root: vec{0, 11, -100}, width: 13,
			length: curve{{0, 120}, {1, 112}}, lead: 9, trail: 15, point: 0.86, arch: 0.2,
		},
		shaft:  0.6,
		joints: [4]vec{{32, 14, 45}, {125, 14, -2}, {240, 14, 82}, {325, 14, 55}},
		neck:   vec{0, 6, 75}, head: vec{0, 15, 118}, tailBase: vec{0, 8, -108},
		neckBlend: [2]float64{50, 100}, headBlend: [2]float64{95, 135}, tailBlend: [2]float64{-85, -140},
		ground: grey(0.6),
	}
	s.wing = gullWing()
	s.fly, s.glide = gullBeat(), gullGlide()
	s.plumage, s.billColour, s.eyeColour = gullPlumage, gullBill, gullEye
	s.covert, s.vane = gullCovert, gullVane
	return s
}

func gullWing() wing {
	return wing{
		height:    14,
		leading:   curve{{0, 66}, {32, 71}, {80, 64}, {125, 62}, {180, 78}, {225, 97}, {245, 98}, {280, 90}, {325, 68}, {366, 50}, {440, 21}, {500, -1}, {556, -27}},
		chord:     curve{{0, 168}, {125, 170}, {240, 166}, {325, 126}, {440, 74}, {556, 16}},
		covert:    curve{{0, -25}, {60, -16}, {125, -10}, {180, 14}, {240, 42}, {290, 45}, {335, 45}, {366, 44}},
		thickness: curve{{0, 30}, {40, 26}, {125, 17}, {240, 12}, {325, 6}, {366, 2}},
		camber:    0.06,
		end:       366,
		hem:       2,
		rows: []row{
			{kind: tertial, count: 4, from: 0.05, to: 0.9, angle: curve{{0, -8}, {1, 0}}, length: curve{{0, 118}, {0.5, 119}, {1, 108}},
				lead: curve{{0, 22}, {1, 24}}, trail: curve{{0, 30}, {1, 30}}, slot: curve{{0, 0}, {1, 0}}, point: curve{{0, 0.75}, {1, 0.85}}},
			{kind: secondary, count: 11, from: 1.0, to: 1.95, angle: curve{{0, 0}, {1, 8}}, length: curve{{0, 104}, {0.4, 117}, {1, 138}},
				lead: curve{{0, 9}, {1, 9}}, trail: curve{{0, 20}, {1, 20}}, slot: curve{{0, 0}, {1, 0}}, point: curve{{0, 0.85}, {1, 0.85}}},
			{kind: primary, count: 10, from: 2.04, to: 3, angle: curve{{0, 12}, {0.22, 32}, {0.44, 50}, {0.66, 60.5}, {0.88, 67.5}, {1, 70.5}},
				length: curve{{0, 143}, {0.22, 160}, {0.44, 186}, {0.66, 215}, {0.88, 240}, {1, 245}},
				lead:   curve{{0, 9}, {1, 7}}, trail: curve{{0, 27}, {0.6, 25}, {1, 15}}, slot: curve{{0, 0}, {0.6, 0}, {1, 0.15}}, point: curve{{0, 0.85}, {0.5, 0.7}, {1, 0.5}}, bow: 0.02},
		},
	}
}

// Gulls row with long, shallow strokes, the wrist bent even on the way down.
func gullBeat() motion {
	return motion{
		name: "fly", seconds: 0.278,
		when: []float64{0, 0.11, 0.21, 0.30, 0.40, 0.51, 0.62, 0.73, 0.82, 0.91},
		strokes: []stroke{
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
		name: "glide", seconds: 3, when: []float64{0, 0.5},
		strokes: []stroke{{10, -2, 1, 2, 3, -9, 1, -2, 0, 0, 0}, {11, -2, 1, 3, 5, -10, 0, -1, 3, 0, 1}},
	}
}

var (
	gullWhite  = vec{0.945, 0.945, 0.935}
	gullGrey   = vec{0.475, 0.530, 0.595}
	gullBlack  = vec{0.085, 0.085, 0.095}
	gullShade  = vec{0.800, 0.815, 0.835}
	gullYellow = vec{0.880, 0.780, 0.300}
)

func gullPlumage(p spot) vec {
	f := p.scales(between(13, 6, step(60, 140, p.z)))
	c := gullWhite.Mul(1 - 0.05*step(0.5, 1.2, f.end)*scatter(f.row, f.column))
	mantle := step(0.42, 0.36, p.below()+0.02*scatter(f.row, f.column)) * step(86, 62, p.z) * step(-104, -88, p.z)
	grey := gullGrey.Mul(1 - 0.10*step(0.4, 1.3, f.end))
	c = mix(c, grey, mantle)
	return mix(c, gullShade, 0.45*step(0.75, 1, p.below()))
}

func gullBill(along, below float64) vec {
	c := mix(gullYellow, vec{0.72, 0.72, 0.42}, step(0.4, 0.9, along))
	return mix(c, grey(0.25), 0.6*step(0.045, 0.01, math.Abs(below-0.47)))
}

func gullEye(radius, u, v float64) vec {
	c := mix(grey(0.04), vec{0.20, 0.13, 0.07}, step(0.55, 0.65, radius))
	c = mix(c, vec{0.62, 0.20, 0.12}, step(0.84, 0.9, radius))
	return mix(c, grey(0.95), step(0.16, 0.08, math.Hypot(u-0.6, v-0.33)))
}

func gullCovert(span, chord float64, up bool) vec {
	f := scales(rowsBehind(chord, 7)+0.4, 30*span)
	if up {
		c := gullGrey.Mul(1 - 0.12*step(0.35, 1.3, f.end))
		c = mix(c, gullWhite, 0.25*step(0.16, 0.04, f.end))
		return mix(c, gullWhite, step(0.06, 0.02, chord)) // white leading edge
	}
	c := mix(gullWhite, gullShade, step(0.3, 1, chord))
	return c.Mul(1 - 0.09*step(0.35, 1.3, f.end))
}

func gullVane(q quill, along, across float64, up bool) vec {
	if q.kind == rectrix {
		c := gullWhite.Mul(1 - 0.10*step(0.2, 1, across) - 0.015*barbs(along, across))
		return mix(c, gullShade, 0.6*step(0.1, 0.03, math.Abs(across)))
	}
	c := gullGrey
	if !up {
		c = vec{0.80, 0.815, 0.835}
	}
	c = c.Mul(1 - 0.13*step(0.1, 1, across) - 0.02*barbs(along, across))
	c = mix(c, gullWhite, step(gullHem(q), gullHem(q)+0.03, along))
	if q.kind == primary {
		c = gullTip(q, along, across, c)
	}
	return mix(c, c.Mul(0.75), step(0.08, 0.03, math.Abs(across)))
}

// gullHem is where the white end of a feather begins: broad at the rear edge of
// the arm.
func gullHem(q quill) float64 {
	switch q.kind {
	case tertial:
		return 0.72
	case secondary:
		return 0.83
	}
	return 0.945
}

// gullTip is the black of the outer primaries, deeper further out, with a white
// mirror before the end of the last two.
func gullTip(q quill, along, across float64, c vec) vec {
	depth := curve{{0.4, 0}, {0.5, 0.10}, {0.7, 0.28}, {0.88, 0.50}, {1, 0.62}}.at(q.share())
	if depth <= 0 {
		return c
	}
	black := step(0.97-depth-0.05, 0.97-depth+0.02, along+0.04*math.Abs(across))
	c = mix(c, gullBlack.Mul(1-0.15*barbs(along, across)), black*step(0.985, 0.965, along))
	if out := q.index - (q.of - 2); out >= 0 {
		c = mix(c, gullWhite, step(0.72, 0.74, along)*step(0.88, 0.86, along)*step(0, 0.1, across+1.2*float64(out)))
	}
	return c
}
