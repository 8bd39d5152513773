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

	"skein/cmd/skein/internal/usage"
	"skein/flock/message"
)

// Console is the terminal of a command. Results go to Stdout, messages to Stderr.
type Console struct {
	JSON  bool `name:"json" help:"Print only one JSON document on standard output."`
	Quiet bool `short:"q" help:"Print only errors, without the progress bar and messages."`

	Progress string `help:"Format of the progress. bar: a bar on a terminal, and elsewhere a line for each tenth of the work. json: a line of JSON on standard error for each finished file. openjd: lines on standard output for Open Job Description (default ${default})." enum:"bar,json,openjd" default:"bar" placeholder:"FORMAT"`

	Stdout io.Writer `kong:"-"`
	Stderr io.Writer `kong:"-"`
	Args   []string  `kong:"-"` // arguments without the program's name

	warned map[string]bool
}

// AfterApply refuses progress lines that would mix with the JSON document.
func (g *Console) AfterApply() error {
	if g.JSON && g.Progress == openJDLines {
		return usage.Errorf("--progress openjd cannot be used with --json, which prints only one document")
	}
	return nil
}

// Say prints a message, unless --quiet is given.
func (g *Console) Say(format string, args ...any) {
	if !g.Quiet {
		fmt.Fprintln(g.Stderr, message.Line(fmt.Sprintf(format, args...)))
	}
}

// Warn prints a message even with --quiet, but only once, because a command may load a file several times.
func (g *Console) Warn(format string, args ...any) {
	text := "skein: " + message.Line(fmt.Sprintf(format, args...))
	if g.warned[text] {
		return
	}
	if g.warned == nil {
		g.warned = map[string]bool{}
	}
	g.warned[text] = true
	fmt.Fprintln(g.Stderr, text)
}

// Document prints v as a JSON document.
func (g *Console) Document(v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = g.Stdout.Write(append(escapeJSON(text), '\n'))
	return err
}

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

// SayFolder returns a function to call at the end of the command. That function prints the folder of path if
// the command has created it.
func (g *Console) SayFolder(path string) func() {
	folder := missingFolder(path)
	return func() {
		if info, err := os.Stat(folder); folder != "" && err == nil && info.IsDir() {
			g.Say("created the folder %s", folder)
		}
	}
}

func missingFolder(path string) string {
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); path == "" || !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return dir
}
