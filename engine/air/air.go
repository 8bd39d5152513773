// Package air computes the light of the sky from the composition of the atmosphere: the sunlight that
// passes through it and the light that it scatters. It works for any elevation of the sun and in three
// colours.
//
// The spherical atmosphere is integrated as in E. Bruneton and F. Neyret, Precomputed Atmospheric
// Scattering, Computer Graphics Forum 27(4), 2008. Coefficients, including ozone, are from E. Bruneton, A
// Qualitative and Quantitative Evaluation of 8 Clear Sky Models, IEEE TVCG 23(12), 2017. Multiple
// scattering follows S. Hillaire, A Scalable and Production Ready Sky and Atmosphere Rendering Technique,
// Computer Graphics Forum 39(4), 2020. The amount of haze is given as turbidity, as in A. Preetham, P.
// Shirley and B. Smits, A Practical Analytic Model for Daylight, SIGGRAPH 1999. Turbidity is the vertical
// optical depth of the air with haze, divided by that of clean air.
//
// Colours are linear red, green and blue. Illuminance is in kilolux, and radiance in kilolux per steradian.
// They are scaled so that white sunlight above the atmosphere is [Solar] in each channel.
package air

import "math"

// RGB is a linear colour of light.
type RGB [3]float64

// Solar is the illuminance of sunlight above the atmosphere, in kilolux.
const Solar = 128

// Lengths in m.
const (
	earthRadius      = 6_360_000
	atmosphereRadius = 6_460_000 // top of the atmosphere, from the centre of the earth
	eyeHeight        = 150.0

	rayleighHeight = 8000
	hazeHeight     = 1200
)

// The wavelengths of the colours are 650, 550 and 445 nm. With the usual 680 and 440 nm, ozone would leave
// too much red in the sky at dusk.

// rayleighScattering is the scattering coefficient of clean air at the ground, in 1/m, proportional to the
// wavelength to the power of −4.
var rayleighScattering = RGB{6.95e-6, 13.558e-6, 31.63e-6}

// ozoneAbsorption is the absorption coefficient in the middle of the ozone layer, in 1/m, largest for orange
// light.
var ozoneAbsorption = RGB{1.33e-6, 1.881e-6, 0.10e-6}

// hazeExtinction is the extinction of haze relative to that of green light. It is smaller for longer
// wavelengths (Ångström exponent 1.3).
var hazeExtinction = RGB{0.805, 1, 1.317}

// hazeAlbedo is the fraction of extinguished light that haze scatters. It absorbs the rest.
const hazeAlbedo = 0.9

// HazeAsymmetry is g in the Henyey-Greenstein phase function of haze.
const HazeAsymmetry = 0.76

// Air is an atmosphere with a given turbidity.
type Air struct {
	haze          RGB // extinction coefficient at the ground, 1/m
	transmittance table
	multiple      table
}

type table struct {
	columns, rows int
	values        []RGB
}

// Haze returns the extinction coefficient of haze at the ground for green light, in 1/m.
func Haze(turbidity float64) float64 {
	return max(0, turbidity-1) * rayleighScattering[1] * rayleighHeight / hazeHeight
}

// New returns an atmosphere with the given turbidity: 1 is clean air, 2 very clear, 3 usual and 6 hazy.
func New(turbidity float64) *Air {
	a := &Air{}
	for k := range a.haze {
		a.haze[k] = Haze(turbidity) * hazeExtinction[k]
	}
	a.transmittance = newTable(128, 24, func(h, cosine float64) RGB { return a.pathTransmittance(h, cosine) })
	a.multiple = newTable(32, 8, a.multipleScattering)
	return a
}

// density returns the densities of clean air, haze and ozone at a height in m, each relative to its maximum.
func density(h float64) (r, m, o float64) {
	h = max(h, 0)
	return math.Exp(-h / rayleighHeight), math.Exp(-h / hazeHeight), max(0, 1-math.Abs(h-25_000)/15_000)
}

