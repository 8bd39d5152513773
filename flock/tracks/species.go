package tracks

import (
	"fmt"
	"slices"
	"strings"
)

// Unnamed is the species of birds of which a table does not say any.
const Unnamed = "bird"

// speciesNames returns those of a table as skein takes them: small letters, digits and _, a
// letter first, and no two the same. A table without species has one.
func speciesNames(table []string) (all []string) {
	for _, name := range table {
		name = plainSpecies(name)
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

func plainSpecies(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9')
	})
	out := strings.Join(words, "_")
	switch {
	case out == "":
		return Unnamed
	case out[0] < 'a' || out[0] > 'z':
		return Unnamed + "_" + out
	}
	return out
}
