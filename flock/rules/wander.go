package rules

import "skein/flock"

// Times between the points that the two drifts pass.
const (
	wanderSeconds  = 12 // of the roost
	meanderSeconds = 8  // of the turn
)

// wanderVertical is the share of the roost's drift in height.
const wanderVertical = 0.15

// stretch is where the present falls among points so many seconds apart: after the
// k-th, and how far on to the next, eased at both.
func stretch(now *flock.Tick, seconds int64) (k int64, t float32) {
	period := seconds * int64(now.TickRate)
	return now.Age / period, flock.Smoothstep(float32(now.Age%period) / float32(period))
}

// roostAt is the centre of the roost: a smooth path through points drawn from the
// seed.
func roostAt(now *flock.Tick, wander, height float32) flock.Vec {
	k, t := stretch(now, wanderSeconds)
	die := flock.Dice(now.Seed, forWander)
	from, to := flock.Three(die.Roll(flock.Nobody, k)), flock.Three(die.Roll(flock.Nobody, k+1))
	at := from.Add(to.Sub(from).Scale(t)).Scale(wander)
	return flock.Vec{X: at.X, Y: height + float32(at.Y*wanderVertical), Z: at.Z}
}

// turnAt is the meander, from -1 to 1 as the roost's path goes from point to point.
func turnAt(now *flock.Tick) float32 {
	k, t := stretch(now, meanderSeconds)
	die := flock.Dice(now.Seed, forMeander)
	from, to := flock.Symmetric(die.Roll(flock.Nobody, k)), flock.Symmetric(die.Roll(flock.Nobody, k+1))
	return from + float32(t*(to-from))
}
