package scenario

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"skein/flock/model"
)

// Amend edits the text of a scenario file so that it describes this scene. It
//   - changes only the values that differ from the values in the file,
//   - adds a missing key if the scene's value is not the default,
//   - replaces the rules that are written as formulas if any of them differs,
//   - adds the scene's flocks, things, events and lessons at the end if neither the file nor its base has
//     any, and
//   - keeps the comments outside of the rules, the order of the keys and a byte order mark.
//
// If this edit is not possible, for example because a thing was changed, Amend returns the whole scene as
// [Scenario.TOML] writes it. lost reports whether comments were lost.
func (s *Scenario) Amend(file string, text []byte) (amended []byte, lost bool) {
	plain := TrimBOM(text)
	mark := text[:len(text)-len(plain)]
	amended, lost = s.amendPlain(file, plain)
	return slices.Concat(mark, amended), lost
}

func (s *Scenario) amendPlain(file string, text []byte) (amended []byte, lost bool) {
	current := text
	for range 4 { // repeat, because a default may depend on a key that was changed
		parsed, err := Parse(file, current)
		if err != nil {
			break
		}
		if key, _, _ := Difference(parsed, s); key == "" {
			return current, lost
		}
		amend := s.amendFields
		if parsed.formatRules() != s.formatRules() {
			amend = s.amendRules
			lost = hasComments(rulesIn(current))
		}
		changed, ok := amend(parsed, current)
		if !ok {
			break
		}
		current = changed
	}
	return s.TOML(), hasComments(text)
}

// amendFields changes the values that differ. parsed is the scene in the text. ok is false if a value does
// not fit into the text.
func (s *Scenario) amendFields(parsed *Scenario, text []byte) (changed []byte, ok bool) {
	t := &document{text: string(text), entries: walk(text), lineEnd: lineEndOf(text)}
	for _, f := range s.fields() {
		if now := f.format(s); now != f.format(parsed) && !t.set(f.section, f.Key, now) {
			return nil, false
		}
	}
	t.appended += strings.ReplaceAll(s.newTables(parsed), "\n", t.lineEnd)
	return t.result(), true
}

func (s *Scenario) newTables(parsed *Scenario) string {
	var b bytes.Buffer
	if len(parsed.Others) == 0 {
		for k := range s.Others {
			s.Others[k].writeChanged(&b, s.Params.Model().Name())
		}
	}
	if len(parsed.Surroundings.Things()) == 0 {
		s.writeThings(&b)
	}
	if len(parsed.Events) == 0 {
		s.writeEvents(&b)
	}
	if len(parsed.Suggestions)+len(parsed.Lessons) == 0 {
		s.writeLessons(&b)
	}
	return b.String()
}

// writeChanged writes the flock without the values that it would have anyway in a file whose first flock has
// the given model. It writes a flock with formulas completely.
func (f *Flock) writeChanged(b *bytes.Buffer, first string) {
	name := f.Params.Model().Name()
	usual, err := Parse("", fmt.Appendf(nil, "version = %d\nmodel = %q\n\n[[flock]]\nspecies = \"other\"\nmodel = %q\n", Version, first, name))
	if err != nil || len(usual.Others) != 1 || model.RulesText(f.Params.Model()) != "" {
		f.write(b)
		return
	}
	one, other := &Scenario{Flock: *f}, &Scenario{Flock: usual.Others[0]}
	fields := flockFields(&f.Params)
	for k := range fields {
		field := &fields[k]
		if field.untouched != nil && field.untouched(one) {
			continue
		}
		field.untouched = func(s *Scenario) bool { return field.format(s) == field.format(other) }
	}
	fmt.Fprintf(b, "\n[[flock]]\nmodel = %q\n", name)
	one.write(b, fields, "flock.")
	one.writeRules(b, "flock.")
}

// BasedOn returns a scenario file that is equal to a built-in scene. The file only names the scene as its
// base.
func BasedOn(name string) []byte {
	return fmt.Appendf(nil, "version = %d\nbase = %q\n", Version, name)
}

func hasComments(text []byte) bool {
	for k := 0; k < len(text); k++ {
		switch text[k] {
		case '#':
			return true
		case '"', '\'':
			k += max(quotedLength(string(text[k:])), 1) - 1
		}
	}
	return false
}

