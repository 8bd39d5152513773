package vec

import "math"

// Pi is π in float64. The functions of this file use only the four basic operations and the square
// root, so that every machine computes the same bits.
const Pi = 3.141592653589793

// TurnTo returns the turn from the direction of a to the direction of b. It is orthogonal to a and
// points towards b. Its length is the angle between a and b, from 0 to π radians. If b is opposite to a,
// the turn is to the left, seen from above. If a or b is zero, the turn is zero.
func (a Vec) TurnTo(b Vec) Vec {
	ax, ay, az := float64(a.X), float64(a.Y), float64(a.Z)
	bx, by, bz := float64(b.X), float64(b.Y), float64(b.Z)
	x, y, z := float64(ay*bz)-float64(az*by), float64(az*bx)-float64(ax*bz), float64(ax*by)-float64(ay*bx)
	cosine := float64(ax*bx) + float64(ay*by) + float64(az*bz)
	sine := math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
	switch {
	case sine > 0:
		length := math.Sqrt(float64(ax*ax) + float64(ay*ay) + float64(az*az))
		// k scales the component of b perpendicular to a to the length of the angle.
		k := Angle(sine, cosine) / float64(sine*length)
		return Vec{float32(k * (float64(y*az) - float64(z*ay))), float32(k * (float64(z*ax) - float64(x*az))), float32(k * (float64(x*ay) - float64(y*ax)))}
	case cosine < 0:
		heading := a.Unit()
		return Upright(Vec{0, 1, 0}, heading).Cross(heading).Scale(Pi)
	}
	return Vec{}
}

// Angle returns the angle from 0 to π whose sine and cosine are proportional to the
// arguments. The sine must not be negative. The error is at most 2·10⁻⁸.
func Angle(sine, cosine float64) float64 {
	switch long := math.Abs(cosine); {
	case sine > long:
		return Pi/2 - float64(atan(long/sine)*math.Copysign(1, cosine))
	case cosine < 0:
		return Pi - atan(sine/long)
	}
	return atan(sine / cosine)
}

// atan approximates the arc tangent on [0,1] by a polynomial (Abramowitz and Stegun, 4.4.49). It evaluates
// the terms in pairs.
func atan(t float64) float64 {
	t2 := float64(t * t)
	t4 := float64(t2 * t2)
	t8 := float64(t4 * t4)
	a, b := 1-float64(0.3333314528*t2), 0.1999355085-float64(0.1420889944*t2)
	c, d := 0.1065626393-float64(0.0752896400*t2), 0.0429096138-float64(0.0161657367*t2)
	low, high := a+float64(b*t4), c+float64(d*t4)+float64(0.0028662257*t8)
	return float64(t * (low + float64(high*t8)))
}

// Rotate returns the unit vector heading, turned towards the unit vector side by an angle from 0 to π. side
// must be orthogonal to heading.
func (heading Vec) Rotate(side Vec, angle float32) Vec {
	sine, cosine := SinCos(float64(angle))
	return heading.Scale(float32(cosine)).Add(side.Scale(float32(sine)))
}

// SinCos returns the sine and cosine of x in [0,π]. It sums the series until a term no longer changes the
// result.
func SinCos(x float64) (sine, cosine float64) {
	const least = 1.0 / (1 << 55) // less than half the relative precision of float64
	term := 1.0
	for k := 1.0; k < 36; k += 2 {
		if k > 4 && term < least*math.Abs(sine) && -term < least*math.Abs(sine) && term < least*math.Abs(cosine) && -term < least*math.Abs(cosine) {
			break
		}
		cosine += term
		term = float64(term * (x / k))
		sine += term
		term = float64(term * (-x / (k + 1)))
	}
	return sine, cosine
}
