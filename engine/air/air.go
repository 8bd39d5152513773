// Package air is the light of the sky, worked out from what the air is made of: the
// sunlight that comes through it and the light that it scatters, at every height of the
// sun, in three colours.
//
// Light is followed through a round shell of air as in E. Bruneton and F. Neyret,
// Precomputed atmospheric scattering, Computer Graphics Forum 27(4), 2008, with the
// numbers of E. Bruneton, A qualitative and quantitative evaluation of 8 clear sky models,
// IEEE TVCG 23(12), 2017, ozone among them; what is scattered more than once is summed up
// as in S. Hillaire, A scalable and production ready sky and atmosphere rendering
// technique, Computer Graphics Forum 39(4), 2020. Haze is measured by turbidity as in A.
// Preetham, P. Shirley and B. Smits, A practical analytic model for daylight, SIGGRAPH
// 1999: how many times as much light a way straight up loses in it as in clean air.
//
// Colours are linear red, green and blue; illuminance is in kilolux, radiance in
// kilolux per steradian, such that white sunlight above the air is [Solar] in each.
package air

import "math"

// RGB is light of three colours.
type RGB [3]float64

// Solar is the illuminance of the sun above the air, kilolux.
const Solar = 128

// Of the earth and its air, m.
const (
	radius = 6_360_000
	top    = 6_460_000 // of the air, from the earth's middle
	eye    = 150.0     // above the ground, of who looks

	rayleighHeight = 8000 // over which clean air thins to 1/e
	hazeHeight     = 1200 // likewise of haze
)

// The three colours are those of waves of 650, 550 and 445 nm. (With 680 and 440 nm, as
// often taken, ozone leaves too much red to a sky at dusk.)

// clean is what clean air scatters at the ground, 1/m: by the fourth power of the waves.
var clean = RGB{6.95e-6, 13.558e-6, 31.63e-6}

// ozone is what it takes away in the middle of its layer, 1/m: most of what is orange.
var ozone = RGB{1.33e-6, 1.881e-6, 0.10e-6}

// hazeColour is the extinction of haze by that of green: longer waves pass it better
// (Ångström's exponent 1.3).
var hazeColour = RGB{0.805, 1, 1.317}

// hazeScattered is the share of what haze takes away that it scatters.
const hazeScattered = 0.9

// HazeForward is how much haze scatters forward, the g of Henyey and Greenstein.
const HazeForward = 0.76

// Air is air of some turbidity.
type Air struct {
	haze          RGB // extinction at the ground, 1/m
	transmittance table
	multiple      table
}

// table is a function of the height and of the cosine from straight up.
type table struct {
	wide, high int // steps of the cosine, and of the height
	at         []RGB
}

// Haze is the extinction of haze at the ground in air of some turbidity, green, 1/m.
func Haze(turbidity float64) float64 {
	return max(0, turbidity-1) * clean[1] * rayleighHeight / hazeHeight
}

// New is air of a turbidity: 1 is clean, 2 very clear, 3 usual, 6 hazy.
func New(turbidity float64) *Air {
	a := &Air{}
	for k := range a.haze {
		a.haze[k] = Haze(turbidity) * hazeColour[k]
	}
	a.transmittance = tabled(128, 24, func(h, cosine float64) RGB { return a.through(h, cosine) })
	a.multiple = tabled(32, 8, a.scatteredAgain)
	return a
}

// matter is what there is at a height, m: how dense the clean air, the haze and the ozone are.
func matter(h float64) (r, m, o float64) {
	h = max(h, 0)
	return math.Exp(-h / rayleighHeight), math.Exp(-h / hazeHeight), max(0, 1-math.Abs(h-25_000)/15_000)
}

// extinction is that at a height, 1/m.
func (a *Air) extinction(h float64) (e RGB) {
	r, m, o := matter(h)
	for k := range e {
		e[k] = r*clean[k] + m*a.haze[k] + o*ozone[k]
	}
	return e
}

// ray is a way through the air, in the plane of the earth's middle: at a distance t it is
// so high, and the cosine from straight up of its direction is there another.
type ray struct{ r, cosine float64 }

// height is that over the ground.
func (w ray) height(t float64) float64 {
	return math.Sqrt(w.r*w.r+t*t+2*w.r*w.cosine*t) - radius
}

// end is how far it is to the air's top, or to the ground if that is in the way.
func (w ray) end() (t float64, ground bool) {
	b, c := w.r*w.cosine, w.r*w.r
	if d := b*b - c + radius*radius; d >= 0 && b < 0 {
		return max(0, -b-math.Sqrt(d)), true
	}
	return -b + math.Sqrt(max(0, b*b-c+top*top)), false
}

