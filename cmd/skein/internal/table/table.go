package table

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"skein/flock/message"
	"skein/flock/metrics/field"
)

// visibleCells escapes control characters, which file names may contain.
func visibleCells(line []string) []string {
	cells := make([]string, len(line))
	for k, text := range line {
		cells[k] = message.Line(text)
	}
	return cells
}

// AlignRight prints a table whose columns are aligned to the right.
func AlignRight(out io.Writer, lines [][]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, line := range lines {
		fmt.Fprintln(w, strings.Join(visibleCells(line), "\t")+"\t")
	}
	return w.Flush()
}

// Markdown prints a table as Markdown. The first line is the heading.
func Markdown(out io.Writer, lines [][]string) error {
	for n, line := range lines {
		fmt.Fprintf(out, "| %s |\n", strings.Join(visibleCells(line), " | "))
		if n == 0 {
			fmt.Fprintf(out, "|%s\n", strings.Repeat("---:|", len(line)))
		}
	}
	return nil
}

// Optional returns x as text, or a dash if x is nil.
func Optional(x *float64) string {
	if x == nil {
		return "–"
	}
	return field.Rounded(*x, *x)
}

// AlignLeft prints a table whose columns are aligned to the left.
func AlignLeft(out io.Writer, lines [][]string) error {
	widths, cells := make([]int, len(lines[0])), make([][]string, len(lines))
	for n, line := range lines {
		cells[n] = visibleCells(line)
		for k, text := range cells[n] {
			widths[k] = max(widths[k], len([]rune(text)))
		}
	}
	for _, line := range cells {
		var b strings.Builder
		for k, text := range line {
			fmt.Fprintf(&b, "%-*s  ", widths[k], text)
		}
		if _, err := fmt.Fprintln(out, strings.TrimRight(b.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}

// Seeds returns text such as "seed 4", "seeds 4 to 7" or "seeds 4, 7, 1001"; without seeds, "tracks".
func Seeds(seeds []uint64) string {
	last := len(seeds) - 1
	if last < 0 {
		return "tracks"
	}
	if last == 0 {
		return fmt.Sprintf("seed %d", seeds[0])
	}
	if last == 1 {
		return fmt.Sprintf("seeds %d and %d", seeds[0], seeds[1])
	}
	if seeds[last]-seeds[0] == uint64(last) && slices.IsSorted(seeds) {
		return fmt.Sprintf("seeds %d to %d", seeds[0], seeds[last])
	}
	return "seeds " + strings.Trim(strings.ReplaceAll(fmt.Sprint(seeds), " ", ", "), "[]")
}
