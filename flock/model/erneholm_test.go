package model_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// thesisBoid is a boid of S4, with the thesis's names. In space, its course is a unit vector.
type thesisBoid struct {
	location v3
	course   v3
	velocity float64
}

// thesis simulates S4's pseudocode, with skein's numbers where the thesis gives none.
type thesis struct {
	boids         []thesisBoid
	neighbourhood string
	oneRule       bool
	side          float64 // side of the world, which wraps around
}

const (
	radius, closest                 = 20.0, 7
	separationRange, flockingRange  = 5.0, 10.0
	separationShare, cohesionShare  = 0.5, 0.02
	courseShare, velocityShare      = 0.1, 0.1
	turnLimit                       = 8 * math.Pi / 180
	lowestVelocity, highestVelocity = 0.25, 1.0
)

func (s *thesis) way(i, j int) (d v3) {
	for k := range d {
		d[k] = s.boids[j].location[k] - s.boids[i].location[k]
		d[k] -= s.side * math.Floor(d[k]/s.side+0.5)
	}
	return d
}

// square returns the squared length of d. It is rounded to 32 bits as in skein, so that the test and skein
// agree on which of two boids is nearer.
func square(d v3) float64 {
	x, y, z := float32(d[0]), float32(d[1]), float32(d[2])
	return float64(float32(x*x) + float32(y*y) + float32(z*z))
}

// getNeighbours returns the neighbours of a boid, by the definition under test.
func (s *thesis) getNeighbours(i int) (all []int) {
	others, far, within := make([]int, 0, len(s.boids)), make([]float64, len(s.boids)), 0
	for j := range s.boids {
		if j != i {
			others, far[j] = append(others, j), square(s.way(i, j))
			if far[j] < radius*radius {
				within++
			}
		}
	}
	slices.SortStableFunc(others, func(a, b int) int { return cmp.Compare(far[a], far[b]) })
	n := len(others)
	switch s.neighbourhood {
	case "sphere":
		n = within
	case "nearest":
		n = closest
	case "nearest_in_sight":
		n = min(closest, within)
	case "radius_and_nearest":
		n = max(closest, within)
	case "radius_plus_nearest":
		n = within + closest
	}
	return others[:min(n, len(others))]
}

// turnTo returns the turn from a course to another direction, as a vector orthogonal to the course, with the
// angle as length. The turn to the opposite direction is to the left.
func turnTo(course, to v3) v3 {
	l := norm(to)
	if l == 0 {
		return v3{}
	}
	to = scale(to, 1/l)
	along := course[0]*to[0] + course[1]*to[1] + course[2]*to[2]
	across := minus(to, scale(course, along))
	switch a := norm(across); {
	case a > opposite:
		return scale(across, math.Atan2(a, along)/a)
	case along < 0:
		left := v3{course[2], 0, -course[0]}
		return scale(left, math.Pi/norm(left))
	}
	return v3{}
}

// opposite allows for the rounding error of the sine of half a turn.
const opposite = 1e-12

// inPlane returns the same as turnTo, for vectors in the plane. It computes the difference of two angles,
// from -π to π.
func inPlane(course, to v3) v3 {
	if norm(to) == 0 {
		return v3{}
	}
	d := math.Atan2(to[2], to[0]) - math.Atan2(course[2], course[0])
	for d >= math.Pi-opposite {
		d -= 2 * math.Pi
	}
	for d < -math.Pi-opposite {
		d += 2 * math.Pi
	}
	return scale(v3{-course[2], 0, course[0]}, d)
}