// through is the share of light that comes from the air's top to a height on a way, by
// Beer's law. What is behind the ground is followed through it all the same: how much of
// the sun is hidden is for [Air.sun].
func (a *Air) through(h, cosine float64) RGB {
	w := ray{radius + h, cosine}
	b := w.r * w.cosine
	end := -b + math.Sqrt(max(0, b*b-w.r*w.r+top*top))
	var depth RGB
	// Steps are short where the air is dense: near the lowest place. Each is summed up by
	// Gauss's two points.
	const steps = 24
	low := min(max(-b, 0), end)
	for _, to := range []float64{0, end} {
		if to == low {
			continue
		}
		last := low
		for i := range steps {
			s := float64(i+1) / steps
			at := low + (to-low)*s*s
			middle, half := (last+at)/2, (at-last)/2/math.Sqrt(3)
			for _, t := range [2]float64{middle - half, middle + half} {
				e := a.extinction(w.height(t))
				for k := range depth {
					depth[k] += e[k] * math.Abs(at-last) / 2
				}
			}
			last = at
		}
	}
	return RGB{math.Exp(-depth[0]), math.Exp(-depth[1]), math.Exp(-depth[2])}
}

// sunWidth is the sun's radius as it is seen, radians.
const sunWidth = 0.00465

// sun is the share of sunlight that comes to a height, of which the cosine from straight
// up is given: through the air, past the earth.
func (a *Air) sun(h, cosine float64) RGB {
	shown := sunShown(horizon(h), cosine)
	if shown == 0 {
		return RGB{}
	}
	t := a.transmittance.get(h, cosine)
	return t.times(shown)
}

// horizon is the cosine from straight up towards it, seen from a height.
func horizon(h float64) float64 {
	r := radius + max(h, 0)
	return -math.Sqrt(1 - (radius/r)*(radius/r))
}

// sunShown is the share of the sun's disc that is above the horizon.
func sunShown(horizon, cosine float64) float64 {
	return smooth((cosine - horizon + sunWidth) / (2 * sunWidth))
}

func smooth(x float64) float64 {
	x = min(max(x, 0), 1)
	return x * x * (3 - 2*x)
}

// Heights and cosines of a table's rows and columns: both dense where much changes.
func (t *table) height(j int) float64 {
	s := float64(j) / float64(t.high-1)
	return s * s * (top - radius)
}

func (t *table) cosine(i int) float64 {
	s := 2*float64(i)/float64(t.wide-1) - 1
	return s * math.Abs(s)
}

func tabled(wide, high int, f func(h, cosine float64) RGB) table {
	t := table{wide, high, make([]RGB, wide*high)}
	for j := range high {
		for i := range wide {
			t.at[j*wide+i] = f(t.height(j), t.cosine(i))
		}
	}
	return t
}

func (t *table) get(h, cosine float64) RGB {
	j, fy := t.row(h)
	return t.between(column(cosine), j, fy)
}

// row is that of a table below a height, and how far that is on to the next.
func (t *table) row(h float64) (int, float64) {
	y := math.Sqrt(min(max(h, 0)/(top-radius), 1)) * float64(t.high-1)
	j := min(int(y), t.high-2)
	return j, y - float64(j)
}

// column is where a cosine lies among all, from 0 to 1.
func column(cosine float64) float64 {
	return (math.Copysign(math.Sqrt(math.Abs(cosine)), cosine) + 1) / 2
}

func (t *table) between(column float64, j int, fy float64) (out RGB) {
	x := column * float64(t.wide-1)
	i := min(max(int(x), 0), t.wide-2)
	fx := x - float64(i)
	p := t.at[j*t.wide+i : j*t.wide+i+2]
	q := t.at[(j+1)*t.wide+i : (j+1)*t.wide+i+2]
	for k := range out {
		out[k] = (p[0][k]*(1-fx)+p[1][k]*fx)*(1-fy) + (q[0][k]*(1-fx)+q[1][k]*fx)*fy
	}
	return out
}

func (c RGB) times(s float64) RGB { return RGB{c[0] * s, c[1] * s, c[2] * s} }

func (c RGB) plus(d RGB) RGB { return RGB{c[0] + d[0], c[1] + d[1], c[2] + d[2]} }

func (c RGB) by(d RGB) RGB { return RGB{c[0] * d[0], c[1] * d[1], c[2] * d[2]} }

// Luminance is how bright a light looks (ITU-R BT.709).
func (c RGB) Luminance() float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

// groundAlbedo is the share of light that the earth gives back to the air.
const groundAlbedo = 0.2

