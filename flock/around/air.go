package around

import (
	"math"

	"skein/flock/vec"
)

// The velocity of a boid is its velocity through the air. Steering, banking and the limits of speed use it.
// In each tick, a boid moves by its velocity and by the wind, unless it rests or perches.

// strongestWind is the largest possible sum of all winds, m/s.
const strongestWind = 60

// Air holds all winds of a World in the form that [Air.At] needs. It is built again when the winds change.
type Air struct {
	currents []current
	rate     float64 // ticks per second
	Age      int64   // the World's age, ticks
}

type current struct {
	form      string
	direction vec.Vec
	speed     float32 // m/s
	inverse   float32 // 1/length of gusts or 1/radius of a thermal, 1/m
	pos       vec.Vec
	top       float32 // 1/height of a thermal, 1/m
	travel    float64 // wavelengths that gusts travel per second
	profile   lookupTable
	beside    lookupTable
}

// lookupTable holds the values of a function at equal steps of x from 0 to 1, and interpolates between them.
type lookupTable []float32

func tableOf(n int, value func(x float64) float64) lookupTable {
	t := make(lookupTable, n+2)
	for k := range t {
		t[k] = float32(value(min(float64(k)/float64(n), 1)))
	}
	return t
}

func (t lookupTable) value(x float32) float32 {
	index := float32(max(0, min(x, 1)) * float32(len(t)-2))
	k := int(index)
	return t[k] + float32((index-float32(k))*(t[k+1]-t[k]))
}

// NewAir returns the air for winds, or nil if there are none.
func NewAir(winds []Wind, tickRate int) *Air {
	a := &Air{rate: float64(tickRate)}
	for k := range winds {
		if winds[k].Speed > 0 {
			a.currents = append(a.currents, newCurrent(&winds[k]))
		}
	}
	if len(a.currents) == 0 {
		return nil
	}
	return a
}

func newCurrent(w *Wind) current {
	c := current{form: w.Form, direction: vec.Compass(w.From).Neg(), speed: w.Speed, pos: w.At}
	switch w.Form {
	case "shear":
		c.profile = logLaw(w)
	case "gusts":
		c.inverse, c.travel = 1/w.Length, float64(w.Travel)/float64(w.Length)
		c.profile = tableOf(256, func(x float64) float64 { // (1 - cos 2πx)/2, which is exactly symmetric
			_, cosine := vec.SinCos(2 * vec.Pi * min(x, 1-x))
			return 0.5 - float64(cosine/2)
		})
	case "thermal":
		c.inverse, c.top = 1/w.Radius, 1/w.Height
		c.profile, c.beside = updraft(), radialProfile()
	}
	return c
}

// logLaw returns a table of the wind speed of a shear, as a multiple of its speed at Height. The speed at
// height z follows the logarithmic law ln(z/z0)/ln(Height/z0) over ground of roughness z0. Below z0, the air
// is still (R. Stull, "An Introduction to Boundary Layer Meteorology", 1988, 9.7). The argument is √(z/Wall),
// which makes the steps small near the ground, where the wind changes fast.
func logLaw(w *Wind) lookupTable {
	rough, full := float64(w.Roughness), logarithm(float64(w.Height)/float64(w.Roughness))
	return tableOf(2048, func(x float64) float64 {
		z := float64(Wall * float64(x*x))
		if z <= rough {
			return 0
		}
		return logarithm(z/rough) / full
	})
}

// updraft returns a table of a thermal's updraft, relative to its maximum. At the relative height h it is
// h^(1/3)·(1 - h), with the maximum at h = 1/4 (D. Lenschow and P. Stephens, 1980; M. Allen, "Updraft model
// for development of autonomous soaring uninhabited air vehicles", 2006). The argument is the fourth root of
// h, which makes the steps small at the steep foot.
func updraft() lookupTable {
	value := func(x float64) float64 { return float64(cubeRoot64(x) * (1 - x)) }
	most := value(0.25)
	return tableOf(512, func(x float64) float64 {
		square := float64(x * x)
		return value(float64(square*square)) / most
	})
}

