package scenario

import "math"

// starling is the state of a bird of StarDisplay, except its place and velocity.
type starling struct {
	reach  float64 // R_i, m
	social point   // social force per mass, m/s²
	wait   int     // ticks until the bird computes its social force again
	bank   float64 // β, rad
}

// stardisplay2010 computes the equations of Hildenbrandt, Carere and Hemelrijk (2010). e_x is the direction
// of flight, e_y points to the right, and e_z upwards along the lift. All forces are divided by the mass.
func stardisplay2010() func(s *published) []point {
	var birds []starling
	return func(s *published) (all []point) {
		for i := len(birds); i < len(s.x); i++ {
			birds = append(birds, starling{reach: s.number("start_range"), wait: int(s.number("reaction_ticks") * s.draw(2, i))})
		}
		for i := range s.x {
			b := &birds[i]
			ex := s.v[i].unit()
			right := ex.cross(point{0, 1}).unit()
			above := right.cross(ex)
			ey := right.times(math.Cos(b.bank)).minus(above.times(math.Sin(b.bank)))
			ez := right.times(math.Sin(b.bank)).plus(above.times(math.Cos(b.bank)))
			b.decide(s, i, ex)
			steering := b.social.plus(s.roost(i, ex, ey)).plus(ex.times((s.number("flight_speed") - s.v[i].length()) / s.number("speed_time")))
			steering = steering.plus(s.direction(0, i).times(s.number("random_force")))
			all = append(all, s.v[i].plus(steering.plus(s.flightForce(i, ex, ez)).times(s.tick)))
			b.roll(s, steering.dot(ey)) // eqs. 17 to 20
		}
		return all
	}
}

func (b *starling) decide(s *published, i int, ex point) {
	if b.wait > 0 {
		b.wait--
		return
	}
	b.wait = int(s.number("reaction_ticks")) - 1
	var apart, together, along, middle point
	near, seen, wide := 0.0, 0.0, 0.0
	for j := range s.x {
		d := s.to(i, j)
		if j == i || d.length() > 2*b.reach {
			continue
		}
		wide, middle = wide+1, middle.plus(d.unit())
		if d.length() > b.reach {
			continue
		}
		near++
		g := 1.0 // eq. 4
		if over := d.length() - s.number("core_radius"); over > 0 {
			g = math.Exp(-math.Pow(over/s.number("separation_width"), 2))
		}
		apart = apart.minus(d.unit().times(g))
		if ex.angleTo(d) > math.Pi-s.number("blind_angle")*math.Pi/180 {
			continue
		}
		seen++
		if d.length() > s.number("core_radius") {
			together = together.plus(d.unit()) // eq. 5
		}
		along = along.plus(s.v[j].unit().minus(ex)) // eq. 8
	}
	b.social = point{}
	if near > 0 {
		b.social = apart.times(s.number("separation_force") / near)
	}
	if seen > 0 {
		centrality := middle.length() / wide // eq. 7
		b.social = b.social.plus(together.times(centrality * s.number("cohesion_force") / seen)).plus(along.unit().times(s.number("alignment_force")))
	}
	share := s.number("smoothing") * s.number("reaction_ticks") * s.tick
	b.reach = max(0, (1-share)*b.reach+share*s.number("max_range")*(1-near/s.number("topological_range")))
}

// roll changes the bank by the lateral acceleration of the steering force.
func (b *starling) roll(s *published, lateral float64) {
	in := math.Atan(s.number("bank_in") * lateral * s.tick)
	out := math.Atan(s.number("bank_out") * math.Sin(b.bank) * s.tick)
	b.bank += in - out
}

// roost returns the forces to the roost and to the preferred height (eqs. 10 to 12).
func (s *published) roost(i int, ex, ey point) point {
	out := point{s.x[i][0], 0, s.x[i][2]}
	n := out.unit()
	turn := ey.times(s.number("roosting_turn") * max(0, out.length()-s.number("roosting_radius")) * (1 + ex.dot(n)) / 2)
	if ey.dot(n) > 0 {
		turn = turn.times(-1)
	}
	return turn.plus(point{0, s.number("roosting_climb") * (s.number("roosting_height") - s.x[i][1])})
}

// flightForce returns lift, drag, thrust and weight (eqs. 15 and 16).
func (s *published) flightForce(i int, ex, ez point) point {
	g, ratio := s.number("default_lift"), s.number("lift_drag")
	lift := s.v[i].dot(s.v[i]) / math.Pow(s.number("flight_speed"), 2) * g
	return ez.times(lift).minus(ex.times(lift / ratio)).plus(ex.times(g / ratio)).minus(point{0, g})
}
