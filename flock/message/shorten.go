package message

import (
	"strings"
	"unicode/utf8"
)

// Largest numbers of characters in the parts of a message.
const (
	longestQuote = 100  // between two quotation marks
	longestWord  = 400  // between two spaces; file paths may be long
	longestLine  = 2000 // whole message
)

// Shorten shortens long quotations and words in the middle. If necessary, it then shortens the whole message
// in the same way.
func Shorten(line string) string {
	if utf8.RuneCountInString(line) <= longestQuote {
		return line
	}
	line = cut(line, 4*longestLine) // bounds the quadratic loop below
	var b strings.Builder
	for rest := line; rest != ""; {
		n, limit := nextPart(rest)
		b.WriteString(cut(rest[:n], limit))
		rest = rest[n:]
	}
	return cut(b.String(), longestLine)
}

// nextPart returns the length of the first part of a text, which is a quotation or word with its separator.
// limit is the number of its characters that a message shows.
func nextPart(text string) (length, limit int) {
	if text[0] == '"' {
		if n := quotation(text); n > 0 {
			return n, longestQuote
		}
	}
	n := strings.IndexAny(text[1:], ` "`)
	switch {
	case n < 0:
		return len(text), longestWord
	case text[1+n] == ' ':
		return n + 2, longestWord
	}
	return n + 1, longestWord
}

// quotation returns the length of the quotation at the start of a text, including its quotation marks. It
// returns 0 if there is no closing mark.
func quotation(text string) int {
	for k := 1; k < len(text); k++ {
		switch text[k] {
		case '\\':
			k++
		case '"':
			return k + 1
		}
	}
	return 0
}

// cut shortens a text to limit characters and replaces its middle with an ellipsis. Three quarters of the
// remaining text are from the beginning.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	head := limit * 3 / 4
	return string(runes[:head]) + "…" + string(runes[len(runes)-(limit-1-head):])
}
