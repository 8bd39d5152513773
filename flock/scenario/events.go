package scenario

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"skein/flock/around"
	"skein/flock/message"
	"skein/flock/param"
	"skein/flock/schedule"
)

// Event is a scheduled change of a parameter, or of a property of a thing. It is permanent or lasts for some
// time.
type Event struct {
	At      float32 // simulated time, s
	When    string  // condition to wait for after At, see [schedule.ParseCondition], or ""
	Do      string  // one of [EventActions]
	Species string  // species of the flock; if empty, the first flock
	Thing   string  // name of the thing whose property the event sets; if empty, the event sets a parameter
	Key     string
	Value   any     // value in the form that [param.Spec.Value] or [around.Property.Value] returns
	Ramp    float32 // time in which the value is reached, s
	Seconds float32 // time for which the value lasts, s; 0 if it is permanent
	Smooth  bool    // whether the ramp begins and ends slowly
}

type action struct {
	name    string
	key     string // if empty, the event gives the key
	value   any    // if nil, the event gives the value
	seconds float32
	thing   bool // whether the action sets a property of a thing
}

// actions returns all actions. "scatter" makes boids steer away from their neighbours for two seconds.
// "loose" adds boids to a flock that has none, such as a flock of hunters. "land" and "leave" open and close
// a perch.
func actions() []action {
	return []action{
		{name: "set"},
		{name: "scatter", key: "scatter", value: 1.0, seconds: 2},
		{name: "loose", key: "count", value: int64(1)},
		{name: "land", key: "open", value: true, thing: true},
		{name: "leave", key: "open", value: false, thing: true},
		{name: "move", key: "at", thing: true},
		{name: "start", key: "speed", thing: true},
		{name: "stop", key: "speed", value: 0.0, thing: true},
	}
}

// EventActions returns the names of the actions that events can perform.
func EventActions() (names []string) {
	for _, d := range actions() {
		names = append(names, d.name)
	}
	return names
}

func actionOf(name string) (d action) {
	all := actions()
	if k := slices.IndexFunc(all, func(d action) bool { return d.name == name }); k >= 0 {
		d = all[k]
	}
	return d
}

func eventFields(e *Event) []field {
	return []field{
		{Description: param.Description{Key: "at", Unit: "s", Max: schedule.MaxSeconds, Doc: "simulated time of the event"}, pointer: func(*Scenario) any { return &e.At }},
		{Description: param.Description{Key: "when", Doc: "condition for which the event waits from that time on, such as \"polarization < 0.8\". If empty, the event does not wait"}, pointer: func(*Scenario) any { return &e.When }},
		{Description: param.Description{Key: "do", Options: EventActions()}, pointer: func(*Scenario) any { return &e.Do }},
		{Description: param.Description{Key: "species", Doc: "species of the flock. If empty, the first flock is used"}, pointer: func(*Scenario) any { return &e.Species }},
		{Description: param.Description{Key: "thing", Doc: "name of the thing whose property the event sets. If empty, the event sets a parameter"}, pointer: func(*Scenario) any { return &e.Thing }},
		{Description: param.Description{Key: "key", Doc: "key of the parameter or property that the event sets"}, pointer: func(*Scenario) any { return &e.Key }},
		{Description: param.Description{Key: "ramp", Unit: "s", Max: schedule.MaxSeconds, Doc: "time over which a number changes to the new value. If 0, it changes at once"}, pointer: func(*Scenario) any { return &e.Ramp }},
		{Description: param.Description{Key: "seconds", Unit: "s", Max: schedule.MaxSeconds, Doc: "time after which the value changes back, with the same ramp. If 0, the change is permanent"}, pointer: func(*Scenario) any { return &e.Seconds }},
		{Description: param.Description{Key: "smooth", Doc: "the ramp begins and ends slowly"}, pointer: func(*Scenario) any { return &e.Smooth }},
	}
}

func (d *decoder) addEvents(all []listEntry) error {
	if len(all) > 0 {
		d.s.Events = nil
	}
	var faults Faults
	for _, p := range all {
		if p.doc == nil {
			faults.add(d.errorAt(p.head, "event must be a list of tables, each under [[event]]"))
			continue
		}
		e, err := d.event(p)
		if err != nil {
			faults.add(err)
			continue
		}
		d.s.Events = append(d.s.Events, *e)
	}
	return faults.err()
}

// event reads an event. It reports all errors in the keys and all contradictions between the keys. If it is
// uncertain what the event sets, it reports only the errors in the keys.
func (d *decoder) event(p listEntry) (*Event, error) {
	name, _ := p.doc["do"].(string)
	do := actionOf(name)
	e := &Event{Do: actions()[0].name, Key: do.key, Seconds: do.seconds}
	faults, known := d.eventKeys(e, p)
	e.Species = d.s.speciesNamed(e.Species)
	if _, err := d.s.condition(e); err != nil {
		faults.add(d.errorAt(p.entryNamedIn("when"), "%s", err))
	}
	if known {
		d.checkKeys(&faults, e, do, p)
		d.setValue(&faults, e, do, p)
	}
	if len(faults) > 0 {
		return nil, faults.err()
	}
	return e, nil
}

