package scenario

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// Amend returns the text of a scenario file with what this scene sets otherwise changed in it:
// comments and order stay, and what is not mentioned stays so where it is as it was. Where that
// cannot be, such as after a change of what is around the flock, it is the whole scene anew, as
// [Scenario.TOML] writes it; lost says whether comments went with that. A byte order mark
// stays.
func (s *Scenario) Amend(file string, text []byte) (amended []byte, lost bool) {
	plain := TrimBOM(text)
	mark := text[:len(text)-len(plain)]
	amended, lost = s.amendPlain(file, plain)
	return slices.Concat(mark, amended), lost
}

// amendPlain is Amend for a text without a byte order mark.
func (s *Scenario) amendPlain(file string, text []byte) (amended []byte, lost bool) {
	now := text
	for range 4 { // what a key is that the file leaves out may go by one that is changed
		is, err := Parse(file, now)
		if err != nil {
			break
		}
		if key, _, _ := Difference(is, s); key == "" {
			return now, false
		}
		changed, ok := s.amend(is, now)
		if !ok {
			break
		}
		now = changed
	}
	return s.TOML(), commented(text)
}

// amend changes what the text sets otherwise, being a scene; not ok if it has no place for it.
func (s *Scenario) amend(is *Scenario, text []byte) (changed []byte, ok bool) {
	t := &amended{text: string(text), entries: walk(text), end: lineEnd(text)}
	for _, f := range s.fields() {
		if now := f.format(s); now != f.format(is) && !t.set(f.section, f.key, now) {
			return nil, false
		}
	}
	return t.changed(), true
}

// commented reports whether there are comments in a document.
func commented(text []byte) bool {
	for k := 0; k < len(text); k++ {
		switch text[k] {
		case '#':
			return true
		case '"', '\'':
			k += max(quoted(string(text[k:])), 1) - 1
		}
	}
	return false
}

