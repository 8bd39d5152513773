package message

import (
	"strings"
	"unicode/utf8"
)

// Most characters in each part of a message.
const (
	longestQuote = 100  // between two quotation marks
	longestWord  = 400  // between two spaces; file paths may be long
	longestLine  = 2000 // whole message
)

// Shorten shortens long quotations and words, and then the whole message if needed, in their middles.
func Shorten(line string) string {
	if utf8.RuneCountInString(line) <= longestQuote {
		return line
	}
	line = cut(line, 4*longestLine) // limits the quadratic loop below
	var b strings.Builder
	for rest := line; rest != ""; {
		n, limit := nextPart(rest)
		b.WriteString(cut(rest[:n], limit))
		rest = rest[n:]
	}
	return cut(b.String(), longestLine)
}

// nextPart returns the length of a text's first part, a quotation or word with its separator, and how many
// characters of it a message shows.
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

// quotation returns the length of the quotation at the start of a text, with its marks, or 0 without a
// closing mark.
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

// cut replaces the middle of a text beyond limit characters by an ellipsis. Three quarters of the rest are
// from the beginning.
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
