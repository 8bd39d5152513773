package formula

import (
	"strings"
	"testing"
)

// A formula with five outlines is an error, because each outline keeps the neighbours of a block in memory.
func TestOutlineLimit(t *testing.T) {
	for n, valid := range map[int]bool{4: true, 5: false} {
		calls := make([]string, n)
		for k := range calls {
			calls[k] = "outline(" + strings.Repeat("1", k+1) + "[m])"
		}
		_, err := Compile(strings.Join(calls, " + "), nil, Pure)
		if valid != (err == nil) {
			t.Errorf("%d outlines: the error is %v", n, err)
		}
	}
}
