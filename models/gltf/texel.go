package gltf

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Texel returns the linear colour of the texel at a texture coordinate.
func (t *Texture) Texel(uv mgl32.Vec2) (out mgl32.Vec3) {
	size := t.Image.Rect.Size()
	if size.X == 0 || size.Y == 0 {
		return mgl32.Vec3{1, 1, 1}
	}
	c := t.Image.NRGBAAt(
		t.Image.Rect.Min.X+t.WrapS.pixel(float64(uv[0]), size.X),
		t.Image.Rect.Min.Y+t.WrapT.pixel(float64(uv[1]), size.Y))
	for k, v := range [3]uint8{c.R, c.G, c.B} {
		out[k] = srgbToLinear(v)
	}
	return out
}

// pixel returns the index, from 0 to n-1, of the pixel at the texture coordinate x. The whole texture has the
// coordinates 0 to 1.
func (w Wrap) pixel(x float64, n int) int {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	switch w {
	case Repeat:
		x -= math.Floor(x)
	case Mirror:
		if x = math.Mod(math.Abs(x), 2); x > 1 {
			x = 2 - x
		}
	}
	return max(0, min(n-1, int(max(0, min(1, x))*float64(n))))
}

// srgbToLinear converts to linear light (IEC 61966-2-1).
func srgbToLinear(v uint8) float32 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return float32(x / 12.92)
	}
	return float32(math.Pow((x+0.055)/1.055, 2.4))
}
