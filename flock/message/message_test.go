package message

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// Characters that control a terminal are escaped, and letters of any script are not.
func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain é 鳥 \U0001f426":  "plain é 鳥 \U0001f426",
		"a\nb\tc\r":             `a\nb\tc\r`,
		"\x1b[2Jred\x1b]0;t\a":  `\x1b[2Jred\x1b]0;t\a`,
		"\x00\x7f":              `\x00\x7f`,
		"\u009b31m\u202egpj":    `\u009b31m\u202egpj`,
		"line\u2028para\u2029":  `line\u2028para\u2029`,
		"latin-1 \xe9 \x9b31m":  `latin-1 \xe9 \x9b31m`,
		`back\slash "and" mark`: `back\slash "and" mark`,
	} {
		if got := Visible(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	missing := errors.New("open a\nb: is missing")
	for want, err := range map[string]error{
		"ends":                              errors.New("ends\n"),
		`open a\nb: is missing`:             errors.Join(missing),
		`open a\nb: is missing; c`:          errors.Join(missing, errors.New("c")),
		`x\ny: open a\nb: is missing; c; d`: fmt.Errorf("x\ny: %w", errors.Join(errors.Join(missing, errors.New("c")), errors.New("d"))),
		`c and open a\nb: is missing; d`:    fmt.Errorf("%w and %w", errors.New("c"), errors.Join(missing, errors.New("d"))),
	} {
		if got := OneLine(err); got != want {
			t.Errorf("%q becomes %q, want %q", err, got, want)
		}
	}
}

func TestShorten(t *testing.T) {
	long := strings.Repeat("é", 100_000)
	for _, c := range []struct{ line, start, end string }{
		{`unknown key "` + long + `", did you mean "count"?`, `unknown key "éé`, `é", did you mean "count"?`},
		{`--at "` + strings.Repeat("a b ", 30_000) + `": must be a time`, `--at "a b a`, `b ": must be a time`},
		{`unknown flag --` + long, "unknown flag --é", "é"},
		{strings.Repeat("many words ", 10_000) + "end", "many words many", "end"},
		{`"` + long, `"é`, "é"},
		{`"\"` + long + `\"" end`, `"\"é`, `é\"" end`},
	} {
		got := Shorten(c.line)
		if n := utf8.RuneCountInString(got); n > longestLine || !utf8.ValidString(got) {
			t.Errorf("%.40s has %d characters after it was shortened, which is too long or not UTF-8", c.line, n)
		}
		if !strings.HasPrefix(got, c.start) || !strings.HasSuffix(got, c.end) || !strings.Contains(got, "…") {
			t.Errorf("%.40s becomes %s, want its start and its end", c.line, got)
		}
	}
	if path := "open /" + strings.Repeat("folder/", 50) + "run.mcap: no such file"; Shorten(path) != path {
		t.Errorf("a path of 362 characters becomes %s, want it unchanged", Shorten(path))
	}
}
