package scenario

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"skein/flock/look"
	"skein/flock/model"
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

// Amend keeps comments, and adds new keys to their section.
func TestAmendKeepsComments(t *testing.T) {
	text := handWritten
	s := scene(t, text)
	if got, lost := s.Amend("mine.toml", []byte(text)); lost || !bytes.Equal(got, []byte(text)) {
		t.Errorf("the unchanged scene is written with changes:\n%s", got)
	}
	s.Look.Light.SunElevation, s.Look.Light.Weather, s.Look.Show.Shadows = 12.5, look.Storm, !s.Look.Show.Shadows
	s.Description, s.Seed = "a \"storm\"", 99
	if err := s.Params.Set("count", 25); err != nil {
		t.Fatal(err)
	}
	amended, lost := s.Amend("mine.toml", []byte(text))
	if lost {
		t.Error("Amend says that comments are lost, want none")
	}
	got := string(amended)
	for _, line := range []string{
		"# My evening flock.\nversion = 1\n", "name = \"mine\"          # as I call it\n", "\nsun_elevation = 12.5   # degrees: low\n",
		" # a text with signs of its own\n", "\n# The crowd.\n[params]\ncount = 25             # for the film\n", "weather = \"storm\"\n", "\n[show]\nshadows = ",
	} {
		if !strings.Contains(got, line) {
			t.Errorf("the file lacks %q:\n%s", line, got)
		}
	}
	if key, a, b := Difference(scene(t, got), s); key != "" {
		t.Errorf("%s is %s, want %s in\n%s", key, a, b, got)
	}
}

// Amend changes values in place, for all forms of sections and line ends.
func TestAmendForms(t *testing.T) {
	for _, c := range []struct{ what, text, want string }{
		{"a dotted key", "light.sun_elevation = 6.0 # low\n", "light.sun_elevation = 9.5 # low\nlight.weather = \"storm\"\n"},
		{"an inline table", "light = { sun_elevation = 6.0, clouds = 0.5 } # low\n", "light = { sun_elevation = 9.5, clouds = 0.5, weather = \"storm\" } # low\n"},
		{"an empty inline table", "light = {} # low\n", "light = { weather = \"storm\" , sun_elevation = 9.5} # low\n"},
		{"an inline table of strings", "light = {weather=\"fair\",sun_elevation=6} # low\n", "light = {weather=\"storm\",sun_elevation=9.5} # low\n"},
		{"a quoted key", "[\"light\"]\n\"sun_elevation\" = 6.0 # low\n", "[\"light\"]\n\"sun_elevation\" = 9.5 # low\nweather = \"storm\"\n"},
		{"a value of several lines", "[light]\nground = [0.1, # dark\n  0.1, 0.1] # low\n[params]\ncount = 7\n", "[light]\nground = [0.1, # dark\n  0.1, 0.1] # low\nweather = \"storm\"\nsun_elevation = 9.5\n[params]\ncount = 7\n"},
		{"a text of several lines", "description = \"\"\"\nlight = {\n# none\n\"\"\"\n[light]\nsun_elevation = 6.0 # low\n", "description = \"\"\"\nlight = {\n# none\n\"\"\"\n[light]\nsun_elevation = 9.5 # low\nweather = \"storm\"\n"},
		{"an empty section", "[light] # low\n\n[params]\ncount = 7\n", "[light] # low\nweather = \"storm\"\nsun_elevation = 9.5\n\n[params]\ncount = 7\n"},
		{"no section", "# low\n", "# low\n\n[light]\nweather = \"storm\"\nsun_elevation = 9.5\n"},
		{"no line's end", "light.sun_elevation = 6 # low", "light.sun_elevation = 9.5 # low\nlight.weather = \"storm\""},
		{"carriage returns", "[light]\r\nsun_elevation = 6.0 # low\r\n", "[light]\r\nsun_elevation = 9.5 # low\r\nweather = \"storm\"\r\n"},
		{"carriage returns, no section", "# low\r\n", "# low\r\n\r\n[light]\r\nweather = \"storm\"\r\nsun_elevation = 9.5\r\n"},
	} {
		t.Run(c.what, func(t *testing.T) {
			head := "version = 1\n"
			if strings.Contains(c.text, "\r") {
				head = "version = 1\r\n"
			}
			s := scene(t, head+c.text)
			s.Look.Light.SunElevation, s.Look.Light.Weather = 9.5, look.Storm
			got, lost := s.Amend("mine.toml", []byte(head+c.text))
			if lost || string(got) != head+c.want {
				t.Errorf("the file is written as (comments lost: %v)\n%s\nwant\n%s", lost, got, head+c.want)
			}
			if key, a, b := Difference(scene(t, string(got)), s); key != "" {
				t.Errorf("%s is %s, want %s", key, a, b)
			}
		})
	}
}

