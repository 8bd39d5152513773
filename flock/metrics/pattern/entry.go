package pattern

import "skein/flock/metrics"

// EntryKind returns the kind of the pattern's entries in the ledger. A split that the simulation itself
// reports has another kind.
func (k Kind) EntryKind() metrics.EntryKind {
	if k == Split {
		return "split (pattern)"
	}
	return metrics.EntryKind(k)
}

// EntryKinds returns the kinds of entries for all patterns, in order.
func EntryKinds() (all []metrics.EntryKind) {
	for _, d := range Definitions() {
		all = append(all, d.Kind.EntryKind())
	}
	return all
}

// Entry returns the ledger entry of an event, at the tick at which it began. flock is the index of the flock.
func (e *Event) Entry(flock, tickRate int) metrics.Entry {
	one := metrics.Entry{
		Kind: e.Kind.EntryKind(), Tick: int64(e.From*float64(tickRate) + 0.5), Time: e.From, Flock: flock, Boid: metrics.NoBoid,
		Seconds: float32(e.Seconds()), Birds: e.Birds, Extreme: e.Extreme, WaveSpeed: float32(e.Speed),
	}
	if e.Open {
		one.Status = metrics.Ongoing
	}
	return one
}
