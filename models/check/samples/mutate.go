package samples

import (
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"slices"
)

// Mutate returns a copy of a GLB file with some values replaced.
func Mutate(glb []byte, r *rand.Rand) ([]byte, error) {
	length := binary.LittleEndian.Uint32(glb[12:])
	var doc any
	if err := json.Unmarshal(glb[20:20+length], &doc); err != nil {
		return nil, err
	}
	bin := slices.Clone(glb[20+length:])
	for range 1 + r.IntN(3) {
		if r.IntN(4) == 0 {
			offset := 8 + r.IntN(len(bin)-8)
			copy(bin[offset:], [][]byte{{0, 0, 0xc0, 0x7f}, {0, 0, 0x80, 0xff}, {0xff, 0xff, 0xff, 0xff}, {0, 0, 0, 0x80}, {0, 0, 0x7f, 0x7f}}[r.IntN(5)])
			continue
		}
		doc = mutateValue(doc, r)
	}
	text, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	number := binary.LittleEndian.AppendUint32
	out := number(number([]byte("glTF"), 2), uint32(20+len(text)+len(bin)))
	out = append(number(number(out, uint32(len(text))), 0x4E4F534A), text...)
	return append(out, bin...), nil
}

func mutateValue(v any, r *rand.Rand) any {
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		if len(keys) == 0 || r.IntN(12) == 0 {
			break
		}
		k := keys[r.IntN(len(keys))]
		if r.IntN(8) == 0 {
			delete(v, k)
		} else {
			v[k] = mutateValue(v[k], r)
		}
		return v
	case []any:
		if len(v) == 0 || r.IntN(12) == 0 {
			break
		}
		k := r.IntN(len(v))
		switch r.IntN(12) {
		case 0:
			return slices.Delete(v, k, k+1)
		case 1:
			return append(v, v[k])
		}
		v[k] = mutateValue(v[k], r)
		return v
	}
	return []any{nil, -1, 0, 1, 2, 3, 5, 255, 1 << 31, 1 << 53, 1.5, -1e300, 1e300, "", "x", true, []any{}, map[string]any{},
		[]any{0, 0}, []any{nil}, 5120, 5125, 5126, "VEC3", "SCALAR", "MAT4", "CUBICSPLINE", "weights", "data:,abc"}[r.IntN(29)]
}
