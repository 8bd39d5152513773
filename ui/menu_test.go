//go:build cgo && !nowindow

package ui

import (
	"slices"
	"testing"
)

// Each menu entry of a binding appears once in a menu, with the key of the binding.
func TestMenusShowTheEntriesOfBindings(t *testing.T) {
	p, n := newPanel(), 0
	for _, b := range p.bindings {
		for _, e := range b.entries {
			n++
			k := slices.IndexFunc(p.menus, func(m menu) bool { return m.name == e.menu })
			if k < 0 {
				t.Errorf("%s: there is no menu %q", b.name, e.menu)
				continue
			}
			items := p.itemsOf(p.menus[k], &State{})
			for _, it := range items {
				items = append(items, it.submenu...)
			}
			items = slices.DeleteFunc(items, func(it item) bool { return it.key != b.name || it.label != e.labelIn(&State{}) })
			if len(items) != 1 {
				t.Errorf("%s: the menu %s shows the entry %q %d times, want once", b.name, e.menu, e.label, len(items))
			}
		}
	}
	if n == 0 {
		t.Error("no binding has a menu entry")
	}
}

// Items of a menu are in the order of their places. A separator divides items with different tens.
func TestPlacesOrderAMenu(t *testing.T) {
	p := newPanel()
	p.bindings = []binding{
		{keyRow: shortcut(0, "c", 0, "C", "", nil, menuEntry{menu: "M", place: 21, label: "third"})},
		{keyRow: shortcut(0, "a", 0, "A", "", nil, menuEntry{menu: "M", place: 11, label: "first"}, menuEntry{menu: "other", place: 13, label: "elsewhere"})},
	}
	m := menu{"M", func(*Panel, *State) []item { return []item{{label: "second", place: 12}} }}
	var got []string
	for _, it := range p.itemsOf(m, &State{}) {
		got = append(got, it.label)
	}
	if want := []string{"first", "second", "", "third"}; !slices.Equal(got, want) {
		t.Errorf("the menu has %q, want %q", got, want)
	}
}

// Every item of a menu does something: it has a submenu, an action, or a key that is a row of the table of
// bindings.
func TestMenuItemsAct(t *testing.T) {
	p, n := newPanel(), 0
	var check func(path string, all []item)
	check = func(path string, all []item) {
		for _, it := range all {
			name := path + " > " + it.label
			switch {
			case it.label == "":
			case len(it.submenu) > 0:
				check(name, it.submenu)
			case it.submenu != nil || it.off:
			case it.key != "":
				if n++; p.binding(it.key) == nil {
					t.Errorf("%s: no binding has the name %q", name, it.key)
				}
			case it.do == nil:
				t.Errorf("%s does nothing", name)
			}
		}
	}
	s := &State{Scenes: []SceneLine{{Name: "paper", Lesson: true}}}
	for _, m := range p.menus {
		check(m.name, p.itemsOf(m, s))
	}
	if n < 30 {
		t.Errorf("%d items of menus have a key, want at least 30", n)
	}
	for _, m := range p.menus {
		if m.name == viewMenu || m.name == windowMenu {
			continue // their items are rows of the tables of settings and of windows
		}
		for _, it := range m.items(p, s) {
			if it.key != "" {
				t.Errorf("%s > %s repeats the binding %s; make it an entry of that binding", m.name, it.label, it.key)
			}
			for _, sub := range it.submenu {
				if sub.key != "" {
					t.Errorf("%s > %s > %s repeats the binding %s", m.name, it.label, sub.label, sub.key)
				}
			}
		}
	}
}
