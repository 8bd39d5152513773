package near

import "skein/flock/vec"

// Course is the velocity of a boid and its speed.
type Course [4]float32

// PackCourses fills courses with velocities and speeds.
func PackCourses(courses []Course, vx, vy, vz []float32) {
	n := len(courses)
	packCourses(courses, vx[:n], vy[:n], vz[:n])
}

func packCoursesGo(courses []Course, vx, vy, vz []float32) {
	for i := range courses {
		v := vec.Vec{X: vx[i], Y: vy[i], Z: vz[i]}
		courses[i] = Course{v.X, v.Y, v.Z, v.Length()}
	}
}

// FetchVelocities copies each of the four numbers of courses to an array of its own: dst[c][i] is element c
// of the course with the index indices[i]. The arrays must have room for a multiple of eight elements, up to
// which indices must hold valid indices.
func FetchVelocities(dst *[4][]float32, courses []Course, indices []int32) {
	if len(indices) > 0 {
		fetchVelocities(dst, courses, indices)
	}
}

func fetchVelocitiesGo(to *[4][]float32, courses []Course, at []int32) {
	for c := range to {
		column := to[c][:len(at)]
		for i, k := range at {
			column[i] = courses[k][c]
		}
	}
}

// CourseSpeed is the largest speed that SumCourses accepts. Up to it, products of four components of
// velocities are exact as float64.
const CourseSpeed = 2

// CourseScale is the number of units of CourseSums in 1.
const CourseScale = 1024 / vec.Quantum

// CoursePart is the largest number of terms whose sum the kernels compute as integers.
const CoursePart = 128

// CourseSums holds, for each run, the sum of the turns from the boid's course to those of its neighbours, and
// the sum of the differences of their speeds.
type CourseSums struct{ X, Y, Z, Speed []float64 }

// Boids holds the velocities and speeds of boids, in whole quanta.
type Boids struct{ VX, VY, VZ, Speed []float32 }

// SumCourses sets element i of the sums to the sums over run i, which contains the neighbours of boid i. Each
// term is rounded to a whole unit. l, which must be sealed, holds the indices of the neighbours' courses. If
// level is true, all velocities must be horizontal. SumCourses returns false if it cannot compute the sums,
// for example if two courses are opposite. The sums are then undefined.
func SumCourses(dst *CourseSums, own *Boids, courses []Course, l *List, starts []int32, level bool) bool {
	return len(starts) < 2 || sumCourses(dst, own, courses, l.At[:int(starts[len(starts)-1])+pad], starts, level)
}
