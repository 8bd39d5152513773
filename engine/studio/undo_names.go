package studio

import (
	"reflect"
	"slices"
	"strings"

	"skein/flock/look"
)

// Changes names what Undo or Redo would change now, for example "Separation S", "obstacle-1" or "Add falcon".
// It returns "" if there is nothing to undo or redo.
func (s *Studio) Changes(c Command) string {
	list := s.undo.past
	if c == Redo {
		list = s.undo.future
	}
	if len(list) == 0 {
		return ""
	}
	if label := list[len(list)-1].label; label != "" {
		return label
	}
	var names []string
	whole := list[len(list)-1].group
	for k := len(list) - 1; k >= 0 && (k == len(list)-1 || whole != 0 && list[k].group == whole); k-- {
		for _, name := range list[k].names() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	const most = 3
	switch {
	case len(names) == 0:
		return "an edit"
	case len(names) > most:
		return strings.Join(names[:most], ", ") + " and more"
	}
	return strings.Join(names, ", ")
}

// names returns the labels of everything that the edit changes.
func (e *historyEntry) names() (all []string) {
	if e.params {
		for _, spec := range e.after.Specs() {
			if !reflect.DeepEqual(spec.Value(&e.before), spec.Value(&e.after)) {
				all = append(all, spec.Label)
			}
		}
	}
	if e.look != nil {
		for _, row := range look.Settings() {
			if !row.Alike(&e.look[0], &e.look[1]) {
				all = append(all, row.Label)
			}
		}
	}
	if e.move != nil {
		all = append(all, "bird position")
	}
	if e.things != nil {
		all = append(all, e.things.names()...)
	}
	return all
}

// names returns the names of the things that differ.
func (c *surroundingsEdit) names() (all []string) {
	for _, t := range c.before.Things() {
		if now := c.after.Thing(*t.NamePointer()); now == nil || !reflect.DeepEqual(t, now) {
			all = append(all, *t.NamePointer())
		}
	}
	for _, t := range c.after.Things() {
		if c.before.Thing(*t.NamePointer()) == nil {
			all = append(all, *t.NamePointer())
		}
	}
	return all
}