func (a *Air) extinction(h float64) (e RGB) {
	r, m, o := density(h)
	for k := range e {
		e[k] = r*rayleighScattering[k] + m*a.haze[k] + o*ozoneAbsorption[k]
	}
	return e
}

// ray is a ray in a plane through the centre of the earth. r is the distance of its origin from the centre,
// in m. cosine is the cosine of its zenith angle.
type ray struct{ r, cosine float64 }

func (w ray) height(t float64) float64 {
	return math.Sqrt(w.r*w.r+t*t+2*w.r*w.cosine*t) - earthRadius
}

func (w ray) distance() (t float64, ground bool) {
	b, c := w.r*w.cosine, w.r*w.r
	if d := b*b - c + earthRadius*earthRadius; d >= 0 && b < 0 {
		return max(0, -b-math.Sqrt(d)), true
	}
	return -b + math.Sqrt(max(0, b*b-c+atmosphereRadius*atmosphereRadius)), false
}

// pathTransmittance returns the transmittance from a height in m to the top of the atmosphere, by the
// Beer-Lambert law. Unlike [Air.sunTransmittance], it ignores the ground.
func (a *Air) pathTransmittance(h, cosine float64) RGB {
	w := ray{earthRadius + h, cosine}
	b := w.r * w.cosine
	end := -b + math.Sqrt(max(0, b*b-w.r*w.r+atmosphereRadius*atmosphereRadius))
	var depth RGB
	// Steps are short near the lowest point of the ray, where the air is dense. Each uses Gaussian quadrature
	// with two points.
	const steps = 24
	lowest := min(max(-b, 0), end)
	for _, to := range []float64{0, end} {
		if to == lowest {
			continue
		}
		last := lowest
		for i := range steps {
			s := float64(i+1) / steps
			next := lowest + (to-lowest)*s*s
			centre, halfLength := (last+next)/2, (next-last)/2/math.Sqrt(3)
			for _, t := range [2]float64{centre - halfLength, centre + halfLength} {
				e := a.extinction(w.height(t))
				for k := range depth {
					depth[k] += e[k] * math.Abs(next-last) / 2
				}
			}
			last = next
		}
	}
	return RGB{math.Exp(-depth[0]), math.Exp(-depth[1]), math.Exp(-depth[2])}
}

const sunRadius = 0.00465

// sunTransmittance returns the fraction of sunlight that arrives at a height. It is smaller if the horizon
// hides a part of the disc. cosine is the cosine of the sun's zenith angle.
func (a *Air) sunTransmittance(h, cosine float64) RGB {
	shown := visibleSun(horizonCosine(h), cosine)
	if shown == 0 {
		return RGB{}
	}
	t := a.transmittance.lookup(h, cosine)
	return t.scale(shown)
}

func horizonCosine(h float64) float64 {
	r := earthRadius + max(h, 0)
	return -math.Sqrt(1 - (earthRadius/r)*(earthRadius/r))
}

func visibleSun(horizon, cosine float64) float64 {
	return smoothstep((cosine - horizon + sunRadius) / (2 * sunRadius))
}

func smoothstep(x float64) float64 {
	x = min(max(x, 0), 1)
	return x * x * (3 - 2*x)
}

// height returns the height of row j, in m. Rows are closer together near the ground, where values change
// fastest.
func (t *table) height(j int) float64 {
	s := float64(j) / float64(t.rows-1)
	return s * s * (atmosphereRadius - earthRadius)
}

func (t *table) cosine(i int) float64 {
	s := 2*float64(i)/float64(t.columns-1) - 1
	return s * math.Abs(s)
}

func newTable(wide, high int, f func(h, cosine float64) RGB) table {
	t := table{wide, high, make([]RGB, wide*high)}
	for j := range high {
		for i := range wide {
			t.values[j*wide+i] = f(t.height(j), t.cosine(i))
		}
	}
	return t
}

