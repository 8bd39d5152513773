package engine

import (
	"math"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"
)

// ColourMap is a scale of colours from low to high that the colour-blind can read, too.
type ColourMap int

// The maps: both grow evenly in lightness.
const (
	Viridis ColourMap = iota // N. Smith, S. van der Walt and E. Firing, matplotlib (CC0), 2015
	Cividis                  // J. R. Nuñez, C. R. Anderton and R. S. Renslow, PLoS ONE 13(7): e0199239, 2018: alike for those who see no red or green
)

// ColourMapNames are the maps' names, in order.
func ColourMapNames() []string { return []string{"viridis", "cividis"} }

// stops are a map's colours at even steps, sRGB as 0xRRGGBB.
func (m ColourMap) stops() []uint32 {
	if m == Cividis {
		return []uint32{0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173, 0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838}
	}
	return []uint32{0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725}
}

// At is the colour of a share from 0 to 1, sRGB from 0 to 1.
func (m ColourMap) At(share float32) mgl32.Vec3 {
	all := m.stops()
	if !(share > 0) {
		share = 0
	}
	at := min(share, 1) * float32(len(all)-1)
	k := min(int(at), len(all)-2)
	a, b := rgb(all[k]), rgb(all[k+1])
	return a.Add(b.Sub(a).Mul(at - float32(k)))
}

func rgb(hex uint32) mgl32.Vec3 {
	return mgl32.Vec3{float32(hex>>16) / 255, float32(hex>>8&255) / 255, float32(hex&255) / 255}
}

// Kinds are colours of things that have no order, told apart by the colour-blind: those of
// M. Okabe and K. Ito, Color Universal Design, 2008, but black, sRGB. After the last
// the first comes again.
func Kinds(k int) mgl32.Vec3 {
	all := [...]uint32{0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442, 0x0072b2, 0xd55e00, 0xcc79a7}
	return rgb(all[(k%len(all)+len(all))%len(all)])
}

// linear is a colour of sRGB as light, covering so much.
func linear(c mgl32.Vec3, alpha float32) mgl32.Vec4 {
	var out mgl32.Vec4
	for k := range c {
		if x := float64(c[k]); x <= 0.04045 {
			out[k] = float32(x / 12.92)
		} else {
			out[k] = float32(math.Pow((x+0.055)/1.055, 2.4))
		}
	}
	out[3] = alpha
	return out
}

func whole(n int) string { return strconv.Itoa(n) }

// figure is a number of a legend.
func figure(x float32) string { return strconv.FormatFloat(float64(x), 'g', 3, 32) }
