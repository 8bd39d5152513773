package scenario

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Parse finds the errors in all lines of a file, and Faults lists them in the order of the lines.
func TestFaultsListAllErrors(t *testing.T) {
	const text = `version = 1
[[obstacle]]
shape = "sphere"
radius = -1.0
colour = 3
[parms]
vision = 3.0
[params]
vision = 3.0
foo = 1
[start]
shape = "cube"
[[flock]]
model = "starlings"
[flock.params]
bar = 2
`
	_, err := Parse("s.toml", []byte(text))
	var all Faults
	if !errors.As(err, &all) {
		t.Fatalf("error %v, want Faults", err)
	}
	var lines []string
	for _, one := range all {
		lines = append(lines, strings.Split(one.Error(), ":")[1])
	}
	if want := []string{"4", "5", "6", "10", "12", "16"}; !slices.Equal(lines, want) {
		t.Errorf("errors in lines %v, want %v: %v", lines, want, []error(all))
	}
	if got := err.Error(); !strings.HasPrefix(got, "s.toml:4: radius = -1 is out of range") || !strings.HasSuffix(got, "(and 5 more errors: skein scenario check lists them)") {
		t.Errorf("message %q", got)
	}
}

// A mistake in a key does not hide a mistake in an event.
func TestFaultsOfKeysAndEvents(t *testing.T) {
	_, err := Parse("s.toml", []byte("version = 1\ncuont = 3\n[[event]]\nat = 1.0\ndo = \"scater\"\n"))
	var all Faults
	if !errors.As(err, &all) || len(all) != 2 || !strings.HasPrefix(all[0].Error(), "s.toml:2: ") || !strings.HasPrefix(all[1].Error(), "s.toml:5: ") {
		t.Errorf("errors %v, want one in line 2 and one in line 5", []error(all))
	}
}

// All wrong keys of an event are reported, and all contradictions between the keys, unless it is unknown what
// the event sets.
func TestFaultsOfOneEvent(t *testing.T) {
	for text, want := range map[string][]string{
		"at = -1.0\nspeices = \"hawk\"\nkey = \"vision\"\nramp = \"slow\"\n": {
			"s.toml:3: at = -1 is out of range", `s.toml:4: unknown key "speices"`, "s.toml:6: ramp "},
		"value = 3.0\nspecies = \"hawk\"\n": {
			"s.toml:2: the key \"at\" is missing", "s.toml:2: key is missing"},
		"when = \"polarization\"\nspecies = \"hawk\"\nkey = \"vision\"\n": {
			"s.toml:2: value is missing", "s.toml:3: ", `s.toml:4: there is no flock of the species "hawk"`},
		"key = \"visoin\"\n": {
			"s.toml:2: the key \"at\" is missing", "s.toml:2: value is missing", `s.toml:3: unknown parameter "visoin"`},
		"at = -1.0\nseconds = \"long\"\nkey = \"vision\"\nvalue = \"wide\"\nspecies = \"hawk\"\n": {
			"s.toml:3: at = -1 is out of range", "s.toml:4: seconds ", `s.toml:7: there is no flock of the species "hawk"`},
		"at = -1.0\nkey = \"vision\"\nvalue = \"wide\"\n": {
			"s.toml:3: at = -1 is out of range", `s.toml:5: vision = "wide" must be a number`},
		"at = -1.0\nkey = \"vision\"\nvalue.x = 3.0\n": {"s.toml:3: at = -1 is out of range", "s.toml:5: "},
		"when = 3\nkey = \"vision\"\n": {
			"s.toml:2: value is missing", "s.toml:3: when = 3 must be text"},
		"when = \"polarisation\"\ndo = \"scater\"\nvalue = 3.0\n": { // what the event does is unknown, so the rest is not judged
			"s.toml:3: ", `s.toml:4: do = "scater" is not one of`},
		"when = \"\"\nseconds = -1.0\n": {
			"s.toml:2: the key \"at\" is missing", "s.toml:2: key is missing", "s.toml:4: seconds = -1 is out of range"},
	} {
		_, err := Parse("s.toml", []byte("version = 1\n[[event]]\n"+text))
		var all Faults
		if !errors.As(err, &all) || len(all) != len(want) {
			t.Errorf("%q: errors %q, want %q", text, []error(all), want)
			continue
		}
		for k, one := range all {
			if got := one.Error(); !strings.HasPrefix(got, want[k]) || strings.Contains(got, "\n") {
				t.Errorf("%q: error %q, want %s", text, got, want[k])
			}
		}
	}
}

// A mistake in a flock or a thing hides no mistake in an event, a button or a lesson, except names that may
// be those of the wrong flock or thing.
func TestFaultsOfFlocksAndEvents(t *testing.T) {
	const text = `version = 1
[[flock]]
species = "hawk"
params.cohesin = 1.0     # wrong
[[wind]]
name = "gale"
strenth = 3.0            # wrong
[[event]]
at = 1.0
do = "scater"            # wrong
[[event]]
at = -1.0                # wrong
species = "hawk"
key = "count"
value = 1
[[event]]
at = 1.0
thing = "gale"
key = "speed"
value = 1.0
[[event]]
at = 1.0
key = "vision"
value = "wide"           # wrong
[[try]]
label = "x"
set = { visoin = 3.0 }   # wrong
[[lesson]]
text = "y"
point = "gale"
wait = "evr"             # wrong
`
	_, err := Parse("s.toml", []byte(text))
	var all Faults
	if !errors.As(err, &all) {
		t.Fatalf("error %v, want Faults", err)
	}
	var got, want []string
	for _, one := range all {
		got = append(got, strings.Split(one.Error(), ":")[1])
	}
	for k, line := range strings.Split(text, "\n") {
		if strings.HasSuffix(line, "# wrong") {
			want = append(want, strconv.Itoa(k+1))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("errors in lines %v, want %v: %v", got, want, []error(all))
	}
}

// A syntax error names the line and says what to correct.
func TestSyntaxErrorsSayWhatToCorrect(t *testing.T) {
	for text, want := range map[string]string{
		"version = 1\nname = \"x\ntitle = 1\n": "a.toml:2: the closing quote of a string is missing",
		"name = 'x\n":                          "a.toml:1: the closing quote of a string is missing",
		"version = 1\n\nb = [1,\n":             "a.toml:3: the closing ] of a list is missing",
		"version = 1\n[start\nshape = 1\n":     "a.toml:2: the closing ] of a table header is missing",
		"version = 1\nname =":                  "a.toml:2: the value after = is missing",
		"b = {x = 1\n":                         "a.toml:1: ",
		"version =\n":                          "a.toml:1: the value after = is missing",
		"version =\r\n":                        "a.toml:1: the value after = is missing",
		"name = hello\n":                       `a.toml:1: a value cannot start with "h"; put text in quotes`,
		"x = 1,5\n":                            `a.toml:1: unexpected "," after the value`,
		"version 1\n":                          "a.toml:1: the = after the key is missing",
	} {
		_, err := parse("a.toml", []byte(text), false)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: the error is %v, want %s", text, err, want)
		}
	}
}
