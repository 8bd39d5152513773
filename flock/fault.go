package flock

import (
	"fmt"
)

// Fault is something wrong with one of the things around, or with a change of the schedule:
// which [errors.As] finds in what [Def.Validate] reports, for whoever knows where that is
// written.
type Fault struct {
	Kind   string // of the thing, or event for a change
	Number int    // among those of its kind, from 0
	Name   string // of the thing
	Key    string // that it is about; empty: the whole
	Err    error
}

func (f *Fault) Error() string {
	if f.Name == "" {
		return fmt.Sprintf("%s %d: %s", f.Kind, f.Number+1, f.Err)
	}
	return fmt.Sprintf("%s %s: %s", f.Kind, f.Name, f.Err)
}

func (f *Fault) Unwrap() error { return f.Err }

// keyed is an error about a key of a scenario file.
type keyed struct {
	key string
	error
}

func (k *keyed) Unwrap() error { return k.error }

// fault returns one of a thing by its place among those of its kind.
func (s *Surroundings) fault(kind string, number int, key string, err error) error {
	f := &Fault{Kind: kind, Number: number, Key: key, Err: err}
	n := 0
	for _, t := range s.Things() {
		if t.Kind() != kind {
			continue
		}
		if n == number {
			f.Name = *t.Called()
		}
		n++
	}
	return f
}
