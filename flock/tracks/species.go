package tracks

import (
	"fmt"
	"slices"
	"strings"
)

// Unnamed is the species of birds in a table that lists no species.
const Unnamed = "bird"

// speciesNames converts a table's species to unique names of lower-case letters, digits and _ that begin with
// a letter. If there are no species, it returns Unnamed.
func speciesNames(table []string) (all []string) {
	for _, name := range table {
		name = speciesName(name)
		own := name
		for n := 2; slices.Contains(all, own); n++ {
			own = fmt.Sprintf("%s_%d", name, n)
		}
		all = append(all, own)
	}
	if all == nil {
		all = []string{Unnamed}
	}
	return all
}

// maxSpeciesName is the largest length of a name. It leaves room for a prefix and a number.
const maxSpeciesName = 40

func speciesName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9')
	})
	out := strings.Join(words, "_")
	out = strings.TrimRight(out[:min(len(out), maxSpeciesName)], "_")
	switch {
	case out == "":
		return Unnamed
	case out[0] < 'a' || out[0] > 'z':
		return Unnamed + "_" + out
	}
	return out
}
