package main

import "math"

// Colours of a starling in fresh autumn plumage, linear. Lighter than life, so
// that the bird does not turn into a black hole at dusk.
var (
	back          = vec{0.030, 0.036, 0.034}
	green         = vec{0.020, 0.085, 0.060}
	purple        = vec{0.075, 0.030, 0.105}
	buff          = vec{0.42, 0.33, 0.20}
	belly         = vec{0.115, 0.100, 0.090}
	white         = vec{0.55, 0.52, 0.45}
	billBase      = vec{0.50, 0.36, 0.07}
	billTip       = vec{0.72, 0.52, 0.10}
	pupil         = vec{0.006, 0.005, 0.005}
	eyeRim        = vec{0.020, 0.014, 0.010}
	tailUpper     = vec{0.045, 0.040, 0.036}
	tailEdge      = vec{0.20, 0.145, 0.085}
	tailLower     = vec{0.13, 0.115, 0.10}
	tailLowerEdge = vec{0.26, 0.21, 0.15}
	coverts       = vec{0.030, 0.072, 0.060}
	quill         = vec{0.048, 0.041, 0.036}
	edge          = vec{0.27, 0.185, 0.10}
	lining        = vec{0.25, 0.20, 0.145}
	under         = vec{0.33, 0.30, 0.26}
	underEdge     = vec{0.20, 0.17, 0.14}
)

// plumage colours point k of ring i of the body: green and purple gloss, greyer
// below.
func plumage(i, k int, r ring) vec {
	up := math.Cos(2 * math.Pi * float64(k) / around)
	gloss := lerp(green, purple, 0.5+0.5*math.Sin(75*r.z-1.9*up))
	if i <= 1 { // about the bill
		return lerp(back, purple, 0.4)
	}
	return lerp(lerp(back, gloss, 0.8), belly, 0.55*step(0.2, -1, up)*step(0.06, 0.03, r.z))
}

// spotColour is white below and buff on the flanks.
func spotColour(k int) vec {
	return lerp(buff, white, float64(k-1)/(around/2-2))
}

// wingColour colours a row (leading edge, coverts, gap, tip) of feather i. The
// coverts differ a little from feather to feather.
func wingColour(i, row int, up bool) vec {
	if up {
		mixed := lerp(coverts, quill, 0.25+0.5*float64(i%2))
		return [...]vec{coverts, mixed, quill, edge}[row]
	}
	return [...]vec{lining, lerp(lining, under, 0.6*float64(i%2)), under, underEdge}[row]
}
