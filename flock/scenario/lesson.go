package scenario

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/look"
	"skein/flock/message"
	"skein/flock/param"
)

// Suggestion is a change of settings that a scene suggests. The window shows it as a button.
type Suggestion struct {
	Label string
	Set   []SuggestedValue // sorted by key
}

// SuggestedValue is a key and its new value.
type SuggestedValue struct {
	Key   string // parameter of the first flock, or section and key of the look, such as camera.mode
	Value any    // value as in the file
}

// Apply returns p and l with the suggested values.
func (t *Suggestion) Apply(p flock.Params, l look.Look) (flock.Params, look.Look) {
	s := &Scenario{Look: l}
	s.Params = p
	for _, v := range t.Set {
		if f, ok := s.suggestedField(v.Key); ok {
			f.store(s, v.Value)
		}
	}
	return s.Params, s.Look
}

func (s *Scenario) suggestedField(key string) (field, bool) {
	section, last, ok := strings.Cut(key, ".")
	if !ok {
		section, last = "params", key
	}
	all := lookFields()
	if section == "params" {
		all = paramFields(&s.Params)
	}
	k := slices.IndexFunc(all, func(f field) bool { return f.section == section && f.Key == last })
	if k < 0 {
		return field{}, false
	}
	return all[k], true
}

func (s *Scenario) suggestedKeys() (keys []string) {
	for _, f := range paramFields(&s.Params) {
		keys = append(keys, f.Key)
	}
	for _, f := range lookFields() {
		keys = append(keys, f.section+"."+f.Key)
	}
	return keys
}

// Lesson is a step of a scene's lesson. It consists of a text, an object that the window marks, and a
// condition that ends the step.
type Lesson struct {
	Text  string // may contain words of [LessonActions] in braces; see [Lesson.TextFor]
	Point string // leader, selected, the name of a thing, or empty
	Wait  string // one of [LessonWaits]
}

// LessonWaits returns the values of [Lesson.Wait]. "next" waits for a click on a button. The next five wait
// until the user turns the camera, selects a boid, looks through its eyes, slows time down, or opens the
// inspector. The last three wait for an event of the flock.
func LessonWaits() []string {
	return []string{"next", "look", "select", "eye", "slow", "why", "leader", "attack", "split"}
}

// LessonActions returns the words that a text may contain in braces, such as {select}: to select a boid,
// follow it, open its explanation, slow time down, and restart the scene. The window and a web page replace
// them by controls.
func LessonActions() []string { return []string{"select", "follow", "inspect", "slow", "restart"} }

var inBraces = regexp.MustCompile(`\{[^{}]*\}`)

// TextFor returns the text of the step. phrase returns the text for an action. It must be a clause that can
// begin a sentence, such as "Restart with R".
func (l *Lesson) TextFor(phrase func(action string) string) string {
	return inBraces.ReplaceAllStringFunc(l.Text, func(word string) string { return phrase(strings.Trim(word, "{}")) })
}

func (l *Lesson) checkText() error {
	for _, word := range inBraces.FindAllString(l.Text, -1) {
		if name := strings.Trim(word, "{}"); !slices.Contains(LessonActions(), name) {
			return fmt.Errorf("text contains %s; only these words are allowed in braces: %s%s", word, strings.Join(LessonActions(), ", "), message.DidYouMean(name, LessonActions()))
		}
	}
	return nil
}

func lessonFields(l *Lesson) []field {
	return []field{
		{Description: param.Description{Key: "text", Doc: "text of the step, in which {select}, {follow}, {inspect}, {slow} and {restart} stand for actions of the user"}, pointer: func(*Scenario) any { return &l.Text }},
		{Description: param.Description{Key: "point", Doc: "what a ring marks: leader, selected, or the name of a thing. If empty, nothing is marked"}, pointer: func(*Scenario) any { return &l.Point }},
		{Description: param.Description{Key: "wait", Options: LessonWaits(), Doc: "what ends the step. next: the Next button"}, pointer: func(*Scenario) any { return &l.Wait }},
	}
}

func (d *decoder) addLessons(all []listEntry) error {
	var faults Faults
	for _, p := range all {
		if p.doc == nil {
			faults.add(d.errorAt(p.head, "lesson must be a list of tables, each under [[lesson]]"))
			continue
		}
		l, err := d.lesson(p)
		if err != nil {
			faults.add(err)
			continue
		}
		d.s.Lessons = append(d.s.Lessons, l)
	}
	return faults.err()
}

func (d *decoder) lesson(p listEntry) (l Lesson, err error) {
	l.Wait = LessonWaits()[0]
	if err := d.storeAll(p, lessonFields(&l)); err != nil {
		return l, err
	}
	if l.Text == "" {
		return l, d.errorAt(p.head, "text is missing: give the sentence that the step shows")
	}
	if err := l.checkText(); err != nil {
		return l, d.errorAt(p.entryOf("text"), "%v", err)
	}
	if names := d.s.pointNames(); l.Point != "" && !d.incomplete && !slices.Contains(names, l.Point) {
		return l, d.errorAt(p.entryOf("point"), "point = %q is not one of %s%s", l.Point, strings.Join(names, ", "), message.DidYouMean(l.Point, names))
	}
	return l, nil
}

