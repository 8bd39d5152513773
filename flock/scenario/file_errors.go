package scenario

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"skein/flock/around"

	"skein/flock/message"
)

func (d *decoder) checkScene() error {
	def := d.s.Def()
	return d.errorInFile(def.Validate())
}

func (d *decoder) errorInFile(err error) error {
	var f *around.Fault
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &f):
		return fmt.Errorf("%s: %s", d.file, message.Line(err.Error()))
	}
	if all := d.parts[f.Kind]; f.Number < len(all) {
		return d.errorAt(all[f.Number].entryAbout(f.Key, f.Err), "%s", f)
	}
	return fmt.Errorf("%s: %s", d.file, message.Line(f.Error())) // the thing is from the base
}

// entryAbout returns the entry of a key. If key is empty, it returns the entry of the first key that occurs
// in the error's message.
func (p *listEntry) entryAbout(key string, err error) entry {
	if key != "" {
		return p.entryOf(key)
	}
	return p.entryNamedIn(err.Error())
}

// LocateError adds the name of the file and, if possible, the line to an error about the simulation of the
// scene.
func (s *Scenario) LocateError(err error) error {
	d := s.entryFinder()
	d.parts = map[string][]listEntry{}
	for _, kind := range listedKinds() {
		d.parts[kind] = d.splitTables(kind)
	}
	return d.errorInFile(err)
}

// entryFinder returns a decoder with the entries of the scene's file. It has none if the file cannot be read.
func (s *Scenario) entryFinder() *decoder {
	d := &decoder{file: s.File, s: s}
	data, missing := ReadFile(s.File)
	data = TrimBOM(data)
	if missing == nil && toml.Unmarshal(data, &d.doc) == nil {
		d.entries = walk(data)
	}
	return d
}

// LocateBird adds the name of the file and the line to an error about a bird's model. The line is the first
// whose key names the model. If there is none, for example because a flag names it, LocateBird returns err.
func (s *Scenario) LocateBird(model string, err error) error {
	d := s.entryFinder()
	parts := d.splitTables("flock")
	for _, p := range append([]listEntry{{doc: d.doc, entries: d.entries}}, parts...) {
		own := decoder{doc: p.doc}
		for _, e := range p.entries {
			if namesBird(e, own.value(e), model) {
				return &lineError{file: s.File, line: e.line, text: message.OneLine(err), err: err}
			}
		}
	}
	return err
}

// namesBird reports whether e is the key of a bird's models, and its value contains the model.
func namesBird(e entry, value any, model string) bool {
	switch list, _ := value.([]any); e.path() {
	case "bird.file":
		return value == model
	case "bird.files":
		return slices.Contains(list, any(model))
	}
	return false
}

// ErrorAt returns an error about a property of a thing, with the property's line in the file. index is the
// index of the thing among those of its kind.
func (s *Scenario) ErrorAt(kind string, index int, key string, err error) error {
	return s.LocateError(&around.Fault{Kind: kind, Number: index, Key: key, Err: fmt.Errorf("%s: %w", key, err)})
}

// plainSyntax replaces messages of the TOML parser that describe the parser's state by messages that say what
// to correct.
func plainSyntax(text string) string {
	for _, c := range [][2]string{
		{`^(?:basic|literal) strings cannot have new lines$`, "the closing quote of a string is missing"},
		{`^array is incomplete$`, "the closing ] of a list is missing"},
		{`^inline table is incomplete$`, "the closing } of a table is missing"},
		{`^(?:unexpected character U\+000[AD] at start of value|expected value, not end of input)$`, "the value after = is missing"},
		{`^expected '\]' to close table name$`, "the closing ] of a table header is missing"},
		{`^unexpected character U\+\w+ '(.)' at start of value$`, `a value cannot start with "$1"; put text in quotes`},
		{`^expected newline but got U\+\w+ '(.)'$`, `unexpected "$1" after the value`},
		{`^expected '=' after key$`, "the = after the key is missing"},
	} {
		text = regexp.MustCompile(c[0]).ReplaceAllString(text, c[1])
	}
	return text
}
