package guide

import "strings"

// Span is a run of text in one style.
type Span struct {
	Text string
	Code bool
	Bold bool
	Link string // empty if not a link
}

// parseSpans parses `code`, **bold**, *emphasis* and [text](link). Emphasis becomes plain text.
func parseSpans(text string) []Span {
	var spans []Span
	add := func(s Span) {
		if s.Text != "" {
			spans = append(spans, s)
		}
	}
	for text != "" {
		offset := strings.IndexAny(text, "`*[!")
		if offset < 0 {
			break
		}
		span, length := parseSpan(text[offset:])
		if length == 0 {
			add(Span{Text: text[:offset+1]})
			text = text[offset+1:]
			continue
		}
		add(Span{Text: text[:offset]})
		add(span)
		text = text[offset+length:]
	}
	add(Span{Text: text})
	return spans
}

func parseSpan(text string) (span Span, length int) {
	switch {
	case strings.HasPrefix(text, "!["):
		if _, n := parseLink(text[1:]); n > 0 {
			return Span{}, n + 1
		}
	case text[0] == '`':
		inside, n := textBetween(text, "`")
		return Span{Text: inside, Code: true}, n
	case strings.HasPrefix(text, "**"):
		inside, n := textBetween(text, "**")
		return Span{Text: strings.ReplaceAll(inside, "`", ""), Bold: true}, n
	case text[0] == '*':
		inside, n := textBetween(text, "*")
		return Span{Text: inside}, n
	case text[0] == '[':
		return parseLink(text)
	}
	return Span{}, 0
}

func parseLink(text string) (Span, int) {
	label, rest, ok := strings.Cut(text[1:], "](")
	link, _, ends := strings.Cut(rest, ")")
	if !ok || !ends || strings.Contains(label, "\n") {
		return Span{}, 0
	}
	length := len("[") + len(label) + len("](") + len(link) + len(")")
	code := len(label) > 2 && label[0] == '`'
	return Span{Text: strings.Trim(label, "`"), Link: link, Code: code}, length
}

// textBetween returns the text between a mark and the next mark. length includes both marks; 0 means that
// there is no span.
func textBetween(text, mark string) (inside string, length int) {
	inside, _, ok := strings.Cut(text[len(mark):], mark)
	if !ok || inside == "" || inside[0] == ' ' {
		return "", 0
	}
	return inside, len(inside) + 2*len(mark)
}

func plain(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Plain returns the text of a block without its styles.
func (b *Block) Plain() string {
	text := plain(b.Spans) + strings.Join(b.Lines, "\n")
	for _, row := range b.Rows {
		text += PlainRow(row) + "\n"
	}
	return text
}

// PlainRow returns the text of a row of a table without its styles.
func PlainRow(row [][]Span) string {
	var cells []string
	for _, cell := range row {
		cells = append(cells, plain(cell))
	}
	return strings.Join(cells, " ")
}
