package console

import (
	"errors"
	"io"
	"os"
	"sync"
	"syscall"
	"unicode/utf8"

	"golang.org/x/term"

	"skein/flock/message"
)

// Output is where a command prints. It escapes what a terminal would act on, such as a
// control character in a file's name; only line ends and tabs pass. It remembers the first
// error of writing, and calls unread when nobody reads any longer.
type Output struct {
	io.Writer
	Unread func()

	mu   sync.Mutex
	tail []byte // the first bytes of a character whose others are yet to come
	err  error  // the first
}

// Write writes text on.
func (o *Output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	text := append(o.tail, b...)
	whole := len(text) - cutOff(text)
	o.tail = append([]byte(nil), text[whole:]...)
	if err := o.send(message.AppendVisible(nil, string(text[:whole]), "\n\t")); err != nil {
		return 0, err
	}
	return len(b), nil
}

// send writes bytes on as they are.
func (o *Output) send(b []byte) error {
	_, err := o.Writer.Write(b)
	if err != nil && o.err == nil {
		o.err = err
	}
	if errors.Is(err, syscall.EPIPE) {
		o.Unread()
	}
	return err
}

// End writes what is left and returns the first error of writing.
func (o *Output) End() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.tail) > 0 {
		_ = o.send(message.AppendVisible(nil, string(o.tail), "")) // send keeps the error
		o.tail = nil
	}
	return o.err
}

// cutOff returns how many bytes at the end of a text begin a character that is not
// complete.
func cutOff(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if last[0] >= utf8.RuneSelf && !utf8.FullRune(last) {
				return n
			}
			return 0
		}
	}
	return 0
}

// unescaped returns the writer below an output, for what moves the cursor itself, such as
// a progress bar.
func unescaped(w io.Writer) io.Writer {
	for {
		o, ok := w.(*Output)
		if !ok {
			return w
		}
		w = o.Writer
	}
}

// isTerminal reports whether somebody looks at what is written.
func isTerminal(w io.Writer) bool {
	f, ok := unescaped(w).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
