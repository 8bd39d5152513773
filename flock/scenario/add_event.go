package scenario

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"skein/flock/around"
	"skein/flock/message"
	"skein/flock/schedule"
)

// AddEvent adds an event, which is written as one word:
//
//	5s:cohesion=0                 sets a parameter at 5 s permanently
//	5s+2s:hawk.count=3            sets a parameter of the species hawk for 2 s
//	9s:breeze.speed=4             sets a property of the thing breeze
//	polarization<0.8:cohesion=0.1 waits for a condition
//	5s:scatter                    does an action
func (s *Scenario) AddEvent(text string) error {
	when, action, ok := strings.Cut(text, ":")
	e := Event{Do: actions()[0].name}
	at, duration, lasts := strings.Cut(when, "+")
	if strings.ContainsAny(at, "<>") {
		e.When, at = at, "0"
	}
	if !ok || !parseSeconds(&e.At, at) || lasts && !parseSeconds(&e.Seconds, duration) {
		return fmt.Errorf(`event %q: must be a time and an action or change, such as "5s:scatter", "5s+2s:cohesion=0" or "polarization<0.8:cohesion=0.1"`, text)
	}
	if lasts && e.Seconds == 0 {
		return fmt.Errorf("event %q: the time after + must be more than 0 s; for a permanent change, omit + and the time", text)
	}
	key, literal, hasValue := strings.Cut(action, "=")
	if of, rest, other := strings.Cut(key, "."); other {
		key = rest
		if s.Surroundings.Thing(of) != nil {
			e.Thing = of
		} else {
			e.Species = s.speciesNamed(of)
		}
	}
	var value any
	e.Key = key
	if do := actionOf(key); do.key != "" && (!hasValue || do.value == nil) && (e.Thing != "") == do.thing {
		e.Do, e.Key, value = do.name, do.key, do.value
		if !lasts {
			e.Seconds = do.seconds
		}
	}
	if hasValue {
		value = literalValue(literal)
	}
	if value == nil {
		if hint := message.DidYouMean(key, EventActions()[1:]); hint != "" {
			return fmt.Errorf("event %q: unknown action %q%s", text, key, hint)
		}
		return fmt.Errorf("event %q: must be %s=VALUE or one of %s; some of them need a species or a thing, such as wire.leave", text, key, strings.Join(EventActions()[1:], ", "))
	}
	if c, err := s.condition(&e); err != nil {
		return fmt.Errorf("event %q: %w", text, err)
	} else if c != nil && c.Flock < 0 {
		return fmt.Errorf("event %q: there is no flock of the species %q", text, e.Species)
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
		return fmt.Errorf("event %q: %w", text, withoutNumber(err, len(all)))
	}
	return nil
}

func withoutNumber(err error, number int) error {
	var f *around.Fault
	if errors.As(err, &f) && f.Kind == "event" && f.Number == number {
		return f.Err
	}
	return err
}

func literalValue(text string) any {
	var doc map[string]any
	if toml.Unmarshal([]byte("v = "+text), &doc) == nil && len(doc) == 1 {
		return doc["v"]
	}
	return text
}

func parseSeconds(to *float32, text string) bool {
	x, err := strconv.ParseFloat(strings.TrimSuffix(text, "s"), 32)
	*to = float32(x)
	return err == nil && x >= 0 && x <= schedule.MaxSeconds
}
