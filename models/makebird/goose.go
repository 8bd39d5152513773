package main

import "math"

// goose returns a greylag goose, Anser anser. It is heavy, with a stretched neck, broad wings and spread
// fingers, and is pale grey in front and dark behind. Shape and colours were chosen by eye.
func goose() *species {
	s := &species{
		name: "goose",
		body: []section{
			{374, 42, 10, 11, 11}, {362, 45, 17, 17, 17}, {342, 48, 22.5, 22.5, 22.5}, {316, 47, 23, 23.5, 23.5},
			{290, 42, 20.5, 20.5, 20.5}, {240, 33, 19.5, 19.5, 20.8}, {170, 19, 31, 28, 33},
			{125, 9, 50, 42, 52}, {70, 1, 71, 57, 70}, {-5, -4, 84, 65, 83},
			{-90, -1, 79, 59, 77}, {-165, 8, 59, 44, 57}, {-230, 15.5, 37, 25, 33}, {-290, 21, 21, 8.5, 12}, {-322, 21, 9, 1.6, 3},
		},
		bill: []section{
			{430, 30.5, 5.5, 2.2, 2.4}, {423, 32, 9.6, 4, 4.2}, {406, 35, 11, 6.6, 6.6}, {388, 39, 11.8, 11, 9}, {374, 42.5, 12.6, 14, 11.5}, {362, 44, 13.5, 16.5, 13.5},
		},
		eyeball: eyeball{z: 346, angle: 62, radius: 4.6},
		tail: fan{
			count: 6, spread: 30, root: vec{0, 24, -248}, width: 28,
			length: curve{{0, 140}, {1, 122}}, leadWidth: 13, trailWidth: 23, taper: 0.84, arch: 0.2,
		},
		leg:            leg{hip: vec{34, -30, -30}, length: 150, radius: 6, toe: 72, web: true, colour: vec{0.16, 0.15, 0.15}},
		centre:         vec{0, 39, 9.7},
		perchDepth:     259,
		shaftThickness: 1,
		joints:         [4]vec{{62, 30, 95}, {215, 30, 35}, {395, 30, 126}, {540, 30, 104}},
		neck:           vec{0, 20, 150}, head: vec{0, 42, 290}, tailBase: vec{0, 18, -245},
		neckBlend: [2]float64{100, 240}, headBlend: [2]float64{230, 320}, tailBlend: [2]float64{-210, -290},
		background: grey(0.5),
	}
	s.wing = gooseWing()
	s.fly, s.glide = gooseBeat(), gooseGlide()
	s.plumageColour, s.billColour, s.eyeColour = goosePlumage, gooseBill, gooseEye
	s.covertColour, s.vaneColour = gooseCovert, gooseVane
	return s
}

func gooseWing() wing {
	return wing{
		boneHeight:    30,
		leading:       curve{{0, 118}, {62, 127}, {140, 116}, {215, 116}, {300, 136}, {375, 158}, {400, 160}, {470, 150}, {540, 125}, {612, 102}, {700, 84}, {760, 72}, {800, 62}},
		chord:         curve{{0, 245}, {215, 250}, {400, 248}, {545, 200}, {650, 155}, {740, 110}, {800, 60}},
		covertEdge:    curve{{0, -30}, {100, -22}, {215, -12}, {300, 18}, {400, 58}, {480, 70}, {560, 80}, {612, 90}},
		thickness:     curve{{0, 58}, {70, 48}, {215, 30}, {395, 20}, {540, 10}, {612, 3}},
		camber:        0.07,
		handEnd:       612,
		edgeThickness: 2,
		rows: []featherRow{
			{kind: tertial, count: 4, rootStart: 0.05, rootEnd: 0.9, angle: curve{{0, -6}, {1, 0}}, length: curve{{0, 168}, {0.5, 176}, {1, 160}},
				leadWidth: curve{{0, 34}, {1, 36}}, trailWidth: curve{{0, 48}, {1, 48}}, slot: curve{{0, 0}, {1, 0}}, taper: curve{{0, 0.75}, {1, 0.85}}},
			{kind: secondary, count: 10, rootStart: 1.0, rootEnd: 1.95, angle: curve{{0, 0}, {1, 8}}, length: curve{{0, 150}, {0.5, 172}, {1, 192}},
				leadWidth: curve{{0, 15}, {1, 15}}, trailWidth: curve{{0, 34}, {1, 34}}, slot: curve{{0, 0}, {1, 0}}, taper: curve{{0, 0.85}, {1, 0.85}}},
			{kind: primary, count: 10, rootStart: 2.04, rootEnd: 3, angle: curve{{0, 11}, {0.22, 26}, {0.44, 43}, {0.66, 60}, {0.78, 67}, {0.89, 74}, {1, 81.5}},
				length:    curve{{0, 196}, {0.22, 208}, {0.44, 228}, {0.66, 257}, {0.78, 269}, {0.89, 272}, {1, 258}},
				leadWidth: curve{{0, 14}, {0.6, 13}, {1, 9}}, trailWidth: curve{{0, 42}, {0.5, 40}, {1, 25}}, slot: curve{{0, 0}, {0.45, 0}, {0.7, 0.4}, {1, 0.45}}, taper: curve{{0, 0.85}, {0.5, 0.7}, {1, 0.5}}, bow: 0.03},
		},
	}
}

