package export

import (
	"encoding/binary"
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// halfEXR returns an OpenEXR image (OpenEXR File Layout, openexr.com) that stores vectors as R, G and B in
// half floats. It has one part with uncompressed scan lines, from top to bottom.
func halfEXR(size image.Point, texels []mgl32.Vec3) []byte {
	le := binary.LittleEndian
	out := le.AppendUint32(nil, 20000630)
	out = le.AppendUint32(out, 2)
	attribute := func(name, kind string, value []byte) {
		out = append(out, name+"\x00"+kind+"\x00"...)
		out = append(le.AppendUint32(out, uint32(len(value))), value...)
	}
	words := func(values ...uint32) (b []byte) {
		for _, v := range values {
			b = le.AppendUint32(b, v)
		}
		return b
	}
	const channels = "BGR"
	var list []byte
	for _, c := range channels {
		// half float, linear, sampling 1 × 1
		list = append(append(list, byte(c), 0), words(1, 1, 1, 1)...)
	}
	window := words(0, 0, uint32(size.X-1), uint32(size.Y-1))
	one := math.Float32bits(1)
	attribute("channels", "chlist", append(list, 0))
	attribute("compression", "compression", []byte{0})
	attribute("dataWindow", "box2i", window)
	attribute("displayWindow", "box2i", window)
	attribute("lineOrder", "lineOrder", []byte{0})
	attribute("pixelAspectRatio", "float", words(one))
	attribute("screenWindowCenter", "v2f", words(0, 0))
	attribute("screenWindowWidth", "float", words(one))
	out = append(out, 0)

	row := size.X * len(channels) * 2
	first := len(out) + 8*size.Y
	for y := range size.Y {
		out = le.AppendUint64(out, uint64(first+y*(8+row)))
	}
	for y := range size.Y {
		out = append(out, words(uint32(y), uint32(row))...)
		for k := range channels {
			for _, v := range texels[y*size.X:][:size.X] {
				out = le.AppendUint16(out, normalHalf(v[2-k]))
			}
		}
	}
	return out
}

// normalHalf returns the nearest half float, with ties to even (IEEE 754). It replaces numbers below 2⁻¹⁴
// with 0, because some engines do not read subnormal half floats.
func normalHalf(x float32) uint16 {
	bits := math.Float32bits(x)
	sign := uint16(bits>>16) & 0x8000
	size := bits &^ (1 << 31)
	switch {
	case size >= 0x477ff000: // 65520 or more, or NaN
		return sign | 0x7c00
	case size < 0x38800000:
		return sign
	}
	return sign | uint16((size+0xfff+size>>13&1)>>13-112<<10)
}
