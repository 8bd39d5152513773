//go:build cgo

package render

import (
	"image"
	"image/color"
	"math"
	"math/cmplx"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"skein/engine/frame"
	"skein/engine/internal/testbird"
	"skein/engine/render/material"
	"skein/models"
	"skein/models/gltf"
)

func uniformTexture(r, g, b uint8) *gltf.Texture {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	for i := range 4 {
		img.SetNRGBA(i%2, i/2, color.NRGBA{r, g, b, 255})
	}
	return &gltf.Texture{Image: img}
}

func sheet(m gltf.Material) *models.Baked {
	b := testbird.Plate(1)
	b.Parts[0].Material = m
	b.Parts[0].UV = []mgl32.Vec2{{0, 1}, {1, 1}, {1, 0}, {0, 0}}
	return b
}

// sheetLight draws a sheet half a metre in front of the eye, rotated by turn. It returns the light
// at the middle of the picture, and the scene.
func sheetLight(t *testing.T, r *Renderer, b *models.Baked, turn mgl32.Quat, sun mgl32.Vec3) ([3]float64, scene) {
	t.Helper()
	if err := r.SetBirds(b); err != nil {
		t.Fatal(err)
	}
	f := testFrame(frame.Bird{Pos: mgl32.Vec3{0, 10, -0.5}, Rotation: turn, Span: 2})
	f.Light.SunDirection = sun.Normalize()
	f.Transparent = true
	if err := r.Draw(f); err != nil {
		t.Fatal(err)
	}
	at := r.Light()[4*(50*200+100):]
	return [3]float64{float64(at[0]), float64(at[1]), float64(at[2])}, newScene(f, r.sky.Update(&f.Light), 1)
}

// toEye is the direction from the middle pixel to the eye.
var toEye = mgl64.Vec3{-0.01, 0.01, 1}.Normalize()

// lobe returns the specular reflection of the sun without the Fresnel factor: D · V in appendix B of the
// glTF 2.0 specification.
func lobe(rough float64, n, l, v mgl64.Vec3) float64 {
	h := l.Add(v).Normalize()
	a2 := math.Pow(rough, 4)
	nh, nl, nv := n.Dot(h), n.Dot(l), n.Dot(v)
	d := a2 / (math.Pi * math.Pow(nh*nh*(a2-1)+1, 2))
	side := func(c float64) float64 { return 2 * c / (c + math.Sqrt(a2+(1-a2)*c*c)) }
	return d * side(nl) * side(nv) / (4 * nl * nv)
}

func toFloat64(v mgl32.Vec3) mgl64.Vec3 {
	return mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}

func TestRoughnessAndMetalFollowTheSpecification(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear, Tier: Good})
	base := [3]float64{0.6, 0.3, 0.1}
	for _, sun := range []mgl32.Vec3{{0.1, 0.2, 1}, {0, 0.8, 0.6}, {-0.7, 0.3, 0.4}} {
		for _, c := range []struct{ metal, rough float64 }{{0, 0.4}, {1, 0.4}, {0, 0.8}, {1, 1}, {0.6, 0.6}} {
			m := gltf.Material{BaseColour: mgl32.Vec4{0.6, 0.3, 0.1, 1}, Metallic: float32(c.metal), Smoothness: float32(1 - c.rough), OcclusionStrength: 1, OcclusionMap: uniformTexture(0, 0, 0)}
			mapped := m
			mapped.Metallic, mapped.Smoothness, mapped.MetallicRoughnessMap = 1, 0, uniformTexture(77, uint8(math.Round(255*c.rough)), uint8(math.Round(255*c.metal)))
			v, n, l := toEye, mgl64.Vec3{0, 0, 1}, toFloat64(sun.Normalize())
			schlick := math.Pow(1-v.Dot(l.Add(v).Normalize()), 5)
			for what, each := range map[string]gltf.Material{"numbers": m, "maps": mapped} {
				got, s := sheetLight(t, r, sheet(each), mgl32.QuatIdent(), sun)
				for k := range got {
					f0 := 0.04*(1-c.metal) + base[k]*c.metal
					f := f0 + (1-f0)*schlick
					want := float64(s.sun[3]*s.sun[k]) * n.Dot(l) * ((1-f)*base[k]*(1-c.metal)/math.Pi + f*lobe(c.rough, n, l, v))
					if math.Abs(got[k]/want-1) > 0.015 {
						t.Errorf("metal %v, roughness %v by %s in a sun at %v: the light is %.4f in channel %d, want %.4f", c.metal, c.rough, what, sun, got[k], k, want)
					}
				}
			}
		}
	}
}

