package studio

import (
	"skein/flock"
	"skein/models"
)

// Species returns the name of each flock's species for the window (see [flock.SpeciesLabels]).
func (s *Studio) Species() []string { return s.def.Labels() }

// SetModels sets the models of a flock, and the fraction of its birds that get each model. flock is the
// index of the flock.
func (s *Studio) SetModels(flock int, shares models.Shares) { s.models[flock] = shares }

func (s *Studio) hasUnlikeBirds() bool {
	for _, shares := range s.models {
		if shares.Models() > 1 {
			return true
		}
	}
	return false
}

// rangeOf returns the indices of the boids of a flock, from the first up to but excluding the end. The
// range is empty if the snapshot does not contain the flock.
func rangeOf(s *flock.Snapshot, k int) (first, end int) {
	if k >= max(len(s.Counts), 1) {
		return 0, 0
	}
	return s.Range(k)
}

// NaturalWingspan returns the wingspan that the species of a built-in bird has in nature, in m. It returns 0
// for other birds.
func NaturalWingspan(bird string) float64 {
	for _, s := range models.BuiltinSpecies() {
		if s.Name == bird {
			return s.Span
		}
	}
	return 0
}