func (s *thesis) step(i int, plane bool) thesisBoid {
	turnOf := turnTo
	if plane {
		turnOf = inPlane
	}
	b := s.boids[i]
	var goal, away, dCourse v3
	var dVelocity, cohering, separating, aligning float64
	for _, j := range s.getNeighbours(i) {
		d := norm(s.way(i, j))
		if !s.oneRule || d >= flockingRange {
			goal = plus(goal, s.way(i, j))
			cohering++
		}
		if !s.oneRule || d >= separationRange && d < flockingRange {
			dCourse = plus(dCourse, turnOf(b.course, s.boids[j].course))
			dVelocity += s.boids[j].velocity - b.velocity
			aligning++
		}
	}
	for j := range s.boids {
		if j != i && norm(s.way(i, j)) < separationRange {
			away = minus(away, s.way(i, j))
			separating++
		}
	}
	var turn v3
	if separating > 0 {
		turn = plus(turn, scale(turnOf(b.course, scale(away, 1/separating)), separationShare))
	}
	if cohering > 0 {
		turn = plus(turn, scale(turnOf(b.course, scale(goal, 1/cohering)), cohesionShare))
	}
	if aligning > 0 {
		turn = plus(turn, scale(dCourse, courseShare/aligning))
		b.velocity += velocityShare * dVelocity / aligning
	}
	b.velocity = min(max(b.velocity, lowestVelocity), highestVelocity)
	if angle := norm(turn); angle > 0 {
		most := min(angle, turnLimit)
		b.course = plus(scale(b.course, math.Cos(most)), scale(turn, math.Sin(most)/angle))
	}
	b.location = plus(b.location, scale(b.course, b.velocity))
	return b
}

// S4: 250 steps agree with the pseudocode within half a quantum of the velocity, if each step starts from
// skein's state. The test covers every neighbourhood, in space and in the plane.
func TestS4EachStepIsThePseudocode(t *testing.T) {
	for _, scene := range []string{"erneholm", "erneholm-3d"} {
		for _, neighbourhood := range []string{"sphere", "nearest", "radius_and_nearest", "nearest_in_sight", "radius_plus_nearest", "everyone"} {
			for _, oneRule := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/%v", scene, neighbourhood, oneRule), func(t *testing.T) {
					t.Parallel()
					def := testscene.Def(scene)
					def.Params = model.With(def.Params, "count", 50, "neighbourhood", neighbourhood, "one_rule", oneRule, "bounds_size", 90)
					def.Start.Altitude, def.Workers = 45, 1
					def.Start.Groups = []cloud.Group{ // groups with different speeds
						{Share: 1, Radius: 45, Heading: 10, Speed: 0.25}, {Share: 1, Radius: 40, Heading: 130, Speed: 0.5}, {Share: 1, Radius: 42, Heading: -100, Speed: 1},
					}
					checkThesis(t, def, &thesis{neighbourhood: neighbourhood, oneRule: oneRule, side: 90}, scene == "erneholm")
				})
			}
		}
	}
}

func checkThesis(t *testing.T, def flock.Def, seed *thesis, plane bool) {
	w := newWorld(t, def)
	var s flock.Snapshot
	w.Snapshot(&s)
	worst, limited, sped := 0.0, 0, 0
	seed.boids = make([]thesisBoid, s.Len())
	for range 250 {
		for i := range seed.boids {
			v := scale(toV3(s.Vel[i]), 1./30)
			seed.boids[i] = thesisBoid{toV3(s.Pos[i]), scale(v, 1/norm(v)), norm(v)}
		}
		w.Step()
		w.Snapshot(&s)
		for i := range seed.boids {
			want := seed.step(i, plane)
			off := minus(want.location, toV3(s.Pos[i]))
			for k := range off {
				off[k] = math.Remainder(off[k], seed.side)
			}
			wrong := max(largestDifference(scale(want.course, want.velocity), scale(toV3(s.Vel[i]), 1./30)), largestDifference(off, v3{}))
			if worst = max(worst, wrong); wrong > roundingOff {
				t.Fatalf("tick %d: boid %d at %v is off by %v, want at most %v", w.Tick(), i, s.Pos[i], wrong, roundingOff)
			}
			if a := norm(turnTo(seed.boids[i].course, want.course)); a > turnLimit-1e-6 {
				limited++
			}
			if math.Abs(want.velocity-seed.boids[i].velocity) > 0.001 {
				sped++
			}
		}
	}
	t.Logf("the largest difference from the pseudocode is %.3g; %d turns were at the limit, and the speed changed %d times", worst, limited, sped)
	if limited < 500 || sped < 500 {
		t.Error("too few turns at the limit or changes of speed, want 500 of each")
	}
}
