package flock

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"skein/flock/lead"
	"skein/flock/param"
	"skein/flock/sample"
	"skein/flock/vec"
	"skein/flock/view"
)

// The reference model is a second implementation in float64. It computes the sources' formulas for each boid
// over all others, and tests compare single steps of a World with it.

type v3 [3]float64

func (a v3) plus(b v3) v3          { return v3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a v3) minus(b v3) v3         { return v3{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a v3) times(s float64) v3    { return v3{a[0] * s, a[1] * s, a[2] * s} }
func (a v3) dot(b v3) float64      { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a v3) norm() float64         { return math.Sqrt(a.dot(a)) }
func (a v3) towards() v3           { return a.times(1 / max(a.norm(), 1e-30)) }
func (a v3) atMost(lim float64) v3 { return a.times(min(1, lim/max(a.norm(), 1e-30))) }
func toV3(a vec.Vec) v3            { return v3{float64(a.X), float64(a.Y), float64(a.Z)} }
func f(x float32) float64          { return float64(x) }

// model is the reference model, with a World's state at the start of a tick.
type model struct {
	p       Params
	dt      float64
	pos     []v3
	vel     []v3
	leading []bool
	roost   v3
	turn    float64
	around  float64   // side of a world that wraps around; 0: the world does not wrap
	ranks   [][]other // ranked neighbours of each boid, computed at first use
}

// other is another boid and its distance.
type other struct {
	id   int
	dist float64
}

// modelOf returns the reference model in the state of a world, with the boids by id.
func modelOf(w *World) *model {
	n := w.flocks[0].N
	m := &model{p: w.Params(), dt: 1 / float64(w.def.TickRate), pos: make([]v3, n), vel: make([]v3, n), leading: make([]bool, n), ranks: make([][]other, n)}
	if Bounds(m.p.Choice("bounds")) == Wrap {
		m.around = f(m.p.Float("bounds_size"))
	}
	for slot, i := range w.flocks[0].Boids.ID {
		m.pos[i] = toV3(w.flocks[0].Pos(slot))
		m.vel[i] = toV3(w.flocks[0].Vel(slot))
		m.leading[i] = w.flocks[0].Boids.Age[slot] >= 0
	}
	roost, turn := drifts(w)
	m.roost, m.turn = toV3(roost), f(turn)
	return m
}

func (m *model) offset(i, j int) v3 { return m.nearest(m.pos[j].minus(m.pos[i])) }

func (m *model) nearest(d v3) v3 {
	if m.around > 0 {
		for k := range d {
			d[k] -= m.around * math.Round(d[k]/m.around)
		}
	}
	return d
}

func (m *model) dist(i, j int) float64 { return m.offset(i, j).norm() }

func (m *model) inView(i, j int) bool {
	if m.p.Float("field_of_view") >= 360 || m.vel[i].norm() == 0 {
		return true
	}
	to := m.offset(i, j).towards()
	return to.dot(m.vel[i].towards()) >= math.Cos(f(m.p.Float("field_of_view"))/2*math.Pi/180)
}

// ranked returns all other boids by distance from boid i, then by id.
func (m *model) ranked(i int) []other {
	if m.ranks[i] == nil {
		for j := range m.pos {
			if j != i {
				m.ranks[i] = append(m.ranks[i], other{j, m.dist(i, j)})
			}
		}
		slices.SortStableFunc(m.ranks[i], func(a, b other) int { return cmp.Compare(a.dist, b.dist) })
	}
	return m.ranks[i]
}

// seen returns the neighbours and the company of boid i, without boid skip. skip may be -1, and company nil.
func (m *model) seen(i, skip int) (ids, company []int) {
	var byDistance []int
	var dists []float64
	for _, o := range m.ranked(i) {
		if o.id != skip && m.inView(i, o.id) {
			byDistance, dists = append(byDistance, o.id), append(dists, o.dist)
		}
	}
	within := func(r float64) []int {
		n := 0
		for n < len(byDistance) && dists[n] < r {
			n++
		}
		return byDistance[:n]
	}
	sphere := within(f(m.p.Float("vision")))
	nearest := byDistance[:min(len(byDistance), m.p.Int("nearest"))]
	switch view.Neighbourhood(m.p.Choice("neighbourhood")) {
	case view.Sphere:
		ids = sphere
	case view.NearestN:
		ids = nearest
	case view.NearestInSight:
		ids = sphere[:min(len(sphere), len(nearest))]
	case view.RadiusAndNearest:
		ids = byDistance[:max(len(sphere), len(nearest))]
	case view.RadiusPlusNearest:
		ids = byDistance[:min(len(byDistance), len(sphere)+m.p.Int("nearest"))]
	}
	if len(sphere) < m.p.Int("lonely_count") {
		company = append([]int{}, within(f(m.p.Float("lonely_range")))...)
	}
	return ids, company
}

// sphereCentre returns the vector k of S3 over the n boids within vision.
func (m *model) sphereCentre(i int) (k v3, n int) {
	for j := range m.pos {
		if j != i && m.dist(i, j) < f(m.p.Float("vision")) {
			k, n = k.plus(m.offset(i, j)), n+1
		}
	}
	return k.times(1 / float64(max(n, 1))), n
}

// social returns the steering force S·s + K·k + M·m on boid i, with salience and without boid skip, which may
// be -1.
func (m *model) social(i, skip int) v3 {
	p := &m.p
	ids, company := m.seen(i, skip)
	if skip >= 0 {
		_, company = m.seen(i, -1) // a follower is defined with unchanged company
	}
	var s, k, a v3
	radius := f(p.Float("separation_radius"))
	for _, j := range ids {
		away, d := m.offset(j, i), m.dist(i, j)
		if radius > 0 && d >= radius || d == 0 {
			continue
		}
		switch Falloff(p.Choice("falloff")) {
		case Sum:
			s = s.plus(away)
		case Linear:
			r := radius
			if r == 0 {
				r = f(p.Float("vision"))
			}
			s = s.plus(away.times(max(0, 1-d/r) / d))
		case Inverse:
			s = s.plus(away.times(1 / d / max(d, 0.05)))
		case InverseSquare:
			s = s.plus(away.times(1 / d / max(d, 0.05) / max(d, 0.05)))
		}
	}
	for j := range m.pos {
		if j != i && j != skip && m.leading[j] && m.dist(i, j) < f(p.Float("salience_range")) && m.inView(i, j) && !slices.Contains(ids, j) {
			ids = append(slices.Clone(ids), j)
		}
	}
	weight := 0.0
	for _, j := range ids {
		w := 1.0
		if m.leading[j] {
			w = f(p.Float("salience"))
		}
		weight += w
		k = k.plus(m.offset(i, j).times(w))
		a = a.plus(m.vel[j].times(w))
	}
	if weight > 0 {
		k, a = k.times(1/weight), a.times(1/weight)
		if p.Value("alignment_form") == "match" {
			a = a.minus(m.vel[i])
		}
	}
	if p.Value("separation_form") == "printed" {
		s = s.times(-1)
	}
	sum := s.times(f(p.Float("separation"))).plus(k.times(f(p.Float("cohesion")))).plus(a.times(f(p.Float("alignment"))))
	sum = sum.plus(m.seek(i, company))
	if p.Float("steer_limit") > 0 {
		sum = sum.atMost(f(p.Float("steer_limit")))
	}
	return sum
}

// seek steers a lonely boid towards its company: the sum of alignment and cohesion, at most as strong as
// towards a boid at the edge of sight.
func (m *model) seek(i int, company []int) v3 {
	var k, a v3
	share := 1 / float64(max(1, len(company)))
	for _, j := range company {
		k = k.plus(m.offset(i, j).times(share))
		a = a.plus(m.vel[j].minus(m.vel[i]).times(share))
	}
	return k.atMost(f(m.p.Float("vision"))).times(f(m.p.Float("cohesion"))).plus(a.times(f(m.p.Float("alignment"))))
}

// others returns the steering forces on boid i that do not depend on neighbours.
func (m *model) others(i int) v3 {
	p, pos, vel := &m.p, m.pos[i], m.vel[i]
	speed, heading := vel.norm(), vel.towards()
	sum := heading.times(f(p.Float("cruise_rate")) * (f(p.Float("cruise_speed")) - speed))

	in := v3{m.roost[0] - pos[0], 0, m.roost[2] - pos[2]}
	if out := min(6, (in.norm()/m.roostRadius()-0.5)/0.5); out > 0 {
		strength := f(p.Float("roost_pull")) * out * out
		course := v3{heading[0], 0, heading[2]}.towards()
		if pull := in.towards().times(strength); p.Bool("roost_agree") && course.norm() > 0 { // a boid at rest has no left or right
			away := (1 - course.dot(in.towards())) / 2
			sum = sum.plus(v3{course[2], 0, -course[0]}.times(m.side() * strength * away))
		} else {
			sum = sum.plus(pull.minus(heading.times(pull.dot(heading))))
		}
	}
	sum = sum.plus(v3{heading[2], 0, -heading[0]}.times(f(p.Float("meander")) * m.turn))
	sum[1] += f(p.Float("height_pull"))*(m.roost[1]-pos[1]) - f(p.Float("height_damp"))*vel[1]
	if u := min(1, 1-pos[1]/f(p.Float("ground_margin"))); p.Float("ground_margin") > 0 && u > 0 {
		sum[1] += u * (0.3 + 0.3*max(0, -vel[1]))
	}
	return sum.plus(m.bound(pos))
}

func (m *model) side() float64 {
	var at, course v3
	for i := range m.pos {
		at, course = at.plus(m.pos[i]), course.plus(m.vel[i])
	}
	home := m.nearest(m.roost.minus(at.times(1 / float64(len(m.pos)))))
	if course[2]*home[0]-course[0]*home[2] < 0 {
		return -1
	}
	return 1
}

// roostRadius grows with the square root of the number of boids above 300 if roost_roomy is on.
func (m *model) roostRadius() float64 {
	wide := 1.0
	if m.p.Bool("roost_roomy") {
		wide = math.Sqrt(max(1, float64(len(m.pos))/300))
	}
	return f(m.p.Float("roost_radius")) * wide
}

func (m *model) bound(pos v3) (sum v3) {
	half, margin := f(m.p.Float("bounds_size"))/2, f(m.p.Float("bounds_margin"))
	off := pos.minus(v3{0, half, 0})
	back := func(out float64) float64 {
		share := max(0, (out-half+margin)/margin)
		return f(m.p.Float("bounds_turn")) * min(share*share, 256)
	}
	switch Bounds(m.p.Choice("bounds")) {
	case SoftSphere:
		return off.towards().times(-back(off.norm()))
	case SoftBox:
		for k, x := range off {
			sum[k] = math.Copysign(back(math.Abs(x)), -x)
		}
	}
	return sum
}

// next returns boid i a tick later. share is the fraction of its escape that is over, or negative. magnified
// is the factor by which speed limits magnify rounding errors.
func (m *model) next(i int, gust, escape v3, share float64) (pos, vel v3, magnified float64) {
	p := &m.p
	steer := m.social(i, -1).plus(m.others(i)).plus(gust).plus(escape)
	vel = m.vel[i].plus(steer.times(30 * m.dt))
	top := f(p.Float("max_speed"))
	if share >= 0 {
		back := max(0, 3*share-2)
		top *= 1 + (f(p.Float("escape_speed"))-1)*(1-back*back*(3-2*back))
	}
	magnified = 1
	if s := vel.norm(); s > 0 {
		magnified = min(max(s, f(p.Float("min_speed"))), top) / s
		vel = vel.times(magnified)
	}
	return m.pos[i].plus(vel.times(m.dt)), vel, max(1, magnified)
}

// compare steps w and compares each boid with the reference model.
func compare(t *testing.T, w *World, steps int) {
	t.Helper()
	worst := 0.0
	for range steps {
		m := modelOf(w)
		w.Step()
		for i := range w.flocks[0].N {
			age, left := w.flocks[0].Boids.Age[i], w.flocks[0].Boids.Left[i]
			escape, share := v3{}, -1.0
			if age >= 0 {
				heading := m.vel[i].towards()
				if m.vel[i].norm() == 0 {
					k, _ := m.sphereCentre(i)
					heading = k.towards().times(-1)
				}
				share = (f(float32(age)) - 0.5) * m.dt / f(m.p.Float("escape_seconds")) // the age grew by 1 in this tick
				of := f(left)
				if lead.Scaling(m.p.Choice("escape_scaling")) == lead.Current {
					of = m.vel[i].norm()
				}
				escape = heading.times(f(m.p.Float("escape_strength")) * f(escapeOf(&m.p).EscapeGain(float32(share))) * max(of, f(m.p.Float("cruise_speed"))))
			}
			pos, vel, magnified := m.next(i, toV3(gustOf(w, i)), escape, share)
			stray := toV3(w.flocks[0].Pos(i)).minus(pos)
			if Bounds(m.p.Choice("bounds")) == Wrap {
				for k := range stray {
					stray[k] = math.Remainder(stray[k], f(m.p.Float("bounds_size")))
				}
			}
			off := max(toV3(w.flocks[0].Vel(i)).minus(vel).norm(), stray.norm())
			worst = max(worst, off/magnified)
			if off > 1e-3*magnified {
				t.Fatalf("tick %d, boid %d of %d: the position is %v and the velocity %v, but the reference has %v and %v",
					w.tick, i, w.flocks[0].N, toV3(w.flocks[0].Pos(i)), toV3(w.flocks[0].Vel(i)), pos, vel)
			}
		}
	}
	t.Logf("%d boids, %d steps: the largest difference is %.2g m or m/s", w.flocks[0].N, steps, worst)
}

// variants returns parameters that together use every branch of the formulas.
func variants() map[string]func(*Params) {
	v := map[string]func(*Params){
		"murmuration": func(*Params) {},
		"paper":       func(p *Params) { *p = PaperParams() },
		"printed": func(p *Params) {
			*p = PaperParams()
			put(p, "separation_form", "printed", "alignment_form", "printed", "trigger", lead.PrintedTrigger)
		},
		"narrow view":  func(p *Params) { put(p, "field_of_view", 140) },
		"many leaders": func(p *Params) { put(p, "leadership", 0.8, "escape_scaling", lead.Current) },
		"triangle":     func(p *Params) { put(p, "leadership", 0.5, "escape_shape", lead.Triangle) },
		"parabola":     func(p *Params) { put(p, "leadership", 0.5, "escape_shape", lead.Parabola) },
		"custom": func(p *Params) {
			put(p, "leadership", 0.5, "escape_shape", lead.Custom)
			put(p, "escape_points", param.CurveThrough([][2]float32{{0, 0.5}, {0.125, 1}, {0.5, 0}}))
		},
		"short escapes": func(p *Params) {
			put(p, "leadership", 0.8, "escape_seconds", 0.25, "escape_strength", 1, "escape_speed", 3)
		},
		"low":            func(p *Params) { put(p, "roost_height", 1) },
		"scattered":      func(p *Params) { put(p, "vision", 1, "lonely_range", 4) },
		"no limit":       func(p *Params) { put(p, "steer_limit", 0, "separation_radius", 0) },
		"swarm":          func(p *Params) { put(p, "alignment", 0, "cruise_rate", 0, "min_speed", 0) },
		"box":            func(p *Params) { put(p, "bounds", SoftBox, "bounds_size", 30, "bounds_margin", 12) },
		"ball":           func(p *Params) { put(p, "bounds", SoftSphere, "bounds_size", 24, "bounds_margin", 4) },
		"far separation": func(p *Params) { put(p, "separation_radius", 10) },
	}
	for side, n := range map[float32]view.Neighbourhood{11.25: view.Sphere, 26: view.NearestN, 40: view.Sphere} {
		v[fmt.Sprintf("wrap %v", side)] = func(p *Params) {
			put(p, "bounds", Wrap, "bounds_size", side, "ground_margin", 0, "lonely_count", 0, "salience_range", 5)
			if side > 24 {
				put(p, "lonely_count", 7, "field_of_view", 250)
			}
			put(p, "neighbourhood", n, "leadership", 0.5)
		}
	}
	for n := view.Sphere; n <= view.RadiusPlusNearest; n++ {
		for fall := Sum; fall <= InverseSquare; fall++ {
			v[fmt.Sprintf("neighbourhood %d falloff %d", n, fall)] = func(p *Params) {
				put(p, "neighbourhood", n, "falloff", fall, "field_of_view", 300)
				put(p, "separation", 0.02)
			}
		}
	}
	return v
}

// Steps agree with the reference model for a sample of the options, from rest and in flight, at all tick
// rates in use.
func TestModel(t *testing.T) {
	t.Parallel()
	all := variants()
	for _, name := range sample.Keys(t, 20, all) {
		change := all[name]
		t.Run(name, func(t *testing.T) {
			d := DefaultDef()
			d.Index = Matrix // with this index, slots are ids
			d.WarmUp, d.TickRate = 2, 30
			change(&d.Params)
			put(&d.Params, "count", 70)
			w := world(t, d)
			compare(t, w, short(6, 10))
			d.Start.Speed, d.WarmUp, d.TickRate = 0, 0, 120
			w = world(t, d)
			compare(t, w, short(6, 10))
		})
	}
}
