//go:build cgo

package render

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"skein/engine/render/material"
	"skein/models/gltf"
)

func fibreShare(rough float64, n, l, v mgl64.Vec3) float64 {
	h := l.Add(v).Normalize()
	nl, nv, nh := n.Dot(l), n.Dot(v), n.Dot(h)
	g := rough * rough
	d := (2 + 1/g) * math.Pow(math.Sqrt(1-nh*nh), 1/g) / (2 * math.Pi)
	curve := func(x float64) float64 {
		k := (1 - g) * (1 - g)
		a, b, c := 21.5473*(1-k)+25.3245*k, 3.82987*(1-k)+3.32435*k, 0.19823*(1-k)+0.16801*k
		d, e := -1.97760*(1-k)-1.27393*k, -4.32054*(1-k)-4.85967*k
		return a/(1+b*math.Pow(x, c)) + d*x + e
	}
	lambda := func(c float64) float64 {
		if c < 0.5 {
			return math.Exp(curve(c))
		}
		return math.Exp(2*curve(0.5) - curve(1-c))
	}
	return d / ((1 + lambda(nl) + lambda(nv)) * 4 * nl * nv)
}

func evenFibres(rough, nv float64) (sum float64) {
	const steps = 300
	n, v := mgl64.Vec3{0, 0, 1}, mgl64.Vec3{math.Sqrt(1 - nv*nv), 0, nv}
	for i := range steps {
		for j := range steps {
			z, phi := (float64(i)+0.5)/steps, 2*math.Pi*(float64(j)+0.5)/steps
			across := math.Sqrt(1 - z*z)
			l := mgl64.Vec3{across * math.Cos(phi), across * math.Sin(phi), z}
			sum += fibreShare(rough, n, l, v) * z * 2 * math.Pi / (steps * steps)
		}
	}
	return sum
}

// Sheen reflects sunlight in its own colour, as the glTF extension KHR_materials_sheen specifies.
// The light that the sheen does not reflect reaches the layer below it. Maps multiply the colour
// and the roughness of the sheen.
func TestSheenFollowsTheSpecification(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear, Tier: Good})
	tint := [3]float64{0.9, 0.5, 0.2}
	for _, sun := range []mgl32.Vec3{{0.1, 0.2, 1}, {0, 0.8, 0.6}, {-0.9, 0.3, 0.3}} {
		for _, rough := range []float64{0.3, 0.5, 1} {
			m := gltf.Material{BaseColour: mgl32.Vec4{0.6, 0.3, 0.1, 1}, SpecularLoss: 1, OcclusionStrength: 1, OcclusionMap: uniformTexture(0, 0, 0)}
			bare, _ := sheetLight(t, r, sheet(m), mgl32.QuatIdent(), sun)
			m.Sheen = gltf.Sheen{Colour: mgl32.Vec3{0.9, 0.5, 0.2}, Roughness: float32(rough)}
			mapped := m
			mapped.Sheen = gltf.Sheen{Colour: mgl32.Vec3{1, 1, 1}, Roughness: 1, ColourMap: uniformTexture(srgbByte(0.9), srgbByte(0.5), srgbByte(0.2)), RoughnessMap: uniformTexture(0, 0, 0)}
			for k := range 4 {
				mapped.Sheen.RoughnessMap.Image.Pix[4*k+3] = uint8(math.Round(255 * rough))
			}
			v, n, l := toEye, mgl64.Vec3{0, 0, 1}, toFloat64(sun.Normalize())
			left := 1 - 0.9*max(evenFibres(rough, v.Dot(n)), evenFibres(rough, l.Dot(n)))
			for what, each := range map[string]gltf.Material{"numbers": m, "maps": mapped} {
				got, s := sheetLight(t, r, sheet(each), mgl32.QuatIdent(), sun)
				for k := range got {
					want := bare[k]*left + float64(s.sun[3]*s.sun[k])*n.Dot(l)*tint[k]*fibreShare(rough, n, l, v)
					if math.Abs(got[k]/want-1) > 0.02 {
						t.Errorf("roughness %v by %s in a sun at %v: the light is %.4f in channel %d, want %.4f", rough, what, sun, got[k], k, want)
					}
				}
			}
		}
	}
}

func srgbByte(x float64) uint8 {
	return uint8(math.Round(255 * (1.055*math.Pow(x, 1/2.4) - 0.055)))
}

func TestSheenReflectanceTable(t *testing.T) {
	for _, rough := range []float64{0.3, 0.5, 0.8, 1} {
		table := material.SheenReflectance(rough, 11)
		for _, k := range []int{2, 5, 8, 10} {
			want := evenFibres(rough, float64(k)/10)
			if math.Abs(table[k]-want) > 0.006 || table[k] > 1 {
				t.Errorf("roughness %v, cosine %v: the table has %.4f, want %.4f", rough, float64(k)/10, table[k], want)
			}
		}
	}
}

func TestSheenKeepsTheLight(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear, Tier: Good})
	behind := mgl32.Vec3{0, 0.5, -1}
	m := gltf.Material{BaseColour: mgl32.Vec4{1, 1, 1, 1}, SpecularLoss: 1, NormalScale: 0, OcclusionStrength: 1, OcclusionMap: uniformTexture(255, 255, 255)}
	want, _ := sheetLight(t, r, sheet(m), mgl32.QuatIdent(), behind)
	for _, rough := range []float32{0.2, 0.5, 1} {
		m.Sheen = gltf.Sheen{Colour: mgl32.Vec3{1, 1, 1}, Roughness: rough}
		got, _ := sheetLight(t, r, sheet(m), mgl32.QuatIdent(), behind)
		for k := range got {
			if math.Abs(got[k]/want[k]-1) > 0.005 {
				t.Errorf("roughness %v: the light is %.4f in channel %d, want %.4f", rough, got[k], k, want[k])
			}
		}
		m.BaseColour = mgl32.Vec4{0, 0, 0, 1} // the surface is black, so the picture shows only the light of the sheen
		dark, _ := sheetLight(t, r, sheet(m), mgl32.QuatIdent(), behind)
		if share := evenFibres(float64(max(rough, material.LeastSheenRoughness)), 1); math.Abs(dark[0]/want[0]-share) > 0.01 {
			t.Errorf("roughness %v over black: the share of light is %.4f, want %.4f", rough, dark[0]/want[0], share)
		}
		m.BaseColour = mgl32.Vec4{1, 1, 1, 1}
	}
}
