package flock

import "slices"

// Forget removes a species from the lists of species that the flock notices, follows and flees.
func (f *Flock) Forget(species string) {
	for _, list := range []*[]string{&f.Notices, &f.Follows, &f.Flees} {
		*list = slices.DeleteFunc(slices.Clone(*list), func(name string) bool { return name == species }) // copies of the definition share the list
	}
}

// Rename renames the species of all[k], and changes its name in the lists of the flocks that notice, follow
// or flee it.
func Rename(all []*Flock, k int, species string) {
	was := all[k].Name()
	all[k].Species = species
	now := all[k].Name()
	for _, f := range all {
		for _, list := range []*[]string{&f.Notices, &f.Follows, &f.Flees} {
			*list = slices.Clone(*list) // copies of the definition share the list
			for i := range *list {
				if (*list)[i] == was {
					(*list)[i] = now
				}
			}
		}
	}
}
