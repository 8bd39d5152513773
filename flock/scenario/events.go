package scenario

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"skein/flock"
)

// Event is something that a scene does by itself at a time: it sets a parameter, for a
// while or for good.
type Event struct {
	At      float32 // s of simulated time
	When    string  // and then when this is so: a [flock.Condition], written; empty: at once
	Do      string  // of [Deeds]
	Species string  // whose; empty: the first flock's
	Thing   string  // or the name of the thing whose property it sets
	Key     string  // of the parameter or property
	Value   any     // as [flock.Spec.Value] or [flock.Property.Value] gives it
	Ramp    float32 // s over which a number comes there
	Seconds float32 // s that it stays; 0: for good
	Smooth  bool    // a ramp begins and ends gently
}

// deed is something that an event may do: set a key, to a value and for a time that hold
// where the event says no others.
type deed struct {
	name    string
	key     string // empty: the event says which
	value   any    // nil: the event says which
	seconds float32
	thing   bool // of a thing, rather than of a flock
}

// deeds returns all of them: to set anything; to scatter a flock, 1 m/s per 1/30 s for two
// seconds; to loose a flock that counted nobody, such as a hunter; to call birds to a
// perch or send them up from it; to move a thing, which wants a value; to start a wind,
// which wants a speed, and to stop it.
func deeds() []deed {
	return []deed{
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

// Deeds returns the names of what events may do.
func Deeds() (names []string) {
	for _, d := range deeds() {
		names = append(names, d.name)
	}
	return names
}

// deedOf returns the deed of that name.
func deedOf(name string) (d deed) {
	all := deeds()
	if k := slices.IndexFunc(all, func(d deed) bool { return d.name == name }); k >= 0 {
		d = all[k]
	}
	return d
}

// eventFields returns the keys of an event but its value.
func eventFields(e *Event) []field {
	return []field{
		{key: "at", unit: "s", max: flock.MaxSchedule, doc: "when, of simulated time", at: func(*Scenario) any { return &e.At }},
		{key: "when", doc: "and then when this is so, such as \"polarization < 0.8\"; empty: at once", at: func(*Scenario) any { return &e.When }},
		{key: "do", options: Deeds(), at: func(*Scenario) any { return &e.Do }},
		{key: "species", doc: "whose; empty: the first flock's", at: func(*Scenario) any { return &e.Species }},
		{key: "thing", doc: "or the thing whose property it sets", at: func(*Scenario) any { return &e.Thing }},
		{key: "key", doc: "of the parameter or property that it sets", at: func(*Scenario) any { return &e.Key }},
		{key: "ramp", unit: "s", max: flock.MaxSchedule, doc: "over which a number comes there; 0: at once", at: func(*Scenario) any { return &e.Ramp }},
		{key: "seconds", unit: "s", max: flock.MaxSchedule, doc: "that it stays, and then goes back as it came; 0: for good", at: func(*Scenario) any { return &e.Seconds }},
		{key: "smooth", doc: "a ramp begins and ends gently", at: func(*Scenario) any { return &e.Smooth }},
	}
}

// addEvents reads the events of a file, which take the place of those of the base.
func (d *decoder) addEvents(all []part) error {
	if len(all) > 0 {
		d.s.Events = nil
	}
	for _, p := range all {
		if p.doc == nil {
			return d.errorAt(p.head, "event must be a list of tables, [[event]]")
		}
		e, err := d.event(p)
		if err != nil {
			return err
		}
		d.s.Events = append(d.s.Events, *e)
	}
	return nil
}

// event reads one.
func (d *decoder) event(p part) (*Event, error) {
	name, _ := p.doc["do"].(string)
	do := deedOf(name)
	e := &Event{Do: deeds()[0].name, Key: do.key, Seconds: do.seconds}
	fields := eventFields(e)
	names := []string{"value"}
	for _, f := range fields {
		names = append(names, f.key)
	}
	var value *entry
	for k, at := range p.entries {
		f := slices.IndexFunc(fields, func(f field) bool { return len(at.keys) == 1 && f.key == at.keys[0] })
		switch {
		case at.keys[0] == "value": // or a table, which none is
			value = &p.entries[k]
		case f < 0:
			return nil, d.errorAt(at, "unknown key %q%s", at.path(), DidYouMean(at.path(), names))
		default:
			if why := fields[f].store(d.s, p.doc[at.keys[0]]); why != "" {
				return nil, d.errorAt(at, "%s %s", at.keys[0], why)
			}
		}
	}
	_, timed := p.doc["at"]
	switch _, keyed := p.doc["key"]; {
	case do.key != "" && e.Key != do.key:
		return nil, d.errorAt(p.head, "do = %q and key = %q: want one of them", e.Do, e.Key)
	case !timed && e.When == "":
		return nil, d.errorAt(p.head, "at is missing: want the seconds of simulated time at which it happens, or when")
	case do.thing && e.Thing == "":
		return nil, d.errorAt(p.head, "thing is missing: want the name of what is to %s", e.Do)
	case e.Key == "" && !keyed:
		return nil, d.errorAt(p.head, "key is missing: want that of a parameter or property, or do = one of %s", strings.Join(Deeds()[1:], ", "))
	case e.Thing != "" && e.Species != "" && e.When == "":
		return nil, d.errorAt(p.head, "thing = %q and species = %q: want one of them", e.Thing, e.Species)
	}
	if _, err := d.s.condition(e); err != nil {
		return nil, d.errorAt(p.named("when"), "%s", err)
	}
	if _, _, err := d.s.eventField(e); err != nil {
		return nil, d.errorAt(p.entryOf(d.s.faulty(e)), "%s", err)
	}
	switch {
	case value != nil:
		return e, d.eventValue(e, *value, p.doc["value"])
	case do.value != nil:
		return e, d.eventValue(e, p.head, do.value)
	}
	return nil, d.errorAt(p.head, "value is missing: want what %s is to be", e.Key)
}

// faulty returns the key of an event that names what is not there.
func (s *Scenario) faulty(e *Event) string {
	switch {
	case e.Thing != "" && s.Surroundings.Thing(e.Thing) == nil:
		return "thing"
	case e.Species != "" && s.flockOf(e.Species) < 0:
		return "species"
	}
	return "key"
}

// entryOf returns the entry of a key of the part, or its head.
func (p *part) entryOf(key string) entry {
	for _, e := range p.entries {
		if e.path() == key {
			return e
		}
	}
	return p.head
}

// condition returns what an event waits for, nil if for nothing: of the flock of its species.
func (s *Scenario) condition(e *Event) (*flock.Condition, error) {
	if e.When == "" {
		return nil, nil
	}
	c, err := flock.ParseCondition(e.When)
	if err != nil {
		return nil, err
	}
	c.Flock = s.flockOf(e.Species)
	return &c, nil
}

// flockOf returns the number of the flock of a species, -1 for none.
func (s *Scenario) flockOf(species string) int {
	if species == "" {
		return 0
	}
	return slices.IndexFunc(s.Flocks(), func(f Flock) bool { return f.Name() == species })
}

// eventValue gives an event its value, which is written at an entry.
func (d *decoder) eventValue(e *Event, at entry, v any) error {
	f, of, err := d.s.eventField(e)
	if err != nil {
		return d.errorAt(at, "%s", err)
	}
	if why := f.store(of, v); why != "" {
		return d.errorAt(at, "%s %s", e.Key, why)
	}
	e.Value = of.valueOf(e)
	return nil
}

// valueOf returns the value that an event sets, in the scene that eventField gave.
func (s *Scenario) valueOf(e *Event) any {
	if e.Thing == "" {
		return s.Params.Value(e.Key)
	}
	p, _ := flock.PropertyOf(s.Surroundings.Thing(e.Thing), e.Key)
	return p.Value()
}

// eventField returns the key of the parameter or property that an event sets, and a scene whose
// first flock, or whose things, are a copy of the event's.
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
			return field{}, nil, fmt.Errorf("loose: the flock %s counts %d already: want one whose count is 0", f.Name(), n)
		}
		of := &Scenario{Flock: f}
		var keys []string
		for _, field := range paramFields(&of.Params) {
			if field.key == e.Key {
				return field, of, nil
			}
			keys = append(keys, field.key)
		}
		return field{}, nil, fmt.Errorf("unknown parameter %q%s", e.Key, DidYouMean(e.Key, keys))
	}
	return field{}, nil, fmt.Errorf("no flock is of the species %q%s: there is %s", e.Species, DidYouMean(e.Species, species), strings.Join(species, ", "))
}

