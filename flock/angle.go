package flock

import "math"

// This file measures and turns by angles, from the four operations and the root alone,
// so that every machine finds the same.

const halfTurn = 3.141592653589793

// Way is how a goes over into b: the direction across a in which b lies, a unit
// vector, and the angle between the two, from 0 to π. Where b is opposite to a it is
// by its left, seen from above; for a vector of no length there is no way.
func (a Vec) Way(b Vec) (side Vec, angle float32) {
	x, y, z := crossOf(a, b)
	ax, ay, az := float64(a.X), float64(a.Y), float64(a.Z)
	cosine := float64(ax*float64(b.X)) + float64(ay*float64(b.Y)) + float64(az*float64(b.Z))
	sine := math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
	if sine == 0 && cosine >= 0 {
		return Vec{}, 0
	}
	if sine == 0 {
		heading := a.Unit()
		return upright(Vec{0, 1, 0}, heading).Cross(heading), halfTurn
	}
	// The axis across a.
	sx, sy, sz := float64(y*az)-float64(z*ay), float64(z*ax)-float64(x*az), float64(x*ay)-float64(y*ax)
	over := 1 / math.Sqrt(float64(sx*sx)+float64(sy*sy)+float64(sz*sz))
	return Vec{float32(sx * over), float32(sy * over), float32(sz * over)}, float32(angleOf(sine, cosine))
}

func crossOf(a, b Vec) (x, y, z float64) {
	product := func(p, q, r, s float32) float64 {
		return float64(float64(p)*float64(q)) - float64(float64(r)*float64(s))
	}
	return product(a.Y, b.Z, a.Z, b.Y), product(a.Z, b.X, a.X, b.Z), product(a.X, b.Y, a.Y, b.X)
}

// angleOf is the angle from 0 to π of a sine from 0 on and a cosine, both times any
// length but 0. It is halved until its tangent's series is short.
func angleOf(sine, cosine float64) float64 {
	if cosine < 0 {
		return halfTurn - angleOf(sine, -cosine)
	}
	t := sine / (cosine + math.Sqrt(float64(sine*sine)+float64(cosine*cosine)))
	for range 2 {
		t /= 1 + math.Sqrt(1+float64(t*t))
	}
	square, power, sum := float64(t*t), t, 0.0
	for k := 1.0; k < 24; k += 4 {
		sum += power / k
		power *= square
		sum -= power / (k + 2)
		power *= square
	}
	return 8 * sum
}

// Turned is the unit vector heading, turned by an angle from 0 to π towards the unit
// vector side across it.
func (heading Vec) Turned(side Vec, angle float32) Vec {
	sine, cosine := sineCosine(float64(angle))
	return heading.Scale(float32(cosine)).Add(side.Scale(float32(sine)))
}

// sineCosine is that of x from 0 to π.
func sineCosine(x float64) (sine, cosine float64) {
	term := 1.0
	for k := 1.0; k < 36; k += 2 {
		cosine += term
		term *= x / k
		sine += term
		term *= -x / (k + 1)
	}
	return sine, cosine
}
