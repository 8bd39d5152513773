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

// Threads is a number of threads; with 0, the program chooses.
type Threads int

// UnmarshalText reads a number from 0 to 256.
func (t *Threads) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 0 || n > 256 {
		return fmt.Errorf("%q: must be a number from 0 to 256", text)
	}
	*t = Threads(n)
	return nil
}

// StartFrame is the number of the first frame, as in --start-frame 1001. The following frames count up from
// it.
type StartFrame int

const maxStartFrame = 1_000_000

// UnmarshalText reads a number that is at least 1.
func (s *StartFrame) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 || n > maxStartFrame {
		return Errorf("%q: must be a number from 1 to %d", text, maxStartFrame)
	}
	*s = StartFrame(n)
	return nil
}

// Size is the size of an image, as in --size 1280x720.
type Size image.Point

// UnmarshalText reads a size in the form WIDTHxHEIGHT.
func (s *Size) UnmarshalText(text []byte) error {
	var tail string
	n, _ := fmt.Sscanf(string(text)+" ", "%dx%d%s", &s.X, &s.Y, &tail)
	if n != 2 || s.X < 1 || s.Y < 1 || s.X > math.MaxInt16 || s.Y > math.MaxInt16 {
		return fmt.Errorf("%q: must be WIDTHxHEIGHT, such as 1280x720, each from 1 to 32767", text)
	}
	return nil
}

// Error is an error in how the user called a command. The program exits with code 2.
type Error struct{ error }

func (e Error) Unwrap() error { return e.error }

// Wrap marks an error as wrong usage.
func Wrap(err error) error { return Error{err} }

// Errorf returns a formatted usage error.
func Errorf(format string, args ...any) error {
	return Error{fmt.Errorf(format, args...)}
}

// NameError is an error about a name that does not exist or is of the wrong kind. Its message does not
// mention --help, which does not list names.
type NameError struct{ error }

func (e NameError) Unwrap() error { return e.error }

// WrapName marks an error as a NameError and as wrong usage.
func WrapName(err error) error { return Error{NameError{err}} }

// Name returns a formatted NameError, marked as wrong usage.
func Name(format string, args ...any) error {
	return Error{NameError{fmt.Errorf(format, args...)}}
}

// Rate is a number of frames per second, as in --fps 30000/1001. The zero value means that the flag was not
// given.
type Rate export.Rate

// UnmarshalText reads a rate as a number or a fraction.
func (r *Rate) UnmarshalText(text []byte) (err error) {
	rate, err := export.ParseRate(string(text))
	*r = Rate(rate)
	return err
}

// Or returns the rate, or whole if the flag was not given.
func (r Rate) Or(whole int) export.Rate {
	if r == (Rate{}) {
		return export.Whole(whole)
	}
	return export.Rate(r)
}

// HintForce adds a hint about --force to an error about an existing file.
func HintForce(err error) error {
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w; use --force to replace it", err)
	}
	return err
}
