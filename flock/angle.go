package flock

import "math"

// This file measures and turns by angles, from the four operations and the root alone,
// so that every machine finds the same.

const halfTurn = 3.141592653589793

// Way is the turn from a to the direction of b: a vector across a, towards b, as long as
// the angle, from 0 to π. Where b is opposite to a it is by its left, seen from above;
// for a vector of no length there is no way.
func (a Vec) Way(b Vec) Vec {
	ax, ay, az := float64(a.X), float64(a.Y), float64(a.Z)
	bx, by, bz := float64(b.X), float64(b.Y), float64(b.Z)
	x, y, z := float64(ay*bz)-float64(az*by), float64(az*bx)-float64(ax*bz), float64(ax*by)-float64(ay*bx)
	cosine := float64(ax*bx) + float64(ay*by) + float64(az*bz)
	sine := math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
	switch {
	case sine > 0:
		length := math.Sqrt(float64(ax*ax) + float64(ay*ay) + float64(az*az))
		k := angleOf(sine, cosine) / float64(sine*length) // of the axis across a
		return Vec{float32(k * (float64(y*az) - float64(z*ay))), float32(k * (float64(z*ax) - float64(x*az))), float32(k * (float64(x*ay) - float64(y*ax)))}
	case cosine < 0:
		heading := a.Unit()
		return upright(Vec{0, 1, 0}, heading).Cross(heading).Scale(halfTurn)
	}
	return Vec{}
}

// angleOf is the angle from 0 to π of a sine from 0 on and a cosine, both times any
// length but 0, to 2·10⁻⁸.
func angleOf(sine, cosine float64) float64 {
	switch long := math.Abs(cosine); {
	case sine > long:
		return halfTurn/2 - float64(atan(long/sine)*math.Copysign(1, cosine))
	case cosine < 0:
		return halfTurn - atan(sine/long)
	}
	return atan(sine / cosine)
}

// compass is where v leads over the ground, in degrees from -180 to 180: 0 is towards +Z, 90
// towards +X.
func (v Vec) compass() float64 {
	x, z := float64(v.X), float64(v.Z)
	if x == 0 && z == 0 {
		return 0
	}
	return math.Copysign(angleOf(math.Abs(x), z)*180/halfTurn, x)
}

// atan is the arc tangent of t from 0 to 1, by a polynomial (Abramowitz and Stegun,
// 4.4.49), whose terms are summed in pairs, and those in pairs.
func atan(t float64) float64 {
	t2 := float64(t * t)
	t4 := float64(t2 * t2)
	t8 := float64(t4 * t4)
	a, b := 1-float64(0.3333314528*t2), 0.1999355085-float64(0.1420889944*t2)
	c, d := 0.1065626393-float64(0.0752896400*t2), 0.0429096138-float64(0.0161657367*t2)
	low, high := a+float64(b*t4), c+float64(d*t4)+float64(0.0028662257*t8)
	return float64(t * (low + float64(high*t8)))
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
		term = float64(term * (x / k))
		sine += term
		term = float64(term * (-x / (k + 1)))
	}
	return sine, cosine
}
