package main

import (
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"unicode"

	"golang.org/x/term"
)

// output remembers that something could not be written, and calls unread when nobody
// reads any longer.
type output struct {
	io.Writer
	unread func()

	mu  sync.Mutex
	err error // the first
}

// Write writes on.
func (o *output) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.err == nil {
			o.err = err
		}
		if errors.Is(err, syscall.EPIPE) {
			o.unread()
		}
	}
	return n, err
}

// isTerminal says whether somebody looks at what is written.
func isTerminal(w io.Writer) bool {
	if o, ok := w.(*output); ok {
		w = o.Writer
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// oneLine is an error in one line.
func oneLine(err error) string {
	lines := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' })
	return visible(strings.Join(lines, "; "))
}

// visible is a line in which control characters, of a file's name perhaps, are told
// instead of carried out.
func visible(line string) string {
	var b strings.Builder
	for _, r := range line {
		if unicode.IsControl(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
