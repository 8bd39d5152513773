package flock

import (
	"math"

	"skein/flock/internal/lanes"
)

// The air of a World: what all its winds make of it together. Boids fly in the air. Their
// velocity is that through the air, by which they steer, bank and are limited; a tick moves
// a boid by that and, beside it, by the wind. Who is at rest or perched stands on something,
// and the wind does not move it.

// strongest is the most that all winds together blow, m/s.
const strongest = 60

// air is made of the winds whenever they change.
type air struct {
	currents []current
	rate     float64 // ticks a second
	age      int64   // ticks
}

// current is a wind, ready to be asked.
type current struct {
	form    string
	blows   Vec     // unit, level
	speed   float32 // m/s
	inverse float32 // of the height, length or radius, 1/m
	at      Vec
	top     float32 // 1/m: inverse of a thermal's height
	travel  float64 // lengths that gusts go in a second
	profile table1
	beside  table1
}

// table1 is a function of x in [0,1] by its values in equal steps, and even between.
type table1 []float32

func tableOf(n int, value func(x float64) float64) table1 {
	t := make(table1, n+2)
	for k := range t {
		t[k] = float32(value(min(float64(k)/float64(n), 1)))
	}
	return t
}

// of is the value at x, or that at the end that x is beyond.
func (t table1) of(x float32) float32 {
	at := float32(max(0, min(x, 1)) * float32(len(t)-2))
	k := int(at)
	return t[k] + float32((at-float32(k))*(t[k+1]-t[k]))
}

// newAir is the air of winds; nil where none blows.
func newAir(winds []Wind, tickRate int) *air {
	a := &air{rate: float64(tickRate)}
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
	c := current{form: w.Form, blows: compass(w.From).Neg(), speed: w.Speed, at: w.At}
	switch w.Form {
	case "shear":
		c.profile = logLaw(w)
	case "gusts":
		c.inverse, c.travel = 1/w.Length, float64(w.Travel)/float64(w.Length)
		c.profile = tableOf(256, func(x float64) float64 { // (1 - cos 2πx)/2, the sides alike
			_, cosine := sineCosine(2 * halfTurn * min(x, 1-x))
			return 0.5 - float64(cosine/2)
		})
	case "thermal":
		c.inverse, c.top = 1/w.Radius, 1/w.Height
		c.profile, c.beside = rising(), sinking()
	}
	return c
}

// logLaw is a shear's speed over its own at its height: the logarithmic wind profile
// ln(z/z0)/ln(height/z0) over ground of roughness z0, and still air below that (R. Stull,
// "An Introduction to Boundary Layer Meteorology", 1988, 9.7). The table goes by the root
// of z over the height of the world, so that it is fine where the wind changes.
func logLaw(w *Wind) table1 {
	rough, full := float64(w.Roughness), logarithm(float64(w.Height)/float64(w.Roughness))
	return tableOf(2048, func(x float64) float64 {
		z := float64(wall * float64(x*x))
		if z <= rough {
			return 0
		}
		return logarithm(z/rough) / full
	})
}

// rising is a thermal's updraft by its height over that of its top, over its most: the
// profile x^(1/3)·(1 - x) (D. Lenschow and P. Stephens, 1980; M. Allen, "Updraft model for
// development of autonomous soaring uninhabited air vehicles", 2006), which is greatest
// at a quarter. The table goes by the fourth root, as at the foot it is steep.
func rising() table1 {
	value := func(x float64) float64 { return float64(cubeRoot64(x) * (1 - x)) }
	most := value(0.25)
	return tableOf(512, func(x float64) float64 {
		square := float64(x * x)
		return value(float64(square*square)) / most
	})
}

// sinking is a thermal's updraft by the square of the distance from its middle over that
// of its radius, an eighth of it: (1 - r²)·exp(-r²), up in the middle, down around it,
// and as much down as up (J. Gedeon, "Dynamic analysis of dolphin style thermal cross
// country flight", 1973).
func sinking() table1 {
	return tableOf(1024, func(x float64) float64 { return float64((1 - float64(8*x)) * exp(-8*x)) })
}

// cubeRoot64 is the root of x from 0 to 1, by halving.
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

// logarithm is the natural one of x > 0, from the four operations: of the mantissa by the
// series of the inverse hyperbolic tangent.
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

// wind is what blows at a place at the present tick, m/s.
func (a *air) wind(at Vec) (sum Vec) {
	for k := range a.currents {
		sum = sum.Add(a.currents[k].wind(at, a.age, a.rate))
	}
	return sum.Clip(strongest)
}

func (c *current) wind(at Vec, age int64, rate float64) Vec {
	switch c.form {
	case "shear":
		return c.blows.Scale(float32(c.speed * c.profile.of(Sqrt(Most(at.Y, 0)/wall))))
	case "gusts":
		x := float64(float64(at.Dot(c.blows))*float64(c.inverse)) - float64(float64(float64(age)/rate)*c.travel)
		return c.blows.Scale(float32(c.speed * c.profile.of(float32(x-math.Floor(x)))))
	case "thermal":
		off := at.Sub(c.at)
		r := off.Flat().Scale(c.inverse)
		beside := r.Dot(r) / 8
		if up := float32(off.Y * c.top); beside < 1 && up > 0 && up < 1 {
			return Vec{Y: float32(float32(c.speed*c.profile.of(Sqrt(Sqrt(up)))) * c.beside.of(beside))}
		}
		return Vec{}
	}
	return c.blows.Scale(c.speed)
}

// drift is how far the wind at a place moves who is there in this tick, in whole quanta:
// rounded down after adding a share of one that differs from tick to tick, so that over
// many what is rounded away comes back. The shares are those of the additive recurrence by
// the golden ratio, which are spread as evenly as can be.
func (a *air) drift(at Vec) Vec {
	w := a.wind(at)
	share := float64(float64(uint64(a.age)*goldenRatio>>11) / (1 << 53))
	whole := func(speed float32) float32 {
		return float32(math.Floor(float64(float64(speed)/a.rate*(1/Quantum))+share) * Quantum)
	}
	return Vec{whole(w.X), whole(w.Y), whole(w.Z)}
}

// carry has the wind move the boids of a block, within the world.
func (f *flock) carry(b *block) {
	for i := range b.N {
		vel := at(&b.NextVel, i)
		if vel == (Vec{}) || b.Wing[i]&lanes.Perched != 0 {
			continue
		}
		by := f.world.air.drift(at(&b.Pos, i))
		if f.set.plane {
			by.Y = 0
		}
		pos := at(&b.Next, i).Add(by)
		pos.X, vel.X = held(pos.X, vel.X, -wall)
		pos.Y, vel.Y = held(pos.Y, vel.Y, f.set.floor)
		pos.Z, vel.Z = held(pos.Z, vel.Z, -wall)
		set(&b.Next, i, pos)
		set(&b.NextVel, i, vel)
	}
}

// overGround is the velocity over the ground, m/s, of a boid at a place that flies at vel
// through the air.
func (a *air) overGround(at, vel Vec, plane bool) Vec {
	if vel == (Vec{}) {
		return vel
	}
	w := a.wind(at)
	if plane {
		w.Y = 0
	}
	return vel.Add(w)
}
