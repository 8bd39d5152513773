package scenario

import (
	"fmt"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/sample"
	"skein/flock/vec"
)

func shapes() map[string][]string {
	return map[string][]string{
		"number": {"1.5", "20.5"}, "whole": {"1"}, "word": {`"much"`, `""`}, "truth": {"true"}, "vector": {"[1, 2, 3]", "[1.0, 2.5, 3]"},
		"points": {"[[1, 2, 3], [4, 5, 6]]", "[[1, 2, 3], [4, 5, 6], [7, 8, 9.5]]"}, "pairs": {"[[0, 0], [1, 1]]"},
		"other": {"[1, 2]", "[1, 2, 3, 4]", "[]", `["a", "b", "c"]`, `[1, 2, "c"]`, "[[1, 2, 3], 4]", "{x = 1, y = 2, z = 3}", "1979-05-27", "07:32:00",
			"nan", "inf", "-inf", "[nan, 0, 0]", "[[1, 2, 3], [inf, 5, 6]]", `[["a"]]`, "[[[1]]]", "[true, true, true]", "9223372036854775807", "1e300"},
	}
}

// eventsOf parses events that set a key to up to most values of each type, and counts those that are
// accepted. An error must name the key and the line.
func eventsOf(t *testing.T, world, thing, key string, most int) (taken map[string]int) {
	t.Helper()
	taken = map[string]int{}
	for shape, values := range shapes() {
		for _, value := range values[:min(most, len(values))] {
			text := world + "\n[[event]]\nat = 1\n" + thing + fmt.Sprintf("key = %q\nvalue = %s\n", key, value)
			line := strings.Count(text, "\n")
			_, err := Parse("s.toml", []byte(text))
			if err == nil {
				taken[shape]++
				continue
			}
			if want := fmt.Sprintf("s.toml:%d: ", line); !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), key) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s%s = %s: the error is %v, want %s and the key", thing, key, value, err, want)
			}
		}
	}
	return taken
}

// wrongShapes returns the types that were wrongly accepted for the property.
func wrongShapes(taken map[string]int, right ...string) (wrong []string) {
	for shape, n := range taken {
		if !strings.Contains(" "+strings.Join(right, " ")+" ", " "+shape+" ") && n > 0 {
			wrong = append(wrong, shape)
		}
	}
	return wrong
}

// An event that sets a thing's property to a wrong type is an error with file, line and key.
func TestEventsRefuseWrongTypes(t *testing.T) {
	const world = `version = 1
[[obstacle]]
name = "obstacle"
at = [500, 20, 500]
[[path]]
name = "path"
points = [[0, 20, 0], [10, 20, 0]]
[[place]]
name = "place"
[[perch]]
name = "perch"
points = [[0, 20, 5]]
[[wind]]
name = "wind"
`
	for _, kind := range around.ThingKinds() {
		for _, p := range around.Properties(new(around.Surroundings).Add(kind)) {
			if p.Key == "name" {
				continue
			}
			var right []string
			switch p.At.(type) {
			case *float32:
				right = []string{"number", "whole"}
			case *int:
				right = []string{"whole"}
			case *bool:
				right = []string{"truth"}
			case *string:
				right = []string{"word"}
			case *vec.Vec:
				right = []string{"vector"}
			case *[]vec.Vec:
				right = []string{"points"}
			}
			taken := eventsOf(t, world, fmt.Sprintf("thing = %q\n", kind), p.Key, 99)
			if wrong := wrongShapes(taken, right...); wrong != nil {
				t.Errorf("%s.%s takes %v, but these forms were accepted or refused: %v", kind, p.Key, right, wrong)
			}
			if _, isText := p.At.(*string); !isText && taken[right[0]] == 0 {
				t.Errorf("%s.%s: no value of the form %s was accepted, so the test proves nothing", kind, p.Key, right[0])
			}
		}
	}
}

// An event that sets a parameter to a wrong type is an error with file, line and key, for a sample of the
// parameters.
func TestParameterEventsRefuseWrongTypes(t *testing.T) {
	for _, m := range []*flock.Model{model.Hartman(), model.Parker()} {
		p := m.Params()
		world := fmt.Sprintf("version = 1\nmodel = %q", m.Name())
		for _, spec := range sample.Some(t, len(p.Specs())/5, p.Specs()) {
			right := []string{"word"}
			switch {
			case spec.Float != nil:
				right = []string{"number", "whole"}
			case spec.Int != nil:
				right = []string{"whole"}
			case spec.Bool != nil:
				right = []string{"truth"}
			case spec.Points != nil:
				right = []string{"pairs", "other"} // an empty list is valid, too
			}
			if wrong := wrongShapes(eventsOf(t, world, "", spec.Key, 1), right...); wrong != nil {
				t.Errorf("%s: %s takes %v, but these forms were accepted or refused: %v", m.Name(), spec.Key, right, wrong)
			}
		}
	}
}
