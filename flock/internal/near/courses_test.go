package near

import (
	"math"
	"math/rand/v2"
	"testing"

	"skein/flock/vec"
)

func TestFetchVelocities(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 46))
	courses := make([]Course, 100)
	for k := range courses {
		for c := range courses[k] {
			courses[k][c] = float32(100*c + k)
		}
	}
	for n := 1; n < 40; n++ {
		whole := (n + 7) / 8 * 8
		at := make([]int32, n, whole)
		for i := range at[:whole] {
			at[:whole][i] = r.Int32N(100)
		}
		for _, do := range []func(*[4][]float32, []Course, []int32){FetchVelocities, fetchVelocitiesGo} {
			var to, all [4][]float32
			for c := range to {
				to[c], all[c] = room(whole, float32(-7))
			}
			do(&to, courses, at)
			for c := range to {
				for i, k := range at {
					if to[c][i] != courses[k][c] {
						t.Fatalf("array %d of course %d contains %v, want %v", c, k, to[c][i], courses[k][c])
					}
				}
				untouched(t, "fetchVelocities", all[c], -7)
			}
		}
	}
}

// someVelocity returns a velocity in whole quanta, with a speed of at most CourseSpeed. Few velocities are
// equal, parallel or zero.
func someVelocity(r *rand.Rand, level bool) vec.Vec {
	few := int32(1) << (1 + r.IntN(13))
	for {
		of := func() float32 { return float32(r.Int32N(2*few+1)-few) * vec.Quantum }
		v := vec.Vec{X: of(), Y: of(), Z: of()}
		if level {
			v.Y = 0
		}
		if v.Length() <= CourseSpeed {
			return v
		}
	}
}

// wantCourses computes the sums of SumCourses by vec.TurnTo, and reports whether two courses are opposite.
func wantCourses(own vec.Vec, courses []Course, indices []int32) (turns [3]int64, speeds int64, opposite bool) {
	of := func(x float32) int64 { return int64(math.RoundToEven(float64(x) * CourseScale)) }
	for _, k := range indices {
		v := vec.Vec{X: courses[k][0], Y: courses[k][1], Z: courses[k][2]}
		turn := own.TurnTo(v)
		turns[0], turns[1], turns[2] = turns[0]+of(turn.X), turns[1]+of(turn.Y), turns[2]+of(turn.Z)
		speeds += of(v.Length() - own.Length())
		opposite = opposite || own.Cross(v) == vec.Vec{} && own.Dot(v) < 0
	}
	return turns, speeds, opposite
}

func TestSumCourses(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 48))
	computed, left := 0, 0
	for round := range 400 {
		level := round%2 == 0
		x, y, z := make([]float32, 100), make([]float32, 100), make([]float32, 100)
		for k := range x {
			v := someVelocity(r, level)
			x[k], y[k], z[k] = v.X, v.Y, v.Z
		}
		fast := round%10 == 0
		if fast {
			x[r.IntN(100)] = 3
		}
		courses := make([]Course, 100)
		PackCourses(courses, x, y, z)
		starts := someRuns(r)
		runs, n := len(starts)-1, int(starts[len(starts)-1])
		var l List
		for range n {
			l.Append(r.Int32N(100), vec.Vec{})
		}
		l.Seal()
		own := Boids{make([]float32, runs), make([]float32, runs), make([]float32, runs), make([]float32, runs)}
		for i := range runs {
			v := someVelocity(r, level)
			own.VX[i], own.VY[i], own.VZ[i], own.Speed[i] = v.X, v.Y, v.Z, v.Length()
		}
		var sums, all [4][]float64
		for c := range sums {
			sums[c], all[c] = room(runs, -7.5)
		}
		if !SumCourses(&CourseSums{sums[0], sums[1], sums[2], sums[3]}, &own, courses, &l, starts, level) {
			left++
			continue
		}
		computed++
		for i := range runs {
			v := vec.Vec{X: own.VX[i], Y: own.VY[i], Z: own.VZ[i]}
			turns, speeds, opposite := wantCourses(v, courses, l.At[starts[i]:starts[i+1]])
			for c, want := range [...]int64{turns[0], turns[1], turns[2], speeds} {
				if got := sums[c][i]; got != float64(want) {
					t.Fatalf("round %d: sum %d of run %d with %d neighbours is %v, want %d", round, c, i, starts[i+1]-starts[i], got, want)
				}
			}
			if opposite {
				t.Fatalf("round %d: run %d has opposite courses, but the sums were computed", round, i)
			}
		}
		for c := range all {
			untouched(t, "sumCourses", all[c], -7.5)
		}
	}
	if CanLook() && (computed < 50 || left < 20) {
		t.Errorf("%d sums were computed and %d were not, want at least 50 and 20", computed, left)
	}
}
