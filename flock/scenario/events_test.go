package scenario

import (
	"reflect"
	"strings"
	"testing"

	"skein/flock/schedule"
)

const eventful = `version = 1
model = "parker"
species = "bird"

[[event]]
at = 5
key = "m1"
value = -1
seconds = 2.5

[[flock]]
species = "other"

[[event]]
at = 1.5
species = "other"
key = "neighbourhood"
value = "sphere"

[[event]]
at = 3
key = "wind_x"
value = 2
ramp = 4
smooth = true
`

func TestEvents(t *testing.T) {
	s, err := Parse("s.toml", []byte(eventful))
	if err != nil {
		t.Fatal(err)
	}
	want := []schedule.Change{
		{At: 5, Key: "m1", Value: float32(-1), Hold: 2.5},
		{At: 1.5, Flock: 1, Key: "neighbourhood", Value: "sphere"},
		{At: 3, Key: "wind_x", Value: float32(2), Ramp: 4, Smooth: true},
	}
	if got := s.Def().Schedule; !reflect.DeepEqual(got, want) {
		t.Errorf("the schedule is\n%+v\nwant\n%+v", got, want)
	}
	second, err := Parse("s.toml", s.TOML())
	if err != nil {
		t.Fatalf("%v in\n%s", err, s.TOML())
	}
	if key, a, b := Difference(s, second); key != "" || !reflect.DeepEqual(second.Def(), s.Def()) {
		t.Errorf("written and read back, %s is %s, want %s", key, b, a)
	}
	second.Events[0].At = 6
	if key, _, _ := Difference(s, second); key != "event" {
		t.Errorf("the difference is %q, want event", key)
	}
}

// AddEvent parses events in the form of the flag --at, such as 5s+2.5s:m1=-1.
func TestAddEvent(t *testing.T) {
	s, err := Parse("s.toml", []byte("version = 1\nmodel = \"parker\"\n[[flock]]\nspecies = \"hawk\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"5s+2.5s:m1=-1", "1.5:hawk.neighbourhood=sphere", "0s:hawk.count=3", "9s:hawk.scatter"} {
		if err := s.AddEvent(text); err != nil {
			t.Fatal(err)
		}
	}
	want := []schedule.Change{
		{At: 5, Key: "m1", Value: float32(-1), Hold: 2.5}, {At: 1.5, Flock: 1, Key: "neighbourhood", Value: "sphere"}, {Flock: 1, Key: "count", Value: 3},
		{At: 9, Flock: 1, Key: "scatter", Value: float32(1), Hold: 2},
	}
	if got := s.Def().Schedule; !reflect.DeepEqual(got, want) {
		t.Errorf("the schedule is\n%+v\nwant\n%+v", got, want)
	}
	for text, want := range map[string]string{
		"5s":             `event "5s": must be a time and an action or change`,
		"soon:m1=1":      `event "soon:m1=1": must be a time`,
		"-1s:m1=1":       `event "-1s:m1=1": must be a time`,
		"5s:scater":      `event "5s:scater": unknown action "scater", did you mean "scatter"?`,
		"5s:m1":          `event "5s:m1": must be m1=VALUE or one of scatter, loose`,
		"5s:m1=":         `event "5s:m1=": m1 = "" must be a number`,
		"5s:m1=99":       `event "5s:m1=99": m1 = 99 is out of range`,
		"5s:owl.count=3": `event "5s:owl.count=3": there is no flock of the species "owl"`,
		"1s+0s:m1=1":     `event "1s+0s:m1=1": the time after + must be more than 0 s`,
		"5s:m11=3":       `event "5s:m11=3": unknown parameter "m11", did you mean "m1"?`,
	} {
		if err := s.AddEvent(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestEventErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[[event]]\nkey = \"cohesion\"\nvalue = 0.0\n", "s.toml:2: the key \"at\" is missing"},
		{"[[event]]\nat = 1\nvalue = 0.0\n", "s.toml:2: key is missing"},
		{"[[event]]\nat = 1\nkey = \"cohesion\"\n", "s.toml:2: value is missing: give the new value of cohesion"},
		{"[[event]]\nat = 1\nkey = \"cohesoin\"\nvalue = 0.0\n", `s.toml:4: unknown parameter "cohesoin", did you mean "cohesion"?`},
		{"[[event]]\nat = 1\nkey = \"cohesion\"\nvalue = 7.0\n", "s.toml:5: cohesion = 7 is out of range 0 to 1"},
		{"[[event]]\nat = 1\nkey = \"cohesion\"\nvalue = \"much\"\n", `s.toml:5: cohesion = "much" must be a number`},
		{"[[event]]\nat = 1\ndo = \"fly\"\n", `s.toml:4: do = "fly" is not one of set, scatter`},
		{"[[event]]\nat = -1\nkey = \"cohesion\"\nvalue = 0.0\n", "s.toml:3: at = -1 is out of range"},
		{"[[event]]\nat = 1\nspecies = \"owl\"\nkey = \"cohesion\"\nvalue = 0.0\n", `s.toml:4: there is no flock of the species "owl"`},
		{"[[event]]\nat = 1\nkeys = \"cohesion\"\nvalue = 0.0\n", `s.toml:4: unknown key "keys", did you mean "key"?`},
		{"[[event]]\nat = 1\nkey = \"front_test\"\nvalue = true\nramp = 2\n", "s.toml:6: event 1: front_test cannot change gradually: its ramp must be 0"},
		{"[[event]]\nat = 1\ndo = \"scatter\"\nkey = \"cohesion\"\n", `s.toml:2: do = "scatter" and key = "cohesion" cannot be used together`},
		{"[[event]]\nat = 1\nkey = \"max_speed\"\nvalue = 1.0\n", "s.toml:5: event 1: min_speed is 5 m/s: must be at most max_speed, 1 m/s"},
		{"[event]\nat = 1\n", "s.toml:2: event must be a list of tables, each under [[event]]"},
	} {
		_, err := Parse("s.toml", []byte("version = 1\n"+c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error is %v, want %s", c.text, err, c.want)
		}
	}
}
