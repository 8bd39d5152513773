package capture

import (
	"cmp"
	"encoding/json"
	"fmt"
	"image"
	"math"
	"math/bits"
	"slices"
)

const matteRanks = 6

// Matte counts how often objects cover each pixel. In a file it is a Cryptomatte layer, with which
// compositors select objects by name (Friedman and Jones, Fully Automatic ID Mattes with Support for Motion
// Blur and Transparency, 2015; Cryptomatte specification 1.2.0).
type Matte struct {
	size    image.Point
	objects []int32 // object ids, matteRanks per pixel
	counts  []uint32
	total   uint32
}

// NewMatte returns an empty matte for a size in pixels.
func NewMatte(size image.Point) *Matte {
	n := matteRanks * size.X * size.Y
	return &Matte{size: size, objects: make([]int32, n), counts: make([]uint32, n)}
}

// Reset makes the matte empty again.
func (m *Matte) Reset() {
	clear(m.counts)
	m.total = 0
}

// Add adds a picture, given the object in each pixel; a negative value means none. Each pixel counts only its
// first matteRanks objects.
func (m *Matte) Add(objects []float32) {
	m.total++
	for i, x := range objects {
		if x < 0 {
			continue
		}
		for k := matteRanks * i; k < matteRanks*(i+1); k++ {
			if m.counts[k] == 0 {
				m.objects[k] = int32(x)
			}
			if m.objects[k] == int32(x) {
				m.counts[k]++
				break
			}
		}
	}
}

const matteLayer = "CryptoObject"

// Channels returns the channels of the layer: for each pixel, the ids of its objects and the fractions that
// they cover, largest first. name returns the name of an object.
func (m *Matte) Channels(name func(object int32) string) (channels []Channel) {
	n := m.size.X * m.size.Y
	for k := range matteRanks {
		level := fmt.Sprintf("%s%02d.", matteLayer, k/2)
		channels = append(channels,
			Channel{Name: level + "RGBA"[k%2*2:][:1], Values: make([]float32, n)},
			Channel{Name: level + "RGBA"[k%2*2+1:][:1], Values: make([]float32, n)})
	}
	ids := map[int32]float32{}
	for i := range n {
		order := [matteRanks]int{0, 1, 2, 3, 4, 5}
		counts := m.counts[matteRanks*i:][:matteRanks]
		slices.SortStableFunc(order[:], func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
		for rank, k := range order {
			if counts[k] == 0 {
				break
			}
			object := m.objects[matteRanks*i+k]
			id, known := ids[object]
			if !known {
				id = matteID(name(object))
				ids[object] = id
			}
			channels[2*rank].Values[i] = id
			channels[2*rank+1].Values[i] = float32(counts[k]) / float32(m.total)
		}
	}
	return channels
}

// Attributes returns the attributes of the layer: names and ids of all objects in the pictures.
func (m *Matte) Attributes(name func(object int32) string) ([]Note, error) {
	manifest := map[string]string{}
	for k, count := range m.counts {
		if count > 0 {
			text := name(m.objects[k])
			manifest[text] = fmt.Sprintf("%08x", math.Float32bits(matteID(text)))
		}
	}
	text, err := json.Marshal(manifest)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("cryptomatte/%07x/", murmur3([]byte(matteLayer))>>4)
	return []Note{
		{Name: key + "name", Text: matteLayer}, {Name: key + "hash", Text: "MurmurHash3_32"},
		{Name: key + "conversion", Text: "uint32_to_float32"}, {Name: key + "manifest", Text: string(text)},
	}, nil
}

// matteID returns the id of a name: its hash as the bits of a float. One bit is flipped if the float would be
// NaN, infinity, zero or subnormal.
func matteID(name string) float32 {
	h := murmur3([]byte(name))
	if exponent := h >> 23 & 255; exponent == 0 || exponent == 255 {
		h ^= 1 << 23
	}
	return math.Float32frombits(h)
}

// murmur3 is MurmurHash3_x86_32 with the seed 0 (Appleby 2011).
func murmur3(data []byte) uint32 {
	const c1, c2 = 0xcc9e2d51, 0x1b873593
	scramble := func(k uint32) uint32 { return bits.RotateLeft32(k*c1, 15) * c2 }
	var h uint32
	rest := data
	for ; len(rest) >= 4; rest = rest[4:] {
		h ^= scramble(uint32(rest[0]) | uint32(rest[1])<<8 | uint32(rest[2])<<16 | uint32(rest[3])<<24)
		h = bits.RotateLeft32(h, 13)*5 + 0xe6546b64
	}
	var k uint32
	for i := len(rest) - 1; i >= 0; i-- {
		k = k<<8 | uint32(rest[i])
	}
	h ^= scramble(k) ^ uint32(len(data))
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}
