package around

import (
	"fmt"
)

// Fault is an error in one of the surroundings or in a change of the schedule. [errors.As] finds it in the
// error of flock.Def.Validate, and a caller can then look up its line in the file.
type Fault struct {
	Kind   string // kind of the thing, or "event" for a change of the schedule
	Number int    // index among the things of this kind
	Name   string // name of the thing
	Key    string // key with the wrong value, or "" if the error does not concern a single key
	Err    error
}

func (f *Fault) Error() string {
	if f.Name == "" {
		return fmt.Sprintf("%s %d: %s", f.Kind, f.Number+1, f.Err)
	}
	return fmt.Sprintf("%s %s: %s", f.Kind, f.Name, f.Err)
}

func (f *Fault) Unwrap() error { return f.Err }

// fault returns a Fault. index counts the things of this kind.
func (s *Surroundings) fault(kind string, index int, key string, err error) error {
	f := &Fault{Kind: kind, Number: index, Key: key, Err: err}
	n := 0
	for _, t := range s.Things() {
		if t.Kind() != kind {
			continue
		}
		if n == index {
			f.Name = *t.NamePointer()
		}
		n++
	}
	return f
}
