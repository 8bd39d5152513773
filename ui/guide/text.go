package guide

import (
	"strings"
	"unicode/utf8"
)

// Text returns the page as plain text for a terminal with lines of at most this width. Code and tables that
// cannot be narrowed may be wider.
func (p *Page) Text(width int) string {
	var b strings.Builder
	before := Kind(-1)
	for _, block := range p.Blocks() {
		if before >= 0 && !(before == Item && block.Kind == Item) {
			b.WriteByte('\n')
		}
		b.WriteString(block.text(width))
		before = block.Kind
	}
	return b.String()
}

func (b *Block) text(width int) string {
	switch b.Kind {
	case Heading:
		title := plain(b.Spans)
		line := map[bool]string{true: "=", false: "-"}[b.Level == 1]
		return title + "\n" + strings.Repeat(line, utf8.RuneCountInString(title)) + "\n"
	case Item:
		indent := strings.Repeat("  ", b.Level)
		first := indent + b.Marker + " "
		return hanging(first, wrap(b.withCodeMarks(), width-len(first)))
	case Code:
		return "    " + strings.Join(b.Lines, "\n    ") + "\n"
	case Table:
		return tableText(b.Rows, width)
	}
	return strings.Join(wrap(b.withCodeMarks(), width), "\n") + "\n"
}

func (b *Block) withCodeMarks() string {
	var text strings.Builder
	for _, s := range b.Spans {
		switch {
		case s.Code:
			text.WriteString("`" + s.Text + "`")
		case s.Link != "":
			text.WriteString(s.Text + reference(s.Link))
		default:
			text.WriteString(s.Text)
		}
	}
	return text.String()
}

func reference(link string) string {
	file, _, _ := strings.Cut(link, "#")
	if name, ok := strings.CutSuffix(file, ".md"); ok && !strings.Contains(name, "/") {
		return " (skein help " + name + ")"
	}
	if strings.Contains(link, "://") {
		return " (" + link + ")"
	}
	return ""
}

func hanging(marker string, lines []string) string {
	gap := strings.Repeat(" ", utf8.RuneCountInString(marker))
	return marker + strings.Join(lines, "\n"+gap) + "\n"
}

func wrap(text string, width int) []string {
	var lines []string
	line, length := "", 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		if line != "" && length+1+n > width {
			lines = append(lines, line)
			line, length = "", 0
		}
		if line != "" {
			line, length = line+" ", length+1
		}
		line, length = line+word, length+n
	}
	return append(lines, line)
}

// leastColumn is the width to which a column of a table can be narrowed.
const leastColumn = 14

func tableText(rows [][][]Span, width int) string {
	var widths []int
	for _, row := range rows {
		for k, cell := range row {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], utf8.RuneCountInString(plain(cell)))
		}
	}
	narrow(widths, width)
	var b strings.Builder
	for k, row := range rows {
		writeRow(&b, row, widths)
		if k == 0 {
			for i, w := range widths {
				widths[i] = max(w, 1)
			}
			b.WriteString(strings.Repeat("-", min(sum(widths)+2*len(widths)-2, width)) + "\n")
		}
	}
	return b.String()
}

func narrow(widths []int, width int) {
	for sum(widths)+2*len(widths)-2 > width {
		widest := 0
		for k, w := range widths {
			if w > widths[widest] {
				widest = k
			}
		}
		if widths[widest] <= leastColumn {
			return
		}
		widths[widest]--
	}
}

func writeRow(b *strings.Builder, row [][]Span, widths []int) {
	high := 1
	cells := make([][]string, len(row))
	for k, cell := range row {
		cells[k] = wrap(plain(cell), widths[k])
		high = max(high, len(cells[k]))
	}
	for i := range high {
		var line strings.Builder
		for k, lines := range cells {
			text := ""
			if i < len(lines) {
				text = lines[i]
			}
			line.WriteString(text + strings.Repeat(" ", max(widths[k]-utf8.RuneCountInString(text), 0)+2))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

func sum(all []int) (total int) {
	for _, n := range all {
		total += n
	}
	return total
}