// If a file cannot be edited, Amend returns the whole scene, and whether comments were lost.
func TestAmendRewritesTheFile(t *testing.T) {
	for _, c := range []struct {
		what, text string
		lost       bool
	}{
		{"another model", handWritten, true},
		{"another model, and no comments", "version = 1\nname = \"a # sign\"\ndescription = 'and # \"another'\n", false},
	} {
		s := scene(t, "version = 1\nbase = \"parker\"\n")
		got, lost := s.Amend("mine.toml", []byte(c.text))
		if lost != c.lost || !bytes.Equal(got, s.TOML()) {
			t.Errorf("%s: comments lost: %v, want %v; the file is written as\n%s", c.what, lost, c.lost, got)
		}
		if key, a, b := Difference(scene(t, string(got)), s); key != "" {
			t.Errorf("%s: %s is %s, want %s", c.what, key, a, b)
		}
	}
	s := scene(t, handWritten)
	for text, lost := range map[string]bool{"this is = no [ scenario": false, "this is = no [ scenario # yet": true} {
		if got, message := s.Amend("mine.toml", []byte(text)); message != lost || !bytes.Equal(got, s.TOML()) {
			t.Errorf("in place of a broken file (comments lost: %v), this is written:\n%s", message, got)
		}
	}
}

func TestAmendLongValue(t *testing.T) {
	s := scene(t, handWritten)
	s.Look.Light.Ground[0] = 0.3
	got, lost := s.Amend("mine.toml", []byte(handWritten))
	if want := strings.Replace(handWritten, "[0.1, 0.1,\n          0.1]", "[0.3, 0.1, 0.1]", 1); lost || string(got) != want {
		t.Errorf("the file is written as\n%s\nwant\n%s", got, want)
	}
}

// A built-in scene with a few changes is a short file that names its base.
func TestAmendOfABuiltinScene(t *testing.T) {
	for _, name := range Names() {
		s, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		s.Light.SunElevation, s.Show.Edge = 7.25, !s.Show.Edge
		text, _ := s.Amend("mine.toml", BasedOn(name))
		short := slices.Contains([]string{"murmuration", "starlings", "paper", "parker", "cornell", "falcon"}, name)
		if short && (len(text) > 4000 || strings.Contains(string(text), "\n[params]\n")) || !strings.Contains(string(text), "sun_elevation = 7.25") {
			t.Errorf("%s with two changes is a file of %d bytes:\n%.600s", name, len(text), text)
		}
		if key, a, b := Difference(scene(t, string(text)), s); key != "" {
			t.Errorf("%s: %s is %s in the file, want %s", name, key, a, b)
		}
	}
	s, err := Builtin("starlings")
	if err != nil {
		t.Fatal(err)
	}
	falcon, err := Builtin("falcon")
	if err != nil {
		t.Fatal(err)
	}
	towers, err := Builtin("towers")
	if err != nil {
		t.Fatal(err)
	}
	s.Others, s.Surroundings = falcon.Others, towers.Surroundings
	s.Others[0].Follows = []string{s.Flock.Name()}
	text, _ := s.Amend("mine.toml", BasedOn("starlings"))
	if !strings.HasPrefix(string(text), "version = 1\nbase = \"starlings\"\n") || strings.Contains(string(text), "\n[params]\n") {
		t.Errorf("starlings with a falcon and towers is written as\n%s", text)
	}
	if key, a, b := Difference(scene(t, string(text)), s); key != "" {
		t.Errorf("%s is %s in the file, want %s", key, a, b)
	}
}

