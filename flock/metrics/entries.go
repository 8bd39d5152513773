package metrics

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"

	"skein/flock"
)

// Entry is a line of the ledger: an escape from its beginning to its end, or another event
// at an instant. Fields that do not apply to its kind are zero.
type Entry struct {
	Kind   EntryKind `json:"kind"`
	Tick   int64     `json:"tick"` // tick of the first snapshot that shows it
	Time   float64   `json:"time"` // time of that snapshot, s
	Flock  int       `json:"flock"`
	Boid   int       `json:"boid"`   // NoBoid: the whole flock
	Status string    `json:"status"` // for an escape: leading, away, reabsorbed or abandoned; otherwise empty

	X         float32 `json:"x"`     // eccentricity on leaving
	Front     float32 `json:"front"` // cosine of the front test, -k̂·v̂ (H9); positive in front of its neighbours
	Draw      float32 `json:"draw"`  // random draw that decided the escape (H11)
	Speed     float32 `json:"speed"` // speed of the leader on leaving, or of the hunter at an attack, strike or near miss, m/s
	Followers int     `json:"followers"`
	Peak      float32 `json:"peak"`    // largest gap to the nearest boid while away, m
	Seconds   float32 `json:"seconds"` // time from leaving until reabsorbed or abandoned; for a reunion, time since the split; for a pattern, its length, s

	Prey     int     `json:"prey"`     // id of the prey in an attack, strike or near miss
	Distance float32 `json:"distance"` // distance from the hunter to the prey, m

	Perch string `json:"perch,omitempty"` // name of the perch that a bird came to or left

	Delay     float32 `json:"delay"`      // mean delay of the followers that copied the turn, s; 0: too few boids copied it
	WaveSpeed float32 `json:"wave_speed"` // speed at which the turn, or the waves of a wave event, ran through the flock, m/s; 0: too few boids copied it

	Birds   int     `json:"birds,omitempty"`   // for a pattern of escape, number of birds that take part
	Extreme float64 `json:"extreme,omitempty"` // for a pattern of escape, most extreme value of its measure
}

// NoBoid is the id of the boid in an entry about a whole flock, such as a pattern of escape.
const NoBoid = -1

// EntryKind is the kind of event that an entry describes.
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

// The statuses of an escape.
const (
	Leading    = "leading"
	Away       = "away" // no longer leading, not yet back in the flock
	Reabsorbed = "reabsorbed"
	Abandoned  = "abandoned"
)

// Ongoing is the status of a pattern of escape that has not ended.
const Ongoing = "goes on"

// Entries holds the lines of a ledger, in the order in which they began. The zero value is
// an empty ledger.
type Entries struct {
	All  []Entry
	open map[int][]int // indices in All of the escapes that are not closed, by boid
}

// Add adds an event. Events must be added in the order of their ticks. tickRate is the
// number of ticks per second of the flight.
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
		l.closeEscape(e, tickRate, Reabsorbed)
		return
	case flock.Abandoned:
		l.closeEscape(e, tickRate, Abandoned)
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

// closeEscape closes the escape of the event's boid that began e.Seconds before the event.
// A boid may have several open escapes, because it can leave again before it is reabsorbed.
func (l *Entries) closeEscape(e *flock.Event, tickRate int, status string) {
	began := e.Tick - int64(math.Round(float64(e.Seconds)*float64(tickRate)))
	open := l.open[e.Boid]
	at := slices.IndexFunc(open, func(k int) bool { return l.All[k].Tick == began })
	if at < 0 {
		return
	}
	a := &l.All[open[at]]
	a.Status, a.Peak, a.Followers, a.Seconds = status, e.Peak, e.Followers, e.Seconds
	a.Delay, a.WaveSpeed = e.Delay, e.WaveSpeed
	l.open[e.Boid] = slices.Delete(open, at, at+1)
}

// WriteEntries writes entries as comma-separated values: a header line, then one line for
// each entry.
func WriteEntries(w io.Writer, all []Entry) error {
	out := csv.NewWriter(w)
	real := func(x float32) string { return strconv.FormatFloat(float64(x), 'g', -1, 32) }
	_ = out.Write([]string{"kind", "tick", "time", "flock", "boid", "status", "x", "front", "draw", "speed", "followers", "peak", "seconds", "prey", "distance", "perch", "delay", "wave_speed", "birds", "extreme"})
	for i := range all {
		e := &all[i]
		prey, birds, extreme := "", "", ""
		if e.Boid == NoBoid {
			birds, extreme = strconv.Itoa(e.Birds), strconv.FormatFloat(e.Extreme, 'g', 6, 64)
		}
		if e.Kind == Attacks || e.Kind == Strikes || e.Kind == NearMiss {
			prey = strconv.Itoa(e.Prey)
		}
		_ = out.Write([]string{
			string(e.Kind), strconv.FormatInt(e.Tick, 10), strconv.FormatFloat(e.Time, 'g', 8, 64), strconv.Itoa(e.Flock), strconv.Itoa(e.Boid), e.Status,
			real(e.X), real(e.Front), real(e.Draw), real(e.Speed), strconv.Itoa(e.Followers), real(e.Peak), real(e.Seconds), prey, real(e.Distance), e.Perch, real(e.Delay), real(e.WaveSpeed), birds, extreme,
		})
	}
	out.Flush()
	return out.Error()
}
