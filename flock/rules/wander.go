package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// The roost and the turn drift along curves through random points. The constants are the times between two
// points, in seconds.
const (
	wanderSeconds  = 12 // time between two points of the roost's path
	meanderSeconds = 8  // time between two points of the turn's curve
)

// wanderVertical is the size of the roost's drift in height, as a fraction of its horizontal drift.
const wanderVertical = 0.15

// section returns the index k of the present section of a curve, if each section takes the given time. t is
// the fraction of the section that has passed, smoothed at both ends.
func section(now *flock.Tick, seconds int64) (k int64, t float32) {
	period := seconds * int64(now.TickRate)
	return now.Age / period, vec.Smoothstep(float32(now.Age%period) / float32(period))
}

// roostAt returns the centre of the roost, which moves on a smooth path through points drawn from the seed.
// wander is the largest distance from the origin along each horizontal axis, and height is the mean height,
// both in metres.
func roostAt(now *flock.Tick, wander, height float32) vec.Vec {
	k, t := section(now, wanderSeconds)
	die := vec.Dice(now.Seed, forWander)
	from, to := vec.SymmetricVec(die.Roll(vec.WholeFlock, k)), vec.SymmetricVec(die.Roll(vec.WholeFlock, k+1))
	at := from.Add(to.Sub(from).Scale(t)).Scale(wander)
	return vec.Vec{X: at.X, Y: height + float32(at.Y*wanderVertical), Z: at.Z}
}

// turnAt returns the turn of the meander, from -1 to 1, at a tick.
func turnAt(now *flock.Tick) float32 {
	k, t := section(now, meanderSeconds)
	die := vec.Dice(now.Seed, forMeander)
	from, to := vec.Symmetric(die.Roll(vec.WholeFlock, k)), vec.Symmetric(die.Roll(vec.WholeFlock, k+1))
	return from + float32(t*(to-from))
}
