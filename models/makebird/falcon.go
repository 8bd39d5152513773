package main

import "math"

// falcon returns an adult peregrine, Falco peregrinus. It is heavy in front with a short neck, and has long
// hands that are swept back to a point. It is slate above and white with bars below, with a black hood and
// moustache. Shape and colours were chosen by eye.
func falcon() *species {
	s := &species{
		name: "falcon",
		body: []section{
			{151, 12, 8, 8, 8.5}, {143, 14.5, 15, 13.5, 14.5}, {129, 16.5, 20.5, 18, 19.5}, {113, 16, 23.5, 20, 22.5},
			{96, 12, 27, 22.5, 27}, {76, 6.5, 34, 27.5, 35}, {48, 1.5, 43, 33, 44}, {12, -1, 46.5, 34.5, 47},
			{-25, 0, 42.5, 32.5, 41}, {-62, 3, 33.5, 26, 31}, {-98, 7, 24, 17.5, 20}, {-128, 9.5, 17, 10, 11}, {-160, 10.6, 8, 1.8, 2.6},
		},
		bill: []section{
			{169, 4.2, 1, 1.2, 1}, {168, 6.6, 2.4, 2.4, 2}, {164.5, 9.6, 4.2, 3.8, 4.2}, {157.5, 12, 6, 5.4, 5.6},
			{150, 13.4, 7.6, 7, 7.2}, {141, 14.4, 8.8, 8.2, 8.6},
		},
		eyeball: eyeball{z: 136, angle: 71, radius: 5.2},
		tail: fan{
			count: 6, spread: 12, root: vec{0, 11, -100}, width: 17,
			length: curve{{0, 172}, {1, 162}}, leadWidth: 8, trailWidth: 15, taper: 0.88, arch: 0.2,
		},
		leg:            leg{hip: vec{18, -18, -15}, length: 86, radius: 4.2, toe: 46, web: false, colour: vec{0.85, 0.68, 0.20}},
		centre:         vec{0, 17.6, -21},
		perchDepth:     170,
		shaftThickness: 0.6,
		joints:         [4]vec{{34, 14, 42}, {112, 14, 2}, {205, 14, 86}, {288, 14, 58}},
		neck:           vec{0, 6, 70}, head: vec{0, 15, 106}, tailBase: vec{0, 8, -106},
		neckBlend: [2]float64{46, 92}, headBlend: [2]float64{88, 122}, tailBlend: [2]float64{-84, -138},
		background: grey(0.45),
	}
	s.wing = falconWing()
	s.fly, s.glide = falconBeat(), falconGlide()
	s.plumageColour, s.billColour, s.eyeColour = falconPlumage, falconBill, falconEye
	s.covertColour, s.vaneColour = falconCovert, falconVane
	return s
}

func falconWing() wing {
	return wing{
		boneHeight:    14,
		leading:       curve{{0, 62}, {34, 68}, {72, 62}, {112, 64}, {160, 83}, {198, 102}, {218, 103}, {250, 93}, {288, 72}, {335, 44}, {400, 6}, {460, -29}, {511, -60}},
		chord:         curve{{0, 168}, {112, 172}, {205, 168}, {290, 132}, {400, 80}, {511, 16}},
		covertEdge:    curve{{0, -26}, {60, -18}, {112, -10}, {160, 14}, {205, 42}, {250, 45}, {300, 40}, {335, 34}},
		thickness:     curve{{0, 32}, {40, 27}, {112, 17}, {205, 12}, {288, 6}, {335, 2}},
		camber:        0.055,
		handEnd:       335,
		edgeThickness: 2,
		rows: []featherRow{
			{kind: tertial, count: 4, rootStart: 0.05, rootEnd: 0.9, angle: curve{{0, -8}, {1, 0}}, length: curve{{0, 116}, {0.5, 118}, {1, 110}},
				leadWidth: curve{{0, 22}, {1, 24}}, trailWidth: curve{{0, 30}, {1, 30}}, slot: curve{{0, 0}, {1, 0}}, taper: curve{{0, 0.75}, {1, 0.85}}},
			{kind: secondary, count: 10, rootStart: 1.0, rootEnd: 1.95, angle: curve{{0, 0}, {1, 7}}, length: curve{{0, 104}, {0.4, 118}, {1, 138}},
				leadWidth: curve{{0, 9}, {1, 9}}, trailWidth: curve{{0, 20}, {1, 20}}, slot: curve{{0, 0}, {1, 0}}, taper: curve{{0, 0.85}, {1, 0.85}}},
			{kind: primary, count: 10, rootStart: 2.04, rootEnd: 3, angle: curve{{0, 10}, {0.22, 26}, {0.44, 40}, {0.66, 50}, {0.88, 58}, {1, 61}},
				length:    curve{{0, 142}, {0.22, 158}, {0.44, 184}, {0.66, 218}, {0.88, 252}, {1, 251}},
				leadWidth: curve{{0, 9}, {1, 7}}, trailWidth: curve{{0, 26}, {0.6, 24}, {1, 14}}, slot: curve{{0, 0}, {0.7, 0}, {1, 0.12}}, taper: curve{{0, 0.85}, {0.5, 0.65}, {1, 0.42}}, bow: 0.035},
		},
	}
}