func (t *table) lookup(h, cosine float64) RGB {
	j, fy := t.rowBelow(h)
	return t.interpolate(columnOf(cosine), j, fy)
}

func (t *table) rowBelow(h float64) (int, float64) {
	y := math.Sqrt(min(max(h, 0)/(atmosphereRadius-earthRadius), 1)) * float64(t.rows-1)
	j := min(int(y), t.rows-2)
	return j, y - float64(j)
}

func columnOf(cosine float64) float64 {
	return (math.Copysign(math.Sqrt(math.Abs(cosine)), cosine) + 1) / 2
}

func (t *table) interpolate(column float64, j int, fy float64) (out RGB) {
	x := column * float64(t.columns-1)
	i := min(max(int(x), 0), t.columns-2)
	fx := x - float64(i)
	p := t.values[j*t.columns+i : j*t.columns+i+2]
	q := t.values[(j+1)*t.columns+i : (j+1)*t.columns+i+2]
	for k := range out {
		out[k] = (p[0][k]*(1-fx)+p[1][k]*fx)*(1-fy) + (q[0][k]*(1-fx)+q[1][k]*fx)*fy
	}
	return out
}

func (c RGB) scale(s float64) RGB { return RGB{c[0] * s, c[1] * s, c[2] * s} }

func (c RGB) add(d RGB) RGB { return RGB{c[0] + d[0], c[1] + d[1], c[2] + d[2]} }

func (c RGB) multiply(d RGB) RGB { return RGB{c[0] * d[0], c[1] * d[1], c[2] * d[2]} }

// Luminance returns the luminance of a colour (ITU-R BT.709).
func (c RGB) Luminance() float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

const groundAlbedo = 0.2

// multipleScattering returns the radiance of light scattered at least twice, for sunlight of illuminance 1
// (Hillaire's Ψ). h is the height in m, and cosine the cosine of the sun's zenith angle. Scattered light is
// assumed to be the same in all directions, so that the sum is a geometric series.
func (a *Air) multipleScattering(h, cosine float64) RGB {
	const rows, azimuths, steps = 6, 4, 14
	var second, factor RGB
	sine := math.Sqrt(1 - cosine*cosine)
	for j := range rows {
		up := 1 - 2*(float64(j)+0.5)/rows
		for i := range azimuths {
			side := math.Cos(math.Pi * (float64(i) + 0.5) / azimuths)
			toSun := up*cosine + math.Sqrt(1-up*up)*sine*side
			w := ray{earthRadius + h, up}
			end, ground := w.distance()
			transmittance := RGB{1, 1, 1}
			last := 0.0
			for n := range steps {
				s := float64(n+1) / steps
				t := end * s * s
				middle := (t + last) / 2
				step := t - last
				last = t
				height := w.height(middle)
				r, m, o := density(height)
				sunlight := a.sunTransmittance(height, (w.r*cosine+middle*toSun)/(earthRadius+height))
				for k := range transmittance {
					scattered := r*rayleighScattering[k] + m*a.haze[k]*hazeAlbedo
					extinction := r*rayleighScattering[k] + m*a.haze[k] + o*ozoneAbsorption[k]
					share := transmittance[k] * scattered * effectiveLength(extinction, step)
					second[k] += share * sunlight[k] / (4 * math.Pi)
					factor[k] += share
					transmittance[k] *= math.Exp(-extinction * step)
				}
			}
			if ground {
				foot := (w.r*cosine + end*toSun) / earthRadius
				sunlight := a.sunTransmittance(0, foot)
				for k := range transmittance {
					second[k] += transmittance[k] * sunlight[k] * max(foot, 0) * groundAlbedo / math.Pi
				}
			}
		}
	}
	for k := range second {
		second[k] /= rows * azimuths
		second[k] /= 1 - factor[k]/(rows*azimuths)
	}
	return second
}

