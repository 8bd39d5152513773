package meshopt

import "encoding/binary"

// decodeIndices decodes the INDICES mode: each index is stored as a difference from one of two earlier
// indices.
func decodeIndices(data []byte, v View) ([]byte, error) {
	const tail = 4
	s, _, err := open(data, "\xd1", tail)
	if err != nil {
		return nil, err
	}
	if len(s.rest) < v.Count {
		return nil, errShort
	}
	out := make([]byte, 0, v.Count*v.ByteStride)
	var last [2]uint32
	for range v.Count {
		code, err := s.varint()
		if err != nil {
			return nil, err
		}
		baseline := &last[code&1]
		*baseline += unzigzag(code >> 1)
		out = appendIndex(out, *baseline, v.ByteStride)
	}
	return out, s.end()
}

func appendIndex(out []byte, index uint32, bytes int) []byte {
	if bytes == 2 {
		return binary.LittleEndian.AppendUint16(out, uint16(index))
	}
	return binary.LittleEndian.AppendUint32(out, index)
}
