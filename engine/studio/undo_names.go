package studio

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/scenery"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/look"
)

// Changes describes the edit that Undo would revert or Redo repeat, as in "changed Separation S from 0.5 to
// 0.8 m" or "moved tower by 3.2 m". It returns "" if there is none.
func (s *Studio) Changes(c Command) string {
	list, forward := s.undo.past, func(e *historyEntry) historyEntry { return *e }
	if c == Redo {
		list, forward = s.undo.future, func(e *historyEntry) historyEntry { return e.reverse() }
	}
	if c == Undo && s.canCancelRestart() {
		return restartLabel(s.seedBefore, s.def.Seed)
	}
	if len(list) == 0 {
		return ""
	}
	if label := list[len(list)-1].label; label != "" {
		return label
	}
	var all []string
	lastGroup := list[len(list)-1].group
	for k := len(list) - 1; k >= 0 && (k == len(list)-1 || lastGroup != 0 && list[k].group == lastGroup); k-- {
		e := forward(&list[k])
		for _, text := range s.describe(&e) {
			if !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	const most = 3
	switch {
	case len(all) == 0:
		return "an edit"
	case len(all) > most:
		return strings.Join(all[:most], ", ") + fmt.Sprintf(" and %d more changes", len(all)-most)
	}
	return strings.Join(all, ", ")
}

func (s *Studio) describe(e *historyEntry) (all []string) {
	if e.params {
		all = append(all, ruleChanges(e.before.Model(), e.after.Model())...)
		before := e.before.For(e.after.Model())
		for _, spec := range e.after.Specs() {
			if from, to := spec.Value(&before.Values), spec.Value(&e.after.Values); !reflect.DeepEqual(from, to) {
				all = append(all, changeText(spec.Label, spec.Unit, from, to))
			}
		}
	}
	if e.look != nil {
		for _, row := range look.Settings() {
			if !row.Alike(&e.look[0], &e.look[1]) {
				all = append(all, changeText(row.Label, row.Unit, row.Value(&e.look[0]), row.Value(&e.look[1])))
			}
		}
	}
	if m := e.move; m != nil {
		all = append(all, fmt.Sprintf("moved %s by %s", s.definition(m.flock).Name(), metres(m.after.At.Sub(m.before.At).Length())))
	}
	if e.things != nil {
		all = append(all, e.things.describe()...)
	}
	return all
}

func ruleChanges(before, after *flock.Model) (all []string) {
	if before == after {
		return nil
	}
	old, written := writtenRules(before), writtenRules(after)
	for _, r := range after.Rules() {
		switch text, had := old[r.Name]; {
		case r.Text == "":
		case !had:
			all = append(all, "added the rule "+r.Name)
		case text != r.Text:
			all = append(all, "changed the rule "+r.Name)
		}
	}
	for _, r := range before.Rules() {
		if _, has := written[r.Name]; r.Text != "" && !has {
			all = append(all, "removed the rule "+r.Name)
		}
	}
	return all
}

func writtenRules(m *flock.Model) map[string]string {
	texts := map[string]string{}
	for _, r := range m.Rules() {
		if r.Text != "" {
			texts[r.Name] = r.Text
		}
	}
	return texts
}

func changeText(label, unit string, from, to any) string {
	before, short := valueText(from)
	after, shortToo := valueText(to)
	if !short || !shortToo || before == after {
		return "changed " + label
	}
	return strings.TrimSpace(fmt.Sprintf("changed %s from %s to %s %s", label, before, after, unit))
}

// valueText formats a number, a switch or a name. short is false for other values.
func valueText(value any) (text string, short bool) {
	switch v := value.(type) {
	case float32:
		return fmt.Sprintf("%.4g", v), true
	case int:
		return fmt.Sprint(v), true
	case bool:
		return map[bool]string{true: "on", false: "off"}[v], true
	case string:
		return strings.ReplaceAll(v, "_", " "), v != ""
	}
	return "", false
}

func metres(m float32) string {
	digits := 100.0
	if m >= 10 {
		digits = 10
	}
	return fmt.Sprintf("%.5g m", math.Round(float64(m)*digits)/digits)
}

func (c *surroundingsEdit) describe() (all []string) {
	var removed, fresh []around.Thing
	for _, t := range c.before.Things() {
		current := c.after.Thing(*t.NamePointer())
		switch {
		case current == nil:
			removed = append(removed, t)
		case !reflect.DeepEqual(t, current):
			all = append(all, describeThing(t, current)...)
		}
	}
	for _, t := range c.after.Things() {
		if c.before.Thing(*t.NamePointer()) == nil {
			fresh = append(fresh, t)
		}
	}
	if len(removed) == 1 && len(fresh) == 1 && removed[0].Kind() == fresh[0].Kind() {
		return append(all, fmt.Sprintf("renamed %s to %s", *removed[0].NamePointer(), *fresh[0].NamePointer()))
	}
	for _, t := range removed {
		all = append(all, "removed "+*t.NamePointer())
	}
	for _, t := range fresh {
		all = append(all, "added "+*t.NamePointer())
	}
	return all
}

func describeThing(before, after around.Thing) (all []string) {
	name := *after.NamePointer()
	if isScaled(before, after) {
		return []string{"scaled " + name}
	}
	if did := pointsChange(before, after); did != "" {
		return []string{did + " " + name}
	}
	if distance := offset(before, after); distance.Len() >= 0.005 {
		all = append(all, fmt.Sprintf("moved %s by %s", name, metres(distance.Len())))
	}
	for _, p := range around.Properties(before) {
		current, _ := around.PropertyOf(after, p.Key)
		from, to := p.Value(), current.Value()
		if !p.Counts(before) && !current.Counts(after) {
			continue
		}
		if p.Key == "at" || p.Key == "points" && len(all) > 0 || reflect.DeepEqual(from, to) {
			continue
		}
		all = append(all, changeText(p.Label+" of "+name, p.Unit, from, to))
	}
	if len(all) == 0 {
		return []string{"changed " + name}
	}
	return all
}

// isScaled reports whether only the position and at least two sizes differ, as after the scale handle was
// used.
func isScaled(before, after around.Thing) bool {
	sizes := 0
	for _, p := range around.Properties(before) {
		current, _ := around.PropertyOf(after, p.Key)
		if p.Key == "at" || reflect.DeepEqual(p.Value(), current.Value()) {
			continue
		}
		if !slices.Contains([]string{"radius", "height", "size", "scale"}, p.Key) {
			return false
		}
		sizes++
	}
	return sizes >= 2
}

func offset(before, after around.Thing) mgl32.Vec3 {
	from, _, ok := scenery.Pivot(before, 0)
	to, _, okToo := scenery.Pivot(after, 0)
	if !ok || !okToo {
		return mgl32.Vec3{}
	}
	return to.Sub(from)
}
