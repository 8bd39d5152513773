package flock

import "testing"

// Where a flock is so dense that not all lists of candidates find room, it flies on
// as if every boid looked at every other.
func TestListsThatFindNoRoom(t *testing.T) {
	def := func(index Index) Def {
		d := CrowdDef(2000, Blob)
		d.TickRate, d.Index, d.Start.Radius = 30, index, d.Start.Radius/3
		return d
	}
	w, other := world(t, def(Grid)), world(t, def(Brute))
	f := w.flocks[0]
	if !f.set.together {
		t.Skip("this machine, or build, keeps no lists")
	}
	kept, left, served := 0, 0, 0
	for range 12 {
		w.Step()
		other.Step()
		if w.Hash() != other.Hash() {
			t.Fatalf("tick %d: otherwise than with the index brute", w.Tick())
		}
		if !f.grid.due {
			served++
		}
		for slot := 0; slot < f.n; {
			end, _, ok := f.kept.of(slot)
			if ok {
				kept, slot = kept+1, end
				continue
			}
			left, slot = left+1, f.grid.group(slot, min(f.n, slot/256*256+256), true)
		}
	}
	if kept == 0 || left == 0 || served == 0 {
		t.Errorf("%d lists kept, %d left out, in use for %d ticks: that shows nothing", kept, left, served)
	}
}
