package tracks

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"skein/flock/message"
)

// trexCentres lists the endings of the names of positions: the centres of an individual, and its head. The
// first that a file has is used.
var trexCentres = [...]string{"#wcentroid", "#centroid", "#pcentroid", ""}

// trexName returns the name of a column without its unit, which follows in parentheses, as in
// "X#wcentroid (cm)".
func trexName(column string) string {
	name, _, _ := strings.Cut(column, "(")
	return strings.TrimSpace(name)
}

// isTrexText reports whether the names of a table's columns are those of a CSV file of TRex.
func isTrexText(columns []string) bool {
	has := func(name string) bool {
		return slices.ContainsFunc(columns, func(c string) bool { return trexName(c) == name })
	}
	return has("X#wcentroid") || has("X#centroid") || has("X#pcentroid") || has("X") && has("missing")
}

// trexColumns reads the columns of a CSV file that tracks need, by name. Values that are not a number, such
// as those of a missing individual, are infinite or NaN.
func trexColumns(in io.Reader) (map[string][]float64, error) {
	rows := csv.NewReader(in)
	rows.ReuseRecord = true
	header, err := rows.Read()
	if err != nil {
		return nil, errors.New("not a CSV file of TRex: it has no line of column names")
	}
	all, at := map[string][]float64{}, map[int]string{}
	for k, column := range header {
		column = strings.TrimPrefix(column, "\ufeff")
		name := trexName(column)
		if !slices.Contains([]string{"time", "frame", "missing"}, name) && !isTrexPosition(name) {
			continue
		}
		if isTrexPosition(name) && strings.Contains(column, "(px)") {
			return nil, fmt.Errorf("the positions in %s are pixels; export them from TRex in centimetres", message.Line(column))
		}
		all[name], at[k] = []float64{}, name
	}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("not a readable CSV file: %w", err)
		}
		for k, name := range at {
			x, err := strconv.ParseFloat(strings.TrimSpace(row[k]), 64)
			if err != nil && !errors.Is(err, strconv.ErrRange) {
				x = math.NaN()
			}
			all[name] = append(all[name], x)
		}
	}
}

func isTrexPosition(name string) bool {
	return slices.ContainsFunc(trexCentres[:], func(of string) bool { return name == "X"+of || name == "Y"+of })
}

func isFinite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }
