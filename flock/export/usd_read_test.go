package export

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// prim is a prim of a layer, read independently of the writer. Values are the text between "=" and the end of
// the property.
type prim struct {
	specifier, kind, name, metadata string
	properties                      map[string]string // values, by "kind name"
	details                         map[string]string // metadata, by "kind name"
	children                        []*prim
}

type usdText struct {
	t    *testing.T
	text string
}

func readUSD(t *testing.T, text string) *prim {
	t.Helper()
	u := &usdText{t, text}
	if !strings.HasPrefix(text, "#usda 1.0\n") {
		t.Fatalf("the layer begins with %.20q, want #usda 1.0", text)
	}
	u.text = text[len("#usda 1.0\n"):]
	root := &prim{}
	u.space()
	root.metadata = u.parenthesis()
	for u.space(); u.text != ""; u.space() {
		root.children = append(root.children, u.prim())
	}
	return root
}

func readUSDFile(t *testing.T, path string) *prim {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return readUSD(t, string(text))
}

func (u *usdText) space() { u.text = strings.TrimLeft(u.text, " \n") }

func (u *usdText) upTo(marks string) string {
	i := strings.IndexAny(u.text, marks)
	if i < 0 {
		u.t.Fatalf("no %q in %.80q", marks, u.text)
	}
	taken := u.text[:i]
	u.text = u.text[i:]
	return taken
}

// bracket reads a bracket and returns the text inside, without handling of quotes.
func (u *usdText) bracket() string {
	depth := 0
	for i, c := range u.text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth == 0 {
			taken := u.text[1:i]
			u.text = u.text[i+1:]
			return taken
		}
	}
	u.t.Fatalf("no closing bracket for %.80q", u.text)
	return ""
}

func (u *usdText) parenthesis() string {
	if strings.HasPrefix(u.text, "(") {
		return u.bracket()
	}
	return ""
}

func (u *usdText) prim() *prim {
	head := strings.Fields(strings.ReplaceAll(u.upTo("({"), `"`, ""))
	p := &prim{specifier: head[0], name: head[len(head)-1], properties: map[string]string{}, details: map[string]string{}}
	if len(head) == 3 {
		p.kind = head[1]
	}
	p.metadata = u.parenthesis()
	u.space()
	inner := &usdText{u.t, u.bracket()}
	for inner.space(); inner.text != ""; inner.space() {
		if strings.HasPrefix(inner.text, "def ") || strings.HasPrefix(inner.text, "over ") {
			p.children = append(p.children, inner.prim())
			continue
		}
		inner.property(p)
	}
	return p
}

// property reads a property such as: kind name = value (metadata). Value and metadata are optional.
func (u *usdText) property(p *prim) {
	name := strings.TrimSpace(u.upTo("=(\n"))
	if strings.HasPrefix(u.text, "=") {
		u.text = strings.TrimLeft(u.text[1:], " ")
		value := ""
		if strings.ContainsRune("([{", rune(u.text[0])) {
			value = u.bracket()
		} else {
			value = strings.TrimSpace(u.upTo("(\n"))
		}
		p.properties[name] = value
	}
	u.text = strings.TrimLeft(u.text, " ")
	if d := u.parenthesis(); d != "" {
		p.details[name] = d
	} else if _, valued := p.properties[name]; !valued {
		p.properties[name] = ""
	}
}

func (p *prim) at(t *testing.T, path string) *prim {
	t.Helper()
	for name := range strings.SplitSeq(path, "/") {
		var next *prim
		for _, c := range p.children {
			if c.name == name {
				next = c
			}
		}
		if next == nil {
			t.Fatalf("%s has no child %s, of the path %s", p.name, name, path)
		}
		p = next
	}
	return p
}

func (p *prim) value(t *testing.T, property string) string {
	t.Helper()
	v, ok := p.properties[property]
	if !ok {
		t.Fatalf("%s has no %s", p.name, property)
	}
	return v
}

func floats(t *testing.T, text string) (all []float64) {
	t.Helper()
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n,()[]", r) }) {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil {
			t.Fatalf("%q in %.60q", word, text)
		}
		all = append(all, x)
	}
	return all
}

// sampledProperty is a property with ascending times, and the numbers at each time.
type sampledProperty struct {
	times  []float64
	values [][]float64
}

func (p *prim) samples(t *testing.T, property string) (s sampledProperty) {
	t.Helper()
	for line := range strings.SplitSeq(strings.TrimSpace(p.value(t, property+".timeSamples")), "\n") {
		at, values, ok := strings.Cut(strings.TrimSuffix(line, ","), ": ")
		if !ok {
			t.Fatalf("%s: %.80q", property, line)
		}
		s.times = append(s.times, floats(t, at)[0])
		s.values = append(s.values, floats(t, values))
	}
	if !sort.Float64sAreSorted(s.times) {
		t.Fatalf("%s: times %v", property, s.times)
	}
	return s
}

// linear returns the values at a time, interpolated as in USD.
func (s sampledProperty) linear(at float64) []float64 {
	k := sort.SearchFloat64s(s.times, at)
	if k == 0 || k == len(s.times) {
		return s.values[max(k-1, 0)]
	}
	share := (at - s.times[k-1]) / (s.times[k] - s.times[k-1])
	out := make([]float64, len(s.values[k]))
	for i := range out {
		out[i] = (1-share)*s.values[k-1][i] + share*s.values[k][i]
	}
	return out
}

func (p *prim) layerValue(t *testing.T, key string) string {
	t.Helper()
	for line := range strings.SplitSeq(p.metadata, "\n") {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), " = "); ok && name == key {
			return value
		}
	}
	t.Fatalf("the layer's metadata lacks %s", key)
	return ""
}

func (s sampledProperty) String() string { return fmt.Sprintf("%d samples", len(s.times)) }
