// Package message prepares text from files and arguments for output on one line of a terminal. It escapes
// control characters, joins the lines of an error, and shortens long quotations.
package message

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible replaces control characters and invalid UTF-8 in text with Go escapes, such as \t, \x1b or \u202e.
func Visible(text string) string {
	if !strings.ContainsFunc(text, Controls) && utf8.ValidString(text) {
		return text
	}
	return string(AppendVisible(nil, text, ""))
}

// AppendVisible appends the result of [Visible] to dst. It does not replace characters in keep.
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

// Controls reports whether a terminal acts on a character instead of displaying it. This holds for control
// characters, line separators, and characters that change the direction of text.
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

func appendEscape(dst []byte, kind byte, digits int, r rune) []byte {
	dst = append(dst, '\\', kind)
	for k := digits - 1; k >= 0; k-- {
		dst = append(dst, "0123456789abcdef"[r>>(4*k)&15])
	}
	return dst
}

// OneLine returns an error's text on one line. It escapes control characters, shortens long quotations, and
// separates joined errors with semicolons.
func OneLine(err error) string { return Line(separated(err)) }

// separated returns an error's text, with semicolons between joined errors.
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

// Line returns text on one line. It escapes control characters and shortens long quotations.
func Line(text string) string { return Shorten(Visible(strings.TrimRight(text, "\r\n"))) }
