package metrics

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"

	"skein/flock"
)

// Entry is a line of the ledger: an escape from its beginning to its end, or something
// else that happened at an instant. Numbers that its kind does not have are zero.
type Entry struct {
	Kind   EntryKind `json:"kind"`
	Tick   int64     `json:"tick"` // of the first snapshot that shows it
	Time   float64   `json:"time"` // of that, s
	Flock  int       `json:"flock"`
	Boid   int       `json:"boid"`
	Status string    `json:"status"` // of an escape: leading, away, reabsorbed or abandoned; else empty

	X         float32 `json:"x"`     // eccentricity on leaving
	Front     float32 `json:"front"` // front test: the cosine of its way ahead of those it saw
	Draw      float32 `json:"draw"`  // of chance
	Speed     float32 `json:"speed"` // m/s on leaving; of a hunter at a strike, a near miss, an attack
	Followers int     `json:"followers"`
	Peak      float32 `json:"peak"`    // largest gap to the nearest boid while away, m
	Seconds   float32 `json:"seconds"` // until it was reabsorbed or counted as abandoned; of a reunion since the split

	Prey     int     `json:"prey"`     // of an attack, a strike or a near miss
	Distance float32 `json:"distance"` // to it, m

	Perch string `json:"perch,omitempty"` // that a bird came to or left
}

// EntryKind is what an entry is about.
type EntryKind string

// The kinds of entries.
const (
	Escapes  EntryKind = "escape"
	Attacks  EntryKind = "attack"
	Strikes  EntryKind = "strike"
	NearMiss EntryKind = "near miss"
	Splits   EntryKind = "split"
	Reunions EntryKind = "reunion"
	Perched  EntryKind = "perched"
	Left     EntryKind = "left"
)

// EntryKinds returns all kinds, in order.
func EntryKinds() []EntryKind {
	return []EntryKind{Escapes, Attacks, Strikes, NearMiss, Splits, Reunions, Perched, Left}
}

// Of an escape: how it stands.
const (
	Leading    = "leading"
	Away       = "away" // it leads no longer, and the flock has not taken it back
	Reabsorbed = "reabsorbed"
	Abandoned  = "abandoned"
)

// Entries are the lines of a ledger, in the order in which they began. The zero value is
// an empty one.
type Entries struct {
	All  []Entry
	open map[int][]int // by boid: its escapes that are not closed
}

// Add takes in an event, which follows those before, of a flight of that many ticks a
// second.
func (l *Entries) Add(e *flock.Event, tickRate int) {
	one := Entry{Tick: e.Tick, Time: float64(e.Tick) / float64(tickRate), Flock: e.Flock, Boid: e.Boid}
	switch e.Kind {
	case flock.EscapeBegan:
		one.Kind, one.Status, one.X, one.Front, one.Draw, one.Speed = Escapes, Leading, e.X, e.Front, e.Draw, e.Speed
		if l.open == nil {
			l.open = map[int][]int{}
		}
		l.open[e.Boid] = append(l.open[e.Boid], len(l.All))
	case flock.EscapeEnded:
		for _, k := range l.open[e.Boid] {
			l.All[k].Status = Away
		}
		return
	case flock.Reabsorbed:
		l.close(e, tickRate, Reabsorbed)
		return
	case flock.Abandoned:
		l.close(e, tickRate, Abandoned)
		return
	case flock.AttackBegan, flock.Strike, flock.NearMiss:
		one.Kind = map[flock.EventKind]EntryKind{flock.AttackBegan: Attacks, flock.Strike: Strikes, flock.NearMiss: NearMiss}[e.Kind]
		one.Speed, one.Prey, one.Distance = e.Speed, e.Prey, e.Distance
	case flock.Split:
		one.Kind = Splits
	case flock.Reunited:
		one.Kind, one.Seconds = Reunions, e.Seconds
	case flock.Settled, flock.TookOff:
		one.Kind = map[flock.EventKind]EntryKind{flock.Settled: Perched, flock.TookOff: Left}[e.Kind]
		one.Perch = e.Perch
	default:
		return
	}
	l.All = append(l.All, one)
}

// close ends the escape of an event's boid that began so many seconds before: it may have
// left again before the flock took it back.
func (l *Entries) close(e *flock.Event, tickRate int, status string) {
	began := e.Tick - int64(math.Round(float64(e.Seconds)*float64(tickRate)))
	open := l.open[e.Boid]
	at := slices.IndexFunc(open, func(k int) bool { return l.All[k].Tick == began })
	if at < 0 {
		return
	}
	a := &l.All[open[at]]
	a.Status, a.Peak, a.Followers, a.Seconds = status, e.Peak, e.Followers, e.Seconds
	l.open[e.Boid] = slices.Delete(open, at, at+1)
}

// WriteEntries writes entries as a table of comma-separated values, a line each below
// their names.
func WriteEntries(w io.Writer, all []Entry) error {
	out := csv.NewWriter(w)
	real := func(x float32) string { return strconv.FormatFloat(float64(x), 'g', -1, 32) }
	_ = out.Write([]string{"kind", "tick", "time", "flock", "boid", "status", "x", "front", "draw", "speed", "followers", "peak", "seconds", "prey", "distance", "perch"})
	for i := range all {
		e := &all[i]
		prey := ""
		if e.Kind == Attacks || e.Kind == Strikes || e.Kind == NearMiss {
			prey = strconv.Itoa(e.Prey)
		}
		_ = out.Write([]string{
			string(e.Kind), strconv.FormatInt(e.Tick, 10), strconv.FormatFloat(e.Time, 'g', 8, 64), strconv.Itoa(e.Flock), strconv.Itoa(e.Boid), e.Status,
			real(e.X), real(e.Front), real(e.Draw), real(e.Speed), strconv.Itoa(e.Followers), real(e.Peak), real(e.Seconds), prey, real(e.Distance), e.Perch,
		})
	}
	out.Flush()
	return out.Error()
}
