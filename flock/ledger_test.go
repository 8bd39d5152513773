package flock

import (
	"math"
	"slices"
	"testing"

	"skein/flock/internal/ledger"
	"skein/flock/internal/torus"
	"skein/flock/vec"
)

// The ledger agrees with one computed from snapshots alone, by the definitions in the package documentation.
func TestLedger(t *testing.T) {
	t.Parallel()
	d := DefaultDef()
	d.WarmUp, d.TickRate = 10, 30
	put(&d.Params, "count", 150, "leadership", 0.36)
	w := world(t, d)
	type entry struct {
		began      int64
		room, peak float64
		within     int
	}
	open := map[int][]*entry{}
	back, lost := 0, 0
	for range 60 * 30 {
		m := modelOf(w) // the state before the step
		w.Step()
		events := w.TakeEvents(nil)
		var due []Event
		for boid, entries := range open {
			first, seventh := sorted(m, boid)[0], sorted(m, boid)[6]
			for _, e := range entries {
				seconds := float64(w.Tick()-e.began) / 30
				if first < e.peak && seconds > 1 && seventh < 1.25*e.room {
					e.within++
				} else {
					e.within = 0
				}
				e.peak = max(e.peak, first)
				if e.within >= 15 || seconds >= 20 {
					due = append(due, Event{Boid: boid, Peak: float32(e.peak), Seconds: float32(seconds), Tick: e.began})
				}
			}
			open[boid] = slices.DeleteFunc(entries, func(e *entry) bool {
				return e.within >= 15 || float64(w.Tick()-e.began)/30 >= 20
			})
		}
		for _, e := range events {
			switch e.Kind {
			case EscapeBegan:
				near := sorted(m, e.Boid)
				open[e.Boid] = append(open[e.Boid], &entry{began: e.Tick, room: near[6], peak: near[0]})
			case Reabsorbed, Abandoned:
				if e.Kind == Reabsorbed {
					back++
				} else {
					lost++
				}
				k := slices.IndexFunc(due, func(x Event) bool {
					return x.Boid == e.Boid && math.Abs(f(x.Peak-e.Peak)) < 1e-3 && math.Abs(f(x.Seconds-e.Seconds)) < 1e-3
				})
				if k < 0 {
					t.Fatalf("the ledger has %+v, which is not among the expected events %+v", e, due)
				}
				due = slices.Delete(due, k, k+1)
			}
		}
		if len(due) > 0 {
			t.Fatalf("tick %d: the ledger lacks %+v", w.Tick(), due)
		}
	}
	t.Logf("%d leaders were reabsorbed, %d abandoned", back, lost)
	if back < 20 {
		t.Errorf("%d taken back", back)
	}
}

// OpenEscapes returns the escapes that have begun and not ended, according to the events.
func TestOpenEscapes(t *testing.T) {
	t.Parallel()
	d := DefaultDef()
	d.WarmUp, d.TickRate = 10, 30
	put(&d.Params, "count", 150, "leadership", 0.36)
	w := world(t, d)
	type key struct {
		boid  int
		began int64
	}
	open, closed, followed := map[key]bool{}, 0, 0
	for _, e := range w.OpenEscapes(nil) {
		open[key{e.Boid, e.Began}] = true // the escape began during the warm-up
	}
	for range 60 * 30 {
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			switch e.Kind {
			case EscapeBegan:
				open[key{e.Boid, e.Tick}] = true
			case Reabsorbed, Abandoned:
				delete(open, key{e.Boid, e.Tick - int64(math.Round(float64(e.Seconds)*30))})
				closed++
			}
		}
		now, seen := w.OpenEscapes(nil), map[int]bool{}
		if len(now) != len(open) {
			t.Fatalf("tick %d: %d escapes are open, want %d", w.Tick(), len(now), len(open))
		}
		for _, e := range slices.Backward(now) {
			if !open[key{e.Boid, e.Began}] {
				t.Fatalf("tick %d: %+v is open, want it closed", w.Tick(), e)
			}
			// Followers returns the followers of the boid's latest escape.
			if ids, _ := w.Followers(e.Boid); !seen[e.Boid] && len(ids) != e.Followers {
				t.Fatalf("tick %d: the entry is %+v, but %d boids follow", w.Tick(), e, len(ids))
			}
			seen[e.Boid] = true
			followed += e.Followers
		}
	}
	if closed < 20 || followed < 1000 {
		t.Errorf("%d escapes were closed, with %d ticks of followers; want at least 20 and 1000", closed, followed)
	}
}

