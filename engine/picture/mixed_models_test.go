package picture

import (
	"testing"

	"skein/engine/frame"
	"skein/models"
)

// TestMixedModels checks that each model of a flock is drawn for its share of the birds. A bird must
// keep its model when another flock gets one more bird.
func TestMixedModels(t *testing.T) {
	const first, second = 40, 60
	kinds := func(firstCount int) frame.Frame {
		s := starlings(t, firstCount+second, 1)
		s.Snapshot.Counts = []int{firstCount, second}
		s.Params = append(s.Params, s.Params[0])
		s.Models = []models.Shares{{3, 1}, {1, 1, 1}}
		return *s.shown()
	}
	f, more := kinds(first), kinds(first+1)
	counts := map[int]int{}
	for i := range f.Birds {
		b := &f.Birds[i]
		counts[b.Kind]++
		if i < first && (b.Kind > 1 || b.Flock != 0) || i >= first && (b.Kind < 2 || b.Kind > 4 || b.Flock != 1) {
			t.Errorf("bird %d has the kind %d and the flock %d", i, b.Kind, b.Flock)
		}
		j := i
		if i >= first {
			j++
		}
		if more.Birds[j].Kind != b.Kind {
			t.Errorf("bird %d changes from kind %d to %d", i, b.Kind, more.Birds[j].Kind)
		}
	}
	for kind, want := range []int{30, 10, 20, 20, 20} {
		if got := counts[kind]; got < want-2 || got > want+2 {
			t.Errorf("%d birds have the kind %d, want about %d", got, kind, want)
		}
	}
}
