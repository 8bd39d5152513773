package export

import (
	"fmt"
	"strings"
)

// names are what the birds of each flock are called in files whose names hold letters,
// digits and _ alone: those of their species, each its own and none of those taken, or
// bird where there is one flock.
func (s *Source) names(taken ...string) []string {
	if len(s.flocks) == 1 {
		return []string{"bird"}
	}
	known := map[string]bool{}
	for _, name := range taken {
		known[name] = true
	}
	var all []string
	for k := range s.flocks {
		plain := identifier(s.Species(k))
		name := plain
		for n := 2; known[name]; n++ {
			name = fmt.Sprintf("%s_%d", plain, n)
		}
		known[name] = true
		all = append(all, name)
	}
	return all
}

// identifier is a name with _ in the place of what is no letter or digit.
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
