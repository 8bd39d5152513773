package scenario

import (
	"testing"

	"skein/flock"
)

// Published models that have columns or need the order of neighbours give the same bits with every index,
// with several workers, and after a restart from a checkpoint.
func TestFieldModelsFlyTheSameBits(t *testing.T) {
	for _, name := range []string{"inertial-spin", "pearce", "fish", "stardisplay"} {
		s := fieldScene(t, name, "count", 300)
		var hashes []uint64
		for _, by := range []struct {
			index   flock.Index
			workers int
		}{{flock.Grid, 1}, {flock.Brute, 3}} {
			def := s.Def()
			def.Index, def.Workers = by.index, by.workers
			w, err := flock.NewWorld(def)
			if err != nil {
				t.Fatal(err)
			}
			for range 6 {
				w.Step()
			}
			resumed, err := flock.ResumeAmong(nil, w.Checkpoint(), 1, by.index, s.Params.Model())
			if err != nil {
				t.Fatal(err)
			}
			for range 6 {
				w.Step()
				resumed.Step()
			}
			if w.Hash() != resumed.Hash() {
				t.Errorf("%s: the resumed world flies differently", name)
			}
			hashes = append(hashes, w.Hash())
			if grows := testing.AllocsPerRun(5, w.Step); by.workers == 1 && grows > 0 {
				t.Errorf("%s: a tick allocates %v times", name, grows)
			}
		}
		if hashes[0] != hashes[1] {
			t.Errorf("%s: the hashes are %#x and %#x, want equal ones", name, hashes[0], hashes[1])
		}
	}
}
