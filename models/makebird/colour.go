package main

import "math"

// Colours of a starling in fresh autumn plumage, linear. Lighter than life, so
// that the bird does not turn into a black hole at dusk.
var (
	back          = vec{0.030, 0.036, 0.034}
	green         = vec{0.020, 0.085, 0.060}
	purple        = vec{0.075, 0.030, 0.105}
	buff          = vec{0.42, 0.33, 0.20}
	white         = vec{0.55, 0.52, 0.45}
	billBase      = vec{0.50, 0.36, 0.07}
	billTip       = vec{0.72, 0.52, 0.10}
	pupil         = vec{0.006, 0.005, 0.005}
	eyeRim        = vec{0.020, 0.014, 0.010}
	tailUpper     = vec{0.045, 0.040, 0.036}
	tailEdge      = vec{0.20, 0.145, 0.085}
	tailLower     = vec{0.13, 0.115, 0.10}
	tailLowerEdge = vec{0.26, 0.21, 0.15}
	coverts       = vec{0.028, 0.060, 0.052}
	quill         = vec{0.060, 0.050, 0.042}
	edge          = vec{0.22, 0.15, 0.085}
	lining        = vec{0.20, 0.165, 0.125}
	under         = vec{0.27, 0.245, 0.215}
	underEdge     = vec{0.16, 0.14, 0.12}
)

// plumage colours point k of ring i of the body: green and purple gloss above,
// pale spots below, buff ones above.
func plumage(i, k int, r ring) vec {
	up := math.Cos(2 * math.Pi * float64(k) / around)
	gloss := lerp(green, purple, 0.5+0.5*math.Sin(170*r.z+1.3*up))
	c := lerp(back, gloss, 0.75)
	spot := (i+k)%2 == 0
	switch {
	case i <= 1: // about the bill
		return lerp(back, purple, 0.4)
	case up < 0.3 && spot:
		return lerp(c, white, 0.75*step(0.5, -0.5, up))
	case spot && i > 2:
		return lerp(c, buff, 0.22)
	}
	return c
}

// wingColour colours a row (leading edge, coverts, gap, tip) of feather i.
func wingColour(i, row int, up bool) vec {
	if up {
		return [...]vec{coverts, lerp(coverts, quill, 0.4), quill, edge}[row]
	}
	return [...]vec{lining, lining, under, underEdge}[row]
}
