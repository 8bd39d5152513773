package scenario

import (
	"errors"
	"fmt"

	"github.com/pelletier/go-toml/v2"

	"skein/flock"
	"skein/flock/message"
)

// all holds what is simulated together.
func (d *decoder) all() error {
	def := d.s.Def()
	return d.placed(def.Validate())
}

// placed returns an error at its place in the file, as far as it says where that is.
func (d *decoder) placed(err error) error {
	var f *flock.Fault
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &f):
		return fmt.Errorf("%s: %s", d.file, message.Line(err.Error()))
	}
	if all := d.parts[f.Kind]; f.Number < len(all) {
		return d.errorAt(all[f.Number].about(f.Key, f.Err), "%s", f)
	}
	return fmt.Errorf("%s: %s", d.file, message.Line(f.Error())) // of its base
}

// about returns the entry that an error is about: of a key, or which it names.
func (p *part) about(key string, err error) entry {
	if key != "" {
		return p.entryOf(key)
	}
	return p.named(err.Error())
}

// Placed returns what is wrong with the simulation of the scene, at its place in its file.
func (s *Scenario) Placed(err error) error {
	d := decoder{file: s.File, s: s, parts: map[string][]part{}}
	data, missing := ReadFile(s.File)
	data = TrimBOM(data)
	if missing == nil && toml.Unmarshal(data, &d.doc) == nil {
		d.entries = walk(data)
		for _, kind := range append(flock.ThingKinds(), "event") {
			d.parts[kind] = d.split(kind)
		}
	}
	return d.placed(err)
}

// ErrorAt returns an error about a property of the thing of that number among those of its kind,
// counted from 0, at its place in the file.
func (s *Scenario) ErrorAt(kind string, number int, key string, err error) error {
	return s.Placed(&flock.Fault{Kind: kind, Number: number, Key: key, Err: fmt.Errorf("%s: %w", key, err)})
}
