package guide

import (
	"regexp"
	"strings"
)

// Kind is the type of a block, such as a heading or a table.
type Kind int

// The kinds of blocks.
const (
	Paragraph Kind = iota
	Heading
	Item // item of a list
	Code
	Table
)

// Block is a paragraph, heading, list item, code or table of a page.
type Block struct {
	Kind   Kind
	Level  int        // level of a heading, from 1, or of a list item, from 0
	Marker string     // marker of a list item: "-" or "1."
	Spans  []Span     // text of a paragraph, a heading or an item
	Lines  []string   // lines of code
	Rows   [][][]Span // rows of cells of a table; the first row is the header
}

// Blocks parses the Markdown that the guide uses: headings, paragraphs, lists, quotes (as paragraphs), fenced
// code and tables. It leaves out images and comments.
func (p *Page) Blocks() []Block {
	r := reader{lines: strings.Split(p.Source, "\n")}
	var blocks []Block
	for !r.done() {
		if block, ok := r.block(); ok {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

type reader struct {
	lines []string
	next  int
}

func (r *reader) done() bool   { return r.next >= len(r.lines) }
func (r *reader) peek() string { return r.lines[r.next] }

func (r *reader) take() string {
	r.next++
	return r.lines[r.next-1]
}

var (
	itemPattern    = regexp.MustCompile(`^( *)(-|\d+\.) +(.*)$`)
	headingPattern = regexp.MustCompile(`^(#+) +(.*)$`)
)

func (r *reader) block() (b Block, ok bool) {
	line := r.peek()
	trimmed := strings.TrimSpace(line)
	switch {
	case trimmed == "", strings.HasPrefix(trimmed, "<"), strings.HasPrefix(trimmed, "!["):
		r.take()
		return b, false
	case strings.HasPrefix(trimmed, "```"):
		return r.code(), true
	case strings.HasPrefix(trimmed, "|"):
		return r.table(), true
	}
	if m := headingPattern.FindStringSubmatch(line); m != nil {
		r.take()
		return Block{Kind: Heading, Level: len(m[1]), Spans: parseSpans(m[2])}, true
	}
	if m := itemPattern.FindStringSubmatch(line); m != nil {
		r.take()
		return Block{Kind: Item, Level: len(m[1]) / 2, Marker: m[2], Spans: parseSpans(r.joinLines(m[3]))}, true
	}
	return Block{Kind: Paragraph, Spans: parseSpans(r.joinLines(stripQuote(r.take())))}, true
}

func (r *reader) joinLines(text string) string {
	for !r.done() && continues(r.peek()) {
		text += " " + stripQuote(r.take())
	}
	return text
}

func continues(line string) bool {
	trimmed := strings.TrimSpace(line)
	return trimmed != "" && trimmed != ">" && !strings.HasPrefix(trimmed, "```") && !strings.HasPrefix(trimmed, "|") &&
		!strings.HasPrefix(trimmed, "<") && !headingPattern.MatchString(line) && !itemPattern.MatchString(line)
}

func stripQuote(line string) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), ">"))
}

func (r *reader) code() Block {
	b := Block{Kind: Code}
	for r.take(); !r.done(); {
		line := r.take()
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			break
		}
		b.Lines = append(b.Lines, line)
	}
	return b
}

func (r *reader) table() Block {
	b := Block{Kind: Table}
	for !r.done() && strings.HasPrefix(strings.TrimSpace(r.peek()), "|") {
		line := strings.Trim(strings.TrimSpace(r.take()), "|")
		if strings.Trim(line, "|-: ") == "" && len(b.Rows) == 1 {
			continue
		}
		b.Rows = append(b.Rows, cells(line))
	}
	return b
}

func cells(line string) [][]Span {
	const bar = "\x00"
	var row [][]Span
	for cell := range strings.SplitSeq(strings.ReplaceAll(line, `\|`, bar), "|") {
		row = append(row, parseSpans(strings.ReplaceAll(strings.TrimSpace(cell), bar, "|")))
	}
	return row
}
