package scenario

import (
	"bytes"
	"strings"
	"testing"

	"skein/flock/look"
)

const handWritten = `# My evening flock.
version = 1
name = "mine"          # as I call it
base = "murmuration"
description = "keep = # this" # a text with signs of its own

[light]
sun_elevation = 6.0    # degrees: low
ground = [0.1, 0.1,
          0.1]

# The crowd.
[params]
count = 300            # for the film
`

func scene(t *testing.T, text string) *Scenario {
	t.Helper()
	s, err := Parse("mine.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What a hand wrote beside the values stays when they are changed; what is changed beyond what
// is mentioned comes to its section; and what is written reads back as the scene.
func TestAmendKeepsComments(t *testing.T) {
	text := handWritten
	s := scene(t, text)
	if got := s.Amend("mine.toml", []byte(text)); !bytes.Equal(got, []byte(text)) {
		t.Errorf("nothing was changed, and it is written as\n%s", got)
	}
	s.Look.Light.SunElevation, s.Look.Light.Weather, s.Look.Show.Shadows = 12.5, look.Storm, !s.Look.Show.Shadows
	s.Description, s.Seed = "a \"storm\"", 99
	if err := s.Params.Set("count", 25); err != nil {
		t.Fatal(err)
	}
	got := string(s.Amend("mine.toml", []byte(text)))
	for _, line := range []string{
		"# My evening flock.\nversion = 1\n", "name = \"mine\"          # as I call it\n", "\nsun_elevation = 12.5   # degrees: low\n",
		" # a text with signs of its own\n", "\n# The crowd.\n[params]\ncount = 25             # for the film\n", "weather = \"storm\"\n", "\n[show]\nshadows = ",
	} {
		if !strings.Contains(got, line) {
			t.Errorf("there is no %q in\n%s", line, got)
		}
	}
	if key, a, b := Difference(scene(t, got), s); key != "" {
		t.Errorf("%s is %s and should be %s in\n%s", key, a, b, got)
	}
}

// Where the file cannot be amended the whole scene is written anew, and reads back.
func TestAmendWritesAnew(t *testing.T) {
	text := handWritten
	for what, change := range map[string]func(*Scenario){
		"a value of several lines": func(s *Scenario) { s.Look.Light.Ground[0] = 0.3 },
		"another model":            func(s *Scenario) { *s = *scene(t, "version = 1\nbase = \"parker\"\n") },
	} {
		s := scene(t, text)
		change(s)
		got := s.Amend("mine.toml", []byte(text))
		if key, a, b := Difference(scene(t, string(got)), s); key != "" {
			t.Errorf("%s: %s is %s and should be %s", what, key, a, b)
		}
	}
	s := scene(t, text)
	if got := s.Amend("mine.toml", []byte("this is = no [ scenario")); !bytes.Equal(got, s.TOML()) {
		t.Errorf("of a broken file comes\n%s", got)
	}
}
