package crate

import (
	"encoding/binary"
	"math"

	"github.com/pierrec/lz4/v4"
)

// compressInts compresses a list of integers of 32 bits. It codes the difference between each integer and the
// integer before it, and compresses the result with LZ4:
//
//   - the most frequent difference, in four bytes
//   - two bits for each difference, the first in the lowest bits of a byte: 0 for the most frequent
//     difference, 1, 2 and 3 for one that is stored in one, two and four bytes
//   - these differences
func compressInts(ints []int) []byte {
	if len(ints) == 0 {
		return compress(nil)
	}
	common := commonDifference(ints)
	codes := appendInt(make([]byte, 0, 4+5*len(ints)), int(common), 4)
	offset := len(codes)
	codes = append(codes, make([]byte, (len(ints)+3)/4)...)
	last := int32(0)
	for k, x := range ints {
		d, code := int32(x)-last, 0
		if d != common {
			code = codeOf(d)
			codes = appendInt(codes, int(d), 1<<(code-1))
		}
		codes[offset+k/4] |= byte(code << (k % 4 * 2))
		last = int32(x)
	}
	return compress(codes)
}

// codeOf returns the code of d, which is not the most frequent difference.
func codeOf(d int32) int {
	switch {
	case d == int32(int8(d)):
		return 1
	case d == int32(int16(d)):
		return 2
	}
	return 3
}

// commonDifference returns the most frequent difference. If several are equally frequent, it returns the one
// that reached this count first.
func commonDifference(ints []int) (common int32) {
	var near [512]int
	far := map[int32]int{}
	last, most := int32(0), 0
	for _, x := range ints {
		d, n := int32(x)-last, 0
		if d >= -256 && d < 256 {
			near[d+256]++
			n = near[d+256]
		} else {
			far[d]++
			n = far[d]
		}
		if n > most {
			common, most = d, n
		}
		last = int32(x)
	}
	return common
}

func appendInt(b []byte, x, bytes int) []byte {
	switch bytes {
	case 1:
		return append(b, byte(x))
	case 2:
		return binary.LittleEndian.AppendUint16(b, uint16(x))
	case 4:
		return binary.LittleEndian.AppendUint32(b, uint32(x))
	}
	return binary.LittleEndian.AppendUint64(b, uint64(x))
}

const mostInBlock = 0x7e000000

// compress compresses data with LZ4. The result is the number of blocks in a byte, followed by each block
// after its size in 4 bytes. For a single block, the number is 0 and the size is omitted.
func compress(data []byte) []byte {
	if len(data) <= mostInBlock {
		return append([]byte{0}, block(data)...)
	}
	out := []byte{byte((len(data) + mostInBlock - 1) / mostInBlock)}
	for len(data) > 0 {
		n := min(len(data), mostInBlock)
		packed := block(data[:n])
		out = append(binary.LittleEndian.AppendUint32(out, uint32(len(packed))), packed...)
		data = data[n:]
	}
	return out
}

func block(data []byte) []byte {
	if len(data) == 0 {
		return []byte{0}
	}
	out := make([]byte, lz4.CompressBlockBound(len(data)))
	n, err := lz4.CompressBlock(data, out, nil)
	if err != nil || n == 0 {
		return literals(data)
	}
	return out[:n]
}

// literals returns an LZ4 block that holds data uncompressed.
func literals(data []byte) []byte {
	n := len(data)
	if n < 15 {
		return append([]byte{byte(n << 4)}, data...)
	}
	out := []byte{15 << 4}
	for n -= 15; n >= math.MaxUint8; n -= math.MaxUint8 {
		out = append(out, math.MaxUint8)
	}
	return append(append(out, byte(n)), data...)
}
