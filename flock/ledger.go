package flock

import (
	"cmp"
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/torus"
	"skein/flock/vec"
)

type excursion struct {
	boid, slot  int32
	began       int64
	onLeaving   float32 // distance to the 7th nearest boid on leaving, m
	peak        float32 // largest distance to the nearest boid so far, m
	steadyTicks int     // ticks for which the 7th nearest boid has been close again
	leading     bool
	pulls       tally // pull towards the leader, m/s, by the follower's id
	wave        wave
	copied      bool // whether the leader began a turn that others may copy

	gap, seventh float32 // distances to the nearest and the 7th nearest at the start of the tick, m
}

// See "Terms of the ledger" in the package's documentation.
const (
	closeOnes     = 7    // index of the neighbour, nearest first, whose distance from the leader decides the return
	nearAgain     = 1.25 // a leader is back if this neighbour is closer than nearAgain times the distance on leaving
	awaySeconds   = 1    // shortest time before a boid can rejoin its group
	steadySeconds = 0.5
	lostSeconds   = 20
	followerPull  = 0.5 // least pull of a leader on a follower, m/s
)

func (f *flock) report() {
	f.leaders, f.began, f.ended = f.leaders[:0], f.began[:0], f.ended[:0]
	for k := range f.scratch {
		s := &f.scratch[k]
		f.leaders = append(f.leaders, s.leads...)
		f.began = append(f.began, s.beginnings...)
		f.ended = append(f.ended, s.ends...)
		s.leads, s.beginnings, s.ends = s.leads[:0], s.beginnings[:0], s.ends[:0]
	}
	id := f.boids.ID
	slices.SortFunc(f.began, func(a, b beginning) int { return cmp.Compare(id[a.slot], id[b.slot]) })
	slices.SortFunc(f.ended, func(a, b int32) int { return cmp.Compare(id[a], id[b]) })
	f.attribute()
	f.collectCopies()
	for _, slot := range f.ended {
		f.end(id[slot])
	}
	for _, b := range f.began {
		f.begin(b)
	}
	f.updateExcursions()
	f.emitReports()
}

// emit records an event, whose Boid it converts from an index in the flock to an id.
func (f *flock) emit(e Event) {
	e.Flock, e.Boid = f.number, f.firstID+e.Boid
	f.world.emit(e)
}

func (f *flock) end(boid int32) {
	f.emit(Event{Kind: EscapeEnded, Boid: int(boid)})
	for k := range f.excursions {
		if a := &f.excursions[k]; a.boid == boid {
			a.leading = false
		}
	}
}

func (f *flock) begin(b beginning) {
	boid := f.boids.ID[b.slot]
	gap, seventh := f.gaps(&f.scratch[0], int(b.slot))
	a := excursion{boid: boid, slot: b.slot, began: f.world.age, onLeaving: seventh, leading: true, gap: gap, seventh: seventh}
	if last := len(f.tallies) - 1; last >= 0 {
		a.pulls, f.tallies = f.tallies[last], f.tallies[:last]
	}
	f.excursions = append(f.excursions, a)
	f.emit(Event{Kind: EscapeBegan, Boid: int(boid), X: b.cause.x, Front: b.cause.front, Draw: b.cause.draw, Speed: f.boids.Left[b.slot]})
}

func (f *flock) attribute() {
	for k := range f.scratch {
		s := &f.scratch[k]
		for _, p := range s.pulls {
			for e := range f.excursions {
				if a := &f.excursions[e]; a.leading && a.slot == p.leader {
					a.pulls.add(p.boid, p.towards)
				}
			}
		}
		s.pulls = s.pulls[:0]
	}
}

func (f *flock) updateExcursions() {
	open := f.excursions[:0]
	for _, a := range f.excursions {
		if kind := f.judge(&a); kind != "" {
			f.emit(Event{
				Kind: kind, Boid: int(a.boid), Peak: a.peak, Seconds: f.secondsAway(&a),
				Followers: a.pulls.countAtLeast(followerPull), Delay: a.wave.meanDelay(), WaveSpeed: a.wave.speed(),
			})
			a.pulls.reset()
			f.tallies = append(f.tallies, a.pulls)
			continue
		}
		open = append(open, a)
	}
	f.excursions = open
}

// Followers returns the ids, in ascending order, of the boids that have followed the leader with the given id
// since its escape began. open is false if the ledger has no open escape of this boid.
func (w *World) Followers(id int) (ids []int, open bool) {
	for _, f := range w.flocks {
		for k := range slices.Backward(f.excursions) { // latest first
			a := &f.excursions[k]
			if f.firstID+int(a.boid) != id {
				continue
			}
			for n, sum := range a.pulls.sums {
				if sum >= followerPull {
					ids = append(ids, f.firstID+int(a.pulls.ids[n]))
				}
			}
			slices.Sort(ids)
			return ids, true
		}
	}
	return nil, false
}

