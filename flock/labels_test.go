package flock_test

import (
	"slices"
	"testing"

	"skein/flock"
)

// A flock's label is the name of its species, or of its model. A single flock without a species is called
// boid.
func TestSpeciesLabels(t *testing.T) {
	for _, c := range []struct{ species, models, want []string }{
		{[]string{""}, []string{"hartman"}, []string{"boid"}},
		{[]string{"starling"}, []string{"hartman"}, []string{"starling"}},
		{[]string{"", "falcon"}, []string{"hartman", "hartman"}, []string{"boid", "falcon"}},
		{[]string{"", "boid"}, []string{"cornell", "parker"}, []string{"cornell", "boid"}},
		{[]string{"", ""}, []string{"cornell", "cornell-predator"}, []string{"cornell", "cornell-predator"}},
	} {
		if got := flock.SpeciesLabels(c.species, c.models); !slices.Equal(got, c.want) {
			t.Errorf("the species %q of the models %q are called %q, want %q", c.species, c.models, got, c.want)
		}
	}
}
