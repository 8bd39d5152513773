// Package decimals writes 32-bit floats as decimal text. It writes the same text as package strconv, but is
// several times faster.
package decimals

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// AppendPlain appends x without an exponent. It uses the fewest digits that identify the float32, and writes
// the same text as strconv.AppendFloat(dst, float64(x), 'f', -1, 32).
func AppendPlain(dst []byte, x float32) []byte {
	s, digits, ok := shortest(x)
	if !ok {
		return strconv.AppendFloat(dst, float64(x), 'f', -1, 32)
	}
	return appendPlain(dst, s, digits, math.Signbit(float64(x)))
}

// AppendGeneral is like AppendPlain, but writes very small and very large numbers with an exponent. It writes
// the same text as strconv.AppendFloat(dst, float64(x), 'g', -1, 32).
func AppendGeneral(dst []byte, x float32) []byte {
	s, digits, ok := shortest(x)
	if a := abs(x); !ok || a < 1e-4 && a != 0 || a >= 1e6 {
		return strconv.AppendFloat(dst, float64(x), 'g', -1, 32)
	}
	return appendPlain(dst, s, digits, math.Signbit(float64(x)))
}

// Rounded is the number of significant digits that AppendRounded writes.
const Rounded = 5

// AppendRounded appends x with five significant digits. It writes the same text as strconv.AppendFloat(dst,
// float64(x), 'g', Rounded, 32).
func AppendRounded(dst []byte, x float32) []byte {
	a := float64(abs(x))
	if !(a >= 1e-4 && a < 10) {
		return strconv.AppendFloat(dst, float64(x), 'g', Rounded, 32)
	}
	digits, scale := 4, 1e4
	for a*scale < 1e4 { // exact, because x has 24 bits and 5⁸ has at most 19 bits
		digits, scale = digits+1, scale*10
	}
	n := uint32(math.RoundToEven(a * scale))
	return appendPlain(dst, n, digits, x < 0)
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

var powersOfTen = [...]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

// shortest returns |x| as s/10ⁿ with the fewest digits that identify the float32. Among such numbers, it
// returns the one nearest to |x|. s has at most 9 digits, and may end with zeros. ok is false for powers of
// two, numbers of at least 2²³, and numbers below about 1e-12.
//
// The algorithm is from R. Giulietti, "The Schubfach way to render doubles" (2020). For these numbers, the
// power of ten is a 64-bit integer, so all values are exact.
func shortest(x float32) (s uint32, n int, ok bool) {
	b := math.Float32bits(x) &^ (1 << 31)
	if b == 0 {
		return 0, 0, true
	}
	const mantissaBits = 23
	m, shift := b&(1<<mantissaBits-1), 150-int(b>>mantissaBits) // |x| = (2²³ + m)/2^shift
	if m == 0 || shift < 1 || shift > 63 {
		return 0, 0, false
	}
	// 10⁻ⁿ is the largest power of ten that does not exceed 2^-shift, the distance to the next float.
	n = (shift*1262611 + 1<<22 - 1) >> 22 // ⌈shift·log₁₀2⌉
	power := powersOfTen[n]
	high, low := bits.Mul64(uint64(4*(m|1<<mantissaBits)), power)
	// All numbers within half of this distance, 2·power, round to x.
	belowLow, borrow := bits.Sub64(low, 2*power, 0)
	aboveLow, carry := bits.Add64(low, 2*power, 0)
	// The value is in quarters of 10⁻ⁿ. If it is not an integer, its last bit is 1.
	value := shifted(high, low, shift)
	below, above := shifted(high-power>>63-borrow, belowLow, shift), shifted(high+power>>63+carry, aboveLow, shift)
	below, above = below+m&1, above-m&1 // for odd m, the ends of the interval round to other floats
	s = value / 4
	ten := s / 10 * 10
	tenDown, tenUp := below <= 4*ten, 4*ten+40 <= above
	down, up := below <= 4*s, 4*s+4 <= above
	if down == up { // both round to x, or neither does: take the nearer one
		up = value+s&1 > 4*s+2
	}
	// Branches on these choices would be unpredictable. The code is short enough for conditional moves.
	if tenUp {
		ten += 10
	}
	if up {
		s++
	}
	if tenDown != tenUp {
		s = ten
	}
	return s, n, true
}

// shifted divides a 128-bit number by 2^shift. If the exact result is not an integer, the last bit of the
// result is 1.
func shifted(high, low uint64, shift int) uint32 {
	v := uint32(high<<(64-shift) | low>>shift)
	if low<<(64-shift) != 0 {
		v |= 1
	}
	return v
}

// mostWritten is the largest number of bytes that appendPlain may write, including bytes after the end of the
// result.
const mostWritten = 1 + 16 + 1 + 24

// appendPlain appends s/10ⁿ without trailing zeros. It requires at most 9 digits, and n up to 19.
func appendPlain(dst []byte, s uint32, n int, negative bool) []byte {
	// 22 digits, mostly zeros, with n digits after the point.
	const length, eight = 22, 0x3030303030303030 // eight times the digit 0
	var digits [48]byte
	binary.LittleEndian.PutUint64(digits[0:], eight)
	binary.LittleEndian.PutUint64(digits[8:], eight)
	low := eightDigits(s % 1e8)
	binary.LittleEndian.PutUint64(digits[length-8:], low|eight)
	digits[length-9] = '0' + byte(s/1e8)

	point := length - n
	first := length - 9
	if s < 1e8 {
		first = length - 8 + bits.TrailingZeros64(low)/8
	}
	first = min(first, point-1)
	end := max(length-bits.LeadingZeros64(low)/8, point)

	offset := len(dst)
	dst = slices.Grow(dst, mostWritten)
	to := dst[offset : offset+mostWritten]
	if negative {
		to[0] = '-'
		to, offset = to[1:], offset+1
	}
	// Copies of a constant size are faster.
	before := point - first
	*(*[16]byte)(to) = [16]byte(digits[first:])
	if end == point {
		return dst[:offset+before]
	}
	to[before] = '.'
	*(*[24]byte)(to[before+1:]) = [24]byte(digits[point:])
	return dst[:offset+before+1+end-point]
}

// eightDigits returns the eight decimal digits of x. The first digit is in the lowest byte.
func eightDigits(x uint32) uint64 {
	v := uint64(x/1e4) | uint64(x%1e4)<<32
	t := v * 10486 >> 20 & 0x7f0000007f // hundreds
	v = t | (v-t*100)<<16
	t = v * 103 >> 10 & 0x000f000f000f000f // tens
	return t | (v-t*10)<<8
}