// radialProfile returns a table of a thermal's updraft (1 - r²)·exp(-r²), where r is the distance from its
// middle over its radius. The argument is r²/8. Equal amounts of air rise in the middle and sink around it
// (J. Gedeon, "Dynamic analysis of dolphin style thermal cross country flight", 1973).
func radialProfile() lookupTable {
	return tableOf(1024, func(x float64) float64 { return float64((1 - float64(8*x)) * vec.Exp(-8*x)) })
}

func cubeRoot64(x float64) float64 {
	low, high := 0.0, 1.0
	for range 60 {
		if r := (low + high) / 2; float64(float64(r*r)*r) < x {
			low = r
		} else {
			high = r
		}
	}
	return high
}

// logarithm returns the natural logarithm of x > 0. It uses only the four basic operations and the series of
// the inverse hyperbolic tangent.
func logarithm(x float64) float64 {
	const ln2 = 0.6931471805599453
	m, e := math.Frexp(x)
	q := (m - 1) / (m + 1)
	square, term, sum := float64(q*q), q, 0.0
	for k := 1.0; k < 60; k += 2 {
		sum += term / k
		term = float64(term * square)
	}
	return float64(float64(e)*ln2) + 2*sum
}

// At returns the wind at a position in the current tick, in m/s.
func (a *Air) At(pos vec.Vec) (sum vec.Vec) {
	for k := range a.currents {
		sum = sum.Add(a.currents[k].wind(pos, a.Age, a.rate))
	}
	return sum.Clip(strongestWind)
}

func (c *current) wind(pos vec.Vec, age int64, rate float64) vec.Vec {
	switch c.form {
	case "shear":
		return c.direction.Scale(float32(c.speed * c.profile.value(vec.Sqrt(vec.Max(pos.Y, 0)/Wall))))
	case "gusts":
		x := float64(float64(pos.Dot(c.direction))*float64(c.inverse)) - float64(float64(float64(age)/rate)*c.travel)
		return c.direction.Scale(float32(c.speed * c.profile.value(float32(x-math.Floor(x)))))
	case "thermal":
		offset := pos.Sub(c.pos)
		r := offset.Flat().Scale(c.inverse)
		beside := r.Dot(r) / 8
		if up := float32(offset.Y * c.top); beside < 1 && up > 0 && up < 1 {
			return vec.Vec{Y: float32(float32(c.speed*c.profile.value(vec.Sqrt(vec.Sqrt(up)))) * c.beside.value(beside))}
		}
		return vec.Vec{}
	}
	return c.direction.Scale(c.speed)
}

// Drift returns how far the wind at a position moves a boid in this tick, in whole quanta. Before rounding
// down, it adds a fraction of a quantum that differs from tick to tick, so that rounding errors do not add
// up. It is the fractional part of a multiple of the golden ratio.
func (a *Air) Drift(pos vec.Vec) vec.Vec {
	w := a.At(pos)
	share := float64(float64(uint64(a.Age)*vec.GoldenRatio>>11) / (1 << 53))
	whole := func(speed float32) float32 {
		return float32(math.Floor(float64(float64(speed)/a.rate*(1/vec.Quantum))+share) * vec.Quantum)
	}
	return vec.Vec{X: whole(w.X), Y: whole(w.Y), Z: whole(w.Z)}
}

// OverGround returns the velocity over the ground, m/s, of a boid at pos with the velocity vel through the
// air. If plane is true, the wind's vertical component is ignored. The wind does not move a boid at rest.
func (a *Air) OverGround(pos, vel vec.Vec, plane bool) vec.Vec {
	if vel == (vec.Vec{}) {
		return vel
	}
	w := a.At(pos)
	if plane {
		w.Y = 0
	}
	return vel.Add(w)
}
