package near

// Falloff selects how the separation from a close boid decreases with its distance d.
type Falloff int64

const (
	Whole         Falloff = iota // 1
	Linear                       // (1 - d·Over)/d
	Inverse                      // 1/d²
	InverseSquare                // 1/d³
)

// Closest is a distance, in metres. Inverse and InverseSquare multiply a vector by 1/(d·c) and 1/(d·c²),
// where c is the larger of d and Closest. Therefore the repulsion stops growing below this distance.
const Closest = 0.05

// Crowd compares eight boids at once with a list of candidates, which includes these boids. The results are
// those of Scan and Sum. Its pointers refer to the first elements of arrays with one element per boid. Look
// uses eight elements of each.
type Crowd struct {
	X, Y, Z    *float32 // positions of the boids
	VX, VY, VZ *float32 // velocities of the boids

	// Results over the candidates closer than the square root of Limit. Visible and Weight hold the number of
	// these candidates, without the boid itself. Edge and Centre hold the sum of their positions relative to
	// the boid, in units of 1/Scale. Course holds the sum of their relative velocities. Away is the
	// separation: the negative sum of positions or, if Apart is true, a sum of weighted vectors from the
	// candidates closer than the square root of Protected.
	Visible, Weight           *float32
	EdgeX, EdgeY, EdgeZ       *float32
	CentreX, CentreY, CentreZ *float32
	CourseX, CourseY, CourseZ *float32
	AwayX, AwayY, AwayZ       *float32
	Limit, Protected, Over    float32
	Apart                     bool
	Scale, Unit               float32 // Unit is 1/Scale; both are powers of two
	Few, Many                 int32   // Look reports boids whose count, including the boid itself, is less than Few or greater than Many
	Falloff                   Falloff

	// The candidates, set by Look.
	ListX, ListY, ListZ *float32
	At                  *int32
	N                   int
	Kin                 *Kin
}

// Look computes the results of eight boids, starting at index boid, for a list of candidates. kin holds the
// packed state of all boids. The result has a bit for each boid, the lowest bit for the first one. It is set
// if the boid's count is below Few or above Many. In this case, its sums may be wrong. Call Look only if
// CanLook returns true.
func (c *Crowd) Look(l *List, kin []Kin, boid int) int {
	c.ListX, c.ListY, c.ListZ, c.At = &l.X[0], &l.Y[0], &l.Z[0], &l.At[0]
	c.N, c.Kin = len(l.X), &kin[0]
	return look(c, boid, false)
}

// LookAt is like [Crowd.Look] for candidates given by their indices. There must be at least one candidate.
func (c *Crowd) LookAt(indices []int32, x, y, z []float32, kin []Kin, boid int) int {
	c.ListX, c.ListY, c.ListZ, c.At = &x[0], &y[0], &z[0], &indices[0]
	c.N, c.Kin = len(indices), &kin[0]
	return look(c, boid, true)
}

// GatherIndices is like [Gather], but returns only the indices. It stores them in the memory of l, which is
// not a valid list afterwards. Call it only if CanLook returns true.
func GatherIndices(l *List, x, y, z []float32, spans []Span, box Box, limit float32) []int32 {
	l.reserve(Total(spans))
	return l.At[:gatherAt(l.At, x, y, z, spans, &box, limit)]
}
