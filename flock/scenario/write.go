package scenario

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/param"
	"skein/flock/vec"
)

// TOML returns the whole scenario as a file, with the unit and meaning of each key. It omits unchanged keys
// of other models' rules. Parse returns the same scenario for this file.
func (s *Scenario) TOML() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "version = %d\n", Version)
	fmt.Fprintf(&b, "model = %q\n", s.Params.Model().Name())
	s.write(&b, s.fields(), "")
	s.writeRules(&b, "")
	s.writeOthers(&b)
	s.writeThings(&b)
	s.writeEvents(&b)
	s.writeLessons(&b)
	return b.Bytes()
}

func (s *Scenario) writeOthers(b *bytes.Buffer) {
	for k := range s.Others {
		s.Others[k].write(b)
	}
}

func (f *Flock) write(b *bytes.Buffer) {
	one := &Scenario{Flock: *f}
	fmt.Fprintf(b, "\n[[flock]]\nmodel = %q\n", f.Params.Model().Name())
	one.write(b, flockFields(&f.Params), "flock.")
	one.writeRules(b, "flock.")
}

func (s *Scenario) write(b *bytes.Buffer, all []field, prefix string) {
	section, group := "", ""
	for _, f := range all {
		if f.untouched != nil && f.untouched(s) {
			continue
		}
		if f.section != section {
			fmt.Fprintf(b, "\n[%s%s]\n", prefix, f.section)
			section, group = f.section, ""
		}
		if f.Group != group {
			fmt.Fprintf(b, "\n# %s\n", f.Group)
			group = f.Group
		}
		if _, ok := f.pointer(s).(*[]cloud.Group); ok {
			s.writeGroups(b, prefix)
			continue
		}
		f.write(b, s)
	}
}

// Difference returns the first key that differs, such as "seed", "params.vision" or "flock 2: params.vision",
// with both values as in a file. If the scenarios are equal, it returns "".
func Difference(a, b *Scenario) (key, inA, inB string) {
	if key, inA, inB = difference(a, b, a.fields()); key != "" {
		return key, inA, inB
	}
	if len(a.Others) != len(b.Others) {
		return "flocks", strconv.Itoa(1 + len(a.Others)), strconv.Itoa(1 + len(b.Others))
	}
	for k, f := range a.Others {
		if key, inA, inB = difference(&Scenario{Flock: f}, &Scenario{Flock: b.Others[k]}, flockFields(&f.Params)); key != "" {
			return fmt.Sprintf("flock %d: %s", k+2, key), inA, inB
		}
	}
	for _, kind := range around.ThingKinds() {
		if inA, inB = a.formatThings(kind), b.formatThings(kind); inA != inB {
			return kind, inA, inB
		}
	}
	if inA, inB = a.formatEvents(), b.formatEvents(); inA != inB {
		return "event", inA, inB
	}
	if inA, inB = a.formatLessons(), b.formatLessons(); inA != inB {
		return "lesson", inA, inB
	}
	return "", "", ""
}

func difference(a, b *Scenario, all []field) (key, inA, inB string) {
	if inA, inB = a.Params.Model().Name(), b.Params.Model().Name(); inA != inB {
		return "model", quote(inA), quote(inB)
	}
	if inA, inB = a.formatRules(), b.formatRules(); inA != inB {
		return "rule", strconv.Quote(inA), strconv.Quote(inB)
	}
	for _, f := range all {
		if inA, inB = f.format(a), f.format(b); inA != inB {
			return strings.TrimPrefix(f.section+"."+f.Key, "."), inA, inB
		}
	}
	return "", "", ""
}

// Settings returns the keys and values of some sections on one line, such as `mode = "orbit"; fov = 47.0`,
// followed by those of the other flocks. The section "" contains the keys above all tables.
func (s *Scenario) Settings(sections ...string) string {
	pairs := append(s.settings(s.fields(), sections), s.Flock.ruleSettings(sections)...)
	for _, f := range s.Others {
		own := append((&Scenario{Flock: f}).settings(flockFields(&f.Params), sections), f.ruleSettings(sections)...)
		if len(own) > 0 {
			pairs = append(append(pairs, f.Params.Model().Name()), own...)
		}
	}
	if slices.Contains(sections, "params") {
		for _, kind := range around.ThingKinds() {
			if all := s.formatThings(kind); all != "[]" {
				pairs = append(pairs, kind+" = "+all)
			}
		}
	}
	if len(s.Events) > 0 && slices.Contains(sections, "params") {
		pairs = append(pairs, "event = "+s.formatEvents())
	}
	return strings.Join(pairs, "; ")
}

