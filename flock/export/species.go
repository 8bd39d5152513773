package export

import (
	"fmt"
	"strings"
)

func (s *Source) names(usedNames ...string) []string {
	var species []string
	for k := range s.flocks {
		species = append(species, s.Species(k))
	}
	return namesOfBirds(species, usedNames...)
}

// namesOfBirds returns a unique name for the bird of each species. Names consist of letters, digits and _,
// and are not in usedNames. If there is only one species, the name is "bird".
func namesOfBirds(species []string, usedNames ...string) []string {
	if len(species) == 1 {
		return []string{"bird"}
	}
	known := map[string]bool{}
	for _, name := range usedNames {
		known[name] = true
	}
	var all []string
	for _, one := range species {
		plain := identifier(one)
		name := plain
		for n := 2; known[name]; n++ {
			name = fmt.Sprintf("%s_%d", plain, n)
		}
		known[name] = true
		all = append(all, name)
	}
	return all
}

// identifier replaces all characters except letters and digits with _. The result never begins with a digit.
func identifier(name string) string {
	plain := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, name)
	if plain == "" || plain[0] >= '0' && plain[0] <= '9' {
		return "_" + plain
	}
	return plain
}
