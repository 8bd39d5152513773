package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2"

	"skein/flock/around"
	"skein/flock/look"
	"skein/flock/message"
)

// Version is the version of the file format.
const Version = 1

// Parse parses a scenario. file is its path, for messages and for the files that it names.
func Parse(file string, data []byte) (*Scenario, error) { return parse(file, data, false) }

// ParseRecorded parses the scenario of a recording. Missing parameters get the values of
// [flock.Params.AsRecorded].
func ParseRecorded(file string, data []byte) (*Scenario, error) {
	return parse(file, data, true)
}

func parse(file string, data []byte, recorded bool) (*Scenario, error) {
	if len(data) > maxBytes {
		return nil, fmt.Errorf("%s: larger than %d KiB, so it is not a scenario", file, maxBytes>>10)
	}
	data = TrimBOM(data)
	var doc map[string]any
	if err := toml.Unmarshal(data, &doc); err != nil {
		return nil, syntaxError(file, err)
	}
	d := decoder{file: file, data: data, doc: doc, entries: walk(data), fields: map[fieldKey]field{}, s: &Scenario{Flock: Flock{Bird: DefaultBird()}}, recorded: recorded}
	if err := d.decode(); err != nil {
		return nil, err
	}
	d.s.File = file
	return d.s, nil
}

func syntaxError(file string, err error) error {
	var de *toml.DecodeError
	if !errors.As(err, &de) {
		return fmt.Errorf("%s: %s", file, message.Line(err.Error()))
	}
	line, _ := de.Position()
	return fmt.Errorf("%s:%d: %s", file, line, message.Line(plainSyntax(strings.TrimPrefix(de.Error(), "toml: "))))
}

type fieldKey struct{ section, key string }

type decoder struct {
	file           string
	data           []byte
	doc            map[string]any
	entries        []entry
	fields         map[fieldKey]field
	ordered        []field
	s              *Scenario
	groups         int
	recorded       bool
	bare           bool // whether the base is [NoBase]
	otherFlockOnly bool // whether the document is a single [[flock]] table
	incomplete     bool // whether a flock or a thing has an error, so its name may be unknown

	parts map[string][]listEntry
}

func (d *decoder) errorAt(e entry, format string, args ...any) error {
	return &lineError{file: d.file, line: e.line, text: message.Line(fmt.Sprintf(format, args...))}
}

func (d *decoder) decode() error {
	if err := d.version(); err != nil {
		return err
	}
	if err := d.base(); err != nil {
		return err
	}
	if err := d.model(); err != nil {
		return err
	}
	if err := d.rules(); err != nil {
		return err
	}
	d.useRecorded()
	others := d.splitTables("flock")
	d.parts = map[string][]listEntry{}
	for _, kind := range listedKinds() {
		d.parts[kind] = d.splitTables(kind)
	}
	var faults Faults
	faults.add(d.fill(d.s.fields()))
	faults.add(d.checkTickRate())
	keys := len(faults)
	if err := d.addFlocks(others); err != nil {
		faults.add(err)
	} else { // the lists of species refer to all flocks
		d.s.useSpecies()
		faults.add(d.checkRegards(others))
	}
	for _, kind := range around.ThingKinds() {
		faults.add(d.addThings(kind, d.parts[kind]))
	}
	d.incomplete = len(faults) > keys
	faults.add(d.addEvents(d.parts["event"]))
	faults.add(d.addSuggestions(d.parts["try"]))
	faults.add(d.addLessons(d.parts["lesson"]))
	if len(faults) > 0 {
		return faults.err()
	}
	return d.checkScene()
}

func (d *decoder) useRecorded() {
	if d.recorded {
		d.s.Params = d.s.Params.AsRecorded()
	}
}

func (d *decoder) fill(all []field) error {
	d.ordered = all
	for _, f := range all {
		d.fields[fieldKey{f.section, f.Key}] = f
	}
	var faults Faults
	var wrong []string                           // keys of the tables that have an error in their first line
	for _, groups := range []bool{false, true} { // groups come last, because their defaults are the values of the start
		for _, e := range d.entries {
			if e.isGroup() != groups || e.isBelow(wrong) {
				continue
			}
			if err := d.entry(e); err != nil {
				faults.add(err)
				wrong = append(wrong, e.path())
			}
		}
	}
	if len(faults) > 0 {
		return faults.err()
	}
	d.setRoomy()
	d.setSky()
	d.setExposure()
	if err := d.checkModels(); err != nil {
		return err
	}
	if err := d.s.Params.Validate(); err != nil {
		return d.combinedError("params", err)
	}
	return nil
}

// setRoomy sets start.roomy to false if a file sets only a radius. If roomy were true, the radius would be
// ignored.
func (d *decoder) setRoomy() {
	start, _ := d.doc["start"].(map[string]any)
	_, radius := start["radius"]
	if _, roomy := start["roomy"]; radius && !roomy {
		d.s.Start.Roomy = false
	}
}

// setSky selects the painted sky for old files, which set a colour of the sky but not the key sky.
func (d *decoder) setSky() {
	light, _ := d.doc["light"].(map[string]any)
	if _, ok := light["sky"]; ok {
		return
	}
	for _, colour := range []string{"sun", "zenith", "horizon", "glow"} {
		if _, given := light[colour]; given {
			d.s.Light.Sky = look.PaintedSky
		}
	}
}

