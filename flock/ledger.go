package flock

import "slices"

// excursion is an escape that the flock has not yet taken back.
type excursion struct {
	boid   int
	began  int64   // tick
	room   float32 // distance to the 7th nearest on leaving, m
	peak   float32 // largest distance to the nearest so far, m
	within int     // ticks that the 7th nearest has been as near as on leaving
}

// The ledger's definitions (MODEL.md, "Definitions that measured well").
const (
	closeOnes     = 7    // the nearest that count
	nearAgain     = 1.25 // times the distance on leaving
	awaySeconds   = 1    // nobody is reabsorbed sooner
	steadySeconds = 0.5
	lostSeconds   = 20
)

// report turns what happened in this tick into events, in order of boids, and
// lists the leaders.
func (w *World) report() {
	w.leaders = w.leaders[:0]
	for i := range w.escapes {
		e := &w.escapes[i]
		switch {
		case e.age == over:
			e.age = free
			w.emit(Event{Kind: EscapeEnded, Boid: i})
		case e.age >= 0:
			if e.age == 0 {
				w.began(i, e)
			}
			e.age++
			w.leaders = append(w.leaders, i)
		}
	}
	w.follow()
}

func (w *World) emit(e Event) {
	e.Tick = w.tick
	w.events = append(w.events, e)
}

func (w *World) began(i int, e *escape) {
	_, room := w.distances(i)
	w.away = append(w.away, excursion{boid: i, began: w.age, room: room})
	w.emit(Event{Kind: EscapeBegan, Boid: i, X: e.cause.x, Front: e.cause.front, Draw: e.cause.draw, Speed: e.speed})
}

// follow watches those away and closes the entries that are decided.
func (w *World) follow() {
	open := w.away[:0]
	for _, a := range w.away {
		gap, seventh := w.distances(a.boid)
		seconds := float32(w.age-a.began) / float32(w.def.TickRate)
		if past := gap < a.peak; past && seconds > awaySeconds && seventh < nearAgain*a.room {
			a.within++
		} else {
			a.within = 0
		}
		a.peak = max(a.peak, gap)
		switch {
		case float32(a.within)*w.set.dt >= steadySeconds:
			w.emit(Event{Kind: Reabsorbed, Boid: a.boid, Peak: a.peak, Seconds: seconds})
		case seconds < lostSeconds:
			open = append(open, a)
		case w.inLargestCluster(a.boid):
			w.emit(Event{Kind: Reabsorbed, Boid: a.boid, Peak: a.peak, Seconds: seconds})
		default:
			w.emit(Event{Kind: Abandoned, Boid: a.boid, Peak: a.peak, Seconds: seconds})
		}
	}
	w.away = open
}

// distances from boid i to its nearest and to its 7th nearest, or to the
// farthest if there are fewer; zero if it is alone.
func (w *World) distances(i int) (first, seventh float32) {
	var room [closeOnes]rank
	best := room[:0]
	at := w.pos(i)
	for j := range w.n {
		dx, dy, dz := w.x[j]-at.x, w.y[j]-at.y, w.z[j]-at.z
		d2 := float32(dx*dx) + float32(dy*dy) + float32(dz*dz)
		if j != i {
			best = nearest(best, rank{d2, j}, closeOnes)
		}
	}
	if len(best) == 0 {
		return 0, 0
	}
	return sqrt(best[0].d2), sqrt(best[len(best)-1].d2)
}

func (w *World) inLargestCluster(i int) bool {
	w.Snapshot(&w.scrap)
	labels, count := Clusters(&w.scrap, w.set.Vision)
	sizes := make([]int, count)
	for _, l := range labels {
		sizes[l]++
	}
	return sizes[labels[i]] == slices.Max(sizes)
}
