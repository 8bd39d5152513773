//go:build cgo

package render

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"skein/models/gltf"
)

// If a model has tangents, a normal map follows them. This holds for any direction of the texture
// coordinates. A tangent with the opposite sign reverses the bitangent.
func TestNormalMapsUseTangents(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear, Tier: Good})
	const lean = 0.5
	byte8 := func(x float64) uint8 { return uint8(math.Round((x + 1) / 2 * 255)) }
	sun := mgl32.Vec3{0.5, 0.3, 0.8}
	l := toFloat64(sun.Normalize())
	for _, about := range []float32{0, 1.2} { // the reference axis of packed tangents depends on the normal
		away := mgl32.QuatRotate(about, mgl32.Vec3{0, 1, 0})
		for _, step := range []float64{1, 30, 57, 101} {
			for _, sign := range []float32{1, -1} {
				turn := 2 * math.Pi * step / 127
				along := mgl64.Vec3{math.Cos(turn), math.Sin(turn), 0}
				if about == 0 { // turn is measured from the reference axis of packed tangents, so packing causes no rounding
					along = mgl64.Vec3{math.Sin(turn), -math.Cos(turn), 0}
				}
				across := mgl64.Vec3{0, 0, 1}.Cross(along).Mul(float64(sign))
				m := gltf.Material{BaseColour: mgl32.Vec4{0.6, 0.3, 0.1, 1}, OcclusionStrength: 1, OcclusionMap: uniformTexture(0, 0, 0), NormalScale: 1}
				x, y := byte8(0.8*math.Sin(lean)), byte8(0.6*math.Sin(lean))
				z := byte8(math.Cos(lean))
				m.NormalMap = uniformTexture(x, y, z)
				b := sheet(m)
				p := &b.Parts[0]
				for v := range p.Positions {
					p.Positions[v], p.Normals[v] = away.Rotate(p.Positions[v]), away.Rotate(p.Normals[v])
					p.Tangents = append(p.Tangents, away.Rotate(mgl32.Vec3{float32(along[0]), float32(along[1]), 0}).Vec4(sign))
				}
				got, s := sheetLight(t, r, b, away.Inverse(), sun)
				at := func(b uint8) float64 { return 2*float64(b)/255 - 1 }
				n := along.Mul(at(x)).Add(across.Mul(at(y))).Add(mgl64.Vec3{0, 0, 1}.Mul(at(z))).Normalize()
				schlick := math.Pow(1-toEye.Dot(l.Add(toEye).Normalize()), 5)
				f := 0.04 + 0.96*schlick
				for k, base := range []float64{0.6, 0.3, 0.1} {
					want := float64(s.sun[3]*s.sun[k]) * n.Dot(l) * ((1-f)*base/math.Pi + f*lobe(1, n, l, toEye))
					if math.Abs(got[k]/want-1) > 0.02 {
						t.Errorf("tangent at %.0f°, sign %v, turned by %v: the light is %.4f in channel %d, want %.4f", turn*180/math.Pi, sign, about, got[k], k, want)
					}
				}
			}
		}
	}
}
