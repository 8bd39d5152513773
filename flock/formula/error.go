package formula

import "fmt"

// Error is a mistake in a formula. Line and Column count from 1, and columns count characters.
type Error struct {
	Line, Column int
	Text         string // description of the mistake, and how to correct it
}

// Error returns the position and the message, such as `2:14: unknown name "distanse", did you mean
// "distance"?`.
func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Text) }

func errorAt(position place, format string, args ...any) error {
	return &Error{position.line, position.column, fmt.Sprintf(format, args...)}
}