// OpenEscape is an escape that the ledger has not closed yet. Its figures cover the time up to the
// present tick; [Event] defines them.
type OpenEscape struct {
	Flock, Boid int   // the index of the flock, and the leader's id
	Began       int64 // tick of the first snapshot after the escape began; at most 0: in the warm-up
	Followers   int
	Delay       float32 // delay of the escape, s
	WaveSpeed   float32 // speed of the escape's wave, m/s
}

// OpenEscapes appends the escapes that the ledger has not closed yet, in order of flocks and of
// beginnings.
func (w *World) OpenEscapes(dst []OpenEscape) []OpenEscape {
	for _, f := range w.flocks {
		for k := range f.excursions {
			a := &f.excursions[k]
			dst = append(dst, OpenEscape{
				Flock: f.number, Boid: f.firstID + int(a.boid), Began: w.tick - (w.age - a.began),
				Followers: a.pulls.countAtLeast(followerPull), Delay: a.wave.meanDelay(), WaveSpeed: a.wave.speed(),
			})
		}
	}
	return dst
}

func (f *flock) judge(a *excursion) EventKind {
	seconds := f.secondsAway(a)
	if past := a.gap < a.peak; past && seconds > awaySeconds && a.seventh < nearAgain*a.onLeaving {
		a.steadyTicks++
	} else {
		a.steadyTicks = 0
	}
	a.peak = max(a.peak, a.gap)
	switch {
	case float32(a.steadyTicks)*f.set.dt >= steadySeconds:
		return Reabsorbed
	case seconds < lostSeconds:
		return ""
	case f.inLargestCluster(int(a.boid)):
		return Reabsorbed
	}
	return Abandoned
}

func (f *flock) secondsAway(a *excursion) float32 {
	return float32(f.world.age-a.began) / float32(f.tickRate)
}

func (f *flock) measureGaps(s *scratch, worker int) {
	for k := worker; k < len(f.excursions); k += f.pool.Workers {
		a := &f.excursions[k]
		a.gap, a.seventh = f.gaps(s, int(a.slot))
	}
}

// gaps returns the distances to the nearest and the 7th nearest boid at the start of the tick. With fewer
// boids, seventh is the distance to the farthest. Without any, both are 0.
func (v *sight) gaps(s *scratch, slot int) (first, seventh float32) {
	for limit := v.set.vision2; ; limit *= 4 {
		v.find(s, &s.hits, slot, limit)
		if s.hits.n > closeOnes || s.hits.n == v.n || limit > maxDistance2 {
			break
		}
	}
	var least [closeOnes + 1]float32 // least[0] is the boid itself
	n := 0
	for _, d2 := range s.hits.d2[:s.hits.n] {
		if n < len(least) {
			n++
		} else if d2 >= least[n-1] {
			continue
		}
		at := n - 1
		for ; at > 0 && d2 < least[at-1]; at-- {
			least[at] = least[at-1]
		}
		least[at] = d2
	}
	if n < 2 {
		return 0, 0
	}
	return vec.Sqrt(least[1]), vec.Sqrt(least[n-1])
}

func (f *flock) inLargestCluster(i int) bool {
	if f.clusteredAt != f.world.age {
		f.findClusters()
	}
	return f.sizes[f.labels[i]] == slices.Max(f.sizes)
}

func (f *flock) findClusters() {
	world := torus.Torus{}
	if f.set.wraps {
		world = f.set.torus
	}
	f.clusterSnapshot.Pos = lanes.Grown(f.clusterSnapshot.Pos, f.n)
	for slot, id := range f.boids.ID {
		f.clusterSnapshot.Pos[id] = f.pos(slot).Array()
	}
	var count int
	f.labels, count = world.Clusters(f.clusterSnapshot.Pos, f.set.clusterGap)
	f.sizes, f.clusteredAt = make([]int, count), f.world.age
	for _, l := range f.labels {
		f.sizes[l]++
	}
}

// updateSlots updates the ledger after a sort. newSlots maps old slots to new ones.
func (f *flock) updateSlots(newSlots []int32) {
	for k, slot := range f.leaders {
		f.leaders[k] = newSlots[slot]
	}
	for k := range f.excursions {
		f.excursions[k].slot = newSlots[f.excursions[k].slot]
	}
}
