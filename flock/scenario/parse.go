package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2"

	"skein/flock"
	"skein/flock/look"
	"skein/flock/message"
	"skein/flock/model"
)

// Version is the version of the format that this package reads and writes.
const Version = 1

// Parse reads a scenario. The file's name is for messages and for finding the
// bird.
func Parse(file string, data []byte) (*Scenario, error) { return parse(file, data, false) }

// parse is Parse, or reads a built-in scene, which looks like no other.
func parse(file string, data []byte, builtin bool) (*Scenario, error) {
	if len(data) > maxBytes {
		return nil, fmt.Errorf("%s: larger than %d KiB, not a scenario", file, maxBytes>>10)
	}
	data = TrimBOM(data)
	var doc map[string]any
	if err := toml.Unmarshal(data, &doc); err != nil {
		return nil, syntaxError(file, err)
	}
	d := decoder{file: file, doc: doc, entries: walk(data), fields: map[fieldKey]field{}, s: defaults(), builtin: builtin}
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
	return fmt.Errorf("%s:%d: %s", file, line, message.Line(strings.TrimPrefix(de.Error(), "toml: ")))
}

type fieldKey struct{ section, key string }

// decoder turns a document into a scenario.
type decoder struct {
	file    string
	doc     map[string]any
	entries []entry
	fields  map[fieldKey]field
	known   []field // the same, in order
	s       *Scenario
	groups  int  // of the start, so far
	builtin bool // it is one of the built-in scenes
	flock   bool // it is a flock other than the first, and nothing else

	parts map[string][]part // the tables of things and events, by their kinds
}

// errorAt returns an error at an entry.
func (d *decoder) errorAt(e entry, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", d.file, e.line, message.Line(fmt.Sprintf(format, args...)))
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
	others := d.split("flock")
	d.parts = map[string][]part{}
	for _, kind := range append(flock.ThingKinds(), "event") {
		d.parts[kind] = d.split(kind)
	}
	if err := d.fill(d.s.fields()); err != nil {
		return err
	}
	if err := d.multiple(); err != nil {
		return err
	}
	if err := d.addFlocks(others); err != nil {
		return err
	}
	for _, kind := range flock.ThingKinds() {
		if err := d.addThings(kind, d.parts[kind]); err != nil {
			return err
		}
	}
	if err := d.addEvents(d.parts["event"]); err != nil {
		return err
	}
	return d.all()
}

// fill sets what the entries say.
func (d *decoder) fill(all []field) error {
	d.known = all
	for _, f := range all {
		d.fields[fieldKey{f.section, f.key}] = f
	}
	for _, groups := range []bool{false, true} { // which go by the start's own keys, wherever those stand
		for _, e := range d.entries {
			if e.isGroup() != groups {
				continue
			}
			if err := d.entry(e); err != nil {
				return err
			}
		}
	}
	d.measured()
	d.painted()
	d.exposed()
	if err := d.s.Params.Validate(); err != nil {
		return d.together("params", err)
	}
	return nil
}

// measured makes a radius that a file gives hold, where the start that it would replace
// goes by the number of boids.
func (d *decoder) measured() {
	start, _ := d.doc["start"].(map[string]any)
	_, radius := start["radius"]
	if _, roomy := start["roomy"]; radius && !roomy {
		d.s.Start.Roomy = false
	}
}

// painted makes a sky be painted of which a file gives a colour and does not say what it is
// from: such files are older than the other.
func (d *decoder) painted() {
	light, _ := d.doc["light"].(map[string]any)
	if _, says := light["sky"]; says {
		return
	}
	for _, colour := range []string{"sun", "zenith", "horizon", "glow"} {
		if _, given := light[colour]; given {
			d.s.Light.Sky = look.PaintedSky
		}
	}
}

// exposed makes a file that says where the sun stands, and not how bright that is to look, go by
// the default exposure: its base's is made for the base's sun.
func (d *decoder) exposed() {
	light, _ := d.doc["light"].(map[string]any)
	if _, says := light["exposure"]; says {
		return
	}
	for _, key := range []string{"sun_elevation", "hours"} {
		if _, given := light[key]; given {
			d.s.Light.Exposure = look.Default().Light.Exposure
		}
	}
}

// top finds a key above all tables.
func (d *decoder) top(key string) (e entry, value any, ok bool) {
	for _, e := range d.entries {
		if len(e.keys) == 1 && e.keys[0] == key {
			return e, d.doc[key], true
		}
	}
	return entry{}, nil, false
}

