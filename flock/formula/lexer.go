package formula

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind int

const (
	endOfText kind = iota
	endOfLine      // a line break or a semicolon
	number
	name
	symbol
)

type place struct{ line, column int }

type token struct {
	kind     kind
	text     string
	value    float64
	position place
}

type lexer struct {
	text     string
	position place
	depth    int // number of open brackets; inside brackets a line break is a space
	all      []token
}

func tokens(text string) ([]token, error) {
	l := lexer{text: text, position: place{1, 1}}
	for l.text != "" {
		if err := l.next(); err != nil {
			return nil, err
		}
	}
	l.add(endOfText, "")
	return l.all, nil
}

func (l *lexer) add(k kind, text string) {
	l.all = append(l.all, token{kind: k, text: text, position: l.position})
}

func (l *lexer) skip(n int) {
	l.position.column += utf8.RuneCountInString(l.text[:n])
	l.text = l.text[n:]
}

func (l *lexer) next() error {
	r, size := utf8.DecodeRuneInString(l.text)
	switch {
	case r == '\n' || r == ';':
		l.endLine(r)
	case r == '#':
		end := strings.IndexByte(l.text, '\n')
		if end < 0 {
			end = len(l.text)
		}
		l.skip(end)
	case unicode.IsSpace(r):
		l.skip(size)
	case r >= '0' && r <= '9' || r == '.' && len(l.text) > 1 && isDigit(l.text[1]):
		return l.number()
	case isLetter(r):
		n := strings.IndexFunc(l.text, func(r rune) bool { return !isLetter(r) && !(r >= '0' && r <= '9') })
		if n < 0 {
			n = len(l.text)
		}
		l.add(name, l.text[:n])
		l.skip(n)
	default:
		return l.symbol(r)
	}
	return nil
}

// endLine ends a line of the formula. It does nothing inside brackets, after an operator, or on an empty
// line.
func (l *lexer) endLine(r rune) {
	if l.depth == 0 && len(l.all) > 0 && !l.goesOn(l.all[len(l.all)-1]) {
		l.add(endOfLine, "")
	}
	l.skip(1)
	if r == '\n' {
		l.position = place{l.position.line + 1, 1}
	}
}

// goesOn reports whether a definition continues on the next line after the token last.
func (l *lexer) goesOn(last token) bool {
	switch last.kind {
	case endOfLine:
		return true
	case symbol:
		return last.text != ")" && last.text != "]"
	case name:
		return last.text == "if" || last.text == "else" || last.text == "and" || last.text == "or" || last.text == "not"
	}
	return false
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(r rune) bool { return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

func (l *lexer) number() error {
	n := digits(l.text, 0)
	if exponent := exponentOf(l.text[n:]); exponent > 0 {
		n += exponent
	}
	value, err := strconv.ParseFloat(l.text[:n], 32)
	if err != nil {
		return errorAt(l.position, "%q is not a valid 32-bit number", l.text[:n])
	}
	l.all = append(l.all, token{number, l.text[:n], value, l.position})
	l.skip(n)
	return nil
}

// digits returns the first index, not below from, that is neither a digit nor a point.
func digits(text string, from int) int {
	for from < len(text) && (isDigit(text[from]) || text[from] == '.') {
		from++
	}
	return from
}

// exponentOf returns the length of an exponent at the start of text, such as e-5, or 0.
func exponentOf(text string) int {
	if text == "" || text[0] != 'e' && text[0] != 'E' {
		return 0
	}
	from := 1
	if len(text) > 1 && (text[1] == '-' || text[1] == '+') {
		from = 2
	}
	end := from
	for end < len(text) && isDigit(text[end]) {
		end++
	}
	if end == from {
		return 0
	}
	return end
}

func (l *lexer) symbol(r rune) error {
	for _, s := range [...]string{"<=", ">=", "==", "!="} {
		if strings.HasPrefix(l.text, s) {
			l.add(symbol, s)
			l.skip(2)
			return nil
		}
	}
	for _, s := range [...][2]string{{"**", "^"}, {"&&", "and"}, {"||", "or"}} {
		if strings.HasPrefix(l.text, s[0]) {
			return errorAt(l.position, "unknown operator %s, use %s", s[0], s[1])
		}
	}
	if !strings.ContainsRune("+-*/^<>=(),.[]²³·", r) {
		hint := map[rune]string{'!': ", use not", '?': ", use a if condition else b", '°': ", use radians(x)", '%': ", use x - y * floor(x / y)"}[r]
		return errorAt(l.position, "unexpected character %q%s", r, hint)
	}
	switch r {
	case '(', '[':
		l.depth++
	case ')', ']':
		l.depth = max(0, l.depth-1)
	}
	l.add(symbol, string(r))
	l.skip(utf8.RuneLen(r))
	return nil
}
