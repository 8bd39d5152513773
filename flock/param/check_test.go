package param

import (
	"strings"
	"testing"
)

func TestIsName(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "hawk-2_b": true, strings.Repeat("k", 64): true,
		"": false, "2hawk": false, "-a": false, "Hawk": false, "a b": false, "é": false, "a\x1b": false, strings.Repeat("k", 65): false,
	} {
		if got := IsName(name); got != want {
			t.Errorf("IsName(%q) is %v, want %v", name, got, want)
		}
	}
}
