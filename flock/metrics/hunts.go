package metrics

import "skein/flock"

// Hunts summarizes the attacks by a flock of hunters, or how well a hunted flock stays together.
type Hunts struct {
	Attacks      int     `json:"attacks"`
	PerMinute    float64 `json:"attacks_per_minute"` // attacks per minute of simulated time
	Strikes      int     `json:"strikes"`
	StrikesShare float64 `json:"strikes_share"` // fraction of attacks that end in a strike
	NearMisses   int     `json:"near_misses"`
	MissDistance float64 `json:"miss_distance"` // median distance to the prey at near misses, m
	StrikeSpeed  float64 `json:"strike_speed"`  // mean speed of the hunter at a strike, m/s

	Splits          int     `json:"splits"`
	SplitLargest    float64 `json:"split_largest"` // mean fraction of the flock in its largest part after a split
	SplitSecond     float64 `json:"split_second"`  // mean fraction in the second largest part
	Reunited        int     `json:"reunited"`
	ReunitedSeconds float64 `json:"reunited_seconds"` // median time from a split to the reunion, s
}

type huntEvents struct {
	attacks                int
	strikes, first, second Stat
	misses, reunited       []float64
}

func (h *huntEvents) add(e *flock.Event) {
	switch e.Kind {
	case flock.AttackBegan:
		h.attacks++
	case flock.Strike:
		h.strikes.Add(float64(e.Speed))
	case flock.NearMiss:
		h.misses = append(h.misses, float64(e.Distance))
	case flock.Split:
		h.first.Add(float64(e.Largest))
		h.second.Add(float64(e.Second))
	case flock.Reunited:
		h.reunited = append(h.reunited, float64(e.Seconds))
	}
}

func (h *huntEvents) merge(o *huntEvents) {
	h.attacks += o.attacks
	h.strikes.Merge(o.strikes)
	h.first.Merge(o.first)
	h.second.Merge(o.second)
	h.misses, h.reunited = append(h.misses, o.misses...), append(h.reunited, o.reunited...)
}

// summary returns nil if there were no hunts. watched is the observed time in seconds.
func (h *huntEvents) summary(watched float64) *Hunts {
	if h.attacks == 0 && h.strikes.N == 0 && h.first.N == 0 && len(h.misses)+len(h.reunited) == 0 {
		return nil
	}
	return &Hunts{
		Attacks: h.attacks, PerMinute: ratio(float64(h.attacks)*60, watched),
		Strikes: h.strikes.N, StrikesShare: ratio(float64(h.strikes.N), float64(h.attacks)), StrikeSpeed: h.strikes.Mean,
		NearMisses: len(h.misses), MissDistance: median(h.misses),
		Splits: h.first.N, SplitLargest: h.first.Mean, SplitSecond: h.second.Mean,
		Reunited: len(h.reunited), ReunitedSeconds: median(h.reunited),
	}
}