// eventKeys stores all keys of an event except its value, and returns their errors. known is false if it is
// uncertain what the event sets, because of an unknown key, or an error in a key that says it.
func (d *decoder) eventKeys(e *Event, p listEntry) (faults Faults, known bool) {
	fields := eventFields(e)
	names := []string{"value"}
	for _, f := range fields {
		names = append(names, f.Key)
	}
	known = true
	for _, at := range p.entries {
		f := slices.IndexFunc(fields, func(f field) bool { return len(at.keys) == 1 && f.Key == at.keys[0] })
		switch {
		case at.keys[0] == "value":
		case f < 0:
			faults.add(d.errorAt(at, "unknown key %q%s", at.path(), message.Alternatives(at.path(), names)))
			known = false
		default:
			if why := fields[f].store(d.s, p.doc[at.keys[0]]); why != "" {
				faults.add(d.errorAt(at, "%s %s", at.keys[0], why))
				known = known && !slices.Contains([]string{"do", "species", "thing", "key"}, at.keys[0])
			}
		}
	}
	return faults, known
}

// setValue stores the value of an event, and adds an error if the value or what it belongs to is wrong.
func (d *decoder) setValue(faults *Faults, e *Event, do action, p listEntry) {
	given := p.has("value")
	if p.has("key") && !given && do.value == nil {
		faults.add(d.errorAt(p.head, "value is missing: give the new value%s", ofKey(e.Key)))
	}
	if e.Key == "" || do.thing && e.Thing == "" {
		return // the event names no parameter or property
	}
	key := d.s.faultyKey(e)
	if d.incomplete && key != "key" {
		return // the flock or the thing has an error
	}
	if _, _, err := d.s.eventField(e); err != nil {
		faults.add(d.errorAt(p.entryOf(key), "%s", err))
	} else if given {
		faults.add(d.eventValue(e, p.entryOf("value"), p.doc["value"]))
	} else if do.value != nil {
		faults.add(d.eventValue(e, p.head, do.value))
	}
}

func ofKey(key string) string {
	if key == "" {
		return ""
	}
	return " of " + key
}

// checkKeys adds an error for each key that is missing, and for each pair of keys that exclude each other.
func (d *decoder) checkKeys(faults *Faults, e *Event, do action, p listEntry) {
	if do.key != "" && e.Key != do.key {
		faults.add(d.errorAt(p.head, "do = %q and key = %q cannot be used together", e.Do, e.Key))
	}
	if when := p.doc["when"]; !p.has("at") && (when == nil || when == "") {
		faults.add(d.errorAt(p.head, "the key \"at\" is missing: give the simulated time of the event in seconds, or set \"when\" to a condition"))
	}
	if do.thing && e.Thing == "" {
		faults.add(d.errorAt(p.head, "thing is missing: give the name of the thing for do = %q", e.Do))
	}
	if e.Key == "" && !p.has("key") {
		faults.add(d.errorAt(p.head, "key is missing: give the key of a parameter or property, or set \"do\" to one of %s", strings.Join(EventActions()[1:], ", ")))
	}
	if e.Thing != "" && e.Species != "" && e.When == "" {
		faults.add(d.errorAt(p.head, "thing = %q and species = %q cannot be used together", e.Thing, e.Species))
	}
}

// faultyKey returns the key of an event that refers to a missing thing, species or parameter.
func (s *Scenario) faultyKey(e *Event) string {
	switch {
	case e.Thing != "" && s.Surroundings.Thing(e.Thing) == nil:
		return "thing"
	case e.Species != "" && s.flockOf(e.Species) < 0:
		return "species"
	}
	return "key"
}

func (p *listEntry) has(key string) bool {
	_, ok := p.doc[key]
	return ok
}

// entryOf returns the entry of a key, or the first entry in its table. If the key is missing, it returns the
// header of the event's table.
func (p *listEntry) entryOf(key string) entry {
	for _, e := range p.entries {
		if e.path() == key || len(e.keys) > 1 && e.keys[0] == key {
			return e
		}
	}
	return p.head
}

func (s *Scenario) condition(e *Event) (*schedule.Condition, error) {
	if e.When == "" {
		return nil, nil
	}
	c, err := schedule.ParseCondition(e.When)
	if err != nil {
		return nil, err
	}
	c.Flock = s.flockOf(e.Species)
	return &c, nil
}

func (s *Scenario) flockOf(species string) int {
	if species == "" {
		return 0
	}
	return slices.IndexFunc(s.Flocks(), func(f Flock) bool { return f.Name() == species })
}

