package scenario

import (
	"errors"
	"slices"
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
