package studio

import "skein/flock"

// Ledger counts the events of a flock since the start: escapes, attacks by its boids, and how
// often it split.
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

// Ledger returns the event counts of the selected flock since the start.
func (s *Studio) Ledger() Ledger { return s.ledger[s.Controls.Flock] }
