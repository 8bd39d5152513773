package models

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// seen is the colour of a point between three vertices: theirs times the
// texture's, linear, without the material's base colour.
func (p *Part) seen(corner [3]uint32, share [3]float32) mgl32.Vec3 {
	out := mgl32.Vec3{1, 1, 1}
	if len(p.Colours) > 0 {
		out = mgl32.Vec3{}
		for k, v := range corner {
			out = out.Add(p.Colours[v].Vec3().Mul(share[k]))
		}
	}
	if p.Material.Texture == nil || len(p.UV) == 0 {
		return out
	}
	var at mgl32.Vec2
	for k, v := range corner {
		at = at.Add(p.UV[v].Mul(share[k]))
	}
	texel := p.Material.Texture.at(at)
	return mgl32.Vec3{out[0] * texel[0], out[1] * texel[1], out[2] * texel[2]}
}

// at is the colour of the pixel at a texture coordinate, linear.
func (t *Texture) at(uv mgl32.Vec2) (out mgl32.Vec3) {
	size := t.Image.Rect.Size()
	if size.X == 0 || size.Y == 0 {
		return mgl32.Vec3{1, 1, 1}
	}
	c := t.Image.NRGBAAt(
		t.Image.Rect.Min.X+t.WrapS.within(float64(uv[0]), size.X),
		t.Image.Rect.Min.Y+t.WrapT.within(float64(uv[1]), size.Y))
	for k, v := range [3]uint8{c.R, c.G, c.B} {
		out[k] = linear(v)
	}
	return out
}

// within is the pixel of n at a coordinate, of which 0 to 1 are the texture.
func (w Wrap) within(x float64, n int) int {
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

// linear is an sRGB value as light (IEC 61966-2-1).
func linear(v uint8) float32 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return float32(x / 12.92)
	}
	return float32(math.Pow((x+0.055)/1.055, 2.4))
}
