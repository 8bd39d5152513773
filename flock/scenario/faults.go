package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Faults are several errors in one file, in the order of their lines. There are at least two. An unknown
// model, an unknown base or an error in a formula hides all others. An error in a flock hides
// errors in lists of species. An error in a flock or a thing hides unknown names of flocks and things in
// events and lessons.
type Faults []error

// Error returns the first error and the number of other errors, on one line.
func (f Faults) Error() string {
	others := "1 more error"
	if n := len(f) - 1; n > 1 {
		others = fmt.Sprintf("%d more errors", n)
	}
	return fmt.Sprintf("%s (and %s: skein scenario check lists them)", f[0], others)
}

// Unwrap returns all errors, for [errors.Is] and [errors.As].
func (f Faults) Unwrap() []error { return f }

// add appends an error. If err is a list of errors, it appends each of them.
func (f *Faults) add(err error) {
	switch all := err.(type) {
	case nil:
	case Faults:
		*f = append(*f, all...)
	default:
		*f = append(*f, err)
	}
}

// err returns nil without errors, a single error as it is, or the list of several errors.
func (f Faults) err() error {
	switch len(f) {
	case 0:
		return nil
	case 1:
		return f[0]
	}
	slices.SortStableFunc(f, func(a, b error) int { return cmp.Compare(lineOf(a), lineOf(b)) })
	return f
}

// lineError is an error with the number of a line in a file.
type lineError struct {
	file string
	line int
	text string
	err  error // the cause, or nil
}

func (e *lineError) Error() string { return fmt.Sprintf("%s:%d: %s", e.file, e.line, e.text) }

func (e *lineError) Unwrap() error { return e.err }

// HasLine reports whether an error names a line of a file.
func HasLine(err error) bool { return lineOf(err) > 0 }

// lineOf returns the line number of an error, or 0 if it has none.
func lineOf(err error) int {
	if lineErr := (*lineError)(nil); errors.As(err, &lineErr) {
		return lineErr.line
	}
	return 0
}