// gooseBeat returns steady, deep strokes. The wings are nearly straight on the downstroke. On the upstroke,
// the wrists lead and the hands trail.
func gooseBeat() motion {
	return motion{
		name: "fly", seconds: 0.227,
		phases: []float64{0, 0.11, 0.22, 0.31, 0.41, 0.52, 0.63, 0.73, 0.82, 0.91},
		poses: []keyPose{
			{7, -3, 4, 0, 0, -2, 3, 2, 0, 0, 0},
			{-8, -5, 6, 4, 8, 2, 5, 8, 9, 0.5, 1},
			{-23, -8, 4, 6, 11, 2, 5, 8, 14, 0.9, 2},
			{-28, -8, 0, 8, 13, -1, 0, 1, 12, 0.8, 2},
			{-18, 4, -6, 17, 32, -12, -7, -9, 5, 0, 1},
			{2, 9, -10, 24, 47, -21, -10, -13, -3, -0.6, 0},
			{24, 8, -9, 21, 42, -19, -7, -11, -10, -0.9, -1},
			{40, 4, -4, 13, 24, -9, -2, -5, -13.5, -0.8, -2},
			{45, 0, 2, 5, 8, 0, 2, 2, -12, -0.5, -2},
			{31, -2, 5, 3, 5, 3, 4, 8, -7, 0, -0.5},
		},
	}
}

func gooseGlide() motion {
	return motion{
		name: "glide", seconds: 3, phases: []float64{0, 0.5},
		poses: []keyPose{{6, -3, 1, 0, 1, -5, 1, 2, 0, 0, 0}, {7, -3, 1, 1, 2, -5, 0, 3, 4, 0, 1}},
	}
}

var (
	gooseBrown  = vec{0.480, 0.435, 0.390}
	gooseNeck   = vec{0.545, 0.495, 0.440}
	goosePale   = vec{0.740, 0.705, 0.655}
	gooseBelly  = vec{0.690, 0.660, 0.620}
	gooseSilver = vec{0.570, 0.605, 0.640}
	gooseDark   = vec{0.190, 0.180, 0.175}
	gooseSlate  = vec{0.400, 0.385, 0.370}
	gooseWhite  = vec{0.940, 0.935, 0.920}
	gooseOrange = vec{0.930, 0.500, 0.160}
)

func goosePlumage(p bodyPoint) vec {
	f := p.tileAt(lerp(26, 9, smoothstep(90, 220, p.z)))
	top := gooseBrown.Mul(0.92 + 0.16*randomAt(f.row, f.column))
	top = mix(top, gooseSilver, 0.75*smoothstep(-110, -160, p.z)) // rump
	under := mix(gooseBelly, goosePale, 0.3*smoothstep(20, 120, p.z))
	c := mix(top, under, smoothstep(0.42, 0.62, p.fromBack()))
	c = c.Mul(1 - 0.22*smoothstep(0.4, 1.3, f.end))
	rim := smoothstep(0.24, 0.06, f.end) * smoothstep(150, 90, p.z)
	c = mix(c, mix(goosePale, gooseWhite, 0.4), rim*lerp(0.75, 0.35, smoothstep(0.55, 0.75, p.fromBack())))
	// A few dark feathers on the belly, and white from there to the tail.
	dark := smoothstep(0.80, 0.84, randomAt(f.column, f.row)) * smoothstep(0.66, 0.76, p.fromBack()) * smoothstep(0.97, 0.9, p.fromBack()) * smoothstep(70, 30, p.z)
	c = mix(c, gooseSlate, 0.8*dark*smoothstep(0.1, 0.3, f.end))
	vent := max(smoothstep(-105, -130, p.z+40*smoothstep(0.8, 0.5, p.fromBack()))*smoothstep(0.5, 0.6, p.fromBack()), smoothstep(-232, -250, p.z))
	c = mix(c, gooseWhite.Mul(1-0.06*smoothstep(0.4, 1.3, f.end)), vent)
	return gooseNape(p, c)
}

