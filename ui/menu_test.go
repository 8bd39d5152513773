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
			items = slices.DeleteFunc(items, func(it item) bool { return it.key != b.name || it.label != e.label })
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
