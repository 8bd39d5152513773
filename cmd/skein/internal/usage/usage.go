package usage

import (
	"errors"
	"fmt"
	"image"
	"io/fs"
	"math"
	"strconv"

	"skein/flock/export"
)

// Threads is a number of threads; 0 leaves it to the program.
type Threads int

// UnmarshalText reads a number that makes sense.
func (t *Threads) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 0 || n > 256 {
		return fmt.Errorf("%q: want 0 to 256", text)
	}
	*t = Threads(n)
	return nil
}

// Size is the size of an image, as in --size 1280x720.
type Size image.Point

// UnmarshalText reads WIDTHxHEIGHT.
func (s *Size) UnmarshalText(text []byte) error {
	var tail string
	n, _ := fmt.Sscanf(string(text)+" ", "%dx%d%s", &s.X, &s.Y, &tail)
	if n != 2 || s.X < 1 || s.Y < 1 || s.X > math.MaxInt16 || s.Y > math.MaxInt16 {
		return fmt.Errorf("%q: want WIDTHxHEIGHT, such as 1280x720, each from 1 to 32767", text)
	}
	return nil
}

// Error is a wrong use of a command, which run exits from with exitUsage.
type Error struct{ error }

func (e Error) Unwrap() error { return e.error }

// Wrap returns an error as one about how a command was used.
func Wrap(err error) error { return Error{err} }

// Errorf is fmt.Errorf for an error about how a command was used.
func Errorf(format string, args ...any) error {
	return Error{fmt.Errorf(format, args...)}
}

// NameError is an error about a name of something that does not exist, or of another kind of
// thing than a command takes. The help of the command says no more about it.
type NameError struct{ error }

func (e NameError) Unwrap() error { return e.error }

// WrapName returns an error as one about a name.
func WrapName(err error) error { return Error{NameError{err}} }

// Name returns a usageError about a name.
func Name(format string, args ...any) error {
	return Error{NameError{fmt.Errorf(format, args...)}}
}

// Rate is frames a second, as in --fps 30000/1001. The zero value is none given.
type Rate export.Rate

// UnmarshalText reads a number or a quotient.
func (r *Rate) UnmarshalText(text []byte) (err error) {
	rate, err := export.ParseRate(string(text))
	*r = Rate(rate)
	return err
}

// Or returns the rate, or a whole one if none was given.
func (r Rate) Or(whole int) export.Rate {
	if r == (Rate{}) {
		return export.Whole(whole)
	}
	return export.Rate(r)
}

// HintForce tells how to replace a file that is there.
func HintForce(err error) error {
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: --force replaces it", err)
	}
	return err
}
