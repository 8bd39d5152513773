package scenario

import (
	"bytes"
	"slices"
	"strings"
)

// Amend is the text of a scenario file with what this scene sets otherwise changed in it:
// comments and order stay, and what is not mentioned stays so where it is as it was. Where that
// cannot be, such as after a change of what is around the flock, it is the whole scene anew, as
// [Scenario.TOML] writes it.
func (s *Scenario) Amend(file string, text []byte) []byte {
	for range 3 { // what a key is that the file leaves out may go by one that is changed
		is, err := Parse(file, text)
		if err != nil {
			break
		}
		if key, _, _ := Difference(is, s); key == "" {
			return text
		}
		t := &amended{lines: strings.SplitAfter(string(text), "\n"), entries: walk(text), behind: map[int]string{}}
		for _, f := range s.fields() {
			if now := f.format(s); now != f.format(is) && !t.set(f.section, f.key, now) {
				return s.TOML()
			}
		}
		text = t.text()
	}
	return s.TOML()
}

// amended is a document whose values are changed line by line.
type amended struct {
	lines   []string       // with their ends
	entries []entry        // of the document before
	behind  map[int]string // lines that come behind one
	after   []string       // and behind all
}

// set has a key be a value, and says whether it could.
func (t *amended) set(section, key, value string) bool {
	path := strings.TrimPrefix(section+"."+key, ".")
	k := slices.IndexFunc(t.entries, func(e entry) bool { return e.path() == path })
	if k >= 0 {
		return !t.entries[k].table && t.replace(t.entries[k].line-1, value)
	}
	pair := key + " = " + value + "\n"
	if k = t.last(section); k >= 0 {
		t.behind[t.entries[k].line-1] += pair
		return true
	}
	if head := "\n[" + section + "]\n"; !slices.Contains(t.after, head) {
		t.after = append(t.after, head)
	}
	t.after = append(t.after, pair) // the fields of a section come one after the other
	return true
}

// last is the last entry of a section that ends in its line, or its head; -1 if it has none.
// Keys above all tables begin with the version.
func (t *amended) last(section string) int {
	last := -1
	for k, e := range t.entries {
		if !t.oneLine(e) {
			continue
		}
		switch parent := strings.Join(e.keys[:len(e.keys)-1], "."); {
		case section == "" && e.path() == "version", section != "" && e.table && e.path() == section, section != "" && !e.table && parent == section:
			last = k
		}
	}
	return last
}

func (t *amended) oneLine(e entry) bool {
	line := t.lines[e.line-1]
	from := valueAt(line)
	return e.table || from >= 0 && valueEnd(line, from) >= 0
}

// replace changes the value on a line, if it ends there.
func (t *amended) replace(line int, value string) bool {
	text := t.lines[line]
	from := valueAt(text)
	to := -1
	if from >= 0 {
		to = valueEnd(text, from)
	}
	if to < 0 {
		return false
	}
	rest := text[to:]
	if note := strings.TrimLeft(rest, " "); strings.HasPrefix(note, "#") { // it stays in its column
		rest = strings.Repeat(" ", max(to-from+len(rest)-len(note)-len(value), 1)) + note
	}
	t.lines[line] = text[:from] + value + rest
	return true
}

func (t *amended) text() []byte {
	var b bytes.Buffer
	add := func(lines string) {
		if b.Len() > 0 && lines != "" && !bytes.HasSuffix(b.Bytes(), []byte("\n")) {
			b.WriteByte('\n')
		}
		b.WriteString(lines)
	}
	for k, line := range t.lines {
		add(line)
		add(t.behind[k])
	}
	add(strings.Join(t.after, ""))
	return b.Bytes()
}

// valueAt is where the value of a line's key begins; -1 if there is none.
func valueAt(line string) int {
	at := strings.Index(line, "=")
	if at < 0 {
		return -1
	}
	return at + 1 + len(line[at+1:]) - len(strings.TrimLeft(line[at+1:], " \t"))
}

// valueEnd is where a value that begins at a place of a line ends, before the spaces behind it;
// -1 if it goes on in the next line.
func valueEnd(line string, from int) int {
	quote, depth, end := byte(0), 0, from
	for k := from; k < len(line) && line[k] != '\n' && line[k] != '\r'; k++ {
		c := line[k]
		switch {
		case quote != 0 && c == '\\' && quote == '"':
			k++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == '#':
			return closed(end, quote, depth)
		}
		if c != ' ' && c != '\t' {
			end = k + 1
		}
	}
	return closed(min(end, len(line)), quote, depth)
}

func closed(end int, quote byte, depth int) int {
	if quote != 0 || depth != 0 {
		return -1
	}
	return end
}
