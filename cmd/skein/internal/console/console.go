package console

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"

	"skein/flock/message"
)

// Console is a command's terminal: results go to Stdout, messages to Stderr.
type Console struct {
	JSON  bool `name:"json" help:"Print one JSON document on standard output and nothing else."`
	Quiet bool `short:"q" help:"Print errors only, no progress and no messages."`

	Stdout io.Writer `kong:"-"`
	Stderr io.Writer `kong:"-"`
	Args   []string  `kong:"-"` // the command line, without the program's name
}

// Say prints a message unless --quiet is given.
func (g *Console) Say(format string, args ...any) {
	if !g.Quiet {
		fmt.Fprintln(g.Stderr, message.Line(fmt.Sprintf(format, args...)))
	}
}

// Warn prints a message even if --quiet is given.
func (g *Console) Warn(format string, args ...any) {
	fmt.Fprintln(g.Stderr, "skein: "+message.Line(fmt.Sprintf(format, args...)))
}

// Document prints v as the command's JSON document.
func (g *Console) Document(v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = g.Stdout.Write(append(escapeJSON(text), '\n'))
	return err
}

// escapeJSON escapes control characters from U+0080 on, which JSON allows in strings. Those below
// U+0020 are escaped already.
func escapeJSON(text []byte) []byte {
	var out []byte
	for _, r := range string(text) {
		if r != '\n' && message.Controls(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

// SayFolder returns a function that prints a message if the output's folder was created
// meanwhile. Call it when the command ends.
func (g *Console) SayFolder(path string) func() {
	folder := missingFolder(path)
	return func() {
		if info, err := os.Stat(folder); folder != "" && err == nil && info.IsDir() {
			g.Say("created the folder %s", folder)
		}
	}
}

// missingFolder returns the folder of a path if it does not exist; otherwise it returns an empty
// name.
func missingFolder(path string) string {
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); path == "" || !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return dir
}
