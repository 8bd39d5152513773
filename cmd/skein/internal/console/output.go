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

// Output writes the output of a command. It escapes control characters except line ends and tabs, because
// file names may contain them. It stores the first write error, and calls Unread if the reader has closed the
// output.
type Output struct {
	io.Writer
	Unread func()

	mu   sync.Mutex
	tail []byte // start of an incomplete character
	err  error
}

// Write escapes text and writes it.
func (o *Output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	text := append(o.tail, b...)
	complete := len(text) - cutOff(text)
	o.tail = append([]byte(nil), text[complete:]...)
	if err := o.send(message.AppendVisible(nil, string(text[:complete]), "\n\t")); err != nil {
		return 0, err
	}
	return len(b), nil
}

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

// End writes the rest and returns the first error.
func (o *Output) End() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.tail) > 0 {
		_ = o.send(message.AppendVisible(nil, string(o.tail), "")) // send stores the error
		o.tail = nil
	}
	return o.err
}

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

// unescaped returns the writer below an Output. A progress bar uses it, because it moves the cursor with
// control characters.
func unescaped(w io.Writer) io.Writer {
	for {
		o, ok := w.(*Output)
		if !ok {
			return w
		}
		w = o.Writer
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := unescaped(w).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
