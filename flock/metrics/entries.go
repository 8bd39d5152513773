package metrics

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"

	"skein/flock"
)

// Entry is a line of the ledger. It describes an escape with its beginning and end, or an event at one
// instant. Fields that do not apply are zero.
type Entry struct {
	Kind  EntryKind `json:"kind"`
	Tick  int64     `json:"tick"` // tick of the first snapshot after the event
	Time  float64   `json:"time"` // time of the first snapshot after the event, s
	Flock int       `json:"flock"`
	Boid  int       `json:"boid"` // id of the boid; of the flock's first boid for a split or reunion; NoBoid for a pattern
	// status of an escape; empty for other entries
	Status string `json:"status"`

	X         float32 `json:"x"`     // eccentricity when the leader left (H8): distance from the centre of its neighbours, from 0 to 1
	Front     float32 `json:"front"` // cosine of the front test, -k̂·v̂ (H9); positive in front of the neighbours
	Draw      float32 `json:"draw"`  // random draw that decided the escape (H11)
	Speed     float32 `json:"speed"` // speed of a leader on leaving, or of a hunter at an attack, strike or near miss, m/s
	Followers int     `json:"followers"`
	Peak      float32 `json:"peak"` // largest distance from the leader to its nearest boid while it was away, m
	// duration of a pattern, of an escape until its end, or of a split until the reunion, s
	Seconds float32 `json:"seconds"`

	Prey     int     `json:"prey"`     // id of the prey in an attack, strike or near miss
	Distance float32 `json:"distance"` // distance from the hunter to the prey, m

	Perch string `json:"perch,omitempty"` // name of the perch on which a bird settled, or which it left

	// mean delay of the boids that copied the turn, s; 0 if none did
	Delay float32 `json:"delay"`
	// speed of a turn or wave event through the flock, m/s; 0 if unknown
	WaveSpeed float32 `json:"wave_speed"`

	Birds   int     `json:"birds,omitempty"`   // number of birds in a pattern of escape
	Extreme float64 `json:"extreme,omitempty"` // most extreme value of the quantity that defines a pattern
}

// NoBoid is the Boid of an entry about a pattern of escape, because a pattern concerns a whole flock.
const NoBoid = -1

// EntryKind is the kind of event in an entry.
type EntryKind string

// Kinds of entries.
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

// Statuses of an escape.
const (
	Leading    = "leading"
	Away       = "away" // the boid no longer leads, but has not rejoined the flock
	Reabsorbed = "reabsorbed"
	Abandoned  = "abandoned"
)

// Ongoing is the status of a pattern of escape that has not ended.
const Ongoing = "goes on"

// Entries holds the lines of a ledger, ordered by the start of their events. The zero value is empty.
type Entries struct {
	All  []Entry
	open map[int][]int // indices in All of the open escapes of each boid
}

// Add adds an event. Events must be added in order of time. tickRate is in ticks per second.
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

// closeEscape closes the escape that began e.Seconds before the event. A boid may have several open escapes,
// because it may leave again before it is reabsorbed.
func (l *Entries) closeEscape(e *flock.Event, tickRate int, status string) {
	began := e.Tick - int64(math.Round(float64(e.Seconds)*float64(tickRate)))
	open := l.open[e.Boid]
	index := slices.IndexFunc(open, func(k int) bool { return l.All[k].Tick == began })
	if index < 0 {
		return
	}
	a := &l.All[open[index]]
	a.Status, a.Peak, a.Followers, a.Seconds = status, e.Peak, e.Followers, e.Seconds
	a.Delay, a.WaveSpeed = e.Delay, e.WaveSpeed
	l.open[e.Boid] = slices.Delete(open, index, index+1)
}

// HasEnded reports whether the entry is an escape that has ended.
func (e *Entry) HasEnded() bool { return e.Status == Reabsorbed || e.Status == Abandoned }

func (e *Entry) hunted() bool { return e.Kind == Attacks || e.Kind == Strikes || e.Kind == NearMiss }

type entryColumn struct {
	name  string
	known func(*Entry) bool // whether the entry has a value; nil if every entry has one
	value func(*Entry) string
}

func entryColumns() []entryColumn {
	real := func(x float32) string { return strconv.FormatFloat(float64(x), 'g', -1, 32) }
	escape := func(e *Entry) bool { return e.Kind == Escapes }
	pattern := func(e *Entry) bool { return e.Boid == NoBoid }
	return []entryColumn{
		{"kind", nil, func(e *Entry) string { return string(e.Kind) }},
		{"tick", nil, func(e *Entry) string { return strconv.FormatInt(e.Tick, 10) }},
		{"time", nil, func(e *Entry) string { return strconv.FormatFloat(e.Time, 'g', 8, 64) }},
		{"flock", nil, func(e *Entry) string { return strconv.Itoa(e.Flock) }},
		{"boid", func(e *Entry) bool { return !pattern(e) }, func(e *Entry) string { return strconv.Itoa(e.Boid) }},
		{"status", nil, func(e *Entry) string { return e.Status }},
		{"x", escape, func(e *Entry) string { return real(e.X) }},
		{"front", escape, func(e *Entry) string { return real(e.Front) }},
		{"random_draw", escape, func(e *Entry) string { return real(e.Draw) }},
		{"speed", func(e *Entry) bool { return escape(e) || e.hunted() }, func(e *Entry) string { return real(e.Speed) }},
		{"followers", (*Entry).HasEnded, func(e *Entry) string { return strconv.Itoa(e.Followers) }},
		{"peak", (*Entry).HasEnded, func(e *Entry) string { return real(e.Peak) }},
		{"rejoined_after", func(e *Entry) bool { return e.HasEnded() || e.Kind == Reunions }, func(e *Entry) string { return real(e.Seconds) }},
		{"lasts", pattern, func(e *Entry) string { return real(e.Seconds) }},
		{"prey", (*Entry).hunted, func(e *Entry) string { return strconv.Itoa(e.Prey) }},
		{"distance", (*Entry).hunted, func(e *Entry) string { return real(e.Distance) }},
		{"perch", nil, func(e *Entry) string { return e.Perch }},
		{"delay", func(e *Entry) bool { return e.HasEnded() && e.Delay > 0 }, func(e *Entry) string { return real(e.Delay) }},
		{"wave_speed", func(e *Entry) bool { return (e.HasEnded() || pattern(e)) && e.WaveSpeed > 0 }, func(e *Entry) string { return real(e.WaveSpeed) }},
		{"birds", pattern, func(e *Entry) string { return strconv.Itoa(e.Birds) }},
		{"measure", pattern, func(e *Entry) string { return strconv.FormatFloat(e.Extreme, 'g', 6, 64) }},
	}
}

// WriteEntries writes entries as comma-separated values with a header line. A missing or unknown value is an
// empty field. The columns are named as in the window's ledger, with underscores for spaces.
func WriteEntries(w io.Writer, all []Entry) error {
	out, columns := csv.NewWriter(w), entryColumns()
	row := make([]string, len(columns))
	for k, c := range columns {
		row[k] = c.name
	}
	_ = out.Write(row)
	for i := range all {
		for k, c := range columns {
			row[k] = ""
			if c.known == nil || c.known(&all[i]) {
				row[k] = c.value(&all[i])
			}
		}
		_ = out.Write(row)
	}
	out.Flush()
	return out.Error()
}
