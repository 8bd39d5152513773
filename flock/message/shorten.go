package message

import (
	"strings"
	"unicode/utf8"
)

// The largest numbers of characters that a message shows.
const (
	longestQuote = 100  // for text between two quotation marks
	longestWord  = 400  // for text between two spaces: a file's path may be long
	longestLine  = 2000 // for the whole message
)

// Shorten cuts out the middle of long quotations and words in a message, and then the middle of
// the whole message if it is still too long.
func Shorten(line string) string {
	if utf8.RuneCountInString(line) <= longestQuote {
		return line
	}
	line = cut(line, 4*longestLine) // limits the work below, which grows with the square of the length
	var b strings.Builder
	for rest := line; rest != ""; {
		n, limit := nextPart(rest)
		b.WriteString(cut(rest[:n], limit))
		rest = rest[n:]
	}
	return cut(b.String(), longestLine)
}

// nextPart returns the length of the first part of a text, which is a quotation or a word with its
// separator, and the number of its characters to show.
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

// quotation returns the length of the quotation at the beginning of a text, including its quotation
// marks, or 0 if the closing mark is missing.
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

// cut replaces the middle of a text that has more characters than limit by an ellipsis. Three
// quarters of the characters that remain come from its beginning.
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
