package crate

import (
	"encoding/binary"
	"math"
)

// Value is an encoded value for [Writer.Put] or [Writer.PutOnce]. Encoding does not need a Writer, so it can
// be concurrent.
type Value struct {
	rep   Rep
	data  []byte
	align bool // whether data must begin at a multiple of 8 bytes
}

// minCompressed is the smallest length at which readers expect an array of integers to be compressed.
const minCompressed = 16

// EncodeNumbers encodes a value of a floating-point type, or an array of such values whose numbers are
// adjacent. A quaternion begins with its real part. The Value uses the memory of buffer, which may be nil.
func EncodeNumbers(buffer []byte, t Type, array bool, numbers []float32) Value {
	if array {
		return encodeArray(buffer, t, numbers)
	}
	if t == Float {
		return Value{rep: inlined(t, math.Float32bits(numbers[0]))}
	}
	if t == Double {
		return EncodeDouble(float64(numbers[0]))
	}
	return Value{rep: rep(t, 0), data: appendNumbers(buffer[:0], t, numbers)}
}

// EncodeDouble encodes a number as a double.
func EncodeDouble(x float64) Value {
	if short := float32(x); float64(short) == x {
		return Value{rep: inlined(Double, math.Float32bits(short))}
	}
	return Value{rep: rep(Double, 0), data: binary.LittleEndian.AppendUint64(nil, math.Float64bits(x))}
}

func encodeArray(buffer []byte, t Type, numbers []float32) Value {
	v := Value{rep: rep(t, 0) | arrayBit, align: true}
	if len(numbers) > 0 {
		v.data = binary.LittleEndian.AppendUint64(buffer[:0], uint64(len(numbers)/t.Width()))
		v.data = appendNumbers(v.data, t, numbers)
	}
	return v
}

func appendNumbers(b []byte, t Type, numbers []float32) []byte {
	switch t {
	case Quatf:
		for ; len(numbers) > 0; numbers = numbers[4:] { // in files, the real part comes last
			b = appendFloats(b, numbers[1:4])
			b = appendFloats(b, numbers[:1])
		}
		return b
	case Quath:
		for ; len(numbers) > 0; numbers = numbers[4:] {
			for _, k := range [4]int{1, 2, 3, 0} {
				b = binary.LittleEndian.AppendUint16(b, halfBits(numbers[k]))
			}
		}
		return b
	case Double, Vec3d:
		for _, x := range numbers {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(float64(x)))
		}
		return b
	}
	return appendFloats(b, numbers)
}

func appendFloats(b []byte, numbers []float32) []byte {
	for _, x := range numbers {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

// halfBits returns the nearest half float (IEEE 754 binary16), with ties to even. It returns infinity if x is
// too large.
func halfBits(x float32) uint16 {
	bits := math.Float32bits(x)
	sign, size := uint16(bits>>16)&0x8000, bits&0x7fffffff
	const (
		infinite = 0x7f800000
		tooLarge = 0x477ff000 // 65520, halfway between the largest half float and 65536
		normal   = 0x38800000 // 2^-14, the smallest normal half float
	)
	switch {
	case size > infinite:
		return sign | 0x7e00
	case size >= tooLarge:
		return sign | 0x7c00
	case size < normal: // the unit is 2^-24
		return sign | uint16(math.RoundToEven(float64(math.Float32frombits(size))*(1<<24)))
	}
	size += 0xfff + size>>13&1 // round to the remaining 10 bits
	return sign | uint16((size-(112<<23))>>13)
}

// EncodeInts encodes an integer or an array of integers. t is Int or Int64; Int keeps the lower 32 bits. Long
// arrays of Int are compressed. The Value uses the memory of buffer, which may be nil.
func EncodeInts(buffer []byte, t Type, array bool, ints []int) Value {
	if !array {
		if small := int32(ints[0]); t == Int || int(small) == ints[0] {
			return Value{rep: inlined(t, uint32(small))}
		}
		return Value{rep: rep(t, 0), data: binary.LittleEndian.AppendUint64(buffer[:0], uint64(ints[0]))}
	}
	v := Value{rep: rep(t, 0) | arrayBit, align: true}
	if len(ints) == 0 {
		return v
	}
	v.data = binary.LittleEndian.AppendUint64(buffer[:0], uint64(len(ints)))
	if t == Int && len(ints) >= minCompressed {
		v.rep |= compressedBit
		v.data = appendSized(v.data, compressInts(ints))
		return v
	}
	bytes := 4
	if t == Int64 {
		bytes = 8
	}
	for _, x := range ints {
		v.data = appendInt(v.data, x, bytes)
	}
	return v
}

// EncodeBool encodes a bool.
func EncodeBool(x bool) Value {
	if x {
		return Value{rep: inlined(Bool, 1)}
	}
	return Value{rep: inlined(Bool, 0)}
}

func appendSized(b, data []byte) []byte {
	return append(binary.LittleEndian.AppendUint64(b, uint64(len(data))), data...)
}

// Buffer returns the memory of the value. It can be reused after the value was stored.
func (v *Value) Buffer() []byte { return v.data }
