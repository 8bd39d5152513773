package formula

import (
	"math"

	"skein/flock/vec"
)

// The functions use only the four basic operations, the square root and functions of package vec, so every
// machine computes the same bits. A result that is not a number is replaced by 0.

// exponential returns eˣ, limited to the largest float32.
func exponential(x float32) float32 { return exp64(float64(x)) }

func exp64(x float64) float32 {
	const largest = 88.72
	switch {
	case x != x:
		return 0
	case x > largest:
		return math.MaxFloat32
	case x < -104:
		return 0
	}
	root := vec.Exp(-math.Abs(x) / 4)
	square := float64(root * root)
	power := float64(square * square)
	if x > 0 {
		return float32(1 / power)
	}
	return float32(power)
}

// logarithm returns 0 if x is not positive.
func logarithm(x float32) float32 { return float32(log64(float64(x))) }

func log64(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return 0
	}
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction, exponent = 2*fraction, exponent-1
	}
	// The logarithm is twice the inverse hyperbolic tangent of t. Its series converges fast, because |t| is
	// at most 0.18.
	t := (fraction - 1) / (fraction + 1)
	square, sum := float64(t*t), 0.0
	for k := 21.0; k > 0; k -= 2 {
		sum = float64(sum*square) + 1/k
	}
	return float64(2*float64(t*sum)) + float64(float64(exponent)*math.Ln2)
}

// power returns xʸ, limited to the largest float32. It returns 0 if x is not positive.
func power(x, y float32) float32 {
	if !(x > 0) {
		return 0
	}
	return exp64(float64(float64(y) * log64(float64(x))))
}

// widestAngle is the largest angle that sine and cosine reduce, in radians. Larger angles are replaced by 0.
const widestAngle = 1e6

// halfTurns splits an angle into a number of half turns and a remainder from 0 to π. odd reports whether the
// number is odd.
func halfTurns(x float32) (odd bool, rest float64) {
	if !(x >= -widestAngle && x <= widestAngle) {
		return false, 0
	}
	n := math.Floor(float64(x) / math.Pi)
	rest = float64(x) - float64(n*math.Pi)
	return int64(n)&1 != 0, max(0, min(rest, math.Pi))
}

func sine(x float32) float32 {
	odd, rest := halfTurns(x)
	s, _ := vec.SinCos(rest)
	if odd {
		s = -s
	}
	return float32(s)
}

func cosine(x float32) float32 {
	odd, rest := halfTurns(x)
	_, c := vec.SinCos(rest)
	if odd {
		c = -c
	}
	return float32(c)
}

// arcTangent returns an angle from -π to π. It returns 0 for (0, 0).
func arcTangent(y, x float32) float32 {
	if y == 0 && x == 0 || y != y || x != x {
		return 0
	}
	angle := vec.Angle(math.Abs(float64(y)), float64(x))
	if y < 0 {
		angle = -angle
	}
	if angle != angle {
		return 0
	}
	return float32(angle)
}

// noise returns smooth noise from -1 to 1. It interpolates random numbers at whole coordinates. Beyond 10⁹ it
// returns 0.
func noise(x, y, z float32) float32 {
	const end = 1e9
	if !(vec.Vec{X: x, Y: y, Z: z}).Within(end) {
		return 0
	}
	fx, fy, fz := floor(x), floor(y), floor(z)
	tx, ty, tz := ease(x-fx), ease(y-fy), ease(z-fz)
	i, j, k := int64(fx), int64(fy), int64(fz)
	plane := func(k int64) float32 {
		low := blend(latticeNumber(i, j, k), latticeNumber(i+1, j, k), tx)
		return blend(low, blend(latticeNumber(i, j+1, k), latticeNumber(i+1, j+1, k), tx), ty)
	}
	return blend(plane(k), plane(k+1), tz)
}

func latticeNumber(i, j, k int64) float32 {
	const first, second, third = vec.GoldenRatio, 0xd1342543de82ef95, 0xaf251af3b0f025b5
	return vec.Symmetric(vec.Mix(uint64(i)*first + uint64(j)*second + uint64(k)*third))
}

func ease(t float32) float32 { return float32(float32(t*t) * (3 - float32(2*t))) }

func blend(a, b, t float32) float32 { return a + float32((b-a)*t) }
