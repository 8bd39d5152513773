//go:build cgo

package render

import (
	"image"
	"math"
	"testing"

	"skein/engine/internal/testbird"
	"skein/models"
)

// A bird changes from its wing beat to a held pose, and then to another held pose. The test's plate
// is 3/5 of its height higher in its fourth pose, and 4/5 in its fifth pose.
func TestHeldPoses(t *testing.T) {
	r := renderer(t, 4)
	b := testbird.Plate(5)
	b.Beat = 3
	b.StancePose[models.Flare], b.StancePose[models.Rest] = 3, 4
	if err := r.SetBirds(b); err != nil {
		t.Fatal(err)
	}
	bare := shoot(t, r, testFrame())
	for _, c := range []struct {
		flare, rest float32
		up          float64 // rise of the plate, in heights of the plate
	}{{0, 0, 0}, {1, 0, 0.6}, {0.5, 0, 0.3}, {0, 1, 0.8}, {1, 0.5, 0.7}, {1, 1, 0.8}, {0.5, 0.5, 0.55}} {
		bird := redAt(0, 10, -10)
		bird.Span = 4 // the bird is 20 pixels wide
		bird.Held[models.Flare], bird.Held[models.Rest] = c.flare, c.rest
		got := changedRect(bare, shoot(t, r, testFrame(bird)), 3)
		offset := int(math.Round(20 * c.up))
		if want := image.Rect(90, 40-offset, 110, 60-offset); !near(got, want, 1) {
			t.Errorf("with weights %v (flare) and %v (rest) the bird covers %v, want %v", c.flare, c.rest, got, want)
		}
	}
	// The beat skips the held poses. In the last third of the beat, its last pose changes to its first
	// pose.
	bird := redAt(0, 10, -10)
	bird.Span, bird.Phase = 4, 5.0/6
	if got, want := changedRect(bare, shoot(t, r, testFrame(bird)), 3), image.Rect(90, 36, 110, 56); !near(got, want, 1) {
		t.Errorf("between its last pose and its first, the bird covers %v, want %v", got, want)
	}
}