// eventValue stores the value of an event. at is the entry of the value, for error messages.
func (d *decoder) eventValue(e *Event, at entry, v any) error {
	f, scene, err := d.s.eventField(e)
	if err != nil {
		return d.errorAt(at, "%s", err)
	}
	if why := f.store(scene, v); why != "" {
		return d.errorAt(at, "%s %s", e.Key, why)
	}
	e.Value = scene.valueOf(e)
	return nil
}

// valueOf returns the value of the event's key. s must come from eventField.
func (s *Scenario) valueOf(e *Event) any {
	if e.Thing == "" {
		return s.Params.Value(e.Key)
	}
	p, _ := around.PropertyOf(s.Surroundings.Thing(e.Thing), e.Key)
	return p.Value()
}

// eventField returns the field that an event sets, and the scene to store it in. This scene is a copy of s in
// which the event's flock is the first one, or in which all things are copied.
func (s *Scenario) eventField(e *Event) (field, *Scenario, error) {
	if e.Thing != "" {
		return s.eventProperty(e)
	}
	var species []string
	for _, f := range s.Flocks() {
		species = append(species, f.Name())
		if e.Species != "" && e.Species != f.Name() {
			continue
		}
		if n := f.Params.Count(); e.Do == "loose" && n > 0 {
			return field{}, nil, fmt.Errorf("loose: the flock %s already has %d boids; use a flock with count = 0", f.Name(), n)
		}
		scene := &Scenario{Flock: f}
		var keys []string
		for _, field := range paramFields(&scene.Params) {
			if field.Key == e.Key {
				return field, scene, nil
			}
			keys = append(keys, field.Key)
		}
		return field{}, nil, fmt.Errorf("unknown parameter %q%s", e.Key, message.DidYouMean(e.Key, keys))
	}
	return field{}, nil, fmt.Errorf("there is no flock of the species %q%s: the scene has %s", e.Species, message.DidYouMean(e.Species, species), strings.Join(species, ", "))
}

func (s *Scenario) eventProperty(e *Event) (field, *Scenario, error) {
	scene := &Scenario{Surroundings: s.Surroundings.Clone()}
	t := scene.Surroundings.Thing(e.Thing)
	if t == nil {
		var names []string
		for _, t := range scene.Surroundings.Things() {
			names = append(names, *t.NamePointer())
		}
		if names == nil {
			return field{}, nil, fmt.Errorf("unknown thing %q; the scene has no obstacle, path, place, perch or wind", e.Thing)
		}
		return field{}, nil, fmt.Errorf("unknown thing %q%s: the scene has %s", e.Thing, message.DidYouMean(e.Thing, names), strings.Join(names, ", "))
	}
	var keys []string
	for _, f := range thingFields(t) {
		if f.Key == e.Key && f.Key != "name" {
			return f, scene, nil
		}
		keys = append(keys, f.Key)
	}
	return field{}, nil, fmt.Errorf("the %s %s has no %q%s", t.Kind(), e.Thing, e.Key, message.DidYouMean(e.Key, keys))
}

func (s *Scenario) schedule() (all []schedule.Change) {
	for _, e := range s.Events {
		when, _ := s.condition(&e) // the condition was checked when the event was read
		all = append(all, schedule.Change{At: e.At, When: when, Flock: s.flockOf(e.Species), Thing: e.Thing, Key: e.Key, Value: e.Value, Ramp: e.Ramp, Hold: e.Seconds, Smooth: e.Smooth})
	}
	return all
}

func (s *Scenario) writeEvents(b *bytes.Buffer) {
	for k := range s.Events {
		e := s.Events[k]
		fmt.Fprintf(b, "\n[[event]]\n")
		for _, f := range eventFields(&e) {
			f.write(b, s)
		}
		fmt.Fprintf(b, "value = %s\n", s.formatValue(&e))
	}
}

func (s *Scenario) formatValue(e *Event) string {
	f, scene, err := s.eventField(e)
	if err == nil && e.Thing == "" {
		err = scene.Params.Set(e.Key, e.Value)
	} else if err == nil {
		p, _ := around.PropertyOf(scene.Surroundings.Thing(e.Thing), e.Key)
		err = p.Set(e.Value)
	}
	if err != nil {
		return `""`
	}
	return f.format(scene)
}

func (s *Scenario) formatEvents() string {
	var all []string
	for k := range s.Events {
		e := s.Events[k]
		var pairs []string
		for _, f := range eventFields(&e) {
			pairs = append(pairs, f.Key+" = "+f.format(s))
		}
		all = append(all, "{"+strings.Join(append(pairs, "value = "+s.formatValue(&e)), ", ")+"}")
	}
	return "[" + strings.Join(all, ", ") + "]"
}
