package tracks

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"skein/flock"
)

func flagBit(c Column) flock.Flags {
	switch c {
	case Gliding:
		return flock.Gliding
	case Leading:
		return flock.Leading
	case Jumped:
		return flock.Jumped
	case Perched:
		return flock.Perched
	}
	return flock.Landing
}

// sort sorts samples by bird and then by time. It returns an error if a bird has two samples at the same
// time.
func (r *reader) sort() error {
	slices.SortFunc(r.samples, func(a, b sample) int {
		return cmp.Or(cmp.Compare(a.bird, b.bird), cmp.Compare(a.time, b.time), cmp.Compare(a.row, b.row))
	})
	for k := 1; k < len(r.samples); k++ {
		a, b := &r.samples[k-1], &r.samples[k]
		if a.bird == b.bird && a.time == b.time {
			return r.failAt(int(max(a.row, b.row)), "bird %s at time %v is already in row %d", r.birds[a.bird].quotedName(), r.timeText(a.time), min(a.row, b.row))
		}
	}
	return nil
}

func (r *reader) timeText(t float64) string {
	if !r.columns.hasAll(Time) {
		return fmt.Sprintf("of frame %g", math.Round(t*r.o.rate()))
	}
	return fmt.Sprintf("%g s", t)
}

// quotedName returns a bird's name for messages. It is quoted unless it is a number.
func (b *bird) quotedName() string {
	if math.IsNaN(b.number) {
		return fmt.Sprintf("%.40q", b.name)
	}
	return fmt.Sprintf("%.40s", b.name)
}

// ids returns an id for each bird, and the number of ids of each flock. If unchanged is true, the ids are the
// table's numbers: integers without wide gaps that increase from flock to flock. Otherwise, ids are assigned
// flock by flock, in the order of numbers or names.
func (r *reader) ids() (ids []int32, counts []int, unchanged bool) {
	order := make([]int, len(r.birds))
	unchanged = true
	for k := range order {
		order[k] = k
		n := r.birds[k].number
		unchanged = unchanged && n >= 0 && n == math.Trunc(n) && n < flock.MaxCount && n < float64(1000+16*len(order))
	}
	slices.SortStableFunc(order, func(a, b int) int {
		one, other := &r.birds[a], &r.birds[b]
		return cmp.Or(cmp.Compare(one.species, other.species), cmp.Compare(one.number, other.number), strings.Compare(one.name, other.name))
	})
	for k := 1; k < len(order); k++ {
		unchanged = unchanged && r.birds[order[k-1]].number < r.birds[order[k]].number
	}
	ids, counts = make([]int32, len(order)), make([]int, max(1, len(r.species)))
	ends := 0
	for k, b := range order {
		ids[b] = int32(k)
		if unchanged {
			ids[b] = int32(r.birds[b].number)
		}
		end := int(ids[b]) + 1
		counts[r.birds[b].species] += end - ends
		ends = end
	}
	return ids, counts, unchanged
}
