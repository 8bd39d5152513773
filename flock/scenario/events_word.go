package scenario

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"skein/flock"
)

// AddEvent adds an event as it is written in one word: "5s:cohesion=0", at 5 s and for
// good; "5s+2s:hawk.count=3", for 2 s, of the species hawk; "9s:breeze.speed=4", of the
// thing breeze; "polarization<0.8:cohesion=0.1", when it is so; "5s:scatter".
func (s *Scenario) AddEvent(text string) error {
	when, what, ok := strings.Cut(text, ":")
	e := Event{Do: deeds()[0].name}
	at, long, held := strings.Cut(when, "+")
	if strings.ContainsAny(at, "<>") {
		e.When, at = at, "0"
	}
	if !ok || !seconds(&e.At, at) || held && !seconds(&e.Seconds, long) {
		return fmt.Errorf(`event %q: want a time and what happens, such as "5s:scatter", "5s+2s:cohesion=0" or "polarization<0.8:cohesion=0.1"`, text)
	}
	if held && e.Seconds == 0 {
		return fmt.Errorf("event %q: want more than 0 s after the +, or no + for good", text)
	}
	key, written, given := strings.Cut(what, "=")
	if of, rest, other := strings.Cut(key, "."); other {
		key = rest
		if s.Surroundings.Thing(of) != nil {
			e.Thing = of
		} else {
			e.Species = of
		}
	}
	var value any
	e.Key = key
	if do := deedOf(key); do.key != "" && (!given || do.value == nil) && (e.Thing != "") == do.thing {
		e.Do, e.Key, value = do.name, do.key, do.value
		if !held {
			e.Seconds = do.seconds
		}
	}
	if given {
		value = literalOf(written)
	}
	if value == nil {
		return fmt.Errorf("event %q: want %s=VALUE, or what is done in one word: %s; some of a species or a thing, such as wire.leave", text, key, strings.Join(Deeds()[1:], ", "))
	}
	if c, err := s.condition(&e); err != nil {
		return fmt.Errorf("event %q: %w", text, err)
	} else if c != nil && c.Flock < 0 {
		return fmt.Errorf("event %q: no flock is of the species %q", text, e.Species)
	}
	f, of, err := s.eventField(&e)
	if err != nil {
		return fmt.Errorf("event %q: %w", text, err)
	}
	if why := f.store(of, value); why != "" {
		return fmt.Errorf("event %q: %s %s", text, e.Key, why)
	}
	e.Value = of.valueOf(&e)
	all := s.Events
	s.Events = append(all[:len(all):len(all)], e)
	def := s.Def()
	if err := def.Validate(); err != nil {
		s.Events = all
		return fmt.Errorf("event %q: %w", text, unnumbered(err, len(all)))
	}
	return nil
}

// unnumbered returns what is wrong with the event of a number, which is named otherwise.
func unnumbered(err error, number int) error {
	var f *flock.Fault
	if errors.As(err, &f) && f.Kind == "event" && f.Number == number {
		return f.Err
	}
	return err
}

// literalOf returns a value as TOML has it, or a name without its quotes.
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
