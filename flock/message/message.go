// Package message prepares text from files and arguments for one line on a terminal: it replaces
// control characters by visible escapes, puts an error on one line, and cuts long quotations.
package message

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns text with each character that a terminal would act on, and each byte
// that is not UTF-8, replaced by its escape in Go: \n, \x1b or \u202e.
func Visible(text string) string {
	if !strings.ContainsFunc(text, Controls) && utf8.ValidString(text) {
		return text
	}
	return string(AppendVisible(nil, text, ""))
}

// AppendVisible appends to dst the text that Visible returns. Characters in keep stay as they
// are.
func AppendVisible(dst []byte, text, keep string) []byte {
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			dst = appendEscape(dst, 'x', 2, rune(text[0]))
		case Controls(r) && !strings.ContainsRune(keep, r):
			dst = appendControl(dst, r)
		default:
			dst = append(dst, text[:size]...)
		}
		text = text[size:]
	}
	return dst
}

// Controls reports whether a terminal would act on a character instead of showing it: whether it is
// a control character, separates lines, or changes the direction of the text.
func Controls(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

func appendControl(dst []byte, r rune) []byte {
	const named = "\a\b\f\n\r\t\v"
	switch k := strings.IndexRune(named, r); {
	case k >= 0:
		return append(dst, '\\', "abfnrtv"[k])
	case r < 0x80:
		return appendEscape(dst, 'x', 2, r)
	default:
		return appendEscape(dst, 'u', 4, r)
	}
}

// appendEscape appends a character's number with the given number of hexadecimal digits.
func appendEscape(dst []byte, kind byte, digits int, r rune) []byte {
	dst = append(dst, '\\', kind)
	for k := digits - 1; k >= 0; k-- {
		dst = append(dst, "0123456789abcdef"[r>>(4*k)&15])
	}
	return dst
}

// OneLine returns an error's text as one line without control characters, in which long
// quotations are cut. Joined errors are separated by semicolons.
func OneLine(err error) string { return Line(separated(err)) }

// separated returns an error's text with semicolons instead of line ends between joined errors
// (errors.Join).
func separated(err error) string {
	text := err.Error()
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			return strings.Replace(text, inner.Error(), separated(inner), 1)
		}
	case interface{ Unwrap() []error }:
		var were, are []string
		for _, inner := range e.Unwrap() {
			were, are = append(were, inner.Error()), append(are, separated(inner))
		}
		if strings.Join(were, "\n") == text {
			return strings.Join(are, "; ")
		}
		for k := range were {
			text = strings.Replace(text, were[k], are[k], 1)
		}
	}
	return text
}

// Line returns text as one line without control characters, in which long quotations are
// cut.
func Line(text string) string { return Shorten(Visible(strings.TrimRight(text, "\r\n"))) }
