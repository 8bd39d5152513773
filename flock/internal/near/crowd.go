package near

// Falloff is how Crowd weighs the vector from a close one at distance d.
type Falloff int64

// The falloffs: the weight of the vector.
const (
	Whole         Falloff = iota // 1
	Linear                       // (1 - d·Over)/d
	Inverse                      // 1/d²
	InverseSquare                // 1/d³
)

// Closest is the distance below which Inverse and InverseSquare rise no further:
// one factor d of the weight stays, the others are at least this.
const Closest = 0.05

// Crowd has a group of eight boids look at a list of candidates, itself among
// them, all at once: what Scan and Sum do for each of them. Its pointers are to
// arrays with an element a boid, of which Look takes eight.
type Crowd struct {
	X, Y, Z    *float32 // where the boids are
	VX, VY, VZ *float32 // how they fly

	// Sums over those closer than Limit, squared: their number less the boid
	// itself, twice; of their positions relative to the boid, twice; of their
	// relative velocities; and the separation, which is the negative sum of
	// positions, or if Apart over those closer than Protected, squared: the
	// vector from each, times its weight. Numbers but the separation are in units
	// of 1/Scale.
	Visible, Weight           *float32
	EdgeX, EdgeY, EdgeZ       *float32
	CentreX, CentreY, CentreZ *float32
	CourseX, CourseY, CourseZ *float32
	AwayX, AwayY, AwayZ       *float32
	Limit, Protected, Over    float32
	Apart                     bool
	Scale, Unit               float32 // and its inverse; powers of two
	Few, Many                 int32   // outside of which Look says so, of a number of boids with the boid itself
	Falloff                   Falloff

	// The candidates, set by Look.
	ListX, ListY, ListZ *float32
	At                  *int32
	N                   int
	Kin                 *Kin
}

// Look has the boids of number boid to boid+7 look at a list of which kin holds
// what others see, and returns a bit for each, the lowest for the first, whose
// number is below Few or above Many: its sums may be wrong then. Only CanLook
// says that there is such a kernel.
func (c *Crowd) Look(l *List, kin []Kin, boid int) int {
	c.ListX, c.ListY, c.ListZ, c.At = &l.X[0], &l.Y[0], &l.Z[0], &l.At[0]
	c.N, c.Kin = len(l.X), &kin[0]
	return look(c, boid, false)
}

// LookAt is Look at those points whose indices are given: one at least.
func (c *Crowd) LookAt(at []int32, x, y, z []float32, kin []Kin, boid int) int {
	c.ListX, c.ListY, c.ListZ, c.At = &x[0], &y[0], &z[0], &at[0]
	c.N, c.Kin = len(at), &kin[0]
	return look(c, boid, true)
}

// Within is Gather of the indices alone, in the memory of l, which is no list then.
// Only CanLook says that there is such a kernel.
func Within(l *List, x, y, z []float32, spans []Span, box Box, limit float32) []int32 {
	l.reserve(Total(spans))
	return l.At[:gatherAt(l.At, x, y, z, spans, &box, limit)]
}
