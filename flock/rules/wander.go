package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Seconds between two random points.
const (
	wanderSeconds  = 12
	meanderSeconds = 8
)

// wanderVertical is the roost's drift in height, as a fraction of the horizontal one.
const wanderVertical = 0.15

// section returns the index k of the current section of a curve. t is the fraction of the section that has
// passed, smoothed at both ends.
func section(now *flock.Tick, seconds int64) (k int64, t float32) {
	period := seconds * int64(now.TickRate)
	return now.Age / period, vec.Smoothstep(float32(now.Age%period) / float32(period))
}

// roostAt returns the centre of the roost, which follows a smooth path through random points. wander is the
// largest distance from the origin along each horizontal axis, and height is the mean height, m.
func roostAt(now *flock.Tick, wander, height float32) vec.Vec {
	k, t := section(now, wanderSeconds)
	die := vec.Dice(now.Seed, forWander)
	from, to := vec.SymmetricVec(die.Roll(vec.WholeFlock, k)), vec.SymmetricVec(die.Roll(vec.WholeFlock, k+1))
	at := from.Add(to.Sub(from).Scale(t)).Scale(wander)
	return vec.Vec{X: at.X, Y: height + float32(at.Y*wanderVertical), Z: at.Z}
}

func turnAt(now *flock.Tick) float32 {
	k, t := section(now, meanderSeconds)
	die := vec.Dice(now.Seed, forMeander)
	from, to := vec.Symmetric(die.Roll(vec.WholeFlock, k)), vec.Symmetric(die.Roll(vec.WholeFlock, k+1))
	return from + float32(t*(to-from))
}