func lineEndOf(text []byte) string {
	if k := bytes.IndexByte(text, '\n'); k > 0 && text[k-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

type document struct {
	text        string
	entries     []entry
	lineEnd     string
	edits       []textEdit
	appended    string
	lastSection string // section of the last key in appended
}

type textEdit struct {
	from, to int
	text     string
}

func (t *document) set(section, key, value string) bool {
	path := strings.TrimPrefix(section+"."+key, ".")
	if k := slices.IndexFunc(t.entries, func(e entry) bool { return e.path() == path }); k >= 0 {
		return !t.entries[k].table && t.replace(&t.entries[k], value)
	}
	for k := range slices.Backward(t.entries) {
		e := &t.entries[k]
		switch last := len(e.keys) - 1; {
		case e.inline && e.path() == section && e.table:
			return t.insertInline(e, key+" = "+value)
		case e.inline:
		case section == "" && (e.path() == "version" || e.path() == "base"), e.table && e.path() == section,
			!e.table && section != "" && strings.Join(e.keys[:last], ".") == section:
			name := key
			if !e.table {
				name = t.text[e.from:e.name] + key // a dotted key, such as params.vision
			}
			return t.insertAfter(e, name+" = "+value+t.lineEnd)
		}
	}
	if t.lastSection != section || t.appended == "" {
		t.appended += t.lineEnd + "[" + section + "]" + t.lineEnd
		t.lastSection = section
	}
	t.appended += key + " = " + value + t.lineEnd // the caller sets all keys of a section before those of the next
	return true
}

func (t *document) replace(e *entry, value string) bool {
	from := valueStart(t.text, e.to)
	if from < 0 {
		return false
	}
	to, whole := valueEnd(t.text, from)
	if !whole {
		return false
	}
	rest, _, _ := strings.Cut(t.text[to:], "\n")
	if note := strings.TrimLeft(rest, " "); strings.HasPrefix(note, "#") && !strings.Contains(t.text[from:to], "\n") { // keep the comment in its column
		gap := len(rest) - len(note)
		value += strings.Repeat(" ", max(to-from+gap-len(value), 1))
		to += gap
	}
	t.edits = append(t.edits, textEdit{from, to, value})
	return true
}

func (t *document) insertAfter(e *entry, lines string) bool {
	offset := e.to
	if !e.table {
		from, whole := valueStart(t.text, e.to), false
		if from >= 0 {
			offset, whole = valueEnd(t.text, from)
		}
		if !whole {
			return false
		}
	}
	if k := strings.IndexByte(t.text[offset:], '\n'); k >= 0 {
		offset += k + 1
	} else {
		offset, lines = len(t.text), t.lineEnd+strings.TrimSuffix(lines, t.lineEnd)
	}
	t.edits = append(t.edits, textEdit{offset, offset, lines})
	return true
}

func (t *document) insertInline(e *entry, pair string) bool {
	from := valueStart(t.text, e.to)
	to, whole := len(t.text), false
	if from >= 0 {
		to, whole = valueEnd(t.text, from)
	}
	if !whole || t.text[to-1] != '}' {
		return false
	}
	offset := from + len(strings.TrimRight(t.text[from:to-1], " \t"))
	added := slices.ContainsFunc(t.edits, func(e textEdit) bool { return e.from == offset && e.to == offset })
	switch {
	case t.text[offset-1] != '{' || added:
		pair = ", " + pair
	case offset == to-1:
		pair = " " + pair + " "
	default:
		pair = " " + pair
	}
	t.edits = append(t.edits, textEdit{offset, offset, pair})
	return true
}

func (t *document) result() []byte {
	slices.SortStableFunc(t.edits, func(a, b textEdit) int { return cmp.Compare(a.from, b.from) })
	var b bytes.Buffer
	offset := 0
	for _, e := range t.edits {
		b.WriteString(t.text[offset:e.from])
		b.WriteString(e.text)
		offset = e.to
	}
	b.WriteString(t.text[offset:])
	if t.appended != "" && b.Len() > 0 && !bytes.HasSuffix(b.Bytes(), []byte("\n")) {
		b.WriteString(t.lineEnd)
	}
	b.WriteString(t.appended)
	return b.Bytes()
}

// valueStart returns the offset of the value that follows a key, or -1. key is the offset of the end of the
// key.
func valueStart(text string, key int) int {
	offset := strings.IndexByte(text[key:], '=')
	if offset < 0 {
		return -1
	}
	offset += key + 1
	return offset + len(text[offset:]) - len(strings.TrimLeft(text[offset:], " \t"))
}

// valueEnd returns the offset after the value that begins at from, without trailing spaces. whole reports
// whether the value is complete.
func valueEnd(text string, from int) (end int, whole bool) {
	depth := 0
	end = from
	for k := from; k < len(text); k++ {
		switch c := text[k]; c {
		case '"', '\'':
			n := quotedLength(text[k:])
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

// quotedLength returns the length of the quoted string at the start of a text. It returns -1 if the string
// does not end.
func quotedLength(text string) int {
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
			for len(mark) == 3 && k < len(text) && text[k] == mark[0] { // one or two quotation marks before the closing """ belong to the string
				k++
			}
			return k
		case text[k] == '\n' && len(mark) == 1:
			return -1
		}
	}
	return -1
}
