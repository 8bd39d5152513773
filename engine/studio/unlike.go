package studio

import "skein/models"

// SetModels says how the birds of a flock share the models that they are drawn with. Flocks count from 0.
func (s *Studio) SetModels(flock int, shares models.Shares) { s.models[flock] = shares }

// hasUnlikeBirds reports whether the birds of any flock have different models.
func (s *Studio) hasUnlikeBirds() bool {
	for _, shares := range s.models {
		if shares.Models() > 1 {
			return true
		}
	}
	return false
}