// Amend replaces a changed rule, and keeps comments outside of the rules.
func TestAmendReplacesRules(t *testing.T) {
	text := `# Mine.
version = 1
base = "paper"

[[rule]]
name = "drift" # the old rule
steer = "drift_gain * vec(1, 0, 0)"

[[rule.param]]
key = "drift_gain"
unit = "m/s"
range = [0, 1]
default = 0.5
doc = "Gain"

# Who flies.
[params]
count = 40 # few
drift_gain = 0.25
`
	s := scene(t, text)
	rules := model.WrittenRules(s.Params.Model())
	rules[0].Steer = "wind = vec(0, 0, 1)\ndrift_gain * wind"
	if err := s.SetRules(rules); err != nil {
		t.Fatal(err)
	}
	amended, lost := s.Amend("mine.toml", []byte(text))
	got := scene(t, string(amended))
	if key, a, b := Difference(got, s); key != "" {
		t.Errorf("the amended file differs in %s: %s instead of %s", key, a, b)
	}
	for _, want := range []string{"# Mine.", "# Who flies.", "count = 40 # few", "wind = vec(0, 0, 1)\n"} {
		if !strings.Contains(string(amended), want) {
			t.Errorf("the amended file lacks %q:\n%s", want, amended)
		}
	}
	if !lost {
		t.Error("the comment in the rule is lost, but Amend does not say so")
	}
	added, lost := s.Amend("more.toml", BasedOn("paper"))
	if key, _, _ := Difference(scene(t, string(added)), s); key != "" || lost || !strings.HasPrefix(string(added), "version = 1\nbase = \"paper\"\n") {
		t.Errorf("the rule is not added (%s):\n%s", key, added)
	}
}

// A flock that joined a scene is saved without superfluous values: without any one of them, the file would
// describe another scene.
func TestAmendWritesFewValuesOfANewFlock(t *testing.T) {
	for _, scene := range []string{"starlings", "murmuration"} {
		s, err := Builtin(scene)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range s.NewcomerModels() {
			f, _, err := s.Newcomer(&Newcomer{Model: name, Bird: "goose"})
			if err == nil {
				err = f.Params.Set("count", 40)
			}
			if err != nil {
				t.Fatal(err)
			}
			both := *s
			both.Others = []Flock{f}
			text, lost := both.Amend("mine.toml", BasedOn(scene))
			second, err := Parse("mine.toml", text)
			if err != nil || lost {
				t.Fatalf("%s with %s: lost comments: %t, error %v\n%s", scene, name, lost, err, text)
			}
			if key, a, b := Difference(&both, second); key != "" {
				t.Errorf("%s with %s: %s is %s, and %s in the file", scene, name, key, a, b)
			}
			if strings.Contains(string(text), "[[flock.rule]]") {
				continue // a flock with formulas is written whole
			}
			for _, line := range valuesOf(string(text), "[[flock]]", "[[try]]") {
				less := strings.Replace(string(text), line+"\n", "", 1)
				if other, err := Parse("mine.toml", []byte(less)); err == nil {
					if key, _, _ := Difference(&both, other); key == "" {
						t.Errorf("%s with %s: the file has the value %q, which changes nothing", scene, name, line)
					}
				}
			}
		}
	}
}

// valuesOf returns the lines with values, but without the model, after the line from and before the first of
// the lines to.
func valuesOf(text, from string, to ...string) (lines []string) {
	_, text, _ = strings.Cut(text, from+"\n")
	for line := range strings.SplitSeq(text, "\n") {
		if slices.Contains(to, line) {
			break
		}
		if strings.Contains(line, " = ") && !strings.HasPrefix(line, "model ") {
			lines = append(lines, line)
		}
	}
	return lines
}
