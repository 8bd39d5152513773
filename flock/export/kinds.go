package export

import (
	"strings"

	"skein/models"
)

// birdKind is the set of the birds of a flock that have the same model. Formats write the model once.
type birdKind struct {
	flock   int
	model   int
	name    string // unique name of letters, digits and _
	species string // display name of the species, with the model if the flock has several
	bird    *models.Baked
	ids     []int
}

// kinds splits the birds of each flock, given by their ids, by their models. It avoids the names in
// usedNames.
func (s *Source) kinds(ids [][]int, usedNames ...string) (all []birdKind) {
	for k := range s.flocks {
		mix := &s.o.Birds[k]
		first := len(all)
		for m, bird := range mix.Birds {
			species := s.Species(k)
			if len(mix.Birds) > 1 {
				species += " " + birdName(bird)
			}
			all = append(all, birdKind{flock: k, model: m, species: species, bird: bird})
		}
		for _, id := range ids[k] {
			own := &all[first+mix.Shares.Model(s.NumberInFlock(k, id))]
			own.ids = append(own.ids, id)
		}
	}
	var species []string
	for _, kind := range all {
		species = append(species, kind.species)
	}
	for k, name := range namesOfBirds(species, usedNames...) {
		all[k].name = name
	}
	return all
}

// NumberInFlock returns the index of a boid in its flock. For an imported bird, it returns the id.
func (s *Source) NumberInFlock(flock, id int) int {
	if s.meta.Imported != "" {
		return id
	}
	return id - s.flocks[flock].first
}

func (s *Source) kindOf(b *Boid) int {
	k := 0
	for _, mix := range s.o.Birds[:b.Flock] {
		k += len(mix.Birds)
	}
	return k + s.o.Birds[b.Flock].Shares.Model(s.NumberInFlock(b.Flock, b.ID))
}

// withModel returns text such as " with the model gull". It returns "" if the flock has only one model.
func (s *Source) withModel(flock, model int) string {
	if mix := &s.o.Birds[flock]; len(mix.Birds) > 1 {
		return " with the model " + strings.TrimSpace(birdName(mix.Birds[model]))
	}
	return ""
}

// forIDs calls do for each id. It passes nil if boids does not contain the id. Both lists are in the order of
// ids.
func forIDs(ids []int, boids []Boid, do func(i int, b *Boid)) {
	next := 0
	for i, id := range ids {
		for next < len(boids) && boids[next].ID < id {
			next++
		}
		if next < len(boids) && boids[next].ID == id {
			do(i, &boids[next])
		} else {
			do(i, nil)
		}
	}
}
