package meshopt

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// applyFilter replaces decoded attributes by the values that they represent (see appendix B), in 32-bit
// arithmetic. Undefined results are clamped to their type.
func (v View) applyFilter(data []byte) {
	switch v.Filter {
	case "EXPONENTIAL":
		for ; len(data) > 0; data = data[4:] {
			unpackExponential(data)
		}
	case "OCTAHEDRAL":
		v.eachElement(data, true, unpackOctahedral)
	case "QUATERNION":
		v.eachElement(data, true, unpackQuaternion)
	case "COLOR":
		v.eachElement(data, false, unpackColour)
	}
}

// eachElement applies a filter to elements of four integers of one or two bytes. one is the integer for 1.
// The filter must keep values in range.
func (v View) eachElement(data []byte, signed bool, filter func(e *[4]int, one float32)) {
	one := float32(int(1)<<(2*v.ByteStride) - 1)
	if signed {
		one = float32(int(1)<<(2*v.ByteStride-1) - 1)
	}
	for ; len(data) > 0; data = data[v.ByteStride:] {
		var e [4]int
		for k := range e {
			if v.ByteStride == 4 {
				e[k] = int(int8(data[k]))
			} else {
				e[k] = int(int16(binary.LittleEndian.Uint16(data[2*k:])))
			}
		}
		filter(&e, one)
		for k, value := range e {
			if v.ByteStride == 4 {
				data[k] = byte(value)
			} else {
				binary.LittleEndian.PutUint16(data[2*k:], uint16(value))
			}
		}
	}
}

// unpackExponential computes mantissa · 2^exponent, with the exponent in the highest byte.
func unpackExponential(data []byte) {
	packed := int32(binary.LittleEndian.Uint32(data))
	value := float32(math.Ldexp(float64(packed<<8>>8), int(packed>>24)))
	binary.LittleEndian.PutUint32(data, math.Float32bits(value))
}

// unpackOctahedral computes a unit vector from a point of an octahedron that is unfolded to a square. The
// third number is the integer for 1.
func unpackOctahedral(e *[4]int, one float32) {
	scale := float32(max(e[2], 1))
	x, y := float32(e[0])/scale, float32(e[1])/scale
	z := 1 - abs(x) - abs(y)
	if z < 0 {
		x += float32(math.Copysign(float64(z), -float64(x)))
		y += float32(math.Copysign(float64(z), -float64(y)))
	}
	length := sqrt(float32(x*x) + float32(y*y) + float32(z*z))
	e[0], e[1], e[2] = quantize(x/length, one), quantize(y/length, one), quantize(z/length, one)
}

// unpackQuaternion computes a unit quaternion from its three smaller components times √2. The fourth number
// is the integer for 1. Its two lowest bits are the index of the largest component.
func unpackQuaternion(e *[4]int, one float32) {
	largest := e[3] & 3
	scale := float32(e[3] | 3)
	rest := float32(1)
	var out [4]int
	for k, packed := range e[:3] {
		c := float32(float32(packed) / scale * (1 / math.Sqrt2))
		rest -= float32(c * c)
		out[(largest+1+k)%4] = quantize(c, one)
	}
	out[largest] = quantize(sqrt(max(rest, 0)), one)
	*e = out
}

// unpackColour computes red, green and blue from brightness and two colour differences (YCoCg). The highest
// bit that is set in the fourth number gives the number of bits. The bits below it are the opacity.
func unpackColour(e *[4]int, one float32) {
	mask := int(one)
	y, co, cg, alpha := e[0]&mask, e[1], e[2], e[3]&mask
	scale := max(1<<bits.Len(uint(alpha))-1, 1)
	alpha &= scale >> 1
	alpha = alpha<<1 | alpha&1
	for k, value := range [4]int{y + co - cg, y + cg, y - co - cg, alpha} {
		e[k] = quantize(float32(min(max(value, 0), scale))/float32(scale), one)
	}
}

// quantize returns the integer nearest to v · one. The result is between −one and one.
func quantize(v, one float32) int {
	return int(math.Round(float64(min(max(v, -1), 1) * one)))
}

func abs(v float32) float32  { return float32(math.Abs(float64(v))) }
func sqrt(v float32) float32 { return float32(math.Sqrt(float64(v))) }
