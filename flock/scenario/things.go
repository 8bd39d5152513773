package scenario

import (
	"bytes"
	"fmt"
	"strings"

	"skein/flock/around"
	"skein/flock/vec"
)

func thingFields(t around.Thing) (all []field) {
	for _, p := range around.Properties(t) {
		all = append(all, field{
			Description: p.Description,
			pointer:     func(*Scenario) any { return p.At },
			untouched:   func(*Scenario) bool { return !p.Counts(t) },
		})
	}
	return all
}

// addThings reads the things of a kind. They replace those of the base.
func (d *decoder) addThings(kind string, all []listEntry) error {
	if len(all) > 0 {
		for _, t := range d.s.Surroundings.Things() {
			if t.Kind() == kind {
				d.s.Surroundings.Remove(*t.NamePointer())
			}
		}
	}
	var faults Faults
	for _, p := range all {
		if p.doc == nil {
			faults.add(d.errorAt(p.head, "%s must be a list of tables, each under [[%s]]", kind, kind))
			continue
		}
		faults.add(d.addThing(d.s.Surroundings.Add(kind), p))
	}
	return faults.err()
}

func (d *decoder) addThing(t around.Thing, p listEntry) error {
	fields := thingFields(t)
	if err := d.storeAll(p, fields); err != nil {
		return err
	}
	if err := around.CheckThing(t); err != nil {
		return d.errorAt(p.entryNamedIn(err.Error()), "%s", err)
	}
	for _, e := range p.entries {
		if own, _ := around.PropertyOf(t, e.path()); !own.Counts(t) {
			return d.errorAt(e, "%s", misplacedError(t, own))
		}
	}
	return nil
}

// misplacedError returns a message that a thing of this shape or form does not have the property p. It lists
// the properties that the thing has.
func misplacedError(t around.Thing, p around.Property) string {
	key, options, _ := strings.Cut(p.With, "=")
	other, _ := around.PropertyOf(t, key)
	var own []string
	for _, o := range around.Properties(t) {
		if of, _, _ := strings.Cut(o.With, "="); of == key && o.Counts(t) {
			own = append(own, o.Key)
		}
	}
	of := strings.ReplaceAll(options, ",", " or ")
	if own == nil {
		return fmt.Sprintf("%s cannot be combined with %s = %q; remove it, or set %s to %s", p.Key, key, other.Value(), key, of)
	}
	return fmt.Sprintf("%s cannot be combined with %s = %q; use %s instead, or set %s to %s", p.Key, key, other.Value(), strings.Join(own, ", "), key, of)
}

// entryNamedIn returns the entry whose key occurs first in a message. If there is none, it returns the
// table's header.
func (p *listEntry) entryNamedIn(message string) entry {
	best, offset := p.head, len(message)
	for _, e := range p.entries {
		if k := strings.Index(message, e.path()); k >= 0 && k < offset {
			best, offset = e, k
		}
	}
	return best
}

func (s *Scenario) writeThings(b *bytes.Buffer) {
	for _, t := range s.Surroundings.Things() {
		fmt.Fprintf(b, "\n[[%s]]\n", t.Kind())
		for _, f := range thingFields(t) {
			if !f.untouched(s) {
				f.write(b, s)
			}
		}
	}
}

func (s *Scenario) formatThings(kind string) string {
	var all []string
	for _, t := range s.Surroundings.Things() {
		if t.Kind() != kind {
			continue
		}
		var pairs []string
		for _, f := range thingFields(t) {
			if !f.untouched(s) {
				pairs = append(pairs, f.Key+" = "+f.format(s))
			}
		}
		all = append(all, "{"+strings.Join(pairs, ", ")+"}")
	}
	return "[" + strings.Join(all, ", ") + "]"
}

func (f field) readWaypoints(p *[]vec.Vec, v any) string {
	list, ok := v.([]any)
	if !ok {
		return mustBe(v, "a list of points, [[x, y, z], …]")
	}
	if len(list) > around.MaxPoints {
		return fmt.Sprintf("= %s has too many points: at most %d are allowed", literal(v), around.MaxPoints)
	}
	var all []vec.Vec
	for i, item := range list {
		pos, why := readThree(item, f.Min, f.Max, "three numbers, [x, y, z]")
		if why != "" {
			return fmt.Sprintf("point %d %s", i+1, why)
		}
		all = append(all, vec.Vec{X: pos[0], Y: pos[1], Z: pos[2]})
	}
	*p = all
	return ""
}

func formatVecs(all []vec.Vec) string {
	var points []string
	for _, v := range all {
		points = append(points, formatVec(v))
	}
	return "[" + strings.Join(points, ", ") + "]"
}

func formatVec(v vec.Vec) string {
	return fmt.Sprintf("[%s, %s, %s]", formatFloat(v.X), formatFloat(v.Y), formatFloat(v.Z))
}

// Reference returns a TOML document that lists every key of things, events, buttons and lessons, with its
// default, range and meaning.
func Reference() []byte {
	var b bytes.Buffer
	s := &Scenario{}
	for _, kind := range around.ThingKinds() {
		var all around.Surroundings
		writeKeys(&b, s, kind, thingFields(all.Add(kind)))
	}
	writeKeys(&b, s, "event", eventFields(&Event{Do: EventActions()[0]}))
	fmt.Fprintf(&b, "%-32s # new value of the parameter or property\n", "value = 0.0")
	fmt.Fprintf(&b, "\n[[try]]\n%-32s # text of the button\n%-32s # what the button sets: parameters of the first flock, and settings with their section, such as camera.mode\n", `label = "No leaders"`, "set = { leadership = 0.0 }")
	writeKeys(&b, s, "lesson", lessonFields(&Lesson{Wait: LessonWaits()[0]}))
	return b.Bytes()
}

func writeKeys(b *bytes.Buffer, s *Scenario, kind string, all []field) {
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "[[%s]]\n", kind)
	for _, f := range all {
		f.ranged = f.Min < f.Max
		if f.untouched != nil && f.untouched(s) {
			b.WriteString("# ") // the default shape or form does not have this key
		}
		f.write(b, s)
	}
}
