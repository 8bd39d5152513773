package flock

// wanderSeconds is the time between the points that the roost's drift passes.
const wanderSeconds = 12

// wanderVertical is the share of the roost's drift in height.
const wanderVertical = 0.4

// roostAt is the centre of the roost after a number of ticks: a smooth path
// through points drawn from the seed, one every wanderSeconds.
func (w *World) roostAt(age int64) vec {
	period := int64(wanderSeconds * w.def.TickRate)
	t := smoothstep(float32(age%period) / float32(period))
	from, to := w.wanderPoint(age/period), w.wanderPoint(age/period+1)
	at := from.add(to.sub(from).scale(t)).scale(w.set.RoostWander)
	return vec{at.x, w.set.RoostHeight + float32(at.y*wanderVertical), at.z}
}

func (w *World) wanderPoint(k int64) vec {
	return three(random(w.def.Seed, nobody, forWander, k))
}

const meanderSeconds = 8

// turnAt is the meander after a number of ticks.
func (w *World) turnAt(age int64) float32 {
	period := int64(meanderSeconds * w.def.TickRate)
	t := smoothstep(float32(age%period) / float32(period))
	from, to := w.meanderPoint(age/period), w.meanderPoint(age/period+1)
	return from + float32(t*(to-from))
}

func (w *World) meanderPoint(k int64) float32 {
	return symmetric(random(w.def.Seed, nobody, forMeander, k))
}

// gusty advances boid i's gust by a tick: an Ornstein-Uhlenbeck process whose
// spread does not depend on the tick rate. The steps are uniform; their sum over
// the gust's length is near enough a normal.
func (w *World) gusty(i int) {
	s := &w.set
	if s.GustStrength == 0 {
		w.gust[i] = vec{}
		return
	}
	keep := s.GustSeconds / (s.GustSeconds + s.dt)
	const root3 = 1.7320508 // over the spread of a uniform number in (-1,1)
	kick := float32(root3 * s.GustStrength * sqrt(1-float32(keep*keep)))
	step := three(random(w.def.Seed, i, forGust, w.age)).scale(kick)
	step.y = float32(step.y * s.GustVertical)
	w.gust[i] = w.gust[i].scale(keep).add(step)
}