func (f *Flock) ruleSettings(sections []string) []string {
	text := model.RulesText(f.Params.Model())
	if text == "" || !slices.Contains(sections, "params") {
		return nil
	}
	return []string{"rule = " + strconv.Quote(text)}
}

func (s *Scenario) settings(all []field, sections []string) (pairs []string) {
	for _, f := range all {
		if groups, ok := f.pointer(s).(*[]cloud.Group); ok && len(*groups) == 0 {
			continue // older versions do not support groups
		}
		if slices.Contains(sections, f.section) && (f.untouched == nil || !f.untouched(s)) {
			pairs = append(pairs, f.Key+" = "+f.format(s))
		}
	}
	return pairs
}

func (f field) write(b *bytes.Buffer, s *Scenario) {
	pair := f.Key + " = " + f.format(s)
	if note := f.note(s); note != "" {
		pair = fmt.Sprintf("%-32s # %s", pair, note)
	}
	b.WriteString(pair + "\n")
}

// note returns the comment after a key. It has the unit and the range or the options, followed by the
// meaning.
func (f field) note(s *Scenario) string {
	var facts []string
	if f.Unit != "" {
		facts = append(facts, f.Unit)
	}
	switch {
	case f.Options != nil:
		facts = append(facts, strings.Join(f.Options, ", "))
	case f.ranged, f.section == "params" && f.isNumber(s):
		facts = append(facts, formatBound(f.Min)+" to "+formatBound(f.Max))
	}
	if f.Doc == "" {
		return strings.Join(facts, ", ")
	}
	if len(facts) == 0 {
		return f.Doc
	}
	return strings.Join(facts, ", ") + ": " + f.Doc
}

func (f field) isNumber(s *Scenario) bool {
	switch f.pointer(s).(type) {
	case *int, *float32:
		return true
	}
	return false
}

func (f field) format(s *Scenario) string {
	switch p := f.pointer(s).(type) {
	case *int:
		return strconv.Itoa(*p)
	case *uint64:
		text := strconv.FormatUint(*p, 10)
		if *p > math.MaxInt64 {
			return quote(text)
		}
		return text
	case *float32:
		return formatFloat(*p)
	case *bool:
		return strconv.FormatBool(*p)
	case *string:
		return quote(*p)
	case *[]string:
		return formatTexts(*p)
	case texts:
		return formatTexts(p.get())
	case perModel:
		return f.formatPerModel(p, s)
	case wholes:
		return strings.ReplaceAll(fmt.Sprint(p.get()), " ", ", ")
	case *Target:
		if !p.Fixed {
			return `"flock"`
		}
		return formatThree(p.At)
	case *mgl32.Vec3:
		return formatThree(*p)
	case *vec.Vec:
		return formatVec(*p)
	case *[]vec.Vec:
		return formatVecs(*p)
	case *[]cloud.Group:
		return s.formatGroups()
	case *param.Curve:
		return formatPoints(p)
	case choice:
		return quote(f.Options[p.get()])
	}
	return `""`
}

func formatTexts(list []string) string {
	var all []string
	for _, text := range list {
		all = append(all, quote(text))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

func formatThree(v mgl32.Vec3) string {
	return fmt.Sprintf("[%s, %s, %s]", formatFloat(v[0]), formatFloat(v[1]), formatFloat(v[2]))
}

func formatPoints(c *param.Curve) string {
	var pairs []string
	for _, p := range c.Points() {
		pairs = append(pairs, fmt.Sprintf("[%s, %s]", formatFloat(p.T), formatFloat(p.Gain)))
	}
	return "[" + strings.Join(pairs, ", ") + "]"
}

// formatFloat returns the shortest decimal with a decimal point that parses to the same number. It formats -0
// as 0.0, because some readers lose the sign.
func formatFloat(x float32) string {
	if x == 0 {
		return "0.0"
	}
	text := strconv.FormatFloat(float64(x), 'g', -1, 32)
	if strings.ContainsAny(text, ".en") {
		return text
	}
	return text + ".0"
}

// quote formats a basic string of TOML. Its escape sequences differ from those of Go.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsControl(r):
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
