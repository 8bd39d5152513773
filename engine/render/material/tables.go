//go:build cgo

package material

import (
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/render/gpu"
)

// Tables contains the tables that pbr.glsl reads. They are created when a material first needs them.
type Tables struct {
	reflectance, interference uint32
	hasSheen                  bool
}

// Make creates the tables if they do not exist, including that for sheen if fuzzy is true.
func (t *Tables) Make(o gpu.Objects, fuzzy bool) {
	if t.reflectance != 0 && fuzzy && !t.hasSheen {
		t.Delete()
		*t = Tables{}
	}
	if t.reflectance != 0 {
		return
	}
	texels := reflectanceTable()
	if t.hasSheen = fuzzy; fuzzy {
		addSheen(texels)
	}
	t.reflectance = newTable(o, gpu.UnitReflectance, "reflectance", ReflectanceSide, ReflectanceSide, texels)
	t.interference = newTable(o, gpu.UnitInterference, "beats", InterferenceTexels, 1, interferenceTable())
}

func newTable(o gpu.Objects, unit uint32, name string, wide, high int32, texels [][3]float32) uint32 {
	texture := o.Texture(unit, gl.TEXTURE_2D, name)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGB16F, wide, high, 0, gl.RGB, gl.FLOAT, gl.Ptr(texels))
	for key, value := range map[uint32]int32{
		gl.TEXTURE_MIN_FILTER: gl.LINEAR, gl.TEXTURE_MAG_FILTER: gl.LINEAR,
		gl.TEXTURE_WRAP_S: gl.CLAMP_TO_EDGE, gl.TEXTURE_WRAP_T: gl.CLAMP_TO_EDGE,
	} {
		gl.TexParameteri(gl.TEXTURE_2D, key, value)
	}
	return texture
}

// Delete frees the tables.
func (t *Tables) Delete() {
	gl.DeleteTextures(1, &t.reflectance)
	gl.DeleteTextures(1, &t.interference)
}

// reflectanceTable returns the fraction of light that a surface reflects to the eye under equal light from
// all directions. Columns are cosines of the angle to the eye, rows are roughnesses, both 0 to 1. The
// reflectance is the first number times that at normal incidence, plus the second (Schlick's Fresnel
// approximation). It samples the microfacets of Trowbridge and Reitz (B. Karis, Real shading in Unreal Engine
// 4, SIGGRAPH 2013).
func reflectanceTable() [][3]float32 {
	out := make([][3]float32, ReflectanceSide*ReflectanceSide)
	for i := range out {
		c, rough := float64(i%ReflectanceSide)/(ReflectanceSide-1), float64(i/ReflectanceSide)/(ReflectanceSide-1)
		factor, added := ReflectedShares(max(c, 1e-3), rough)
		out[i] = [3]float32{float32(factor), float32(added)}
	}
	return out
}

var evenCosines = func() (all [512]float64) {
	for k := range all {
		all[k] = math.Cos(2 * math.Pi * 0.6180339887498949 * float64(k))
	}
	return all
}()

// ReflectedShares returns an entry of the reflectance table: the factor for the reflectance at normal
// incidence, and the number to add. nv is the cosine of the angle between the normal and the eye.
func ReflectedShares(nv, rough float64) (factor, added float64) {
	const facets = float64(len(evenCosines))
	a2 := math.Pow(max(rough, 0.02), 4)
	across := math.Sqrt(1 - nv*nv)
	for k, turned := range evenCosines {
		u := (float64(k) + 0.5) / facets
		nh := math.Sqrt((1 - u) / (1 + (a2-1)*u))
		vh := across*math.Sqrt(1-nh*nh)*turned + nv*nh
		nl := 2*vh*nh - nv
		if nl <= 0 || vh <= 0 {
			continue
		}
		seen := 4 * nl * vh / nh / ((nl + math.Sqrt(a2+(1-a2)*nl*nl)) * (nv + math.Sqrt(a2+(1-a2)*nv*nv)))
		x := 1 - vh
		edge := x * x * x * x * x
		factor += (1 - edge) * seen / facets
		added += edge * seen / facets
	}
	return factor, added
}

// interferenceTable returns the interference in red, green and blue for path differences up to LongestPath.
// It is the mean cosine of the phase shift over the wavelengths of a primary colour.
func interferenceTable() [][3]float32 {
	var primaries [][3]float64
	var sum [3]float64
	const first, last, step = 380, 780, 5 // nm
	for nm := first; nm <= last; nm += step {
		p := WavelengthRGB(float64(nm))
		primaries = append(primaries, p)
		for k := range sum {
			sum[k] += p[k]
		}
	}
	out := make([][3]float32, InterferenceTexels)
	for i := range out {
		path := 1000 * LongestPath * float64(i) / InterferenceTexels
		var pos [3]float64
		for j, p := range primaries {
			wave := math.Cos(2 * math.Pi * path / float64(first+step*j))
			for k := range pos {
				pos[k] += p[k] * wave / sum[k]
			}
		}
		for k := range pos {
			out[i][k] = float32(pos[k])
		}
	}
	return out
}

// WavelengthRGB returns the linear sRGB colour (IEC 61966-2-1) of light with one wavelength, in nm. It uses
// the approximation of the CIE 1931 colour matching functions in C. Wyman, P.-P. Sloan and P. Shirley, Simple
// Analytic Approximations to the CIE XYZ Color Matching Functions, JCGT 2(2), 2013.
func WavelengthRGB(nm float64) [3]float64 {
	x, y, z := matchingFunctions(nm)
	return [3]float64{
		3.2404542*x - 1.5371385*y - 0.4985314*z,
		-0.9692660*x + 1.8760108*y + 0.0415560*z,
		0.0556434*x - 0.2040259*y + 1.0572252*z,
	}
}

func matchingFunctions(nm float64) (x, y, z float64) {
	lobe := func(size, middle, below, above float64) float64 {
		d := (nm - middle) * above
		if nm < middle {
			d = (nm - middle) * below
		}
		return size * math.Exp(-d*d/2)
	}
	x = lobe(0.362, 442.0, 0.0624, 0.0374) + lobe(1.056, 599.8, 0.0264, 0.0323) + lobe(-0.065, 501.1, 0.0490, 0.0382)
	y = lobe(0.821, 568.8, 0.0213, 0.0247) + lobe(0.286, 530.9, 0.0613, 0.0322)
	z = lobe(1.217, 437.0, 0.0845, 0.0278) + lobe(0.681, 459.0, 0.0385, 0.0725)
	return x, y, z
}

// ReflectanceSide is the side of the reflectance table in texels. InterferenceTexels is the size of the
// interference table, for path differences from 0 to LongestPath, in µm.
const (
	ReflectanceSide    = 32
	InterferenceTexels = 1024
	LongestPath        = 8.0
)