// falconBeat returns quick, shallow strokes of stiff wings.
func falconBeat() motion {
	return motion{
		name: "fly", seconds: 0.192,
		phases: []float64{0, 0.11, 0.21, 0.30, 0.40, 0.51, 0.62, 0.73, 0.82, 0.91},
		poses: []keyPose{
			{8, -2, 3, 0, 0, -4, 3, 0, 0, 0, 0},
			{-4, -4, 5, 4, 8, -1, 5, 5, 6, 0.6, 1},
			{-15, -6, 4, 7, 13, 0, 4, 5, 9, 1, 1.5},
			{-20, -6, 0, 11, 17, -2, 0, 0, 8, 0.8, 1.5},
			{-12, 3, -6, 19, 36, -9, -6, -7, 3, 0, 0.5},
			{4, 8, -9, 25, 48, -14, -8, -10, -2, -0.7, 0},
			{20, 7, -8, 21, 40, -13, -5, -8, -6.5, -1, -1},
			{31, 3, -3, 12, 22, -7, -1, -3, -8.5, -0.9, -1.5},
			{33, 0, 2, 5, 8, -2, 2, 2, -7.5, -0.6, -1.5},
			{23, -1, 4, 3, 5, 0, 4, 5, -4.5, 0, -0.5},
		},
	}
}

func falconGlide() motion {
	return motion{
		name: "glide", seconds: 3, phases: []float64{0, 0.5},
		poses: []keyPose{{6, -2, 1, 2, 5, -6, 1, 0, 0, 0, 0}, {7, -2, 1, 3, 7, -7, 0, 1, 3, 0, 1}},
	}
}

var (
	falconSlate = vec{0.355, 0.400, 0.470}
	falconPale  = vec{0.520, 0.565, 0.630}
	falconBlack = vec{0.095, 0.100, 0.120}
	falconWhite = vec{0.930, 0.910, 0.870}
	falconBuff  = vec{0.880, 0.780, 0.650}
	falconBar   = vec{0.185, 0.185, 0.200}
	falconGold  = vec{0.930, 0.740, 0.180}
)

// barring returns 1 inside a dark band and 0 outside, with smooth edges. There are count bands. The width of
// a band is the fraction share of the distance between bands.
func barring(along, count, share float64) float64 {
	t := along*count - math.Floor(along*count)
	return smoothstep(0.5-share/2-0.08, 0.5-share/2+0.08, t) * smoothstep(0.5+share/2+0.08, 0.5+share/2-0.08, t)
}

func falconPlumage(p bodyPoint) vec {
	f := p.tileAt(lerp(14, 6.5, smoothstep(50, 130, p.z)))
	wave := 0.05 * (randomAt(f.row, f.column) - 0.5)
	back := mix(falconSlate, falconPale, 0.7*smoothstep(-40, -110, p.z))
	back = mix(back, falconBlack, 0.5*barring(f.end/1.6+0.2, 1, 0.35))
	back = back.Mul(1 - 0.14*smoothstep(0.4, 1.3, f.end))
	// The belly is white with buff on the breast. It has fine bars behind the breast, and drops in front of
	// the bars.
	belly := mix(falconWhite, falconBuff, 0.45*smoothstep(20, 80, p.z)*smoothstep(105, 80, p.z))
	belly = belly.Mul(1 - 0.06*smoothstep(0.5, 1.2, f.end))
	bar := barring(-p.z/11+4*wave, 1, 0.34) * smoothstep(52, 30, p.z)
	drop := smoothstep(0.20, 0.10, math.Hypot(f.across*1.6, f.end-0.55)) * smoothstep(84, 66, p.z) * smoothstep(28, 48, p.z)
	belly = mix(belly, falconBar, 0.8*max(bar, drop))
	c := mix(back, belly, smoothstep(0.42, 0.50, p.fromBack()+wave))
	return falconHood(p, c, wave)
}

