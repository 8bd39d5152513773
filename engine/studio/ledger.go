package studio

import (
	"math"

	"skein/flock"
)

// Ledger counts the events of a flock since the start: escapes, attacks by its boids, and splits.
type Ledger struct {
	Escapes, Reabsorbed, Abandoned       int
	Attacks, Strikes, NearMisses, Splits int
}

func (l *Ledger) count(e flock.Event) {
	switch e.Kind {
	case flock.EscapeBegan:
		l.Escapes++
	case flock.Reabsorbed:
		l.Reabsorbed++
	case flock.Abandoned:
		l.Abandoned++
	case flock.AttackBegan:
		l.Attacks++
	case flock.Strike:
		l.Strikes++
	case flock.NearMiss:
		l.NearMisses++
	case flock.Split:
		l.Splits++
	}
}

func (l Ledger) minus(o Ledger) Ledger {
	return Ledger{
		l.Escapes - o.Escapes, l.Reabsorbed - o.Reabsorbed, l.Abandoned - o.Abandoned,
		l.Attacks - o.Attacks, l.Strikes - o.Strikes, l.NearMisses - o.NearMisses, l.Splits - o.Splits,
	}
}

// ledgerAt returns the event counts of flock k up to a tick. The past stores only the last events, so
// ledgerAt subtracts the events after the tick from all events.
func (s *Studio) ledgerAt(k int, tick int64) Ledger {
	c := &s.tape.counts[k]
	earlier := c.ledger(tick)
	if s.live == nil {
		return earlier
	}
	return s.live.ledger[k].minus(c.ledger(math.MaxInt64).minus(earlier))
}

// Escapes returns the number of escapes of all flocks: up to the displayed time, and up to the end of the
// recording or the present.
func (s *Studio) Escapes() (soFar, total int) {
	for k := range s.ledger {
		soFar += s.ledger[k].Escapes
		switch {
		case s.live != nil:
			total += s.live.ledger[k].Escapes
		case s.Playing():
			total += s.tape.counts[k].ledger(math.MaxInt64).Escapes
		default:
			total += s.ledger[k].Escapes
		}
	}
	return soFar, total
}

// Ledger returns the event counts of the selected flock since the start.
func (s *Studio) Ledger() Ledger { return s.ledger[s.Controls.Flock] }
