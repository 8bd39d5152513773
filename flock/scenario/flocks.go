package scenario

import "skein/flock/model"

// part are the entries of one table of a list, without its name, and what they hold.
type part struct {
	head    entry
	doc     map[string]any
	entries []entry
}

// split takes the tables of a list away from the other entries.
func (d *decoder) split(name string) (parts []part) {
	list, _ := d.doc[name].([]any)
	var rest []entry
	for _, e := range d.entries {
		switch {
		case e.keys[0] != name:
			rest = append(rest, e)
		case len(e.keys) == 1:
			p := part{head: e}
			if n := len(parts); n < len(list) && e.table {
				p.doc, _ = list[n].(map[string]any)
			}
			parts = append(parts, p)
		case len(parts) > 0:
			p := &parts[len(parts)-1]
			e.keys = e.keys[1:]
			p.entries = append(p.entries, e)
		default: // a table in none of the list, [flock.params]
			parts = append(parts, part{head: e})
		}
	}
	d.entries = rest
	return parts
}

// addFlocks adds the other flocks to the scene.
func (d *decoder) addFlocks(others []part) error {
	if len(others) > 0 {
		d.s.Others = nil // those of the base
	}
	for _, p := range others {
		if p.doc == nil {
			return d.errorAt(p.head, "flock must be a list of tables, [[flock]], with tables such as [flock.params] below each")
		}
		f, err := d.other(p)
		if err != nil {
			return err
		}
		for _, other := range d.s.Flocks() {
			if other.Name() == f.Name() {
				return d.errorAt(p.head, "two flocks are of the species %q: want a species of its own here", f.Name())
			}
		}
		d.s.Others = append(d.s.Others, *f)
	}
	return nil
}

// other returns a flock other than the first: of the model of the first, if it does not say
// another, and where it is silent as in the scene that the model is at home in.
func (d *decoder) other(p part) (*Flock, error) {
	home := model.Home(d.s.Params.Model())
	own := decoder{
		file: d.file, doc: p.doc, entries: p.entries, fields: map[fieldKey]field{}, flock: true,
		s: &Scenario{Flock: Flock{Bird: DefaultBird()}},
	}
	own.s.adopt(home)
	if err := own.model(); err != nil {
		return nil, err
	}
	own.s.Others = nil
	if err := own.fill(flockFields(&own.s.Params)); err != nil {
		return nil, err
	}
	return &own.s.Flock, nil
}