func gooseNape(p bodyPoint, c vec) vec {
	furrow := math.Sin(p.fromBack()*math.Pi*13 + 1.2*math.Sin(p.z/19))
	n := gooseNeck.Mul(1 + 0.09*furrow*smoothstep(320, 280, p.z)*smoothstep(110, 180, p.z))
	n = mix(n, gooseBrown, 0.35*smoothstep(0.35, 0.1, p.fromBack()))
	n = mix(n, gooseWhite, 0.5*smoothstep(364, 374, p.z))
	return mix(c, n, smoothstep(110, 190, p.z))
}

func gooseBill(along, below float64) vec {
	c := mix(gooseOrange, vec{0.92, 0.58, 0.36}, 0.7*smoothstep(0.35, 0.75, along))
	c = mix(c, vec{0.92, 0.88, 0.78}, smoothstep(0.17, 0.08, along)) // the nail at the tip of the bill
	return mix(c, vec{0.35, 0.18, 0.10}, 0.7*smoothstep(0.045, 0.012, math.Abs(below-0.56)))
}

func gooseEye(radius, u, v float64) vec {
	c := mix(grey(0.03), vec{0.22, 0.12, 0.06}, smoothstep(0.45, 0.55, radius))
	c = mix(c, vec{0.88, 0.52, 0.25}, smoothstep(0.82, 0.88, radius))
	return mix(c, grey(0.95), smoothstep(0.16, 0.08, math.Hypot(u-0.6, v-0.33)))
}

func gooseCovert(span, chord float64, up bool) vec {
	f := tileAt(covertRow(chord, 7)+0.4, 26*span)
	shade := 1 - 0.2*smoothstep(0.35, 1.3, f.end)
	if !up {
		c := mix(gooseSilver, gooseSlate, smoothstep(0.55, 0.85, chord+0.05*randomAt(f.row, f.column)))
		return mix(c.Mul(shade), gooseWhite, 0.3*smoothstep(0.2, 0.05, f.end))
	}
	inner := mix(gooseBrown, gooseSlate, smoothstep(0.55, 0.9, chord))
	silver := max(smoothstep(0.26, 0.40, span), smoothstep(0.35, 0.15, chord)) * max(smoothstep(0.78, 0.6, chord), smoothstep(0.5, 0.62, span))
	c := mix(inner, gooseSilver.Mul(0.94+0.1*randomAt(f.row, f.column)), silver)
	return mix(c.Mul(shade), gooseWhite, 0.7*smoothstep(0.2, 0.05, f.end)*lerp(1, 0.45, silver))
}

func gooseVane(q featherID, along, across float64, up bool) vec {
	if q.kind == rectrix {
		return gooseTail(q, along, across, up)
	}
	c := gooseDark
	if q.kind == tertial {
		c = gooseBrown
	}
	if !up {
		c = mix(vec{0.44, 0.43, 0.42}, vec{0.30, 0.29, 0.285}, smoothstep(0.4, 1, along))
	}
	if up && q.kind == primary {
		c = mix(gooseSilver, c, smoothstep(0.12, 0.34, along+0.1*math.Abs(across)))
	}
	c = c.Mul(1 - 0.16*smoothstep(0.1, 1, across) - 0.04*barbTexture(along, across))
	rim := smoothstep(0.8, 0.95, math.Abs(across)) * smoothstep(0.99, 0.9, along)
	if q.kind != primary {
		c = mix(c, gooseWhite, 0.4*rim*lerp(0.4, 1, smoothstep(0, -1, across)))
	}
	shaft := smoothstep(0.10, 0.04, math.Abs(across))
	if q.kind == primary {
		return mix(c, gooseWhite, 0.6*shaft)
	}
	return mix(c, gooseDark, 0.5*shaft)
}

func gooseTail(q featherID, along, across float64, up bool) vec {
	c := gooseSlate
	if !up { // the white undertail coverts extend far back
		c = mix(gooseWhite, goosePale, smoothstep(0.6, 0.8, along))
	}
	c = c.Mul(1 - 0.16*smoothstep(0.1, 1, across) - 0.03*barbTexture(along, across))
	border := max(smoothstep(0.84, 0.90, along), smoothstep(0.5, 0.8, -across)*smoothstep(0.5, 1, q.fraction()))
	return mix(c, gooseWhite, border)
}
