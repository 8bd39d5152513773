package camera

import (
	"math"
	"sort"

	"skein/flock"
	"skein/flock/vec"
)

// Director plans the shots of a flight like the editor of a film. The first shot begins inside the flock and
// pulls back to show the whole flock. Each later shot differs in scale from the one before. The camera also
// cuts to events: a leader that breaks away, an attack, or a split. The plan up to a time depends only on the
// seed and the events until then, so a live flight and its recording have the same shots.
type Director struct {
	seed     uint64
	tickRate int
	shots    []*Shot
}

// NewDirector returns a director for a flight that begins at the time begin, in s. The seed selects among the
// suitable shots.
func NewDirector(seed uint64, tickRate int, begin float64) *Director {
	return &Director{seed: seed, tickRate: tickRate, shots: []*Shot{{
		Kind: PullBackShot, From: begin, Until: begin + pullBackTime + 8, Boid: -1,
	}}}
}

const (
	pullBackTime = 8
	shortestShot = 4  // shortest time before an event may end a shot, s; for a pull back, counted from its end
	leaderPause  = 18 // shortest time between the beginnings of shots of a leader
	eventTime    = 7
)

// At returns the shot at a time, and the shot before it or nil. events contains the events of the flight in
// order of ticks, at least up to that time.
func (d *Director) At(seconds float64, events []flock.Event) (current, before *Shot) {
	for seconds >= d.last().From && d.extend(seconds, events) {
	}
	k := d.index(seconds)
	if k == 0 {
		return d.shots[0], nil
	}
	return d.shots[k], d.shots[k-1]
}

// Until returns the time of the first cut after the shot at a time. events are all events of the flight.
func (d *Director) Until(seconds float64, events []flock.Event) float64 {
	d.At(seconds, events)
	for k := d.index(seconds) + 1; ; k++ {
		for k >= len(d.shots) {
			d.extend(d.last().Until, events)
		}
		if !d.shots[k].Glide {
			return d.shots[k].From
		}
	}
}

func (d *Director) index(seconds float64) int {
	return max(0, sort.Search(len(d.shots), func(k int) bool { return d.shots[k].From > seconds })-1)
}

func (d *Director) last() *Shot { return d.shots[len(d.shots)-1] }

func (d *Director) extend(seconds float64, events []flock.Event) bool {
	last := d.last()
	if e := d.interruption(min(seconds, last.Until), events); e != nil {
		d.shots = append(d.shots, d.eventShot(e))
		return true
	}
	if seconds < last.Until {
		return false
	}
	d.shots = append(d.shots, d.nextShot(last.Until))
	return true
}

// interruption returns the first event up to the time until, in s, that may end the last shot and should be
// shown. It returns nil if there is none.
func (d *Director) interruption(until float64, events []flock.Event) *flock.Event {
	from := d.last().From + shortestShot
	if d.last().Kind == PullBackShot {
		from = d.last().From + pullBackTime + shortestShot
	}
	first := sort.Search(len(events), func(i int) bool { return d.timeOf(&events[i]) >= from })
	for i := first; i < len(events) && d.timeOf(&events[i]) <= until; i++ {
		if d.worthShowing(&events[i]) {
			return &events[i]
		}
	}
	return nil
}

func (d *Director) timeOf(e *flock.Event) float64 { return float64(e.Tick) / float64(d.tickRate) }

func (d *Director) worthShowing(e *flock.Event) bool {
	switch e.Kind {
	case flock.EscapeBegan:
		return d.timeOf(e) >= d.lastOf(LeaderShot)+leaderPause
	case flock.AttackBegan, flock.Split:
		return d.last().Kind != FarShot
	}
	return false
}

func (d *Director) lastOf(kind ShotKind) float64 {
	for k := len(d.shots) - 1; k >= 0; k-- {
		if d.shots[k].Kind == kind {
			return d.shots[k].From
		}
	}
	return math.Inf(-1)
}

func (d *Director) eventShot(e *flock.Event) *Shot {
	seconds := d.timeOf(e)
	s := &Shot{Kind: FarShot, From: seconds, Until: seconds + eventTime, Boid: -1}
	if e.Kind == flock.EscapeBegan {
		s.Kind, s.Boid = LeaderShot, e.Boid
	}
	return s
}

// nextShot returns the shot that begins at a time if no event starts another one. It differs in scale from
// the last shot, and in kind from the last two.
func (d *Director) nextShot(from float64) *Shot {
	n := len(d.shots)
	bits := vec.Random(d.seed, vec.WholeFlock, directorPurpose, int64(n))
	var suitable []ShotKind
	for _, k := range []ShotKind{WideShot, BesideShot, InsideShot, BelowShot, FarShot, EyeShot} {
		if k.scale() != d.shots[n-1].Kind.scale() && (n < 2 || k != d.shots[n-2].Kind) {
			suitable = append(suitable, k)
		}
	}
	s := &Shot{Kind: suitable[bits%uint64(len(suitable))], From: from, Boid: -1}
	s.Until = from + 7 + float64(bits>>8&0xff)/64 // 7 to 11 s
	s.Turn = 0.35 + 0.6*float32(bits>>16&0xff)/255
	if d.shots[n-1].Turn > 0 {
		s.Turn = -s.Turn
	}
	s.Glide = s.Kind.glides() && d.shots[n-1].Kind.glides()
	return s
}

const directorPurpose vec.Purpose = 1100
