package look

import "github.com/go-gl/mathgl/mgl32"

// ColourBy selects the quantity that the birds' colours show.
type ColourBy int

// Quantities that the birds' colours can show.
const (
	ColourByNothing ColourBy = iota
	ColourBySpeed
	ColourByEccentricity
	ColourByNeighbours
	ColourByLeaders
	ColourByCluster
	ColourBySpecies
	ColourByEscape
	ColourByRule
)

// ColourByNames returns the names of the values of ColourBy, in order.
func ColourByNames() []string {
	return []string{"nothing", "speed", "eccentricity", "neighbours", "leaders", "cluster", "species", "escape", "rule"}
}

// ColourMap is a colour map that is suitable for colour-blind people.
type ColourMap int

// Colour maps. Their lightness increases evenly.
const (
	Viridis ColourMap = iota // N. Smith, S. van der Walt and E. Firing, matplotlib (CC0), 2015
	Cividis                  // J. R. Nuñez, C. R. Anderton and R. S. Renslow, PLoS ONE 13(7): e0199239, 2018
)

// ColourMapNames returns the maps' names, in order.
func ColourMapNames() []string { return []string{"viridis", "cividis"} }

// stops returns colours at equal intervals, as 0xRRGGBB in sRGB.
func (m ColourMap) stops() []uint32 {
	if m == Cividis {
		return []uint32{0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173, 0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838}
	}
	return []uint32{0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725}
}

// At returns the colour of a value from 0 to 1, in sRGB from 0 to 1.
func (m ColourMap) At(share float32) mgl32.Vec3 {
	all := m.stops()
	if !(share > 0) {
		share = 0
	}
	index := min(share, 1) * float32(len(all)-1)
	k := min(int(index), len(all)-2)
	a, b := rgb(all[k]), rgb(all[k+1])
	return a.Add(b.Sub(a).Mul(index - float32(k)))
}

func rgb(hex uint32) mgl32.Vec3 {
	return mgl32.Vec3{float32(hex>>16) / 255, float32(hex>>8&255) / 255, float32(hex&255) / 255}
}