// falconHood paints the head. It is black above the eye and in a drop below it (the moustache), and white at
// the throat and behind the cheek.
func falconHood(p bodyPoint, c vec, wave float64) vec {
	hood := smoothstep(0.46, 0.40, p.fromBack()+wave)
	moustache := smoothstep(0.78, 0.71, p.fromBack()) * smoothstep(11, 7.5, math.Abs(p.z-129-14*(0.5-p.fromBack())))
	nape := smoothstep(0.52, 0.44, p.fromBack()+wave) * smoothstep(112, 104, p.z)
	white := mix(falconWhite, falconBuff, 0.15)
	h := mix(white, falconBlack, max(hood, moustache, nape))
	return mix(c, h, smoothstep(84, 98, p.z+30*smoothstep(0.5, 0.2, p.fromBack())))
}

func falconBill(along, below float64) vec {
	c := mix(vec{0.16, 0.17, 0.20}, vec{0.42, 0.47, 0.55}, smoothstep(0.15, 0.35, along))
	c = mix(c, falconGold, smoothstep(0.36, 0.42, along)) // the cere, at the base of the bill
	return mix(c, grey(0.12), 0.6*smoothstep(0.045, 0.01, math.Abs(below-0.6)))
}

func falconEye(radius, u, v float64) vec {
	c := mix(grey(0.03), vec{0.13, 0.07, 0.04}, smoothstep(0.45, 0.6, radius))
	c = mix(c, falconGold, smoothstep(0.80, 0.86, radius))
	return mix(c, grey(0.95), smoothstep(0.16, 0.08, math.Hypot(u-0.6, v-0.33)))
}

func falconCovert(span, chord float64, up bool) vec {
	f := tileAt(covertRow(chord, 8)+0.4, 30*span)
	if up {
		c := mix(falconSlate, falconBlack, 0.35*smoothstep(0.55, 0.95, span))
		c = mix(c, falconBlack, 0.4*smoothstep(0.75, 0.45, math.Abs(f.end-0.75)))
		return mix(c, falconPale, 0.25*smoothstep(0.22, 0.06, f.end))
	}
	c := mix(falconWhite, falconBuff, 0.2)
	c = mix(c, falconBar, 0.8*barring(f.end+0.12*randomAt(f.row, f.column), 1.15, 0.36)*smoothstep(0.03, 0.12, chord))
	return c.Mul(1 - 0.1*smoothstep(0.35, 1.3, f.end))
}

func falconVane(q featherID, along, across float64, up bool) vec {
	if q.kind == rectrix {
		return falconTail(along, across, up)
	}
	count := map[kind]float64{tertial: 5, secondary: 6, primary: 10}[q.kind]
	bar := barring(along+0.01*across, count, 0.42)
	if up {
		c := mix(falconSlate, falconBlack, lerp(0.25, 0.75, q.fraction()*float64(q.kind)/float64(primary)))
		c = mix(c, falconBlack, 0.4*bar)
		c = c.Mul(1 - 0.13*smoothstep(0.1, 1, across) - 0.03*barbTexture(along, across))
		c = mix(c, falconPale, 0.5*smoothstep(0.965, 0.985, along))
		return mix(c, falconBlack, 0.5*smoothstep(0.08, 0.03, math.Abs(across)))
	}
	c := mix(vec{0.80, 0.785, 0.765}, vec{0.60, 0.60, 0.61}, smoothstep(0.35, 1, along))
	c = mix(c, falconBar.Mul(1.5), lerp(0.75, 0.4, smoothstep(0.3, 0.9, along))*bar)
	if q.kind == primary { // dark wing tip
		c = mix(c, falconBar.Mul(1.4), 0.75*smoothstep(0.6, 0.95, along)*smoothstep(0.35, 0.8, q.fraction()))
	}
	c = mix(c, falconBar.Mul(1.6), 0.6*smoothstep(0.90, 0.97, along)*smoothstep(0.995, 0.97, along)) // rear edge
	return mix(c, c.Mul(0.8), smoothstep(0.08, 0.03, math.Abs(across)))
}

func falconTail(along, across float64, up bool) vec {
	base, dark := mix(falconSlate, falconPale, 0.6), falconBlack
	if !up {
		base, dark = vec{0.74, 0.725, 0.70}, falconBar.Mul(1.4)
	}
	c := base.Mul(1 - 0.1*smoothstep(0.2, 1, across) - 0.02*barbTexture(along, across))
	c = mix(c, dark, 0.8*barring(along*along*0.55+along*0.45, 8, lerp(0.35, 0.6, along)))
	c = mix(c, dark, 0.85*smoothstep(0.82, 0.86, along))
	return mix(c, falconWhite, smoothstep(0.935, 0.95, along))
}
