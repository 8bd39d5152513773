package scenario

import (
	"fmt"

	"skein/flock/model"
)

// part are the entries of one [[flock]], without its name, and what they hold.
type part struct {
	head    entry
	doc     map[string]any
	entries []entry
}

// split takes the entries of flocks other than the first away from the rest.
func (d *decoder) split() (rest []entry, flocks []part) {
	list, _ := d.doc["flock"].([]any)
	for _, e := range d.entries {
		switch {
		case e.keys[0] != "flock":
			rest = append(rest, e)
		case len(e.keys) == 1:
			p := part{head: e}
			if n := len(flocks); n < len(list) && e.table {
				p.doc, _ = list[n].(map[string]any)
			}
			flocks = append(flocks, p)
		case len(flocks) > 0:
			p := &flocks[len(flocks)-1]
			e.keys = e.keys[1:]
			p.entries = append(p.entries, e)
		default: // [flock.params] alone
			flocks = append(flocks, part{head: e})
		}
	}
	return rest, flocks
}

// addFlocks adds the other flocks to the scene, and holds all of them together.
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
		d.s.Others = append(d.s.Others, *f)
	}
	def := d.s.Def()
	if err := def.Validate(); err != nil {
		return fmt.Errorf("%s: %s", d.file, oneLine(err.Error()))
	}
	return nil
}

// other is a flock other than the first: of the model of the first, if it does not say
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