// lineEnd returns how lines of a text end, which is how its first one does.
func lineEnd(text []byte) string {
	if k := bytes.IndexByte(text, '\n'); k > 0 && text[k-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// amended is a document that is changed place by place.
type amended struct {
	text    string
	entries []entry
	end     string // of its lines
	edits   []edit // in the order in which they came
	after   string // what comes behind all
	section string // whose head stands there last
}

// edit puts a text in the place of another.
type edit struct {
	from, to int
	text     string
}

// set has a key be a value, and says whether it could.
func (t *amended) set(section, key, value string) bool {
	path := strings.TrimPrefix(section+"."+key, ".")
	if k := slices.IndexFunc(t.entries, func(e entry) bool { return e.path() == path }); k >= 0 {
		return !t.entries[k].table && t.replace(&t.entries[k], value)
	}
	for k := range slices.Backward(t.entries) {
		e := &t.entries[k]
		switch last := len(e.keys) - 1; {
		case e.inline && e.path() == section && e.table:
			return t.into(e, key+" = "+value)
		case e.inline:
		case section == "" && e.path() == "version", e.table && e.path() == section,
			!e.table && section != "" && strings.Join(e.keys[:last], ".") == section:
			name := key
			if !e.table {
				name = t.text[e.from:e.name] + key // as dotted as that one is
			}
			return t.behind(e, name+" = "+value+t.end)
		}
	}
	if t.section != section || t.after == "" {
		t.after += t.end + "[" + section + "]" + t.end
		t.section = section
	}
	t.after += key + " = " + value + t.end // the fields of a section come one after the other
	return true
}

// replace changes the value of a key.
func (t *amended) replace(e *entry, value string) bool {
	from := valueAt(t.text, e.to)
	if from < 0 {
		return false
	}
	to, whole := valueEnd(t.text, from)
	if !whole {
		return false
	}
	rest, _, _ := strings.Cut(t.text[to:], "\n")
	if note := strings.TrimLeft(rest, " "); strings.HasPrefix(note, "#") && !strings.Contains(t.text[from:to], "\n") { // it stays in its column
		gap := len(rest) - len(note)
		value += strings.Repeat(" ", max(to-from+gap-len(value), 1))
		to += gap
	}
	t.edits = append(t.edits, edit{from, to, value})
	return true
}

// behind puts lines behind the one in which an entry ends.
func (t *amended) behind(e *entry, lines string) bool {
	at := e.to
	if !e.table {
		from, whole := valueAt(t.text, e.to), false
		if from >= 0 {
			at, whole = valueEnd(t.text, from)
		}
		if !whole {
			return false
		}
	}
	if k := strings.IndexByte(t.text[at:], '\n'); k >= 0 {
		at += k + 1
	} else {
		at, lines = len(t.text), t.end+strings.TrimSuffix(lines, t.end)
	}
	t.edits = append(t.edits, edit{at, at, lines})
	return true
}

// into puts a pair into an inline table, behind all others.
func (t *amended) into(e *entry, pair string) bool {
	from := valueAt(t.text, e.to)
	to, whole := len(t.text), false
	if from >= 0 {
		to, whole = valueEnd(t.text, from)
	}
	if !whole || t.text[to-1] != '}' {
		return false
	}
	at := from + len(strings.TrimRight(t.text[from:to-1], " \t"))
	added := slices.ContainsFunc(t.edits, func(e edit) bool { return e.from == at && e.to == at })
	switch {
	case t.text[at-1] != '{' || added:
		pair = ", " + pair
	case at == to-1:
		pair = " " + pair + " "
	default:
		pair = " " + pair
	}
	t.edits = append(t.edits, edit{at, at, pair})
	return true
}

// changed returns the text with all that was set in it.
func (t *amended) changed() []byte {
	slices.SortStableFunc(t.edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var b bytes.Buffer
	at := 0
	for _, e := range t.edits {
		b.WriteString(t.text[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.WriteString(t.text[at:])
	if t.after != "" && b.Len() > 0 && !bytes.HasSuffix(b.Bytes(), []byte("\n")) {
		b.WriteString(t.end)
	}
	b.WriteString(t.after)
	return b.Bytes()
}

// valueAt returns where the value of a key begins that ends at a place; -1 if there is none.
func valueAt(text string, key int) int {
	at := strings.IndexByte(text[key:], '=')
	if at < 0 {
		return -1
	}
	at += key + 1
	return at + len(text[at:]) - len(strings.TrimLeft(text[at:], " \t"))
}

// valueEnd returns where a value ends that begins at a place, before the spaces behind it, and
// whether it does.
func valueEnd(text string, from int) (end int, whole bool) {
	depth := 0
	end = from
	for k := from; k < len(text); k++ {
		switch c := text[k]; c {
		case '"', '\'':
			n := quoted(text[k:])
			if n < 0 {
				return len(text), false
			}
			k += n - 1
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth < 0 {
				return end, true
			}
		case ',':
			if depth == 0 {
				return end, true
			}
		case '#':
			if depth == 0 {
				return end, true
			}
			for k+1 < len(text) && text[k+1] != '\n' {
				k++
			}
		case '\n':
			if depth == 0 {
				return end, true
			}
		case ' ', '\t', '\r':
			continue
		}
		end = k + 1
	}
	return end, depth == 0
}

// quoted returns the length of the string that a text begins with; -1 if it has no end.
func quoted(text string) int {
	mark := text[:1]
	if many := strings.Repeat(mark, 3); strings.HasPrefix(text, many) {
		mark = many
	}
	for k := len(mark); k < len(text); k++ {
		switch {
		case text[k] == '\\' && mark[0] == '"':
			k++
		case strings.HasPrefix(text[k:], mark):
			k += len(mark)
			for len(mark) == 3 && k < len(text) && text[k] == mark[0] { // up to two stand before the end
				k++
			}
			return k
		case text[k] == '\n' && len(mark) == 1:
			return -1
		}
	}
	return -1
}
