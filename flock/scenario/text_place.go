package scenario

import (
	"bytes"
	"unicode/utf8"

	"skein/flock/formula"
)

func (d *decoder) textPlace(e entry, formulaErr *formula.Error) (line, column int) {
	begin := e.to + bytes.IndexByte(d.data[e.to:], '=') + 1
	begin += len(d.data[begin:]) - len(bytes.TrimLeft(d.data[begin:], " \t"))
	value := d.data[begin:]
	if len(value) == 0 || value[0] != '"' && value[0] != '\'' { // a number, such as start = 1
		return e.line, d.columnAt(begin) + formulaErr.Column
	}
	quotes := 1
	if len(value) > 3 && value[1] == value[0] && value[2] == value[0] {
		quotes = 3
		if rest := bytes.TrimPrefix(value[3:], []byte("\r")); len(rest) > 0 && rest[0] == '\n' {
			quotes = len(value) - len(rest) + 1
		}
	}
	offset := begin + quotes + offsetOf(value[quotes:], value[0] == '"', formulaErr.Line, formulaErr.Column)
	return e.line + bytes.Count(d.data[e.to:offset], []byte{'\n'}), d.columnAt(offset) + 1
}

func (d *decoder) columnAt(offset int) int {
	start := bytes.LastIndexByte(d.data[:offset], '\n') + 1
	return utf8.RuneCount(d.data[start:offset])
}

// offsetOf returns the offset of a position in a string as it is written in the file. line and column count
// from 1 in the value of the string, in which an escape such as \t is one character.
func offsetOf(written []byte, escapes bool, line, column int) int {
	l, c := 1, 1
	for k := 0; k < len(written); {
		if l > line || l == line && c >= column {
			return k
		}
		value, size := utf8.DecodeRune(written[k:])
		if escapes && value == '\\' && k+1 < len(written) {
			value, size = escape(written[k:])
		}
		switch k += size; value {
		case '\n':
			l, c = l+1, 1
		case utf8.RuneError: // a line end and the following spaces, which are not part of the string
		default:
			c++
		}
	}
	return len(written)
}

// escape decodes the escape sequence at the beginning of a string. value is exact only for a line feed. If
// there is no escape sequence, it is utf8.RuneError.
func escape(written []byte) (value rune, size int) {
	switch written[1] {
	case 'n':
		return '\n', 2
	case 'x':
		return 'x', 4
	case 'u':
		return 'u', 6
	case 'U':
		return 'U', 10
	case ' ', '\t', '\r', '\n':
		return utf8.RuneError, len(written) - len(bytes.TrimLeft(written[1:], " \t\r\n"))
	}
	return rune(written[1]), 2
}
