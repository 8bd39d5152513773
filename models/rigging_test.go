package models

import (
	"strings"
	"testing"

	"skein/models/rig"
)

// TestRigs checks that a stiff model with wings gets a rig and flaps. The options can refuse or choose the
// rig. A model with a clip keeps its own motion.
func TestRigs(t *testing.T) {
	stiff := paperBird{side: 0, up: 1, forward: 2}
	m := modelOf(t, stiff.doc())
	b := bakeOnly(t, m, BakeOptions{})
	if s := b.Analysis; s.Rig != rig.Bird || s.Static || s.Beats != 1 || b.Poses < 12 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "like a bird, because of its open wings") {
		t.Errorf("%d poses and %+v; want at least 12 poses and the rig of a bird, with a warning that says why", b.Poses, s)
	}
	low, high := float32(0), float32(0)
	for _, pose := range b.poseSurfaces() {
		for _, p := range pose[0].Positions { // the left wing
			low, high = min(low, p[1]), max(high, p[1])
		}
	}
	if high < 0.15 || low > 0 {
		t.Errorf("the wing moves between %v and %v wingspans, want at least 0.15 up and below 0", low, high)
	}
	if s := bakeOnly(t, m, BakeOptions{Rig: rig.None}).Analysis; !s.Static || s.Rig != "" {
		t.Errorf("with none, the analysis is %+v, want a static model", s)
	}
	if s := bakeOnly(t, m, BakeOptions{Rig: rig.Fish}).Analysis; s.Rig != rig.Fish {
		t.Errorf("with fish, the rig is %q", s.Rig)
	}
	own := stiff
	own.times, own.angles = beatAngles(1)
	if s := bakeOnly(t, modelOf(t, own.doc()), BakeOptions{Rig: rig.Bird}).Analysis; s.Rig != "" {
		t.Errorf("a model with a clip gets the rig %q", s.Rig)
	}
}
