package studio

import (
	"fmt"
	"slices"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/schedule"
)

// RenameFlock gives flock k another species name. This does not change the flight. It calls renamed with the
// name after each change, including changes by Undo and Redo. shown is the old name in the window. The new
// name must be valid and unused. No thing, event or recording in progress may refer to the old name.
func (s *Studio) RenameFlock(k int, shown, name string, renamed func(name string)) error {
	before := s.definition(k).Species
	if s.Playing() {
		return s.WhyReadOnly()
	}
	if s.HasTap() {
		return fmt.Errorf("a flock cannot be renamed while recording; stop the recording (F9) first")
	}
	take := func(name string) error {
		def := cloneDef(s.def)
		renameIn(&def, k, name)
		if err := def.Validate(); err != nil {
			return err
		}
		s.def = def
		renamed(name)
		return nil
	}
	old := s.definition(k).Name()
	if user := thingOf(s.around.Things(), old); user != "" {
		return fmt.Errorf("%s cannot be renamed, because %s is only for this species", shown, user)
	}
	if k := slices.IndexFunc(s.def.Schedule, func(c schedule.Change) bool { return c.When != nil && c.When.To == old }); k >= 0 {
		return fmt.Errorf("%s cannot be renamed, because an event waits for %q", shown, s.def.Schedule[k].When)
	}
	if err := take(name); err != nil {
		return err
	}
	s.AddEdit(fmt.Sprintf("renamed %s to %s", shown, name), func() error { return take(before) }, func() error { return take(name) })
	return nil
}

func thingOf(all []around.Thing, species string) string {
	for _, t := range all {
		if p, ok := around.PropertyOf(t, "species"); ok && p.Value() == species {
			return *t.NamePointer()
		}
	}
	return ""
}

func renameIn(d *flock.Def, k int, name string) {
	all := []*flock.Flock{&d.Flock}
	for i := range d.Others {
		all = append(all, &d.Others[i])
	}
	flock.Rename(all, k, name)
}
