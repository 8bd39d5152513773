//go:build cgo

package material

import (
	"math"
)

// This file computes the fraction of light that a surface with sheen reflects under equal light from all
// directions. Sheen is light from fibres that stand up from cloth. The formulas, also in pbr.glsl, are those
// of KHR_materials_sheen, after A. C. Estevez and C. Kulla, Production friendly microfacet sheen BRDF,
// SIGGRAPH 2017.

func addSheen(texels [][3]float32) {
	for row := range ReflectanceSide {
		all := SheenReflectance(max(float64(row)/(ReflectanceSide-1), LeastSheenRoughness), ReflectanceSide)
		for k, share := range all {
			texels[row*ReflectanceSide+k][2] = float32(share)
		}
	}
}

// SheenReflectance returns the reflectance of sheen with a roughness, summed over a hemisphere of light. It
// returns values for n cosines of the angle to the eye, from 0 to 1.
func SheenReflectance(rough float64, n int) []float64 {
	const rings, parts = 32, 32
	a := rough * rough
	var cosines, lambdas [rings]float64
	for i := range rings {
		cosines[i] = (float64(i) + 0.5) / rings
		lambdas[i] = sheenLambda(cosines[i], a)
	}
	var around [parts]float64
	for k := range parts { // the other half turn is symmetric
		around[k] = math.Cos(math.Pi * (float64(k) + 0.5) / parts)
	}
	size, power := (2+1/a)/(2*math.Pi), 0.5/a
	out := make([]float64, n)
	for index := range out {
		nv := max(float64(index)/float64(n-1), 1e-3)
		across, ownLambda, sum := math.Sqrt(1-nv*nv), sheenLambda(nv, a), 0.0
		for i, nl := range cosines {
			ring := 0.0
			for _, turned := range around {
				vl := nv*nl + across*math.Sqrt(1-nl*nl)*turned
				h := nv + nl
				ring += math.Pow(max(1-h*h/(2+2*vl), 0), power)
			}
			sum += ring / ((1 + ownLambda + lambdas[i]) * 4 * nv)
		}
		out[index] = min(1, size*sum*2*math.Pi/(rings*parts))
	}
	return out
}

// sheenLambda returns the masking term of sheen, as in pbr.glsl.
func sheenLambda(c, a float64) float64 {
	mixed := func(x, y float64) float64 { t := (1 - a) * (1 - a); return x + (y-x)*t }
	log := func(c float64) float64 {
		return mixed(21.5473, 25.3245)/(1+mixed(3.82987, 3.32435)*math.Pow(c, mixed(0.19823, 0.16801))) + mixed(-1.97760, -1.27393)*c + mixed(-4.32054, -4.85967)
	}
	if c < 0.5 {
		return math.Exp(log(c))
	}
	return math.Exp(2*log(0.5) - log(1-c))
}

// LeastSheenRoughness is the smallest roughness of sheen. Below it, the formula exceeds float32.
const LeastSheenRoughness = 0.1
