package gltf

import (
	"bytes"
	"fmt"
)

// These constants limit the memory that decoding JSON takes. A decoded object takes about objectBytes, and
// any other value about valueBytes, even if it has only two bytes in the file. maxNested is the largest depth
// of nested values.
const (
	objectBytes = 640
	valueBytes  = 48
	maxNested   = 64
)

// prepareJSON prepares JSON for Go's decoder, in place: it removes a byte order mark and padding, and changes
// 3.0 to 3, which glTF accepts as an integer but the decoder does not. It returns an error if decoding would
// take too much memory.
func prepareJSON(text []byte) ([]byte, error) {
	text = bytes.TrimRight(bytes.TrimPrefix(text, byteOrderMark()), " \t\r\n\x00")
	var s scanner
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"':
			i = stringEnd(text, i)
		case '.':
			blankZeros(text, i)
		default:
			s.count(c)
		}
		if s.deepest > maxNested {
			return nil, fmt.Errorf("JSON: it is nested more than %d levels deep at byte %d", maxNested, i)
		}
	}
	allowed := decodeBudget(len(text)) * 3 / 4
	if s.objects*objectBytes+s.values*valueBytes > allowed {
		return nil, fmt.Errorf("JSON: %d objects and %d other values are too many for a file of this size", s.objects, s.values)
	}
	return text, nil
}

type scanner struct{ objects, values, depth, deepest int }

func (s *scanner) count(c byte) {
	switch c {
	case '{':
		s.objects++
		s.depth++
	case '[':
		s.values++
		s.depth++
	case '}', ']':
		s.depth--
	case ',':
		s.values++
	}
	s.deepest = max(s.deepest, s.depth)
}

func stringEnd(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

func blankZeros(text []byte, point int) {
	end := point + 1
	for end < len(text) && text[end] == '0' {
		end++
	}
	if end == point+1 || end < len(text) && bytes.IndexByte([]byte("123456789eE.+-"), text[end]) >= 0 {
		return
	}
	for i := point; i < end; i++ {
		text[i] = ' '
	}
}