func (d *decoder) version() error {
	e, v, ok := d.top("version")
	if !ok {
		return fmt.Errorf("%s: version is missing, want version = %d", d.file, Version)
	}
	if v != int64(Version) {
		return d.errorAt(e, "version = %s is not known, want version = %d", literal(v), Version)
	}
	return nil
}

// base chooses the simulation that all that is not stated comes from.
func (d *decoder) base() error {
	e, v, ok := d.top("base")
	if !ok {
		return nil
	}
	name, _ := v.(string)
	def, ok := model.Scene(name)
	if !ok {
		return d.errorAt(e, "base = %s is not one of %s", literal(v), strings.Join(model.Scenes(), ", "))
	}
	d.s.adopt(def)
	d.look(def)
	d.otherBirds(name)
	return nil
}

// otherBirds makes the flocks but the first be drawn as in the built-in scene of a name.
func (d *decoder) otherBirds(name string) {
	if d.builtin || len(d.s.Others) == 0 {
		return
	}
	if home, err := Builtin(name); err == nil {
		for k := range d.s.Others {
			d.s.Others[k].Bird = home.Others[k].Bird
		}
	}
}

// look makes a scene of another model than the default one be seen, where the file is
// silent, as the built-in scene of that model is.
func (d *decoder) look(def flock.Def) {
	d.s.Camera = cameraOf(def)
	m := def.Params.Model()
	if d.builtin || m == model.Hartman() {
		return
	}
	for _, name := range model.Scenes() {
		if of, _ := model.Scene(name); of.Params.Model() != m {
			continue
		}
		if home, err := Builtin(name); err == nil {
			d.s.Camera, d.s.Light, d.s.Show = home.Camera, home.Light, home.Show
			return
		}
	}
}

// model chooses the model, if it is not that of the base: then the start,
// the camera, the light and what is shown are, where the file is silent, as in the scene
// that it is at home in, and the parameters the model's own.
func (d *decoder) model() error {
	e, v, ok := d.top("model")
	if !ok {
		return nil
	}
	name, isText := v.(string)
	if !isText {
		return d.errorAt(e, "model %s", mustBe(v, "text in quotes"))
	}
	m, err := model.Named(name)
	if err != nil {
		return d.errorAt(e, "%s", err)
	}
	if m != d.s.Params.Model() {
		home := model.Home(m)
		home.Params = m.Params()
		d.s.adopt(home)
		d.look(home)
	}
	return nil
}

func (d *decoder) entry(e entry) error {
	switch {
	case len(e.keys) == 1 && d.isSection(e.keys[0]):
		return d.sectionHead(e)
	case len(e.keys) == 1 && slices.Contains(d.names(), e.keys[0]):
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

// sectionHead checks that a section is one table.
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

// names returns the keys above all tables that are no fields.
func (d *decoder) names() []string {
	if d.flock {
		return []string{"model"}
	}
	return []string{"version", "base", "model"}
}

// in lists the keys of a section; those above all tables include the names
// of the sections.
func (d *decoder) in(section string) []string {
	var names []string
	if section == "" {
		names = d.names()
	}
	if section == "" && !d.flock {
		names = append(append(names, "flock", "event"), flock.ThingKinds()...)
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

// unknown returns where else the key is known, or which key of the same section is
// nearest.
func (d *decoder) unknown(e entry) error {
	last := e.keys[len(e.keys)-1]
	section := ""
	if len(e.keys) > 1 {
		section = e.keys[0]
	}
	for _, f := range d.known {
		if f.key == last {
			return d.errorAt(e, "unknown key %q, did you mean %q?", e.path(), strings.TrimPrefix(f.section+"."+f.key, "."))
		}
	}
	if hint := DidYouMean(last, d.in(section)); hint != "" && len(e.keys) <= 2 {
		return d.errorAt(e, "unknown key %q%s", last, hint)
	}
	return d.errorAt(e, "unknown key %q", e.path())
}

// together reports values that are good alone but not together, at the line of
// the first key that the message names.
func (d *decoder) together(section string, err error) error {
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

// multiple checks the tick rate, which S3's gains need to be a multiple of 30.
func (d *decoder) multiple() error {
	if d.s.TickRate%30 == 0 {
		return nil
	}
	e, _, _ := d.top("tick_rate")
	return d.errorAt(e, "tick_rate = %d is not a multiple of 30", d.s.TickRate)
}
