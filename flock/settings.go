package flock

// settings are the parameters with what follows from them for a tick.
type settings struct {
	Params
	seed uint64
	gain float32 // ticks take 30/TickRate of a steer
	dt   float32 // s
	rate float32 // ticks a second

	separation                  float32 // S with the sign of the form
	vision2, salience2, lonely2 float32
	separation2, overSeparation float32
	protected2                  float32 // separation2 where each of those closer counts in its own way
	plainSum                    bool    // separation is the sum over all neighbours
	hear2                       float32 // beyond which a leader is nobody's neighbour
	viewCosine                  float32
	simple                      bool    // the vision sphere, all around
	together                    bool    // the boids of a group look together
	edge2                       float32 // of S3's k, below which nobody escapes
	fastest                     float32 // highest speed while escaping, m/s
	crowded                     int     // boids, from which their sums need more room
	wraps                       bool    // around the torus
	torus                       torus
	floor                       float32 // lowest height, m
	gustKeep, gustKick          float32 // share of a gust that a tick leaves, and adds of a new one
	follow                      float32 // share of the way that a tick's smoothing goes
	flapTurns                   float32 // of the wings in a tick
}

func newSettings(p Params, seed uint64, tickRate int) settings {
	s := settings{Params: p, seed: seed, gain: 30 / float32(tickRate), dt: 1 / float32(tickRate), rate: float32(tickRate)}
	s.vision2 = p.Float("vision") * p.Float("vision")
	s.salience2 = p.Float("salience_range") * p.Float("salience_range")
	s.lonely2 = p.Float("lonely_range") * p.Float("lonely_range")
	s.separate()
	s.hear()
	s.viewCosine = cosine(float64(p.Float("field_of_view")) / 360)
	s.simple = Neighbourhood(p.Choice("neighbourhood")) == Sphere && p.Float("field_of_view") >= 360
	s.fastest = p.Float("max_speed") * p.Float("escape_speed")
	s.gustKeep = p.Float("gust_seconds") / (p.Float("gust_seconds") + s.dt)
	const root3 = 1.7320508 // over the spread of a uniform number in (-1,1)
	s.gustKick = float32(root3 * p.Float("gust_strength") * sqrt(1-float32(s.gustKeep*s.gustKeep)))
	s.follow = s.dt / (p.Float("bank_time") + s.dt)
	s.flapTurns = p.Float("flap_rate") * s.dt
	s.wraps, s.torus = Bounds(p.Choice("bounds")) == Wrap, newTorus(p.Float("bounds_size"))
	s.crowded = s.crowd()
	s.floor = -wall
	if p.Float("ground_margin") > 0 && !s.wraps {
		s.floor = max(Quantum, quantize(min(p.Float("ground_margin"), p.Float("wingspan"))/2))
	}
	return s
}

func (s *settings) separate() {
	s.separation = s.Separation
	if s.SeparationForm == Printed {
		s.separation = -s.Separation
	}
	radius := s.SeparationRadius
	s.separation2 = radius * radius
	if radius == 0 {
		radius, s.separation2 = s.Vision, everywhere
	}
	s.overSeparation = 1 / radius
	s.plainSum = s.Falloff == Sum && s.SeparationRadius == 0
	if !s.plainSum && s.Separation > 0 {
		s.protected2 = s.separation2
	}
}

// hear says how far leaders must be looked for.
func (s *settings) hear() {
	s.hear2 = max(s.vision2, s.salience2)
	if s.unlimited() {
		s.hear2 = everywhere
	}
}

// unlimited says whether a boid may look however far for its neighbours.
func (s *settings) unlimited() bool {
	return s.Neighbourhood == NearestN || s.Neighbourhood == RadiusAndNearest
}

// nearFace says whether what a boid sees may lie across an edge of the torus.
func (s *settings) nearFace(p Vec) bool {
	if s.unlimited() {
		return true
	}
	reach, _ := s.reach()
	side := float32(s.torus.side)
	inner := side/2 - reach
	return p.X < -inner || p.X > inner || p.Z < -inner || p.Z > inner || p.Y < reach || p.Y > side-reach
}

// everywhere is a squared distance beyond that of any two boids.
const everywhere = 1 << 30

// cosine is that of half a turn times t, t in [0,1], by its series, from the
// four operations alone.
func cosine(t float64) float32 {
	const pi = 3.141592653589793
	x2 := float64(t*pi) * float64(t*pi)
	term, sum := 1.0, 1.0
	for k := 1.0; k < 30; k += 2 {
		term = -float64(term*x2) / float64(k*(k+1))
		sum += term
	}
	return float32(sum)
}
