package flock

// Times between the points that the two drifts pass.
const (
	wanderSeconds  = 12 // of the roost
	meanderSeconds = 8  // of the turn
)

// wanderVertical is the share of the roost's drift in height.
const wanderVertical = 0.15

// stretch is where a number of ticks falls among points so many seconds apart:
// after the k-th, and how far on to the next, eased at both.
func (w *World) stretch(age, seconds int64) (k int64, t float32) {
	period := seconds * int64(w.def.TickRate)
	return age / period, smoothstep(float32(age%period) / float32(period))
}

// roostAt is the centre of the roost after a number of ticks: a smooth path
// through points drawn from the seed.
func (w *World) roostAt(age int64) Vec {
	k, t := w.stretch(age, wanderSeconds)
	from := three(random(w.def.Seed, nobody, forWander, k))
	to := three(random(w.def.Seed, nobody, forWander, k+1))
	at := from.Add(to.Sub(from).Scale(t)).Scale(w.set.RoostWander)
	return Vec{at.X, w.set.RoostHeight + float32(at.Y*wanderVertical), at.Z}
}

// turnAt is the meander after a number of ticks, from -1 to 1 as the roost's
// path goes from point to point.
func (w *World) turnAt(age int64) float32 {
	k, t := w.stretch(age, meanderSeconds)
	from := symmetric(random(w.def.Seed, nobody, forMeander, k))
	to := symmetric(random(w.def.Seed, nobody, forMeander, k+1))
	return from + float32(t*(to-from))
}

// gust advances each boid's gust by a tick and adds it: an Ornstein-Uhlenbeck
// process whose spread does not depend on the tick rate (P9). The steps are
// uniform; their sum over the gust's length is near enough a normal.
func gust(s *settings, to *place, b *block) {
	chance := dice(s.seed, forGust)
	for i := range b.N {
		step := three(chance.roll(b.ID[i], to.age)).Scale(s.gustKick)
		step.Y = float32(step.Y * s.GustVertical)
		gust := at(&b.Gust, i).Scale(s.gustKeep).Add(step)
		set(&b.Gust, i, gust)
		push(b, i, gust)
	}
}
