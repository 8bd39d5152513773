package studio

import (
	"skein/flock"
	"skein/models"
)

// Species returns the name of each flock's species for the window (see [flock.SpeciesLabels]).
func (s *Studio) Species() []string { return s.def.Labels() }

// SetModels sets the models of a flock, and the fraction of its birds for each.
func (s *Studio) SetModels(flock int, shares models.Shares) { s.models[flock] = shares }

func (s *Studio) hasUnlikeBirds() bool {
	for _, shares := range s.models {
		if shares.Models() > 1 {
			return true
		}
	}
	return false
}

func rangeOf(s *flock.Snapshot, k int) (first, end int) {
	if k >= max(len(s.Counts), 1) {
		return 0, 0
	}
	return s.Range(k)
}

// NaturalWingspan returns the wingspan in nature of the species of a built-in bird, in m. It returns 0 for
// other birds.
func NaturalWingspan(bird string) float64 {
	for _, s := range models.BuiltinSpecies() {
		if s.Name == bird {
			return s.Span
		}
	}
	return 0
}