func (s *Scenario) pointNames() []string {
	names := []string{"leader", "selected"}
	for _, t := range s.Surroundings.Things() {
		names = append(names, *t.NamePointer())
	}
	return names
}

func (d *decoder) storeAll(p listEntry, fields []field) error {
	var names []string
	for _, f := range fields {
		names = append(names, f.Key)
	}
	var faults Faults
	for _, e := range p.entries {
		k := slices.Index(names, e.path())
		if k < 0 {
			faults.add(d.errorAt(e, "unknown key %q%s", e.path(), message.Alternatives(e.path(), names)))
		} else if why := fields[k].store(d.s, p.doc[e.path()]); why != "" {
			faults.add(d.errorAt(e, "%s %s", e.path(), why))
		}
	}
	return faults.err()
}

func (d *decoder) addSuggestions(all []listEntry) error {
	var faults Faults
	for _, p := range all {
		if p.doc == nil {
			faults.add(d.errorAt(p.head, "try must be a list of tables, each under [[try]]"))
			continue
		}
		t, err := d.suggestion(p)
		if err != nil {
			faults.add(err)
			continue
		}
		d.s.Suggestions = append(d.s.Suggestions, t)
	}
	return faults.err()
}

func (d *decoder) suggestion(p listEntry) (t Suggestion, err error) {
	set := p.entryOf("set")
	for _, e := range p.entries {
		switch e.keys[0] {
		case "set":
		case "label":
			if t.Label, _ = p.doc["label"].(string); t.Label == "" {
				return t, d.errorAt(e, "label %s", mustBe(p.doc["label"], "text in quotes"))
			}
		default:
			return t, d.errorAt(e, "unknown key %q%s", e.path(), message.DidYouMean(e.path(), []string{"label", "set"}))
		}
	}
	if t.Label == "" {
		return t, d.errorAt(p.head, "label is missing: it must be the text of the button")
	}
	values, ok := p.doc["set"].(map[string]any)
	if !ok || len(values) == 0 {
		return t, d.errorAt(set, "set must be a table of keys and values, such as set = { leadership = 0.0, camera.mode = \"eye\" }")
	}
	t.Set = flatten("", values)
	for _, v := range t.Set {
		f, ok := d.s.suggestedField(v.Key)
		if !ok {
			return t, d.errorAt(set, "unknown key %q%s", v.Key, message.DidYouMean(v.Key, d.s.suggestedKeys()))
		}
		one := &Scenario{Look: d.s.Look}
		one.Params = d.s.Params
		why := f.store(one, v.Value)
		if why == "" && one.Params.Validate() != nil {
			why = "gives parameters that contradict each other: " + one.Params.Validate().Error()
		}
		if why != "" {
			return t, d.errorAt(set, "%s %s", v.Key, why)
		}
	}
	return t, nil
}

// flatten returns nested values with dotted keys, sorted by key.
func flatten(prefix string, values map[string]any) (all []SuggestedValue) {
	for key, v := range values {
		if inner, ok := v.(map[string]any); ok {
			all = append(all, flatten(prefix+key+".", inner)...)
			continue
		}
		all = append(all, SuggestedValue{prefix + key, v})
	}
	slices.SortFunc(all, func(a, b SuggestedValue) int { return strings.Compare(a.Key, b.Key) })
	return all
}

func (s *Scenario) writeLessons(b *bytes.Buffer) {
	for _, t := range s.Suggestions {
		if set := s.formatSuggestion(&t); set != "" {
			fmt.Fprintf(b, "\n[[try]]\nlabel = %s\nset = %s\n", quote(t.Label), set)
		}
	}
	for k := range s.Lessons {
		l := s.Lessons[k]
		fmt.Fprintf(b, "\n[[lesson]]\n")
		for _, f := range lessonFields(&l) {
			f.write(b, s)
		}
	}
}

// formatSuggestion returns the settings as an inline table, or "" if none remains. It omits settings that the
// scene no longer has, such as parameters of a removed rule.
func (s *Scenario) formatSuggestion(t *Suggestion) string {
	one := &Scenario{}
	one.Params, one.Look = t.Apply(s.Params, s.Look)
	var pairs []string
	for _, v := range t.Set {
		if f, ok := one.suggestedField(v.Key); ok {
			pairs = append(pairs, v.Key+" = "+f.format(one))
		}
	}
	if len(pairs) == 0 {
		return ""
	}
	return "{ " + strings.Join(pairs, ", ") + " }"
}

func (s *Scenario) formatLessons() string {
	var b bytes.Buffer
	s.writeLessons(&b)
	return b.String()
}

func lessonKinds() []string { return []string{"try", "lesson"} }

func listedKinds() []string {
	return append(append(around.ThingKinds(), "event"), lessonKinds()...)
}