// eventProperty is eventField of a thing.
func (s *Scenario) eventProperty(e *Event) (field, *Scenario, error) {
	of := &Scenario{Surroundings: s.Surroundings.Clone()}
	t := of.Surroundings.Thing(e.Thing)
	if t == nil {
		var names []string
		for _, t := range of.Surroundings.Things() {
			names = append(names, *t.Called())
		}
		if names == nil {
			return field{}, nil, fmt.Errorf("nothing is called %q: the scene has no obstacle, path, place, perch or wind", e.Thing)
		}
		return field{}, nil, fmt.Errorf("nothing is called %q%s: there is %s", e.Thing, DidYouMean(e.Thing, names), strings.Join(names, ", "))
	}
	var keys []string
	for _, f := range thingFields(t) {
		if f.key == e.Key && f.key != "name" {
			return f, of, nil
		}
		keys = append(keys, f.key)
	}
	return field{}, nil, fmt.Errorf("the %s %s has no %q%s", t.Kind(), e.Thing, e.Key, DidYouMean(e.Key, keys))
}

// schedule returns what a World makes of the events. One of a species that there is not is of
// no flock, which the World refuses.
func (s *Scenario) schedule() (all []flock.Change) {
	for _, e := range s.Events {
		when, _ := s.condition(&e) // errs on nothing that was read
		all = append(all, flock.Change{At: e.At, When: when, Flock: s.flockOf(e.Species), Thing: e.Thing, Key: e.Key, Value: e.Value, Ramp: e.Ramp, Hold: e.Seconds, Smooth: e.Smooth})
	}
	return all
}

// writeEvents writes the events as tables.
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

// formatValue writes the value of an event.
func (s *Scenario) formatValue(e *Event) string {
	f, of, err := s.eventField(e)
	if err == nil && e.Thing == "" {
		err = of.Params.Set(e.Key, e.Value)
	} else if err == nil {
		p, _ := flock.PropertyOf(of.Surroundings.Thing(e.Thing), e.Key)
		err = p.Set(e.Value)
	}
	if err != nil {
		return `""`
	}
	return f.format(of)
}

// formatEvents writes them in one line.
func (s *Scenario) formatEvents() string {
	var all []string
	for k := range s.Events {
		e := s.Events[k]
		var pairs []string
		for _, f := range eventFields(&e) {
			pairs = append(pairs, f.key+" = "+f.format(s))
		}
		all = append(all, "{"+strings.Join(append(pairs, "value = "+s.formatValue(&e)), ", ")+"}")
	}
	return "[" + strings.Join(all, ", ") + "]"
}
