package picture

import (
	"math"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"
)

const kindCount = 7

// KindColour returns colour k, in sRGB, for categories without order. Colour-blind people can tell the
// colours apart (M. Okabe and K. Ito, Color Universal Design, 2008; without black). After kindCount colours,
// they repeat.
func KindColour(k int) mgl32.Vec3 {
	all := [kindCount]uint32{0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442, 0x0072b2, 0xd55e00, 0xcc79a7}
	return rgb(all[(k%len(all)+len(all))%len(all)])
}

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

func itoa(n int) string { return strconv.Itoa(n) }

func formatNumber(x float32) string { return strconv.FormatFloat(float64(x), 'g', 3, 32) }

func rgb(hex uint32) mgl32.Vec3 {
	return mgl32.Vec3{float32(hex>>16) / 255, float32(hex>>8&255) / 255, float32(hex&255) / 255}
}
