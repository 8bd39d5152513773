package model_test

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

type vector struct{ x, y float64 }

func (v *vector) add(o vector)       { v.x, v.y = v.x+o.x, v.y+o.y }
func (v *vector) subtract(o vector)  { v.x, v.y = v.x-o.x, v.y-o.y }
func (v *vector) multiply(k float64) { v.x, v.y = v.x*k, v.y*k }
func (v *vector) divide(k float64)   { v.x, v.y = v.x/k, v.y/k }
func (v vector) magnitude() float64  { return math.Sqrt(v.x*v.x + v.y*v.y) }
func (v *vector) normalize()         { v.divide(v.magnitude()) }
func (v *vector) limit(most float64) {
	if v.magnitude() > most {
		v.normalize()
		v.multiply(most)
	}
}

const (
	mapSide                            = 550.0
	maxSpeed, maxForce                 = 2.0, 0.05
	neighbourRadius, desiredSeparation = 50.0, 25.0
	separationWeight, alignmentWeight  = 1.5, 1.0
	cohesionWeight                     = 1.0
)

type mapBoid struct{ location, velocity vector }

// image returns the position at which a boid sees another boid: the nearest of the boid's images across the
// edges of the map.
func (b *mapBoid) image(o *mapBoid) vector {
	around := func(x, from float64) float64 { return x - mapSide*math.Round((x-from)/mapSide) }
	return vector{around(o.location.x, b.location.x), around(o.location.y, b.location.y)}
}

func (b *mapBoid) step(neighbours []mapBoid) {
	acceleration := b.flock(neighbours)
	b.velocity.add(acceleration)
	b.velocity.limit(maxSpeed)
	b.location.add(b.velocity)
}

func (b *mapBoid) flock(neighbours []mapBoid) vector {
	separation, alignment, cohesion := b.separate(neighbours), b.align(neighbours), b.cohere(neighbours)
	separation.multiply(separationWeight)
	alignment.multiply(alignmentWeight)
	cohesion.multiply(cohesionWeight)
	separation.add(alignment)
	separation.add(cohesion)
	return separation
}

func (b *mapBoid) cohere(neighbours []mapBoid) vector {
	var sum vector
	count := 0.0
	for k := range neighbours {
		at := b.image(&neighbours[k])
		if d := math.Hypot(at.x-b.location.x, at.y-b.location.y); d > 0 && d < neighbourRadius {
			sum.add(at)
			count++
		}
	}
	if count > 0 {
		sum.divide(count)
		return b.steerTo(sum)
	}
	return sum
}

func (b *mapBoid) steerTo(target vector) vector {
	desired := target
	desired.subtract(b.location)
	d := desired.magnitude()
	if d == 0 {
		return vector{}
	}
	desired.normalize()
	if d < 100 {
		desired.multiply(maxSpeed * (d / 100))
	} else {
		desired.multiply(maxSpeed)
	}
	desired.subtract(b.velocity)
	desired.limit(maxForce)
	return desired
}

func (b *mapBoid) align(neighbours []mapBoid) (mean vector) {
	count := 0.0
	for k := range neighbours {
		at := b.image(&neighbours[k])
		if d := math.Hypot(at.x-b.location.x, at.y-b.location.y); d > 0 && d < neighbourRadius {
			mean.add(neighbours[k].velocity)
			count++
		}
	}
	if count > 0 {
		mean.divide(count)
	}
	mean.limit(maxForce)
	return mean
}

func (b *mapBoid) separate(neighbours []mapBoid) (mean vector) {
	count := 0.0
	for k := range neighbours {
		at := b.image(&neighbours[k])
		if d := math.Hypot(at.x-b.location.x, at.y-b.location.y); d > 0 && d < desiredSeparation {
			away := b.location
			away.subtract(at)
			away.normalize()
			away.divide(d)
			mean.add(away)
			count++
		}
	}
	if count > 0 {
		mean.divide(count)
	}
	return mean
}

// S1: 1,000 steps agree with the code, if each step starts from skein's state. The error is at most half a
// quantum of the velocity, plus separationWeight times half a quantum for each term of the separation.
func TestS1EachStepIsTheCode(t *testing.T) {
	const bound = vec.Quantum/2*(1+separationWeight) + 1e-5
	w := newWorld(t, testscene.Def("brundage"))
	var s flock.Snapshot
	w.Snapshot(&s)
	for i, p := range s.Pos {
		if p != s.Pos[0] {
			t.Fatalf("boid %d begins at %v, want the first boid's place %v", i, p, s.Pos[0])
		}
	}
	worst, near, wrapped := 0.0, 0, 0
	before := make([]mapBoid, s.Len())
	if len(before) != 101 {
		t.Fatalf("%d boids", len(before))
	}
	for range 1000 {
		for i := range before {
			p, v := toV3(s.Pos[i]), scale(toV3(s.Vel[i]), 1./30)
			before[i] = mapBoid{vector{p[0], p[2]}, vector{v[0], v[2]}}
		}
		w.Step()
		w.Snapshot(&s)
		for i := range before {
			want := before[i]
			want.step(before)
			p, v := toV3(s.Pos[i]), scale(toV3(s.Vel[i]), 1./30)
			if s.Flags[i]&flock.Jumped != 0 {
				wrapped++
			}
			apart := func(a, b float64) float64 { return math.Remainder(a-b, mapSide) }
			for k, off := range []float64{apart(want.location.x, p[0]), apart(want.location.y, p[2]), want.velocity.x - v[0], want.velocity.y - v[2]} {
				if worst = max(worst, math.Abs(off)); math.Abs(off) > bound {
					t.Fatalf("tick %d, boid %d: coordinate %d is off by %v, want at most %v", w.Tick(), i, k, off, bound)
				}
			}
			if math.Abs(p[0]) > mapSide/2 || math.Abs(p[2]) > mapSide/2 {
				t.Fatalf("boid %d at %v is outside the map", i, p)
			}
			if before[i].separate(before) != (vector{}) {
				near++
			}
		}
	}
	t.Logf("the largest difference from the code is %.3g, the bound %.3g; boids were too close %d times and wrapped around %d times", worst, bound, near, wrapped)
	if near < 1000 || wrapped < 50 {
		t.Errorf("too few boids came close or wrapped around; want at least 1000 and 50")
	}
}

func TestBrundageFears(t *testing.T) {
	const radius = 100
	near := func(set ...any) (n int) {
		d := testscene.Def("brundage")
		d.Params = model.With(d.Params, append([]any{"fear_x", 60, "fear_y", 10, "fear_z", -40, "fear_radius", radius}, set...)...)
		w, err := flock.NewWorld(d)
		if err != nil {
			t.Fatal(err)
		}
		var s flock.Snapshot
		for range 900 {
			w.Step()
			if w.Tick() < 300 || w.Tick()%30 != 0 {
				continue
			}
			w.Snapshot(&s)
			for _, p := range s.Pos {
				if math.Hypot(float64(p[0]-60), float64(p[2]+40)) < radius/2 {
					n++
				}
			}
		}
		return n
	}
	calm, feared, lured := near(), near("fear_present", true), near("fear_present", true, "fear_weight", -5)
	if calm < 20 || feared > calm/5 || lured < 2*calm {
		t.Errorf("within %d m of the point there are %d boids without fear, %d with fear and %d with attraction; want a fifth with fear and twice as many with attraction", radius/2, calm, feared, lured)
	}
}
