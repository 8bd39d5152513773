package message

import (
	"strings"
	"unicode/utf8"
)

// Greatest number of characters of each part of a message.
const (
	longestQuote = 100  // between two quotation marks
	longestWord  = 400  // between two spaces; file paths may be long
	longestLine  = 2000 // in the whole message
)

// Shorten shortens long quotations and words in a message, and then the message itself if needed. It cuts
// from the middle.
func Shorten(line string) string {
	if utf8.RuneCountInString(line) <= longestQuote {
		return line
	}
	line = cut(line, 4*longestLine) // limits the time of the loop below, which is quadratic
	var b strings.Builder
	for rest := line; rest != ""; {
		n, limit := nextPart(rest)
		b.WriteString(cut(rest[:n], limit))
		rest = rest[n:]
	}
	return cut(b.String(), longestLine)
}

// nextPart returns the length of the first part of a text, and how many characters of this part a message
// shows. A part is a quotation or a word, with its separator.
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

// cut replaces the middle of a text by an ellipsis if the text has more characters than limit. Three quarters
// of the characters that stay are from the beginning.
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