// A surface is black if it is fully occluded from its surroundings and faces away from the sun.
// Emissive light is multiplied by its map and added to the other light.
func TestOcclusionAndGlow(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear, Tier: Good})
	behind := mgl32.Vec3{0, 0.5, -1}
	m := gltf.Material{BaseColour: mgl32.Vec4{0.5, 0.5, 0.5, 1}, Smoothness: 0.5, OcclusionStrength: 1, OcclusionMap: uniformTexture(255, 0, 0)}
	full, s := sheetLight(t, r, sheet(m), mgl32.QuatIdent(), behind)
	m.OcclusionMap = uniformTexture(0, 255, 255)
	if got, _ := sheetLight(t, r, sheet(m), mgl32.QuatIdent(), behind); got[0] > 1e-3*full[0] || full[0] <= 0 {
		t.Errorf("a fully occluded surface has the light %v of %v, want none", got, full)
	}
	m.OcclusionStrength = 0.25
	if got, _ := sheetLight(t, r, sheet(m), mgl32.QuatIdent(), behind); math.Abs(got[0]/full[0]-0.75) > 0.005 {
		t.Errorf("with an occlusion strength of 1/4 the share of light is %.3f, want 0.75", got[0]/full[0])
	}
	m.Emissive, m.EmissiveMap = mgl32.Vec3{0.2, 0.4, 0.8}, uniformTexture(255, 188, 0) // an sRGB value of 188 of 255 is 0.5029 in linear light
	lit, _ := sheetLight(t, r, sheet(m), mgl32.QuatIdent(), behind)
	for k, want := range []float64{0.2, 0.4 * 0.5029, 0} {
		if got := (lit[k] - 0.75*full[k]) / float64(s.sun[3]); math.Abs(got-want) > 0.003 {
			t.Errorf("the emissive light in channel %d is %.4f, want %.4f", k, got, want)
		}
	}
}

// A flat sheet with a tilted normal map is as bright as a tilted sheet. The red channel tilts
// normals along the rows of the texture. The green channel tilts them against the direction of its
// columns. The same holds for mirrored textures and for the back of the sheet.
func TestNormalMapsTiltNormals(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear, Tier: Good})
	const angle = 0.5
	byte8 := func(x float64) uint8 { return uint8(math.Round((x + 1) / 2 * 255)) }
	for _, c := range []struct {
		what     string
		x, y     float64
		axis     mgl32.Vec3
		mirrored bool
	}{
		{"along", math.Sin(angle), 0, mgl32.Vec3{0, 1, 0}, false},
		{"up", 0, math.Sin(angle), mgl32.Vec3{-1, 0, 0}, false},
		{"along, mirrored", -math.Sin(angle), 0, mgl32.Vec3{0, 1, 0}, true},
	} {
		for _, sun := range []mgl32.Vec3{{0.5, 0.5, 0.8}, {-0.3, 0.6, 0.5}} {
			m := gltf.Material{BaseColour: mgl32.Vec4{0.6, 0.5, 0.4, 1}, Metallic: 0.5, Smoothness: 0.4}
			want, _ := sheetLight(t, r, sheet(m), mgl32.QuatRotate(angle, c.axis), sun)
			flat, _ := sheetLight(t, r, sheet(m), mgl32.QuatIdent(), sun)
			m.NormalScale, m.NormalMap = 1, uniformTexture(byte8(c.x), byte8(c.y), byte8(math.Cos(angle)))
			b := sheet(m)
			for k := range b.Parts[0].UV {
				if c.mirrored {
					b.Parts[0].UV[k][0] *= -1
				}
			}
			got, _ := sheetLight(t, r, b, mgl32.QuatIdent(), sun)
			for k := range got {
				if math.Abs(got[k]/want[k]-1) > 0.02 {
					t.Errorf("normals tilted %s, sun at %v: the light is %.4f, want %.4f as for a tilted sheet (flat: %.4f)", c.what, sun, got[k], want[k], flat[k])
				}
			}
			// The back is tilted in the opposite direction.
			m.DoubleSided = true
			b.Parts[0].Material = m
			around := mgl32.QuatRotate(math.Pi, mgl32.Vec3{0, 1, 0})
			back, _ := sheetLight(t, r, b, around, sun)
			m.NormalScale, m.NormalMap = 0, nil
			turned, _ := sheetLight(t, r, sheet(m), around.Mul(mgl32.QuatRotate(angle, c.axis)), sun)
			if math.Abs(back[0]/turned[0]-1) > 0.02 {
				t.Errorf("from behind, normals tilted %s: the light is %.4f, want %.4f", c.what, back[0], turned[0])
			}
		}
	}
}

