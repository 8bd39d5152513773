package flock

import "slices"

// Rename gives flock k of all another species name, also in the lists in which the others name it.
func Rename(all []*Flock, k int, species string) {
	was := all[k].Name()
	all[k].Species = species
	now := all[k].Name()
	for _, f := range all {
		for _, list := range []*[]string{&f.Notices, &f.Follows, &f.Flees} {
			*list = slices.Clone(*list) // copies of the definition share it
			for i := range *list {
				if (*list)[i] == was {
					(*list)[i] = now
				}
			}
		}
	}
}
