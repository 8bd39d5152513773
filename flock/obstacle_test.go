package flock

import (
	"math"
	"math/rand"
	"testing"
)

// crosses says whether the way from p to q leads through the obstacle, by geometry of its
// own: exactly, but for a cylinder in many small steps.
func (o *Obstacle) crosses(p, q Vec) bool {
	a, b := o.own(p), o.own(q)
	if o.Shape == "box" {
		half := [3]float64{float64(o.Size.X) / 2, float64(o.Size.Y) / 2, float64(o.Size.Z) / 2}
		from, to := 0.0, 1.0
		for k := range half {
			d := b[k] - a[k]
			if d == 0 {
				if math.Abs(a[k]) >= half[k] {
					return false
				}
				continue
			}
			s, t := (-half[k]-a[k])/d, (half[k]-a[k])/d
			from, to = max(from, min(s, t)), min(to, max(s, t))
		}
		return from < to
	}
	if o.Shape == "plane" || o.Shape == "ground" {
		return o.holds(a) || o.holds(b)
	}
	d := [3]float64{b[0] - a[0], b[1] - a[1], b[2] - a[2]}
	if o.Shape == "sphere" {
		s := -(a[0]*d[0] + a[1]*d[1] + a[2]*d[2]) / max(1e-12, d[0]*d[0]+d[1]*d[1]+d[2]*d[2])
		s = max(0, min(s, 1))
		return o.holds([3]float64{a[0] + s*d[0], a[1] + s*d[1], a[2] + s*d[2]})
	}
	const steps = 100
	for k := range steps + 1 {
		s := float64(k) / steps
		if o.holds([3]float64{a[0] + s*d[0], a[1] + s*d[1], a[2] + s*d[2]}) {
			return true
		}
	}
	return false
}

// own is a place in the obstacle's own space: turned back about y, then x, then z.
func (o *Obstacle) own(p Vec) [3]float64 {
	x, y, z := float64(p.X)-float64(o.At.X), float64(p.Y)-float64(o.At.Y), float64(p.Z)-float64(o.At.Z)
	if o.Shape == "ground" {
		return [3]float64{x, y, z}
	}
	turn := func(degrees float32) (s, c float64) { return math.Sincos(-float64(degrees) * math.Pi / 180) }
	s, c := turn(o.Turn.Y)
	x, z = c*x+s*z, c*z-s*x
	s, c = turn(o.Turn.X)
	y, z = c*y-s*z, s*y+c*z
	s, c = turn(o.Turn.Z)
	x, y = c*x-s*y, s*x+c*y
	return [3]float64{x, y, z}
}

// holds says whether a place of the obstacle's own space is in it.
func (o *Obstacle) holds(p [3]float64) bool {
	x, y, z := p[0], p[1], p[2]
	switch o.Shape {
	case "sphere":
		return x*x+y*y+z*z < float64(o.Radius)*float64(o.Radius)
	case "cylinder":
		return x*x+z*z < float64(o.Radius)*float64(o.Radius) && y > 0 && y < float64(o.Height)
	case "box":
		return math.Abs(x) < float64(o.Size.X)/2 && math.Abs(y) < float64(o.Size.Y)/2 && math.Abs(z) < float64(o.Size.Z)/2
	}
	return y < 0
}

// anyObstacle is one of any shape, thin walls among them, somewhere in a room.
func anyObstacle(r *rand.Rand) Obstacle {
	in := func(low, high float32) float32 { return low + (high-low)*r.Float32() }
	o := newObstacle()
	o.At = Vec{in(-20, 20), in(5, 45), in(-20, 20)}
	o.Turn = Vec{in(-180, 180), in(-180, 180), in(-180, 180)}
	o.Radius, o.Height = in(0.01, 8), in(0.01, 20)
	o.Size = Vec{in(0.01, 20), in(0.01, 20), in(0.01, 20)}
	if r.Intn(2) == 0 { // a wall
		o.Size.X = in(0.01, 0.1)
	}
	o.Shape = []string{"sphere", "box", "box", "cylinder", "plane", "ground"}[r.Intn(6)]
	if o.Shape == "plane" || o.Shape == "ground" {
		o.At.Y, o.Turn = in(-5, 15), Vec{in(-40, 40), in(-180, 180), in(-40, 40)} // there is air above
	}
	if r.Intn(3) == 0 {
		o.Turn = Vec{}
	}
	return o
}

// shoot has boids fly as they are shot, at speeds up to the highest, among obstacles.
func shoot(t *testing.T, w *World, r *rand.Rand, all []Obstacle) {
	p := w.Params()
	put(&p, "max_speed", 50, "min_speed", []float32{0, 20}[r.Intn(2)], "obstacle_avoid", float32(r.Intn(2)))
	if err := w.SetSurroundings(Surroundings{}); err != nil {
		t.Fatal(err)
	}
	if err := w.SetParams(p); err != nil {
		t.Fatal(err)
	}
	for i := range w.Len() {
		at := Vec{40 * (r.Float32() - 0.5), 5 + 40*r.Float32(), 40 * (r.Float32() - 0.5)}
		w.flocks[0].put(i, at, Vec{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}.Unit().Scale(50*r.Float32()))
	}
	for k := range all {
		all[k].Name = string(rune('a'+k%26)) + string(rune('a'+k/26))
	}
	if err := w.SetSurroundings(Surroundings{Obstacles: all}); err != nil {
		t.Fatal(err)
	}
	w.TakeEvents(nil)
}

// passed says what of obstacles a boid passes through in a step of the World.
func passed(t *testing.T, w *World, all []Obstacle) {
	t.Helper()
	f := w.flocks[0]
	was := make([]Vec, f.n)
	for i := range was {
		was[i] = f.pos(i)
	}
	w.Step()
	for i := range was {
		for k := range all {
			if all[k].crosses(was[i], f.pos(i)) {
				t.Fatalf("tick %d: boid %d passed from %v to %v through %+v", w.Tick(), i, was[i], f.pos(i), all[k])
			}
		}
		if v := f.vel(i); !v.Within(51) || v.Length() > 50.01 {
			t.Fatalf("boid %d flies at %v", i, v)
		}
	}
}

// A fast bird never passes through an obstacle, nor is it ever in one: at all speeds up to
// the limit, thin walls, corners and inside corners.
func TestNeverThrough(t *testing.T) {
	w := stage(t, bare(), still(8), still(8))
	for seed := range short(300, 10_000) {
		r := rand.New(rand.NewSource(int64(seed)))
		var all []Obstacle
		for range 1 + r.Intn(5) {
			all = append(all, anyObstacle(r))
		}
		shoot(t, w, r, all)
		for range 15 {
			passed(t, w, all)
		}
	}
}
