package around

import (
	"encoding/binary"
	"fmt"
	"math"

	"skein/flock/vec"
)

// Words encodes a property's value as 64-bit words, for a hash. It encodes a number as its bits, and a text
// as its length and its bytes, eight per word.
func Words(value any) (all []uint64) {
	switch v := value.(type) {
	case float32:
		return []uint64{uint64(math.Float32bits(v))}
	case int:
		return Words(int64(v))
	case int64:
		return []uint64{uint64(v)}
	case bool:
		if v {
			return []uint64{1}
		}
		return []uint64{0}
	case vec.Vec:
		for _, x := range v.Floats() {
			all = append(all, Words(x)...)
		}
		return all
	case []vec.Vec:
		for _, pos := range v {
			all = append(all, Words(pos)...)
		}
		return all
	case [][2]float32:
		for _, pair := range v {
			all = append(append(all, Words(pair[0])...), Words(pair[1])...)
		}
		return all
	case string:
		all = []uint64{uint64(len(v))}
		for text := []byte(v); len(text) > 0; {
			var word [8]byte
			text = text[copy(word[:], text):]
			all = append(all, binary.LittleEndian.Uint64(word[:]))
		}
		return all
	}
	return Words(fmt.Sprint(value)) // unreachable
}
