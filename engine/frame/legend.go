package frame

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
)

// Legend says what the colours of the birds mean.
type Legend struct {
	Title     string
	Low, High string         // ends of a colour scale; empty: no scale
	Map       look.ColourMap // colours of the scale
	Kinds     []LegendKey    // colours without an order
}

// LegendKey is a colour, sRGB, with its meaning.
type LegendKey struct {
	Colour mgl32.Vec3
	Text   string
}
