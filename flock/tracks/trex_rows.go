package tracks

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"skein/flock/message"
)

// trexCentres lists the suffixes in the names of positions, the preferred one first. The empty suffix stands
// for the head.
var trexCentres = [...]string{"#wcentroid", "#centroid", "#pcentroid", ""}

// trexClocks lists the names of columns with times, in seconds and in frames, the preferred one first.
var trexClocks = [...]string{"time", "frame"}

func errIncompleteTrex() error {
	return errors.New("must contain X#wcentroid, Y#wcentroid, and time or frame, as TRex writes them")
}

// findTrex returns the index of the column with the given name, or -1. The column's name may end with a unit,
// as in "X#wcentroid (cm)".
func findTrex(columns []string, name string) int {
	return slices.IndexFunc(columns, func(c string) bool {
		c, _, _ = strings.Cut(c, "(")
		return strings.TrimSpace(c) == name
	})
}

// isTrexText reports whether a table has the columns of a CSV file of TRex. The file has one individual in a
// plane, and therefore neither birds nor heights.
func isTrexText(columns []string) bool {
	for _, c := range []Column{ID, Z, Height} {
		known := columnNames()[c]
		if slices.ContainsFunc(columns, func(name string) bool { return slices.Contains(known, normalize(name)) }) {
			return false
		}
	}
	has := func(name string) bool { return findTrex(columns, name) >= 0 }
	return has("X#wcentroid") || has("X#centroid") || has("X#pcentroid") || has("X") && has("missing")
}

type trexRows struct {
	*textTable
	clockName string
	columns   []int // columns of x, y, the time, and, if present, missing
	cells     []cell
}

func newTrexRows(w *textTable) (*trexRows, error) {
	t := &trexRows{textTable: w}
	for _, centre := range trexCentres {
		x, y := findTrex(w.names, "X"+centre), findTrex(w.names, "Y"+centre)
		if x >= 0 && y >= 0 {
			t.columns = []int{x, y}
			break
		}
	}
	for _, t.clockName = range trexClocks {
		if index := findTrex(w.names, t.clockName); index >= 0 {
			t.columns = append(t.columns, index)
			break
		}
	}
	if len(t.columns) < 3 {
		return nil, errIncompleteTrex()
	}
	for _, index := range t.columns[:2] {
		if strings.Contains(w.names[index], "(px)") {
			return nil, fmt.Errorf("the positions in %s are pixels; export them from TRex in centimetres", message.Line(w.names[index]))
		}
	}
	if index := findTrex(w.names, "missing"); index >= 0 {
		t.columns = append(t.columns, index)
	}
	t.cells = make([]cell, len(t.columns))
	return t, nil
}

func (t *trexRows) frame() (trexFrame, error) {
	if err := t.textTable.next(t.columns, t.cells); err != nil {
		return trexFrame{}, err
	}
	missing := len(t.cells) > 3 && t.cells[3].value() != 0
	return trexFrame{t.cells[0].value(), t.cells[1].value(), t.cells[2], missing}, nil
}

func (c *cell) value() float64 {
	if c.kind != number {
		return math.NaN()
	}
	return c.number
}

func (t *trexRows) clock() string { return t.clockName }
