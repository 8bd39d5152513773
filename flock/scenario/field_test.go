package scenario

import (
	"fmt"
	"hash/fnv"
	"math"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/vec"
)

type point [3]float64

func (a point) plus(b point) point         { return point{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a point) times(k float64) point      { return point{a[0] * k, a[1] * k, a[2] * k} }
func (a point) minus(b point) point        { return a.plus(b.times(-1)) }
func (a point) dot(b point) float64        { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a point) length() float64            { return math.Sqrt(a.dot(a)) }
func (a point) angleTo(b point) float64    { return math.Atan2(a.cross(b).length(), a.dot(b)) }
func (a point) distanceTo(b point) float64 { return a.minus(b).length() }

func (a point) cross(b point) point {
	return point{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func (a point) unit() point {
	if a == (point{}) {
		return a
	}
	return a.times(1 / a.length())
}

// turnedAround returns the vector, rotated around a unit vector.
func (a point) turnedAround(axis point, angle float64) point {
	sine, cosine := math.Sincos(angle)
	return a.times(cosine).plus(axis.cross(a).times(sine)).plus(axis.times(axis.dot(a) * (1 - cosine)))
}

// published is a state of a model, in the units and at the times of its publication.
type published struct {
	p    flock.Params
	side float64 // side of a world that wraps around; 0 means that it does not wrap
	tick float64 // s, or steps
	x, v []point
	draw func(number, boid int) float64 // returns a random number of the formula, from 0 to 1
}

// to returns the vector from boid i to the nearest image of boid j.
func (s *published) to(i, j int) point {
	d := s.x[j].minus(s.x[i])
	for k := range d {
		if s.side > 0 {
			d[k] -= s.side * math.Round(d[k]/s.side)
		}
	}
	return d
}

type fieldModel struct {
	scene string
	set   []any // changes of parameters, so that a test is short and all terms matter
	late  bool  // whether the publication moves by the old velocities, so that the scene is a tick behind
	next  func(s *published) []point
	rare  int // about one velocity in this number may differ more, because rounding can change the neighbours; 0 means none
}

// Scenes of published models agree in each tick with the equations of the publications in float64, with the
// same random numbers. The tolerance is half of 1/4096, to which values are rounded, plus 2e-5 for float32
// and for sums rounded to a millionth.
func TestFieldModels(t *testing.T) {
	for _, m := range []fieldModel{
		{scene: "vicsek", set: []any{"count", 90, "vicsek_noise", 1.5, "bounds_size", 40}, late: true, next: vicsek1995},
		{scene: "vicsek-3d", set: []any{"count", 90, "vicsek_noise", 0.7, "bounds_size", 30}, late: true, next: czirok1999},
		{scene: "couzin", set: []any{"count", 60, "error", 0.1}, next: couzin2002},
		{scene: "couzin", set: []any{"count", 60, "orientation_width", 0, "perception", 200}, next: couzin2002},
		{scene: "couzin", set: []any{"count", 60, "orientation_width", 6, "attraction_width", 2, "turn_angle", 60}, next: couzin2002},
		{scene: "informed", set: []any{"count", 60, "informed_count", 20, "preferred_direction", 50}, next: couzin2005},
		{scene: "informed", set: []any{"count", 90, "informed_count", 90, "preference_weight", 2, "repulsion_radius", 0.5, "interaction_range", 3, "error", 0.2, "turn_angle", 1}, next: couzin2005},
		{scene: "informed", set: []any{"count", 60, "repulsion_radius", 4, "interaction_range", 2}, next: couzin2005},
		{scene: "agents-flocking", set: []any{"count", 90, "bounds_size", 60}, next: agentsFlocking},
		{scene: "agents-flocking", set: []any{"count", 120, "visual_distance", 15, "separation_distance", 4, "separate_factor", 0.4}, next: agentsFlocking},
		{scene: "cucker-smale", set: []any{"count", 40}, late: true, next: cuckerSmale2007},
		{scene: "cucker-smale", set: []any{"count", 40, "communication_exponent", 1.7, "communication_rate", 0.1}, late: true, next: cuckerSmale2007},
		{scene: "reynolds", set: []any{"count", 90}, next: reynolds1999},
	} {
		t.Run(m.scene, func(t *testing.T) { m.check(t) })
	}
}

func (m *fieldModel) check(t *testing.T) {
	sc, err := Builtin(m.scene)
	if err != nil {
		t.Fatal(err)
	}
	def := sc.Def()
	def.Workers, def.WarmUp = 1, 0
	def.Params = model.With(def.Params, m.set...)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	changed, wrong, all := 0.0, 0, 0
	for range 40 {
		before := m.state(w, def)
		want := m.next(&before)
		w.Step()
		after := m.state(w, def)
		for i, v := range after.v {
			moved := want[i]
			if m.late {
				moved = before.v[i]
			}
			to := published{side: before.side, x: []point{before.x[i].plus(moved.times(before.tick)), after.x[i]}}
			off, offPlace := v.minus(want[i]), to.to(0, 1)
			all++
			if max(math.Abs(off[0]), math.Abs(off[1]), math.Abs(off[2])) > 0.5/4096+2e-5 {
				if wrong++; m.rare == 0 {
					t.Fatalf("after tick %d the velocity of boid %d is %v, want %v", w.Tick(), i, v, want[i])
				}
				continue
			}
			for k := range 3 {
				if math.Abs(offPlace[k]) > 1.0/4096+2e-5 {
					t.Fatalf("after tick %d boid %d is off its place by %v", w.Tick(), i, offPlace)
				}
			}
			changed = max(changed, v.distanceTo(before.v[i])/v.length())
		}
	}
	if m.rare > 0 && wrong*m.rare > all {
		t.Errorf("%d of %d velocities differ, want at most one in %d", wrong, all, m.rare)
	}
	if changed < 0.01 {
		t.Errorf("no velocity changed by more than %.2g of itself, so the test proves little", changed)
	}
}

func (m *fieldModel) state(w *flock.World, def flock.Def) published {
	var current flock.Snapshot
	w.Snapshot(&current)
	s := published{p: def.Params, tick: 1 / float64(def.TickRate)}
	factor := 1.0
	if def.Params.Model().Units() == flock.PerStep {
		s.tick, factor = 1, 1/float64(def.TickRate)
	}
	if flock.Bounds(def.Params.Choice("bounds")) == flock.Wrap {
		s.side = float64(def.Params.Float("bounds_size"))
	}
	for i := range current.Pos {
		var x, v point
		for k := range 3 {
			v[k] = math.Round(float64(current.Vel[i][k])*factor*4096) / 4096
			x[k] = float64(current.Pos[i][k])
			if m.late {
				x[k] -= v[k] * s.tick
			}
		}
		s.x, s.v = append(s.x, x), append(s.v, v)
	}
	rules := model.WrittenRules(def.Params.Model())
	s.draw = func(number, boid int) float64 {
		h := fnv.New64a()
		fmt.Fprintf(h, "%d of %s", number, rules[0].Name)
		bits := vec.Random(def.Seed, boid, vec.Purpose(h.Sum64()|1<<63), current.Tick)
		return (float64(bits>>41) + 0.5) / (1 << 23)
	}
	return s
}

// direction returns a boid's random unit vector, from the random numbers that begin at the given index.
func (s *published) direction(number, boid int) point {
	height := 2*s.draw(number, boid) - 1
	sine, cosine := math.Sincos(2 * math.Pi * (s.draw(number+1, boid) - 0.5))
	radius := math.Sqrt(1 - height*height)
	return point{radius * cosine, height, radius * sine}
}

// gaussian returns a normal random number, by Box and Muller's method.
func (s *published) gaussian(number, boid int) float64 {
	return math.Sqrt(-2*math.Log(s.draw(number, boid))) * math.Cos(2*math.Pi*(s.draw(number+1, boid)-0.5))
}

func (s *published) number(key string) float64 { return float64(s.p.Float(key)) }
