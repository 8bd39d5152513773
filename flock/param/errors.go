package param

import (
	"fmt"
	"strings"
)

type list []error

const mostListed = 6

func (l list) Error() string {
	var lines []string
	for _, err := range l[:min(len(l), mostListed)] {
		lines = append(lines, err.Error())
	}
	if others := len(l) - mostListed; others > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", others))
	}
	return strings.Join(lines, "; ")
}

func (l list) Unwrap() []error { return l }

// Join is like [errors.Join], but the text of the error that it returns is a single line.
func Join(errs []error) error {
	var all list
	for _, err := range errs {
		if err != nil {
			all = append(all, err)
		}
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return all
}
