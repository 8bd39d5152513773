package flock

// Params are all the numbers and switches of the simulation that may be edited
// while it runs. Specs describes each of them: key, unit, range, meaning.
// Gains are per 1/30 s: see "Units and axes".
type Params struct {
	Count int // boids

	// Neighbourhood (H1, P8, S4).
	Vision        float32       // e, radius of the vision sphere, m
	Neighbourhood Neighbourhood // whom a boid steers by
	Nearest       int           // N of the nearest neighbours
	FieldOfView   float32       // degrees, 360 sees all around

	// Steers (H2 to H5).
	Separation       float32 // S
	SeparationForm   Form    // sign of S3 eq. 1
	SeparationRadius float32 // protected radius, m; 0: the vision sphere, as in S3
	Falloff          Falloff // weight of a neighbour over its distance
	Cohesion         float32 // K
	Alignment        float32 // M
	AlignmentForm    AlignmentForm
	SteerLimit       float32 // cap on the length of the three steers together, m/s; 0: none

	// Speed (H7).
	CruiseSpeed float32 // m/s
	CruiseRate  float32 // share of the difference to the cruise speed regained per 1/30 s; 0: off
	MinSpeed    float32 // m/s
	MaxSpeed    float32 // m/s

	// Leadership (H8 to H13).
	Leadership        float32 // X; 0 is exactly Reynolds
	Trigger           Form    // S3 step 4
	DrawSigma         float32 // spread of GaussRand01
	EccentricityFloor float32 // no escape below this x
	FrontTest         bool
	FrontFloor        float32 // no escape unless -k̂·v̂ exceeds this
	SlowSpeed         float32 // m/s; a boid this slow passes the front test
	EscapeSeconds     float32 // length of the escape curve
	EscapeStrength    float32 // peak gain per 1/30 s, in shares of the scaling speed
	EscapeShape       EscapeShape
	EscapePoints      EscapePoints // of the shape Custom
	EscapeScaling     EscapeScaling
	EscapeSpeed       float32 // factor on MaxSpeed while escaping, back to 1 over the last third of it

	// Additions to S3, off in the scene "paper".
	Salience      float32 // weight of a leader in others' cohesion and alignment; 1: as any boid
	SalienceRange float32 // m, how far a leader is seen; no less than Vision
	LonelyCount   int     // with fewer visible a boid looks further; 0: off
	LonelyRange   float32 // m
	GustStrength  float32 // m/s per 1/30 s, spread of the random velocity; 0: off
	GustSeconds   float32 // correlation time
	GustVertical  float32 // share of the gust in height

	// Place.
	RoostPull    float32 // horizontal pull inward at the roost's radius, m/s per 1/30 s; 0: off
	RoostRadius  float32 // m
	RoostWander  float32 // m, how far the roost itself drifts
	RoostHeight  float32 // m above ground
	Meander      float32 // m/s per 1/30 s, spread of a turn to either side that all boids share; 0: off
	HeightPull   float32 // per 1/30 s, pull to the roost's height
	HeightDamp   float32 // per 1/30 s, damping of the vertical speed
	GroundMargin float32 // m above ground where boids begin to pull up; 0: no ground

	// Bounds stand on the ground over the origin: x and z from -BoundsSize/2 to
	// BoundsSize/2, y from 0 to BoundsSize (P5).
	Bounds       Bounds
	BoundsSize   float32 // m, side of the box or diameter of the sphere
	BoundsMargin float32 // m inside the soft bounds where boids begin to turn
	BoundsTurn   float32 // m/s per 1/30 s, the steer back at the soft bounds

	// Flight, as seen (H16, up-vector).
	Wingspan  float32 // b, m
	FlapRate  float32 // wingbeats a second
	BankTime  float32 // s, of each of the two filters that smooth the up-vector
	GlideSink float32 // m/s of descent beyond which a boid glides
}

// Form chooses between a formula as S3 means it and as S3 prints it.
type Form int

// The readings of a formula that S3's text and print disagree on.
const (
	Meant Form = iota
	Printed
)

// AlignmentForm chooses the alignment steer (H5).
type AlignmentForm int

// Readings of S3 eq. 4.
const (
	Match         AlignmentForm = iota // mean(v_j) - v_i
	PrintedVector                      // mean(v_j)
)

// Neighbourhood chooses whom a boid steers by.
type Neighbourhood int

// The neighbourhoods.
const (
	Sphere            Neighbourhood = iota // all within Vision
	NearestN                               // the Nearest nearest, however far
	RadiusAndNearest                       // all within Vision, and if they are fewer than Nearest the nearest outside it up to that many
	NearestInSight                         // the Nearest nearest within Vision
	RadiusPlusNearest                      // all within Vision, and the Nearest nearest outside it (S4, chapter 3)
)

// Falloff chooses how the separation steer weighs a neighbour at distance d.
type Falloff int

// Separation falloffs: the weight of the vector or unit vector away from the neighbour.
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
	Custom                      // a monotone cubic through EscapePoints
)

// Bounds chooses where the world ends.
type Bounds int

// The bounds.
const (
	Unbounded  Bounds = iota
	SoftBox           // boids turn back near the sides of a box
	SoftSphere        // or near a sphere
	Wrap              // what leaves on one side enters on the other
)

// EscapeScaling chooses the speed that the escape curve is a share of.
type EscapeScaling int

// The readings of "correlated with the actual velocity" (H13).
const (
	Departure EscapeScaling = iota // max(speed on leaving, cruise speed)
	Current                        // max(speed now, cruise speed)
)
