package ogawa

import (
	"encoding/binary"
	"math/bits"
)

// hash is a hash of 128 bits. Readers use it to recognize equal samples.
type hash [16]byte

// hashOf returns MurmurHash3 x64 128 with seed 0 (Appleby, public domain), as Alembic does.
func hashOf(data []byte) (h hash) {
	const c1, c2 = 0x87c37b91114253d5, 0x4cf5ad432745937f
	var h1, h2 uint64
	n, rest := uint64(len(data)), data
	for ; len(rest) >= 16; rest = rest[16:] {
		h1 ^= scrambled(binary.LittleEndian.Uint64(rest), c1, c2, 31)
		h1 = (bits.RotateLeft64(h1, 27)+h2)*5 + 0x52dce729
		h2 ^= scrambled(binary.LittleEndian.Uint64(rest[8:]), c2, c1, 33)
		h2 = (bits.RotateLeft64(h2, 31)+h1)*5 + 0x38495ab5
	}
	var tail [16]byte
	copy(tail[:], rest)
	h1 ^= scrambled(binary.LittleEndian.Uint64(tail[:]), c1, c2, 31)
	h2 ^= scrambled(binary.LittleEndian.Uint64(tail[8:]), c2, c1, 33)
	h1, h2 = h1^n, h2^n
	h1 += h2
	h2 += h1
	h1, h2 = mixed(h1), mixed(h2)
	h1 += h2
	h2 += h1
	binary.LittleEndian.PutUint64(h[:], h1)
	binary.LittleEndian.PutUint64(h[8:], h2)
	return h
}

func scrambled(k, first, second uint64, by int) uint64 {
	return bits.RotateLeft64(k*first, by) * second
}

func mixed(k uint64) uint64 {
	k = (k ^ k>>33) * 0xff51afd7ed558ccd
	k = (k ^ k>>33) * 0xc4ceb9fe1a85ec53
	return k ^ k>>33
}
