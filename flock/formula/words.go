package formula

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"skein/flock"
)

// Word is a word that a formula may use, with its help.
type Word struct {
	Text        string
	Kind        SpanKind // one of FunctionSpan, NameSpan, OwnSpan and KeywordSpan
	Usage       string   // example of a call, for a function
	Unit        string   // unit of a name, or ""
	Doc         string   // description in one line
	OfNeighbour bool     // whether the word is known only inside sum, mean, count, nearest and outline
}

// Words returns the words that the formulas of the rule may use in the model m: names, columns, parameters
// and functions.
func (d *Definition) Words(m *flock.Model) (all []Word) {
	for _, p := range d.Params {
		all = append(all, Word{Text: p.Key, Kind: NameSpan, Unit: p.Unit, Doc: p.Doc})
	}
	for _, c := range d.Columns {
		all = append(all, Word{Text: c.Key, Kind: NameSpan, Unit: c.Unit, Doc: c.Doc})
	}
	for _, n := range names() {
		all = append(all, Word{Text: n.Name, Kind: NameSpan, Unit: n.Unit, Doc: n.Doc, OfNeighbour: n.OfNeighbour})
	}
	for _, f := range functions() {
		all = append(all, Word{Text: f.Name, Kind: FunctionSpan, Usage: f.Usage, Doc: f.Doc})
	}
	params := m.Params()
	for _, s := range params.Specs() {
		if s.Float != nil && s.Owner == "" {
			all = append(all, Word{Text: s.Key, Kind: NameSpan, Unit: s.Unit, Doc: s.Doc})
		}
	}
	return all
}

// Complete returns the words that may follow at a position in a formula, the most likely first. offset is a
// byte offset in text, and from is the offset at which the word at this position begins. words lists the
// words that the formula may use. In a comment, a number or a unit, Complete returns no words. If asked is
// false, it also returns no words before the user has typed the first letter of a word.
func Complete(text string, offset int, words []Word, asked bool) (from int, all []Word) {
	before := text[:offset]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	from = offset - len(line) + strings.LastIndexFunc(line, func(r rune) bool { return !isWordLetter(r) }) + 1
	begun := text[from:offset]
	last, _ := utf8.DecodeLastRuneInString(text[:from])
	switch {
	case strings.Contains(line, "#"), begun == "" && !asked, begun != "" && !isLetter(rune(begun[0])), last == '.':
		return from, nil
	case strings.LastIndexByte(line, '[') > strings.LastIndexByte(line, ']'):
		return from, nil
	}
	for _, name := range ownNames(text[:from]) {
		all = append(all, Word{Text: name, Kind: OwnSpan, Doc: "defined above"})
	}
	all = append(all, words...)
	for _, word := range keywords() {
		all = append(all, Word{Text: word, Kind: KeywordSpan})
	}
	inSum := insideSum(before)
	rank := func(w *Word) int {
		switch {
		case strings.HasPrefix(w.Text, begun) && w.OfNeighbour && inSum:
			return 0
		case strings.HasPrefix(w.Text, begun) && (!w.OfNeighbour || inSum):
			return 1
		case strings.HasPrefix(w.Text, begun):
			return 2
		}
		return 3
	}
	all = slices.DeleteFunc(all, func(w Word) bool { return w.Text == begun || !strings.Contains(w.Text, begun) })
	slices.SortStableFunc(all, func(a, b Word) int { return cmp.Compare(rank(&a), rank(&b)) })
	return from, all
}

func insideSum(text string) bool {
	depth := 0
	for offset := len(text) - 1; offset >= 0; offset-- {
		switch text[offset] {
		case ')':
			depth++
		case '(':
			if depth--; depth >= 0 {
				continue
			}
			depth = 0
			head := text[:offset]
			word := head[strings.LastIndexFunc(head, func(r rune) bool { return !isWordLetter(r) })+1:]
			if slices.Contains([]string{"sum", "mean", "count", "nearest", "outline"}, word) {
				return true
			}
		}
	}
	return false
}

// WithSuffix returns a copy of the rule with suffix, such as _2, appended to the keys of all parameters and
// columns.
func (d Definition) WithSuffix(suffix string) Definition {
	d.Params, d.Columns = slices.Clone(d.Params), slices.Clone(d.Columns)
	own := map[string]bool{}
	for k := range d.Params {
		own[d.Params[k].Key] = true
		d.Params[k].Key += suffix
	}
	for k := range d.Columns {
		own[d.Columns[k].Key], own[next+d.Columns[k].Key] = true, true
		d.Columns[k].Start = renamed(d.Columns[k].Start, own, suffix)
		d.Columns[k].Key += suffix
	}
	for _, text := range []*string{&d.Steer, &d.Velocity, &d.Range, &d.Nearest, &d.Switch} {
		*text = renamed(*text, own, suffix)
	}
	return d
}

func renamed(text string, words map[string]bool, suffix string) string {
	var b strings.Builder
	for _, s := range Spans(text, nil) {
		if b.WriteString(text[s.From:s.To]); s.Kind >= KeywordSpan && words[text[s.From:s.To]] {
			b.WriteString(suffix)
		}
	}
	return b.String()
}
