package flock

// Form chooses between two readings of a formula: the meaning of S3's text, and the printed form.
type Form int

// The two readings of a formula whose text and printed form disagree in S3.
const (
	Meant Form = iota
	Printed
)

// AlignmentForm chooses the formula of alignment (H5).
type AlignmentForm int

// Readings of S3 eq. 4.
const (
	Match         AlignmentForm = iota // mean(v_j) - v_i
	PrintedVector                      // mean(v_j)
)

// Neighbourhood chooses which other boids affect a boid's steering.
type Neighbourhood int

// The neighbourhoods.
const (
	Sphere   Neighbourhood = iota // all boids within Vision
	NearestN                      // the n nearest boids at any distance, where n is the parameter Nearest
	// all boids within Vision; if there are fewer than n, also the nearest boids outside, up to n in all
	RadiusAndNearest
	NearestInSight    // the n nearest boids within Vision
	RadiusPlusNearest // all boids within Vision, and the n nearest outside it (S4, chapter 3)
	Everyone          // the whole flock, at any distance (S0)
)

// Falloff chooses the weight of a neighbour at distance d in the formula of separation.
type Falloff int

// The falloffs. Each falloff weights the vector away from the neighbour, or its unit vector.
const (
	Sum           Falloff = iota // the vector itself, S3 eq. 1
	Linear                       // unit vector × (1 - d/radius)
	Inverse                      // unit vector / d
	InverseSquare                // unit vector / d²
)

// EscapeShape is a preset of the escape curve, or Custom (H13).
type EscapeShape int

// Escape curves. The presets are zero at both ends with a peak of 1.
const (
	Smooth   EscapeShape = iota // asymmetric bump, peak at a fifth
	Triangle                    // peak at a quarter
	Parabola                    // peak in the middle
	Custom                      // a monotone cubic curve through EscapePoints
)

// Bounds chooses where the world ends.
type Bounds int

// The bounds.
const (
	Unbounded  Bounds = iota
	SoftBox           // boids turn back near the sides of a box
	SoftSphere        // boids turn back near a sphere
	Wrap              // boids that leave on one side enter on the other
)

// EscapeScaling chooses the speed by which the escape curve is multiplied.
type EscapeScaling int

// Readings of "correlated with the actual velocity" (S3, H13).
const (
	Departure EscapeScaling = iota // max(speed on leaving, cruise speed)
	Current                        // max(speed now, cruise speed)
)
