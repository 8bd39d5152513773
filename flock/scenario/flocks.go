package scenario

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// listEntry is one table of a list, such as [[flock]]. Its keys do not contain the list's name.
type listEntry struct {
	head    entry
	doc     map[string]any
	entries []entry
}

// splitTables removes the tables of a list, such as [[flock]], from d.entries and returns them.
func (d *decoder) splitTables(name string) (parts []listEntry) {
	list, _ := d.doc[name].([]any)
	var rest []entry
	for _, e := range d.entries {
		switch {
		case e.keys[0] != name:
			rest = append(rest, e)
		case len(e.keys) == 1:
			p := listEntry{head: e}
			if n := len(parts); n < len(list) && e.table {
				p.doc, _ = list[n].(map[string]any)
			}
			parts = append(parts, p)
		case len(parts) > 0:
			p := &parts[len(parts)-1]
			e.keys = e.keys[1:]
			p.entries = append(p.entries, e)
		default: // a [flock.params] without a preceding [[flock]]
			parts = append(parts, listEntry{head: e})
		}
	}
	d.entries = rest
	return parts
}

func (d *decoder) addFlocks(others []listEntry) error {
	if len(others) > 0 {
		d.s.Others = nil // the flocks in the file replace those of the base
	}
	var faults Faults
	for _, p := range others {
		if p.doc == nil {
			faults.add(d.errorAt(p.head, "flock must be a list of tables, each under [[flock]], with tables such as [flock.params] below each"))
			continue
		}
		f, err := d.otherFlock(p)
		if err != nil {
			faults.add(err)
			continue
		}
		if slices.ContainsFunc(d.s.Flocks(), func(other Flock) bool { return other.Name() == f.Name() }) {
			faults.add(d.errorAt(p.head, "another flock already has the species %q; choose a different species", f.Name()))
			continue
		}
		d.s.Others = append(d.s.Others, *f)
	}
	return faults.err()
}

// checkRegards returns the errors in the flocks' lists of species, with their lines.
func (d *decoder) checkRegards(others []listEntry) error {
	var faults Faults
	def := d.s.Def()
	for _, err := range def.RegardErrors() {
		switch e, _, inFile := d.topKey(err.Key); {
		case err.Flock == 0 && inFile:
			faults.add(d.errorAt(e, "%v", err))
		case err.Flock > 0 && len(others) > 0:
			faults.add(d.errorAt(others[err.Flock-1].entryOf(err.Key), "%v", err))
		default: // the list is in the base
			faults.add(fmt.Errorf("%s: %w", d.file, err))
		}
	}
	return faults.err()
}

// useSpecies accepts more names in the lists of species; see [Scenario.speciesNamed].
func (s *Scenario) useSpecies() {
	use := func(f *Flock) {
		for _, list := range [][]string{f.Notices, f.Follows, f.Flees} {
			for k, name := range list {
				list[k] = s.speciesNamed(name)
			}
		}
	}
	use(&s.Flock)
	for k := range s.Others {
		use(&s.Others[k])
	}
}

// speciesNamed returns the species that a user calls name. A flock without a species can also be named by its
// bird, as in the window, or "boid", as in messages. A flock with a species can also be named by its model,
// as in older files. Such a name counts only if it belongs to a single flock. If no flock has the name,
// speciesNamed returns the name unchanged.
func (s *Scenario) speciesNamed(name string) string {
	def := s.Def()
	labels, found := def.Labels(), []string(nil)
	for k, f := range s.Flocks() {
		other := f.Params.Model().Name()
		if f.Species == "" {
			other = BirdLabel(f.Bird.File)
		}
		switch name {
		case f.Name():
			return name
		case other, labels[k]:
			found = append(found, f.Name())
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return name
}

// BirdLabel returns the name of a bird without the folder and the extension of its file. The folders may be
// written as on Windows.
func BirdLabel(file string) string {
	file = file[strings.LastIndexAny(file, `/\`)+1:]
	return cmp.Or(strings.TrimSuffix(file, path.Ext(file)), "starling")
}

// otherFlock reads a flock other than the first. If it has no model, it gets the model of the first flock,
// without the formulas that the file adds. Missing values are taken from the model's own scene.
func (d *decoder) otherFlock(p listEntry) (*Flock, error) {
	own := decoder{
		file: d.file, data: d.data, doc: p.doc, entries: p.entries, fields: map[fieldKey]field{}, otherFlockOnly: true, recorded: d.recorded, bare: d.bare,
		s: &Scenario{Flock: Flock{Bird: DefaultBird()}},
	}
	if err := own.adoptHomeOf(d.s.Params.Model()); err != nil {
		return nil, err
	}
	if err := own.model(); err != nil {
		return nil, err
	}
	if err := own.rules(); err != nil {
		return nil, err
	}
	own.useRecorded()
	own.s.Others = nil
	if err := own.fill(flockFields(&own.s.Params)); err != nil {
		return nil, err
	}
	return &own.s.Flock, nil
}
