package frame

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
)

// Legend contains the meaning of the birds' colours.
type Legend struct {
	Title     string
	Low, High string         // ends of a colour scale; empty means no scale
	From, To  float32        // values at the ends of the scale
	Map       look.ColourMap // colours of the scale
	Kinds     []LegendKey    // colours that form no scale
}

// LegendKey is an sRGB colour and its meaning.
type LegendKey struct {
	Colour mgl32.Vec3
	Text   string
}