func sorted(m *model, i int) (d []float64) {
	for j := range m.pos {
		if j != i {
			d = append(d, m.dist(i, j))
		}
	}
	slices.Sort(d)
	return d
}

// A boid that leaves for good is abandoned after 20 s, or reabsorbed if it is then in the largest cluster.
func TestLedgerAbandons(t *testing.T) {
	for kind, away := range map[EventKind]float32{Abandoned: 60, Reabsorbed: 4.5} {
		at := append(boidCloud(20, 2), vec.Vec{X: away, Y: 0, Z: 0})
		w := stage(t, bare(), at, zeroVelocities(21))
		w.flocks[0].ledger.Open = append(w.flocks[0].ledger.Open, ledger.Excursion{Boid: 20, Slot: 20, OnLeaving: 1})
		var events []Event
		for range 20*30 + 1 {
			w.Step()
			events = w.TakeEvents(events)
		}
		if len(events) != 1 || events[0].Kind != kind || events[0].Boid != 20 || events[0].Seconds != 20 || events[0].Tick != 600 {
			t.Errorf("at %v m: the events are %+v, want one %s at 20 s", away, events, kind)
		}
	}
}

// In a world that wraps around, clusters continue across the edge.
func TestLedgerAcrossTheEdge(t *testing.T) {
	p := bare()
	put(&p, "bounds", Wrap, "bounds_size", 60)
	for kind, away := range map[EventKind]vec.Vec{Abandoned: {X: -22, Y: 4, Z: 29}, Reabsorbed: {X: -27, Y: 4, Z: 29}} {
		at := append(boidCloud(20, 2), away)
		for i := range 20 {
			at[i] = at[i].Add(vec.Vec{X: 29.5, Y: 0.5, Z: -29})
		}
		w := stage(t, p, at, zeroVelocities(21))
		w.flocks[0].ledger.Open = append(w.flocks[0].ledger.Open, ledger.Excursion{Boid: 20, Slot: 20, OnLeaving: 1})
		var events []Event
		for range 20*30 + 1 {
			w.Step()
			events = w.TakeEvents(events)
		}
		if len(events) != 1 || events[0].Kind != kind {
			t.Errorf("at %v: the events are %+v, want one %s", away, events, kind)
		}
	}
}

// Clusters in a world that wraps around agree with a flood fill over all pairs.
func TestClustersAcrossTheEdge(t *testing.T) {
	for seed := range uint64(20) {
		const n, side, link = 60, 12, 2.1
		s := scatter(seed, n, side/2)
		for i := range s.Pos {
			p, _ := torus.New(side).Wrap(vec.FromArray(s.Pos[i]).Quantized())
			s.Pos[i] = p.Array()
		}
		want, next := slices.Repeat([]int32{-1}, n), int32(0)
		for i := range want {
			if want[i] >= 0 {
				continue
			}
			want[i] = next
			for queue := []int{i}; len(queue) > 0; queue = queue[1:] {
				for b := range want {
					d2 := 0.0
					for k := range 3 {
						d := math.Abs(f(s.Pos[queue[0]][k] - s.Pos[b][k]))
						d2 += min(d, side-d) * min(d, side-d)
					}
					if want[b] < 0 && math.Sqrt(d2) < link {
						want[b] = next
						queue = append(queue, b)
					}
				}
			}
			next++
		}
		if labels, count := torus.New(side).Clusters(s.Pos, link); !slices.Equal(labels, want) || count != int(next) {
			t.Fatalf("seed %d: the clusters are %v (%d), want %v (%d)", seed, labels, count, want, next)
		}
	}
}
