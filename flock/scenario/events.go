package scenario

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"skein/flock"
)

// Event is something that a scene does by itself at a time: it sets a parameter, for a
// while or for good.
type Event struct {
	At      float32 // s of simulated time
	Do      string  // of [Deeds]
	Species string  // whose; empty: the first flock's
	Thing   string  // or the name of the thing whose property it sets
	Key     string  // of the parameter or property
	Value   any     // as [flock.Spec.Value] or [flock.Property.Value] gives it
	Ramp    float32 // s over which a number comes there
	Seconds float32 // s that it stays; 0: for good
	Smooth  bool    // a ramp begins and ends gently
}

// Deeds are what events may do: set a parameter, or scatter the flock, which sets the
// parameter "scatter" for two seconds if the event says no other time.
func Deeds() []string { return []string{"set", "scatter"} }

// What scatters a flock, if an event does not say otherwise.
const (
	scatterKey     = "scatter"
	scatterGain    = 1.0 // m/s per 1/30 s
	scatterSeconds = 2
)

// eventFields are the keys of an event but its value.
func eventFields(e *Event) []field {
	return []field{
		{key: "at", unit: "s", max: flock.MaxSchedule, doc: "when, of simulated time", at: func(*Scenario) any { return &e.At }},
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
	e := &Event{Do: Deeds()[0]}
	if p.doc["do"] == "scatter" {
		e.Key, e.Seconds = scatterKey, scatterSeconds
	}
	fields := eventFields(e)
	names := []string{"value"}
	for _, f := range fields {
		names = append(names, f.key)
	}
	var value *entry
	for k, at := range p.entries {
		f := slices.IndexFunc(fields, func(f field) bool { return len(at.keys) == 1 && f.key == at.keys[0] })
		switch {
		case at.path() == "value":
			value = &p.entries[k]
		case f < 0:
			return nil, d.errorAt(at, "unknown key %q%s", at.path(), DidYouMean(at.path(), names))
		default:
			if why := fields[f].store(d.s, p.doc[at.keys[0]]); why != "" {
				return nil, d.errorAt(at, "%s %s", at.keys[0], why)
			}
		}
	}
	switch _, timed := p.doc["at"]; {
	case e.Do == "scatter" && e.Key != scatterKey:
		return nil, d.errorAt(p.head, "do = \"scatter\" and key = %q: want one of them", e.Key)
	case !timed:
		return nil, d.errorAt(p.head, "at is missing: want the seconds of simulated time at which it happens")
	case e.Key == "":
		return nil, d.errorAt(p.head, "key is missing: want that of a parameter, or do = %q", "scatter")
	case value != nil:
		return e, d.eventValue(e, *value, p.doc["value"])
	case e.Do == "scatter":
		return e, d.eventValue(e, p.head, scatterGain)
	}
	return nil, d.errorAt(p.head, "value is missing: want what %s is to be", e.Key)
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

// valueOf is the value that an event sets, in the scene that eventField gave.
func (s *Scenario) valueOf(e *Event) any {
	if e.Thing == "" {
		return s.Params.Value(e.Key)
	}
	p, _ := flock.PropertyOf(s.Surroundings.Thing(e.Thing), e.Key)
	return p.Value()
}

// eventField is the key of the parameter or property that an event sets, and a scene whose
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

// schedule is what a World makes of the events. One of a species that there is not is of
// no flock, which the World refuses.
func (s *Scenario) schedule() (all []flock.Change) {
	flocks := s.Flocks()
	for _, e := range s.Events {
		k := 0
		if e.Species != "" {
			k = slices.IndexFunc(flocks, func(f Flock) bool { return f.Name() == e.Species })
		}
		all = append(all, flock.Change{At: e.At, Flock: k, Thing: e.Thing, Key: e.Key, Value: e.Value, Ramp: e.Ramp, Hold: e.Seconds, Smooth: e.Smooth})
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

// AddEvent adds an event as it is written in one word: "5s:cohesion=0", at 5 s and for
// good; "5s+2s:hawk.count=3", for 2 s, of the species hawk; "5s:scatter".
func (s *Scenario) AddEvent(text string) error {
	when, what, ok := strings.Cut(text, ":")
	e := Event{Do: Deeds()[0]}
	at, long, held := strings.Cut(when, "+")
	if !ok || !seconds(&e.At, at) || held && !seconds(&e.Seconds, long) {
		return fmt.Errorf(`event %q: want a time and what happens, such as "5s:cohesion=0", "5s+2s:cohesion=0" or "5s:scatter"`, text)
	}
	if held && e.Seconds == 0 {
		return fmt.Errorf("event %q: want more than 0 s after the +, or no + for good", text)
	}
	var value any
	key, written, given := strings.Cut(what, "=")
	if species, of, other := strings.Cut(key, "."); other {
		e.Species, key = species, of
		if s.Surroundings.Thing(species) != nil {
			e.Species, e.Thing = "", species
		}
	}
	if key == "scatter" && !given {
		if e.Do, e.Key, value = key, scatterKey, scatterGain; !held {
			e.Seconds = scatterSeconds
		}
	} else {
		if e.Key = key; !given {
			return fmt.Errorf("event %q: want %s=VALUE, or scatter", text, key)
		}
		value = literalOf(written)
	}
	f, of, err := s.eventField(&e)
	if err != nil {
		return fmt.Errorf("event %q: %w", text, err)
	}
	if why := f.store(of, value); why != "" {
		return fmt.Errorf("event %q: %s %s", text, e.Key, why)
	}
	e.Value = of.valueOf(&e)
	s.Events = append(s.Events, e)
	return nil
}

// literalOf is a value as TOML has it, or a name without its quotes.
func literalOf(text string) any {
	var doc map[string]any
	if toml.Unmarshal([]byte("v = "+text), &doc) == nil && len(doc) == 1 {
		return doc["v"]
	}
	return text
}

// seconds reads a time such as 5s or 2.5.
func seconds(to *float32, text string) bool {
	x, err := strconv.ParseFloat(strings.TrimSuffix(text, "s"), 32)
	*to = float32(x)
	return err == nil && x >= 0 && x <= flock.MaxSchedule
}