func effectiveLength(extinction, step float64) float64 {
	if x := extinction * step; x > 1e-6 {
		return (1 - math.Exp(-x)) / extinction
	}
	return step
}

// Sunlight returns the illuminance of a surface that faces the sun at an elevation in radians.
func (a *Air) Sunlight(elevation float64) RGB {
	return a.sunTransmittance(eyeHeight, math.Sin(elevation)).scale(Solar)
}

// Radiance returns the radiance of the sky in a direction. The arguments are the sine of its elevation, and
// its azimuth from the sun in radians. haze is the sunlight that haze scatters once; multiply it by
// [HazePhase] of the cosine of the angle to the sun. base is all other light.
func (a *Air) Radiance(sine, azimuth, sunElevation float64) (base, haze RGB) {
	w := a.newViewRay(sine)
	return w.radiance(a, azimuth, sunElevation)
}

type viewRay struct {
	ray
	steps [28]struct {
		t, h        float64
		clean, haze RGB // light that clean air and haze scatter towards the observer, after losses on the way
		horizon     float64
		row, rowM   int     // rows of transmittance and of multiple scattering
		fy, fyM     float64 // positions between these rows and the next, 0 to 1
	}
}

func (a *Air) newViewRay(sine float64) *viewRay {
	w := &viewRay{ray: ray{earthRadius + eyeHeight, sine}}
	end, _ := w.distance()
	transmittance := RGB{1, 1, 1}
	last := 0.0
	for n := range w.steps {
		sample := &w.steps[n]
		s := float64(n+1) / float64(len(w.steps))
		t := end * s * s
		step := t - last
		sample.t, last = (t+last)/2, t
		sample.h = w.height(sample.t)
		sample.horizon = horizonCosine(sample.h)
		sample.row, sample.fy = a.transmittance.rowBelow(sample.h)
		sample.rowM, sample.fyM = a.multiple.rowBelow(sample.h)
		r, m, o := density(sample.h)
		for k := range transmittance {
			haze := m * a.haze[k]
			extinction := r*rayleighScattering[k] + haze + o*ozoneAbsorption[k]
			share := transmittance[k] * effectiveLength(extinction, step) * Solar
			sample.clean[k], sample.haze[k] = share*r*rayleighScattering[k], share*haze*hazeAlbedo
			transmittance[k] *= math.Exp(-extinction * step)
		}
	}
	return w
}

func (w *viewRay) radiance(a *Air, azimuth, sunElevation float64) (base, haze RGB) {
	up := math.Sin(sunElevation)
	flat := math.Cos(sunElevation) * math.Sqrt(1-w.cosine*w.cosine) * math.Cos(azimuth)
	toSun := w.cosine*up + flat
	rayleighPhase := 3 / (16 * math.Pi) * (1 + toSun*toSun)
	for n := range w.steps {
		sample := &w.steps[n]
		cosine := (w.r*up + sample.t*toSun) / (earthRadius + sample.h)
		column := columnOf(cosine)
		ambient := a.multiple.interpolate(column, sample.rowM, sample.fyM)
		var sunlight RGB
		if shown := visibleSun(sample.horizon, cosine); shown > 0 {
			sunlight = a.transmittance.interpolate(column, sample.row, sample.fy).scale(shown)
		}
		for k := range base {
			base[k] += sample.clean[k]*(rayleighPhase*sunlight[k]+ambient[k]) + sample.haze[k]*ambient[k]
			haze[k] += sample.haze[k] * sunlight[k]
		}
	}
	return base, haze
}

// HazePhase returns the Henyey-Greenstein phase function of haze, per steradian, for the cosine of the
// scattering angle.
func HazePhase(cosine float64) float64 {
	const g = HazeAsymmetry
	x := 1 + g*g - 2*g*cosine
	return (1 - g*g) / (4 * math.Pi * x * math.Sqrt(x))
}
