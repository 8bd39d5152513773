package studio

import (
	"slices"

	"skein/flock"
)

// Hunts reports whether flock k is a predator: it hunts, or other flocks flee from it. There is one
// exception. A flock that does not hunt, such as geese, is not a predator if a flock with the same model
// exists from which no flock flees.
func (s *Studio) Hunts(k int) bool {
	all := s.def.Flocks()
	if k >= len(all) {
		return false
	}
	for i := range all {
		all[i].Params = *s.paramsOf(i)
	}
	model := all[k].Params.Model()
	if model != nil && len(all[k].Follows) > 0 && all[k].Hunts() { // imported tracks have no model
		return true
	}
	return isFeared(all, all[k].Name()) && !slices.ContainsFunc(all, func(f flock.Flock) bool {
		other := f.Params.Model()
		return model != nil && other != nil && other.Name() == model.Name() && !isFeared(all, f.Name())
	})
}

func isFeared(all []flock.Flock, name string) bool {
	return slices.ContainsFunc(all, func(f flock.Flock) bool { return slices.Contains(f.Flees, name) })
}
