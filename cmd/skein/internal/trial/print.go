package trial

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Marks at the beginning of the cells in the table.
const (
	passedMark, failedMark = "✓", "✗"

	trialLegend = `✓ passed, ✗ failed. The number is the time until all were one flock, in seconds; – means never.
Counts follow: c collisions, l lost members, s splits.
`
)

// printTrials prints a table for each world. The table has a row for each trial and a column for each
// neighbourhood.
func printTrials(to io.Writer, runs []*Run) error {
	var b strings.Builder
	for from := 0; from < len(runs); {
		end := from
		for end < len(runs) && runs[end].space == runs[from].space {
			end++
		}
		printWorld(&b, runs[from:end])
		b.WriteByte('\n')
		from = end
	}
	b.WriteString(trialLegend)
	_, err := io.WriteString(to, b.String())
	return err
}

func printWorld(b *strings.Builder, runs []*Run) {
	columns := columnsOf(runs)
	table := [][]string{}
	for line := range 4 { // each line contains one word of the columns' names
		row := []string{""}
		for k := range columns {
			row = append(row, wordAt(runs[k].name, line-4))
		}
		if strings.Join(row, "") != "" {
			table = append(table, row)
		}
	}
	table[len(table)-1][0] = "in " + map[bool]string{false: "the plane", true: "space"}[runs[0].space]
	passed := make([]int, len(columns))
	for from := 0; from < len(runs); from += len(columns) {
		t := runs[from].trial
		row := []string{fmt.Sprintf("%2d %s: %s", t.Number, t.Goal, t.Name)}
		for k, r := range runs[from : from+len(columns)] {
			row = append(row, r.cell())
			if r.judge.Good() {
				passed[k]++
			}
		}
		table = append(table, row)
	}
	sums := []string{"passed"}
	for _, n := range passed {
		sums = append(sums, fmt.Sprintf("%d of %d", n, len(runs)/len(columns)))
	}
	writeAligned(b, append(table, sums))
}

// columnsOf returns the runs of the first trial, one for each neighbourhood.
func columnsOf(runs []*Run) []*Run {
	n := slices.IndexFunc(runs, func(r *Run) bool { return r.trial.Number != runs[0].trial.Number })
	if n < 0 {
		return runs
	}
	return runs[:n]
}

// wordAt returns a word of a name. The index counts from the end: -1 is the last word, and -2 the one before
// it.
func wordAt(name string, at int) string {
	words := strings.Split(strings.ReplaceAll(strings.ReplaceAll(name, "_", " "), "+", " +"), " ")
	if at += len(words); at < 0 {
		return ""
	}
	return words[at]
}

// cell returns the text of a table cell: whether the run passed, and its numbers.
func (r *Run) cell() string {
	g := r.judge
	words := []string{failedMark}
	if g.Good() {
		words[0] = passedMark
	}
	if g.Joined < 0 {
		words = append(words, "–")
	} else {
		words = append(words, strconv.FormatFloat(g.Joined, 'f', 1, 64))
	}
	for _, n := range []struct {
		count int
		what  string
	}{{g.Collisions, "c"}, {g.Lost, "l"}, {g.Splits, "s"}} {
		if n.count > 0 {
			words = append(words, strconv.Itoa(n.count)+n.what)
		}
	}
	return strings.Join(words, " ")
}

// writeAligned writes rows in columns that are as wide as their widest cells.
func writeAligned(b *strings.Builder, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for k, cell := range row {
			widths[k] = max(widths[k], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		line := ""
		for k, cell := range row {
			line += cell + strings.Repeat(" ", widths[k]-utf8.RuneCountInString(cell)+2)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}
