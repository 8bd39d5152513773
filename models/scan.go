package models

import (
	"bytes"
	"fmt"
)

// What the values of a document may take in memory, before they are decoded: a
// value is written in two bytes and takes some tens.
const (
	objectBytes = 640
	valueBytes  = 48
	maxNested   = 64
)

// tidied is JSON that can be decoded in bearable memory: without a byte order
// mark and padding, and whole numbers written as such (3, not 3.0), since Go
// tells them apart and glTF does not. The text is changed in place.
func tidied(text []byte) ([]byte, error) {
	text = bytes.TrimRight(bytes.TrimPrefix(text, mark()), " \t\r\n\x00")
	var s scanner
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"':
			i = stringEnd(text, i)
		case '.':
			blankZeros(text, i)
		default:
			s.see(c)
		}
		if s.deepest > maxNested {
			return nil, fmt.Errorf("JSON: nested more than %d deep at byte %d", maxNested, i)
		}
	}
	allowed := allowance(len(text)) * 3 / 4
	if s.objects*objectBytes+s.values*valueBytes > allowed {
		return nil, fmt.Errorf("JSON: %d objects and %d other values, too many for a file of this size", s.objects, s.values)
	}
	return text, nil
}

// scanner counts what JSON holds.
type scanner struct{ objects, values, depth, deepest int }

func (s *scanner) see(c byte) {
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

// stringEnd is where the string ends that begins at i.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

// blankZeros writes spaces over a point and the zeros after it, if that is all
// that follows in the number.
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
