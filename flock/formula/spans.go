package formula

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// SpanKind is the kind of a part of a formula's text, for editors.
type SpanKind int

// Kinds of spans.
const (
	PlainSpan    SpanKind = iota // operators, brackets and spaces
	CommentSpan                  // from # to the end of the line
	NumberSpan                   // a number and its unit
	KeywordSpan                  // if, else, and, or, not
	FunctionSpan                 // a function
	NameSpan                     // a name, a column or a parameter that the formula may use
	OwnSpan                      // a name that the formula defines
	UnknownSpan                  // any other word
)

// Span is a part of a formula's text: the bytes [From, To).
type Span struct {
	From, To int
	Kind     SpanKind
}

// Spans returns the parts of a formula's text, in order, without gaps. words has the words that the formula
// may use. The text may contain errors.
func Spans(text string, words []Word) (all []Span) {
	l, own, inUnit := lexer{text: text}, ownNames(text), false
	for l.text != "" {
		from, known := len(text)-len(l.text), len(l.all)
		comment := l.text[0] == '#'
		if err := l.next(); err != nil {
			_, size := utf8.DecodeRuneInString(l.text)
			l.text = l.text[size:]
		}
		one := Span{From: from, To: len(text) - len(l.text)}
		if len(l.all) > known {
			t := l.all[known]
			one.Kind = spanKind(t, own, words)
			inUnit = inUnit && t.kind != endOfLine || t.text == "["
			if inUnit || t.text == "]" {
				one.Kind = NumberSpan
			}
			inUnit = inUnit && t.text != "]"
		}
		if comment {
			one.Kind = CommentSpan
		}
		if n := len(all); n > 0 && all[n-1].Kind == one.Kind && one.Kind <= NumberSpan {
			all[n-1].To = one.To
			continue
		}
		all = append(all, one)
	}
	return all
}

func ownNames(text string) (all []string) {
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		name, rest, ok := strings.Cut(line, "=")
		if name = strings.TrimSpace(name); ok && !strings.HasPrefix(rest, "=") && isName(name) {
			all = append(all, name)
		}
	}
	return all
}

func isName(word string) bool {
	return word != "" && isLetter(rune(word[0])) && !strings.ContainsFunc(word, func(r rune) bool { return !isWordLetter(r) })
}

func isWordLetter(r rune) bool { return isLetter(r) || r >= '0' && r <= '9' }

func spanKind(t token, own []string, words []Word) SpanKind {
	switch {
	case t.kind == number:
		return NumberSpan
	case t.kind != name:
		return PlainSpan
	case slices.Contains(keywords(), t.text):
		return KeywordSpan
	case slices.Contains(own, t.text):
		return OwnSpan
	}
	if k := slices.IndexFunc(words, func(w Word) bool { return w.Text == t.text }); k >= 0 {
		return words[k].Kind
	}
	return UnknownSpan
}

func keywords() []string { return []string{"if", "else", "and", "or", "not"} }