// scatteredAgain is the light that comes to a place of the air after it was scattered
// twice and more, where sunlight comes from a cosine, for sunlight of 1 (Hillaire's Ψ):
// of that once scattered as much comes from each side, and so on, which is a geometric
// series.
func (a *Air) scatteredAgain(h, cosine float64) RGB {
	const rows, around, steps = 6, 4, 14
	var second, again RGB
	sine := math.Sqrt(1 - cosine*cosine)
	for j := range rows {
		up := 1 - 2*(float64(j)+0.5)/rows
		for i := range around {
			side := math.Cos(math.Pi * (float64(i) + 0.5) / around)
			toSun := up*cosine + math.Sqrt(1-up*up)*sine*side
			w := ray{radius + h, up}
			end, ground := w.end()
			left := RGB{1, 1, 1}
			last := 0.0
			for n := range steps {
				s := float64(n+1) / steps
				t := end * s * s
				at := (t + last) / 2
				step := t - last
				last = t
				high := w.height(at)
				r, m, o := matter(high)
				lit := a.sun(high, (w.r*cosine+at*toSun)/(radius+high))
				for k := range left {
					scattered := r*clean[k] + m*a.haze[k]*hazeScattered
					gone := r*clean[k] + m*a.haze[k] + o*ozone[k]
					share := left[k] * scattered * lost(gone, step)
					second[k] += share * lit[k] / (4 * math.Pi)
					again[k] += share
					left[k] *= math.Exp(-gone * step)
				}
			}
			if ground {
				foot := (w.r*cosine + end*toSun) / radius
				lit := a.sun(0, foot)
				for k := range left {
					second[k] += left[k] * lit[k] * max(foot, 0) * groundAlbedo / math.Pi
				}
			}
		}
	}
	for k := range second {
		second[k] /= rows * around
		second[k] /= 1 - again[k]/(rows*around)
	}
	return second
}

// lost is how much of a way counts whose light is taken away meanwhile, m.
func lost(extinction, step float64) float64 {
	if x := extinction * step; x > 1e-6 {
		return (1 - math.Exp(-x)) / extinction
	}
	return step
}

// Sunlight is the illuminance of a surface that faces a sun at an elevation, radians.
func (a *Air) Sunlight(elevation float64) RGB {
	return a.sun(eye, math.Sin(elevation)).times(Solar)
}

// Seen is the radiance of the air towards a direction: so high over the horizon as the
// sine says, and to the side of the sun by an azimuth, radians. It comes in two parts; the
// second is to be multiplied with [Forward] of the cosine between the direction and the
// sun, and is what haze scatters once.
func (a *Air) Seen(sine, azimuth, sunElevation float64) (even, forward RGB) {
	w := a.sight(sine)
	return w.seen(a, azimuth, sunElevation)
}

// sight is a way on which one looks: what of it does not hang on where the sun is.
type sight struct {
	ray
	steps [28]struct {
		at, h       float64
		clean, haze RGB // of light that comes there, the share that is scattered to the eye
		horizon     float64
		row, rowM   int // of the tables
		on, onM     float64
	}
}

func (a *Air) sight(sine float64) *sight {
	w := &sight{ray: ray{radius + eye, sine}}
	end, _ := w.end()
	left := RGB{1, 1, 1}
	last := 0.0
	for n := range w.steps {
		of := &w.steps[n]
		s := float64(n+1) / float64(len(w.steps))
		t := end * s * s
		step := t - last
		of.at, last = (t+last)/2, t
		of.h = w.height(of.at)
		of.horizon = horizon(of.h)
		of.row, of.on = a.transmittance.row(of.h)
		of.rowM, of.onM = a.multiple.row(of.h)
		r, m, o := matter(of.h)
		for k := range left {
			haze := m * a.haze[k]
			gone := r*clean[k] + haze + o*ozone[k]
			share := left[k] * lost(gone, step) * Solar
			of.clean[k], of.haze[k] = share*r*clean[k], share*haze*hazeScattered
			left[k] *= math.Exp(-gone * step)
		}
	}
	return w
}

func (w *sight) seen(a *Air, azimuth, sunElevation float64) (even, forward RGB) {
	up := math.Sin(sunElevation)
	flat := math.Cos(sunElevation) * math.Sqrt(1-w.cosine*w.cosine) * math.Cos(azimuth)
	toSun := w.cosine*up + flat
	clear := 3 / (16 * math.Pi) * (1 + toSun*toSun)
	for n := range w.steps {
		of := &w.steps[n]
		cosine := (w.r*up + of.at*toSun) / (radius + of.h)
		column := column(cosine)
		around := a.multiple.between(column, of.rowM, of.onM)
		var lit RGB
		if shown := sunShown(of.horizon, cosine); shown > 0 {
			lit = a.transmittance.between(column, of.row, of.on).times(shown)
		}
		for k := range even {
			even[k] += of.clean[k]*(clear*lit[k]+around[k]) + of.haze[k]*around[k]
			forward[k] += of.haze[k] * lit[k]
		}
	}
	return even, forward
}

// Forward is the share of light, per steradian, that haze scatters into a direction whose
// cosine to that of the light is given (Henyey and Greenstein).
func Forward(cosine float64) float64 {
	const g = HazeForward
	x := 1 + g*g - 2*g*cosine
	return (1 - g*g) / (4 * math.Pi * x * math.Sqrt(x))
}