func TestReflectanceTable(t *testing.T) {
	const steps = 400
	for _, c := range []struct{ nv, rough float64 }{{0.2, 0.5}, {0.5, 0.5}, {0.9, 0.4}, {0.4, 1}, {0.95, 0.8}} {
		v, n := mgl64.Vec3{math.Sqrt(1 - c.nv*c.nv), 0, c.nv}, mgl64.Vec3{0, 0, 1}
		var straight, besides float64
		for i := range steps {
			for j := range steps {
				z, phi := (float64(i)+0.5)/steps, 2*math.Pi*(float64(j)+0.5)/steps
				across := math.Sqrt(1 - z*z)
				l := mgl64.Vec3{across * math.Cos(phi), across * math.Sin(phi), z}
				edge := math.Pow(1-v.Dot(l.Add(v).Normalize()), 5)
				part := lobe(c.rough, n, l, v) * z * 2 * math.Pi / (steps * steps)
				straight += (1 - edge) * part
				besides += edge * part
			}
		}
		s, b := material.ReflectedShares(c.nv, c.rough)
		if math.Abs(s-straight) > 0.012 || math.Abs(b-besides) > 0.006 {
			t.Errorf("cosine %v, roughness %v: the table has %.4f and %.4f, want %.4f and %.4f", c.nv, c.rough, s, b, straight, besides)
		}
	}
}

// slowFilm returns the red, green and blue reflectance of a thin film. For each wavelength and both
// polarisations, it squares the magnitude of a sum of complex amplitudes.
func slowFilm(c, below, index, nm float64) (rgb [3]float64) {
	fresnel := func(n1, c1, n2, c2 float64) [2]complex128 {
		return [2]complex128{complex((n1*c1-n2*c2)/(n1*c1+n2*c2), 0), complex((n2*c1-n1*c2)/(n2*c1+n1*c2), 0)}
	}
	sine := math.Sqrt(1 - c*c)
	c2, c3 := math.Sqrt(1-math.Pow(sine/index, 2)), math.Sqrt(1-math.Pow(sine/below, 2))
	outer, inner := fresnel(1, c, index, c2), fresnel(index, c2, below, c3)
	var white [3]float64
	for wave := 380.0; wave <= 780; wave++ {
		turn := cmplx.Exp(complex(0, 4*math.Pi*index*nm*c2/wave))
		sum := 0.0
		for p := range 2 {
			all := (outer[p] + inner[p]*turn) / (1 + outer[p]*inner[p]*turn)
			sum += 0.5 * real(all*cmplx.Conj(all))
		}
		for k, v := range material.WavelengthRGB(wave) {
			rgb[k] += v * sum
			white[k] += v
		}
	}
	for k := range rgb {
		rgb[k] = max(0, rgb[k]/white[k])
	}
	return rgb
}

func TestThinFilmsFollowAiry(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear, Tier: Good})
	most := 0.0
	for _, c := range []struct{ below, index, nm float64 }{{2, 1.56, 170}, {2, 1.56, 340}, {2, 1.56, 425}, {1.5, 1.3, 250}, {1.33, 1.8, 600}, {2.4, 1.4, 1500}} {
		for _, degrees := range []float64{10, 30, 50, 65, 78} {
			theta := degrees * math.Pi / 180
			sun := mgl32.Vec3{0, float32(math.Sin(2 * theta)), float32(math.Cos(2 * theta))}
			turn := mgl32.QuatRotate(float32(-theta), mgl32.Vec3{1, 0, 0})
			m := gltf.Material{BaseColour: mgl32.Vec4{0, 0, 0, 1}, Smoothness: 0.5, IOR: float32(c.below), OcclusionStrength: 1, OcclusionMap: uniformTexture(0, 0, 0)}
			bare, s := sheetLight(t, r, sheet(m), turn, sun)
			m.Iridescence = gltf.Iridescence{Factor: 1, IOR: float32(c.index), MaxThickness: float32(2 * c.nm), ThicknessMap: uniformTexture(0, 128, 0)}
			m.Iridescence.MaxThickness *= 255.0 / 256
			got, _ := sheetLight(t, r, sheet(m), turn, sun)
			cos := math.Cos(theta)
			v, n := toEye, mgl64.Vec3{0, math.Sin(theta), cos}
			f0 := math.Pow((c.below-1)/(c.below+1), 2)
			without := f0 + (1-f0)*math.Pow(1-cos, 5)
			want := slowFilm(cos, c.below, c.index, c.nm)
			for k := range got {
				whole := float64(s.sun[3]*s.sun[k]) * cos * lobe(0.5, n, toFloat64(sun), v)
				back := (got[k]-bare[k])/whole + without
				most = max(most, math.Abs(back-want[k]))
				if math.Abs(back-want[k]) > 0.004+0.02*want[k] {
					t.Errorf("%v nm with index %v over index %v, %v°: the reflectance in channel %d is %.4f, want %.4f", c.nm, c.index, c.below, degrees, k, back, want[k])
				}
			}
		}
	}
	t.Logf("the reflectance is off by at most %.4f", most)
}

