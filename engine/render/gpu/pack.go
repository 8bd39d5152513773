//go:build cgo

package gpu

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// PackNormal packs a normal in the format of GLSL's packSnorm4x8. The fourth byte is 0.
func PackNormal(n mgl32.Vec3) (bits uint32) {
	for i, x := range n {
		b := int8(math.Round(float64(max(-1, min(1, x)) * 127)))
		bits |= uint32(uint8(b)) << (8 * i)
	}
	return bits
}

// PackTangent packs a tangent into the fourth byte, above the three bytes of its normal. The magnitude of the
// byte is 1 plus the angle around the normal, in steps of 1/127 turn, measured from a perpendicular
// direction. The byte is negative if normal × tangent points down the columns of the texture, and 0 without a
// tangent. unpackTangent in instance.glsl reads it.
func PackTangent(normal uint32, t mgl32.Vec4) uint32 {
	if t[3] == 0 {
		return 0
	}
	var n mgl32.Vec3
	for i := range n {
		n[i] = float32(int8(normal >> (8 * i)))
	}
	n = n.Normalize()
	side := perpendicular(n)
	turn := math.Atan2(float64(t.Vec3().Dot(n.Cross(side))), float64(t.Vec3().Dot(side))) / (2 * math.Pi)
	step := (int(math.Round(127*turn))+127)%127 + 1
	if t[3] < 0 {
		step = -step
	}
	return uint32(uint8(step)) << 24
}

func perpendicular(n mgl32.Vec3) mgl32.Vec3 {
	if math.Abs(float64(n[0])) < 0.6 {
		return mgl32.Vec3{1, 0, 0}.Cross(n).Normalize()
	}
	return mgl32.Vec3{0, 1, 0}.Cross(n).Normalize()
}

// PackColour packs a colour in the format of GLSL's packUnorm2x16.
func PackColour(c mgl32.Vec4) (rg, ba uint32) {
	var b [4]uint32
	for i, x := range c {
		b[i] = uint32(max(0, min(1, x))*65535 + 0.5)
	}
	return b[0] | b[1]<<16, b[2] | b[3]<<16
}
