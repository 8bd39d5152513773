package studio

import "skein/flock"

// Ledger counts what happened to a flock since the start: escapes, and of hunts what its
// boids did, or how often it fell apart.
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

// Ledger returns what happened to the chosen flock, counted since the start.
func (s *Studio) Ledger() Ledger { return s.ledger[s.Controls.Flock] }
