//go:build cgo

package render

import (
	"slices"
	"testing"

	"skein/flock/look"
)

// A renderer makes the hills twice: once for drafts and once for the other tiers. When the tier
// changes back, the picture is the same as before.
func TestReliefOfBothTiers(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Tier: Draft})
	f := testFrame()
	f.Light.Land = look.Hills
	f.View.Far = 5000
	draft := shoot(t, r, f)
	if err := r.SetTier(Good); err != nil {
		t.Fatal(err)
	}
	good := shoot(t, r, f)
	if slices.Equal(good.Pix, draft.Pix) {
		t.Fatal("the pictures of both tiers are equal; the test needs a frame in which they differ")
	}
	result := r.ground.reliefs
	if result[0].array == 0 || result[1].array == 0 {
		t.Fatal("after pictures of both tiers, a relief is missing")
	}
	if err := r.SetTier(Draft); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(shoot(t, r, f).Pix, draft.Pix) {
		t.Error("after a change of the tier and back, the picture of a draft differs")
	}
	for k, h := range r.ground.reliefs {
		if h.array != result[k].array {
			t.Errorf("relief %d was made again for another tier", k)
		}
	}
	f.Light.LandSeed++
	if slices.Equal(shoot(t, r, f).Pix, draft.Pix) {
		t.Error("another seed does not change the picture")
	}
}
