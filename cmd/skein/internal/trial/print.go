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

	trialLegend = `✓ passed, ✗ failed. The number is the time in seconds until all were one flock. – means never.
c, l and s count collisions, lost members and splits.
`
	shareLegend = `7/10 means that 7 of 10 seeds passed. The number is the median time in seconds until all were one
flock, over the seeds in which this happened. – means never. c, l and s count
the seeds with collisions, lost members and splits. The last row is the mean over the seeds ± its
standard error.
`
)

func printTrials(to io.Writer, runs []*Run) error {
	var b strings.Builder
	shares := sharesOf(runs)
	for from := 0; from < len(shares); {
		end := from
		for end < len(shares) && shares[end][0].space == shares[from][0].space {
			end++
		}
		printWorld(&b, shares[from:end])
		b.WriteByte('\n')
		from = end
	}
	if len(shares) < len(runs) {
		b.WriteString(shareLegend)
	} else {
		b.WriteString(trialLegend)
	}
	_, err := io.WriteString(to, b.String())
	return err
}

func printWorld(b *strings.Builder, shares []share) {
	wide := columnCount(shares)
	first := shares[0][0]
	table := [][]string{}
	for line := range 4 { // each line contains one word of the name of each column
		row := []string{""}
		for _, s := range shares[:wide] {
			row = append(row, wordAt(s[0].name, line-4))
		}
		if strings.Join(row, "") != "" {
			table = append(table, row)
		}
	}
	table[len(table)-1][0] = "in " + first.inWords()
	columns := make([][]share, wide)
	for from := 0; from < len(shares); from += wide {
		t := shares[from][0].trial
		row := []string{fmt.Sprintf("%2d %s: %s", t.Number, t.Goal, t.Name)}
		for k, s := range shares[from : from+wide] {
			row = append(row, s.cell())
			columns[k] = append(columns[k], s)
		}
		table = append(table, row)
	}
	sums := []string{"passed"}
	for _, column := range columns {
		sums = append(sums, sumOf(column))
	}
	writeAligned(b, append(table, sums))
}

func columnCount(shares []share) int {
	n := slices.IndexFunc(shares, func(s share) bool {
		return s[0].trial.Number != shares[0][0].trial.Number || s[0].space != shares[0][0].space
	})
	if n < 0 {
		return len(shares)
	}
	return n
}

func wordAt(name string, index int) string {
	words := strings.Split(strings.ReplaceAll(strings.ReplaceAll(name, "_", " "), "+", " +"), " ")
	if index += len(words); index < 0 {
		return ""
	}
	return words[index]
}

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
	return strings.Join(append(words, countWords(g.Collisions, g.Lost, g.Splits)...), " ")
}

func countWords(collisions, lost, splits int) (words []string) {
	for k, n := range []int{collisions, lost, splits} {
		if n > 0 {
			words = append(words, strconv.Itoa(n)+string("cls"[k]))
		}
	}
	return words
}

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
