package metrics

import "skein/flock"

// Ledger summarizes the events of all escapes. The terms are defined as in flock.Event:
//
//   - Peak is the largest distance from the leader to its nearest boid while it was away. (For boids at the
//     front that do not lead, this distance is at most about 1.4 to 2.2 m.)
//   - A leader is reabsorbed when it is past its peak, has been away for more than 1 s, and for half a second
//     its 7th nearest neighbour has been closer than 1.25 times the distance when it left. It is also
//     reabsorbed if it is in the largest cluster after 20 s. Otherwise, it is abandoned.
//   - A follower is a boid that does not lead itself and that the leader caused to steer by at least 0.5 m/s:
//     the steering force caused by the leader, projected on the direction to the leader and summed over the
//     escape. A boid that copied the leader's turn is also a follower.
//   - The delay is the mean time until followers copied the turn, if any did.
//   - The wave speed is the speed at which the turn ran through the flock, if at least eight boids copied it.
//   - An escape is closed when its leader is reabsorbed or abandoned. Only Escapes and Open count an escape
//     that is still open at the end.
type Ledger struct {
	Escapes        int     `json:"escapes"`
	PerMinute      float64 `json:"escapes_per_minute"` // escapes per minute of simulated time
	FrontShare     float64 `json:"front_share"`        // fraction of escapes with a positive front cosine -k̂·v̂ (H9)
	Closed         int     `json:"closed"`
	MeanPeak       float64 `json:"mean_peak"`         // mean peak of closed escapes, m
	MedianPeak     float64 `json:"median_peak"`       // median peak of closed escapes, m
	Followers      float64 `json:"followers"`         // mean number of followers of a closed escape
	FollowersShare float64 `json:"followers_share"`   // mean number of followers divided by the number of boids
	Turns          int     `json:"turns"`             // number of closed escapes with a wave speed
	MedianDelay    float64 `json:"median_delay"`      // median delay of the turns, s
	MedianWave     float64 `json:"median_wave_speed"` // median wave speed of the turns, m/s
	Reabsorbed     int     `json:"reabsorbed"`
	MeanSeconds    float64 `json:"mean_seconds"`   // mean time from leaving until reabsorbed, s
	MedianSeconds  float64 `json:"median_seconds"` // median time from leaving until reabsorbed, s
	Abandoned      int     `json:"abandoned"`
	AbandonedShare float64 `json:"abandoned_share"` // fraction of closed escapes that were abandoned
	Open           int     `json:"open"`            // number of escapes that are open at the end
}

type escapeEvents struct {
	escapes, front, abandoned int
	watched                   float64 // simulated time, s
	peaks, seconds            []float64
	delays, waves             []float64 // delay, s, and wave speed, m/s, of each escape with a wave speed
	followers, shares         Stat
	hunts                     huntEvents
}

func (b *escapeEvents) add(e *flock.Event, boids int) {
	b.hunts.add(e)
	switch e.Kind {
	case flock.EscapeBegan:
		b.escapes++
		if e.Front > 0 {
			b.front++
		}
	case flock.Reabsorbed:
		b.seconds = append(b.seconds, float64(e.Seconds))
		b.close(e, boids)
	case flock.Abandoned:
		b.abandoned++
		b.close(e, boids)
	}
}

func (b *escapeEvents) close(e *flock.Event, boids int) {
	b.peaks = append(b.peaks, float64(e.Peak))
	if e.WaveSpeed > 0 {
		b.delays, b.waves = append(b.delays, float64(e.Delay)), append(b.waves, float64(e.WaveSpeed))
	}
	b.followers.Add(float64(e.Followers))
	b.shares.Add(ratio(float64(e.Followers), float64(boids)))
}

func (b *escapeEvents) merge(o *escapeEvents) {
	b.escapes, b.front, b.abandoned = b.escapes+o.escapes, b.front+o.front, b.abandoned+o.abandoned
	b.watched += o.watched
	b.peaks, b.seconds = append(b.peaks, o.peaks...), append(b.seconds, o.seconds...)
	b.delays, b.waves = append(b.delays, o.delays...), append(b.waves, o.waves...)
	b.hunts.merge(&o.hunts)
	b.followers.Merge(o.followers)
	b.shares.Merge(o.shares)
}

func (b *escapeEvents) ledger() Ledger {
	closed := len(b.peaks)
	return Ledger{
		Escapes: b.escapes, PerMinute: ratio(float64(b.escapes)*60, b.watched),
		FrontShare: ratio(float64(b.front), float64(b.escapes)),
		Closed:     closed, MeanPeak: mean(b.peaks), MedianPeak: median(b.peaks),
		Followers: b.followers.Mean, FollowersShare: b.shares.Mean,
		Turns: len(b.waves), MedianDelay: median(b.delays), MedianWave: median(b.waves),
		Reabsorbed: len(b.seconds), MeanSeconds: mean(b.seconds), MedianSeconds: median(b.seconds),
		Abandoned: b.abandoned, AbandonedShare: ratio(float64(b.abandoned), float64(closed)),
		Open: max(0, b.escapes-closed),
	}
}
