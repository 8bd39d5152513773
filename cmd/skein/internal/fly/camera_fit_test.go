//go:build cgo && !nowindow

package fly

import (
	"testing"

	"skein/flock/scenario"
)

// TestFrameReadsNoScene checks that a frame does not read the built-in scenes again, although each frame
// compares its camera with theirs.
func TestFrameReadsNoScene(t *testing.T) {
	builtin, err := scenario.Builtin("paper")
	if err != nil {
		t.Fatal(err)
	}
	own := builtin.Camera
	own.Distance++
	if !isBuiltin(&builtin.Camera) || isBuiltin(&own) {
		t.Errorf("isBuiltin: got %v for a built-in camera and %v for another, want true and false", isBuiltin(&builtin.Camera), isBuiltin(&own))
	}
	if n := leastAllocs(10, func() { isBuiltin(&own) }); n > 0 {
		t.Errorf("isBuiltin allocates %v times, want 0", n)
	}
}