// setExposure sets missing values of exposure and adapt. If a file moves the sun without setting exposure,
// both get their defaults, because the exposure of the base is meant for the sun of the base. If an old file
// sets exposure but not adapt, all views have the same exposure.
func (d *decoder) setExposure() {
	light, _ := d.doc["light"].(map[string]any)
	if _, ok := light["exposure"]; ok {
		if _, ok := light["adapt"]; !ok {
			d.s.Light.Adapt = 0
		}
		return
	}
	for _, key := range []string{"sun_elevation", "hours"} {
		if _, given := light[key]; given {
			d.s.Light.Exposure = look.Default().Light.Exposure
			if _, ok := light["adapt"]; !ok {
				d.s.Light.Adapt = look.Default().Light.Adapt
			}
		}
	}
}

func (d *decoder) topKey(key string) (e entry, value any, ok bool) {
	for _, e := range d.entries {
		if len(e.keys) == 1 && e.keys[0] == key {
			return e, d.doc[key], true
		}
	}
	return entry{}, nil, false
}

func (d *decoder) entry(e entry) error {
	switch {
	case len(e.keys) == 1 && d.isSection(e.keys[0]):
		return d.sectionHead(e)
	case len(e.keys) == 1 && slices.Contains(d.topNames(), e.keys[0]):
		return nil
	case e.isGroup():
		return d.group(e)
	case len(e.keys) > 2:
		return d.unknown(e)
	}
	key := fieldKey{key: e.keys[len(e.keys)-1]}
	if len(e.keys) == 2 {
		key.section = e.keys[0]
	}
	f, ok := d.fields[key]
	if !ok {
		return d.unknown(e)
	}
	if why := f.store(d.s, d.value(e)); why != "" {
		return d.errorAt(e, "%s %s", e.path(), why)
	}
	return nil
}

func (d *decoder) isSection(name string) bool {
	for k := range d.fields {
		if k.section == name && name != "" {
			return true
		}
	}
	return false
}

func (d *decoder) sectionHead(e entry) error {
	if _, ok := d.doc[e.keys[0]].(map[string]any); !ok || !e.table {
		return d.errorAt(e, "%s must be one table, [%s]", e.keys[0], e.keys[0])
	}
	return nil
}

func (d *decoder) value(e entry) any {
	var v any = d.doc
	for _, k := range e.keys {
		table, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = table[k]
	}
	return v
}

func (d *decoder) topNames() []string {
	if d.otherFlockOnly {
		return []string{"model"}
	}
	return []string{"version", "base", "model"}
}

// keysIn returns the sorted keys of a section. For the section "", they include the names of all sections.
func (d *decoder) keysIn(section string) []string {
	var names []string
	if section == "" {
		names = d.topNames()
	}
	if section == "" && !d.otherFlockOnly {
		names = append(append(names, "flock"), listedKinds()...)
	}
	if section == "" {
		names = append(names, "rule")
	}
	for k := range d.fields {
		if k.section == section {
			names = append(names, k.key)
		} else if section == "" && !slices.Contains(names, k.section) {
			names = append(names, k.section)
		}
	}
	slices.Sort(names)
	return names
}

// unknown returns an error about an unknown key. The error suggests the same key in another section, the key
// with this label in the panel, or the most similar key in this section.
func (d *decoder) unknown(e entry) error {
	last := e.keys[len(e.keys)-1]
	section := ""
	if len(e.keys) > 1 {
		section = e.keys[0]
	}
	for _, f := range d.ordered {
		if f.Key == last || strings.ReplaceAll(strings.ToLower(f.Label), " ", "_") == last {
			return d.errorAt(e, "unknown key %q, did you mean %q?", e.path(), strings.TrimPrefix(f.section+"."+f.Key, "."))
		}
	}
	if hint := message.DidYouMean(last, d.keysIn(section)); hint != "" && len(e.keys) <= 2 {
		return d.errorAt(e, "unknown key %q%s", last, hint)
	}
	if sections := d.keysIn(""); !slices.Contains(sections, section) && message.Nearest(section, sections) != "" {
		return d.errorAt(e, "unknown table [%s]%s", section, message.DidYouMean(section, sections))
	}
	if f := d.fieldOfTable(e); f != nil {
		return d.errorAt(e, "unknown table [%s], did you mean %q?", last, f.section+"."+f.Key)
	}
	return d.errorAt(e, "unknown key %q", e.path())
}

// fieldOfTable returns the first field with the name of a key in an unknown table, or nil.
func (d *decoder) fieldOfTable(table entry) *field {
	for _, e := range d.entries {
		if len(table.keys) != 1 || len(e.keys) != 2 || e.keys[0] != table.keys[0] {
			continue
		}
		for _, f := range d.ordered {
			if f.Key == e.keys[1] && f.section != "" {
				return &f
			}
		}
	}
	return nil
}

// combinedError returns an error about contradictory values, with the line of the first key that it mentions.
func (d *decoder) combinedError(section string, err error) error {
	text := err.Error()
	for _, e := range d.entries {
		if len(e.keys) == 2 && e.keys[0] == section && containsWord(text, e.keys[1]) {
			return d.errorAt(e, "%s", text)
		}
	}
	return fmt.Errorf("%s: %s", d.file, message.Line(text))
}

func containsWord(text, word string) bool {
	return slices.Contains(strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), word)
}

// checkTickRate returns an error unless the tick rate is a multiple of 30. The gains of S3 are for 30 ticks
// per second.
func (d *decoder) checkTickRate() error {
	if d.s.TickRate%30 == 0 {
		return nil
	}
	e, _, _ := d.topKey("tick_rate")
	return d.errorAt(e, "tick_rate = %d is not a multiple of 30", d.s.TickRate)
}
