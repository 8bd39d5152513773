package flock

import (
	"cmp"
	"slices"

	"skein/flock/internal/lanes"
)

// excursion is an escape that the flock has not yet taken back.
type excursion struct {
	boid, slot int32
	began      int64   // tick
	onLeaving  float32 // distance to the 7th nearest on leaving, m
	peak       float32 // largest distance to the nearest so far, m
	within     int     // ticks that the 7th nearest has been as near as on leaving
	leading    bool    // the escape goes on
	drawn      tally   // m/s towards the leader, by followers' ids
}

// The ledger's definitions: see "Words of the ledger" in the package's
// documentation.
const (
	closeOnes     = 7    // the nearest that count
	nearAgain     = 1.25 // times the distance on leaving
	awaySeconds   = 1    // nobody is reabsorbed sooner
	steadySeconds = 0.5
	lostSeconds   = 20
	followed      = 0.5 // m/s towards the leader, owing to it
)

// report turns what happened in this tick into events, in order of boids, and
// lists the leaders.
func (w *World) report() {
	w.leaders, w.began, w.ended = w.leaders[:0], w.began[:0], w.ended[:0]
	for k := range w.scratch {
		s := &w.scratch[k]
		w.leaders = append(w.leaders, s.leads...)
		w.began = append(w.began, s.began...)
		w.ended = append(w.ended, s.ended...)
		s.leads, s.began, s.ended = s.leads[:0], s.began[:0], s.ended[:0]
	}
	id := w.boids.ID
	slices.SortFunc(w.began, func(a, b beginning) int { return cmp.Compare(id[a.slot], id[b.slot]) })
	slices.SortFunc(w.ended, func(a, b int32) int { return cmp.Compare(id[a], id[b]) })
	w.attribute()
	for _, slot := range w.ended {
		w.end(id[slot])
	}
	for _, b := range w.began {
		w.begin(b)
	}
	w.watch()
}

func (w *World) emit(e Event) {
	e.Tick = w.tick
	w.events = append(w.events, e)
}

func (w *World) end(boid int32) {
	w.emit(Event{Kind: EscapeEnded, Boid: int(boid)})
	for k := range w.excursions {
		if a := &w.excursions[k]; a.boid == boid {
			a.leading = false
		}
	}
}

func (w *World) begin(b beginning) {
	boid := w.boids.ID[b.slot]
	_, seventh := w.gaps(int(b.slot))
	a := excursion{boid: boid, slot: b.slot, began: w.age, onLeaving: seventh, leading: true}
	if last := len(w.tallies) - 1; last >= 0 {
		a.drawn, w.tallies = w.tallies[last], w.tallies[:last]
	}
	w.excursions = append(w.excursions, a)
	w.emit(Event{Kind: EscapeBegan, Boid: int(boid), X: b.cause.x, Front: b.cause.front, Draw: b.cause.draw, Speed: w.boids.Left[b.slot]})
}

// attribute adds what drew boids in this tick to the escapes of those who drew
// them.
func (w *World) attribute() {
	for k := range w.scratch {
		s := &w.scratch[k]
		for _, p := range s.pulls {
			for e := range w.excursions {
				if a := &w.excursions[e]; a.leading && a.slot == p.leader {
					a.drawn.add(p.boid, p.towards)
				}
			}
		}
		s.pulls = s.pulls[:0]
	}
}

// watch looks after those away and closes the entries that are decided.
func (w *World) watch() {
	open := w.excursions[:0]
	for _, a := range w.excursions {
		if kind := w.judge(&a); kind != "" {
			w.emit(Event{
				Kind: kind, Boid: int(a.boid), Peak: a.peak, Seconds: w.since(&a),
				Followers: a.drawn.above(followed),
			})
			a.drawn.reset()
			w.tallies = append(w.tallies, a.drawn)
			continue
		}
		open = append(open, a)
	}
	w.excursions = open
}

// judge is how an excursion ended in this tick, empty if it goes on.
func (w *World) judge(a *excursion) EventKind {
	gap, seventh := w.gaps(int(a.slot))
	seconds := w.since(a)
	if past := gap < a.peak; past && seconds > awaySeconds && seventh < nearAgain*a.onLeaving {
		a.within++
	} else {
		a.within = 0
	}
	a.peak = max(a.peak, gap)
	switch {
	case float32(a.within)*w.set.dt >= steadySeconds:
		return Reabsorbed
	case seconds < lostSeconds:
		return ""
	case w.inLargestCluster(int(a.boid)):
		return Reabsorbed
	}
	return Abandoned
}

// since is how many seconds an excursion has lasted.
func (w *World) since(a *excursion) float32 {
	return float32(w.age-a.began) / float32(w.def.TickRate)
}

// gaps are the distances from the boid in a slot to its nearest and to its 7th
// nearest, or to the farthest if there are fewer; zero if it is alone. They are
// those at the start of the tick.
func (w *World) gaps(slot int) (first, seventh float32) {
	s := &w.scratch[0]
	for limit := w.set.vision2; ; limit *= 4 {
		w.find(s, &s.hits, slot, limit)
		if s.hits.n > closeOnes || s.hits.n == w.n || limit > everywhere {
			break
		}
	}
	s.best = s.best[:0]
	for k, j := range s.hits.slots() {
		if int(j) != slot {
			s.best = insert(s.best, rank{s.hits.d2[k], w.boids.ID[j], j}, closeOnes)
		}
	}
	if len(s.best) == 0 {
		return 0, 0
	}
	return Sqrt(s.best[0].d2), Sqrt(s.best[len(s.best)-1].d2)
}

func (w *World) inLargestCluster(i int) bool {
	if w.clustered != w.age {
		w.findClusters()
	}
	return w.sizes[w.labels[i]] == slices.Max(w.sizes)
}

// findClusters notes the clusters of this tick.
func (w *World) findClusters() {
	world := torus{}
	if w.set.wraps {
		world = w.set.torus
	}
	w.scrap.Pos = lanes.Grown(w.scrap.Pos, w.n)
	for slot, id := range w.boids.ID {
		w.scrap.Pos[id] = w.pos(slot).Array()
	}
	var count int
	w.labels, count = clustersIn(world, &w.scrap, w.set.Vision)
	w.sizes, w.clustered = make([]int, count), w.age
	for _, l := range w.labels {
		w.sizes[l]++
	}
}

// track follows the leaders and those away to their new slots.
func (w *World) track(rank []int32) {
	for k, slot := range w.leaders {
		w.leaders[k] = rank[slot]
	}
	for k := range w.excursions {
		w.excursions[k].slot = rank[w.excursions[k].slot]
	}
}