func posterLight(t *testing.T, r *Renderer, m gltf.Material, sun mgl32.Vec3) ([3]float64, scene) {
	t.Helper()
	f := testFrame()
	f.Light.SunDirection = sun.Normalize()
	f.Stands = standsOf(poster(frame.Coat{Triangles: 2, Material: m}))
	if err := r.Draw(f); err != nil {
		t.Fatal(err)
	}
	at := r.Light()[4*(50*200+100):]
	return [3]float64{float64(at[0]), float64(at[1]), float64(at[2])}, newScene(f, r.sky.Update(&f.Light), 1)
}

func TestSolidsHavePBRMaterials(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear, Tier: Good})
	sun := mgl32.Vec3{0.1, 0.3, 1}
	n, l := mgl64.Vec3{0, 0, 1}, toFloat64(sun.Normalize())
	m := gltf.Material{BaseColour: mgl32.Vec4{0.6, 0.3, 0.1, 1}, Metallic: 1, Smoothness: 0.5, OcclusionStrength: 1, OcclusionMap: uniformTexture(0, 0, 0)}
	got, s := posterLight(t, r, m, sun)
	schlick := math.Pow(1-toEye.Dot(l.Add(toEye).Normalize()), 5)
	for k, base := range []float64{0.6, 0.3, 0.1} {
		want := float64(s.sun[3]*s.sun[k]) * n.Dot(l) * (base + (1-base)*schlick) * lobe(0.5, n, l, toEye)
		if math.Abs(got[k]/want-1) > 0.02 {
			t.Errorf("metal with roughness 0.5 reflects %.4f in channel %d, want %.4f", got[k], k, want)
		}
	}
	// A normal map has the same effect as tilted normals in the formula.
	m.Metallic, m.NormalScale, m.NormalMap = 0, 1, uniformTexture(128, 191, 238) // a normal that is tilted up by 30°
	got, _ = posterLight(t, r, m, sun)
	n = mgl64.Vec3{1.0 / 255, 127.0 / 255, 221.0 / 255}.Normalize()
	for k, base := range []float64{0.6, 0.3, 0.1} {
		f := 0.04 + 0.96*schlick
		want := float64(s.sun[3]*s.sun[k]) * n.Dot(l) * ((1-f)*base/math.Pi + f*lobe(0.5, n, l, toEye))
		if math.Abs(got[k]/want-1) > 0.02 {
			t.Errorf("with tilted normals the metal reflects %.4f in channel %d, want %.4f", got[k], k, want)
		}
	}
	dark := gltf.Material{BaseColour: mgl32.Vec4{0.5, 0.5, 0.5, 1}, OcclusionStrength: 1, OcclusionMap: uniformTexture(0, 0, 0), Emissive: mgl32.Vec3{0.25, 0.5, 1}}
	got, s = posterLight(t, r, dark, mgl32.Vec3{0, 0.5, -1})
	for k, want := range []float64{0.25, 0.5, 1} {
		if math.Abs(got[k]/float64(s.sun[3])-want) > 0.003 {
			t.Errorf("the emissive light in channel %d is %.4f, want %.4f", k, got[k]/float64(s.sun[3]), want)
		}
	}
	clear := dark
	clear.Blend, clear.BaseColour[3] = true, 0.5
	none, _ := posterLight(t, r, gltf.Material{Blend: true}, mgl32.Vec3{0, 0.5, -1})
	half, _ := posterLight(t, r, clear, mgl32.Vec3{0, 0.5, -1})
	for k := range half {
		if want := (none[k] + got[k]) / 2; math.Abs(half[k]/want-1) > 0.01 {
			t.Errorf("with an opacity of 1/2 the surface emits %.4f in channel %d, want %.4f", half[k], k, want)
		}
	}

	r = rendererWith(t, Options{Samples: 1})
	f := testFrame()
	f.Stands = standsOf(poster(frame.Coat{Triangles: 2, Material: dark}))
	plain := dark
	plain.OcclusionMap, plain.Emissive = nil, mgl32.Vec3{}
	g := testFrame()
	g.Stands = standsOf(poster(frame.Coat{Triangles: 2, Material: plain}))
	if rect := changedRect(shoot(t, r, f), shoot(t, r, g), 0); !rect.Empty() {
		t.Errorf("a draft shows more than the colour at %v", rect)
	}
}
