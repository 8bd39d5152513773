package flock

// Sight holds the parameters of a boid's perception of others (H1, P8, S4).
type Sight struct {
	Vision        float32       `key:"vision" label:"Vision radius" group:"Neighbourhood" unit:"m" range:"0.1,100" slider:"15" varies:"" doc:"Radius e of the vision sphere. It is about five times a boid's size (S3, H1)"`
	Neighbourhood Neighbourhood `key:"neighbourhood" label:"Neighbourhood" options:"sphere,nearest,radius_and_nearest,nearest_in_sight,radius_plus_nearest,everyone" doc:"Which boids count as neighbours. sphere: all within the vision radius. nearest: the N nearest. radius_and_nearest: all within the radius, and at least N. nearest_in_sight: at most N within the radius. radius_plus_nearest: all within the radius, and N more outside (S4). everyone: the whole flock (S0)"`
	Nearest       int           `key:"nearest" with:"neighbourhood=nearest,radius_and_nearest,nearest_in_sight,radius_plus_nearest" label:"Neighbour count" range:"1,100" slider:"20" doc:"Number N of nearest neighbours (S4: 7)"`
	FieldOfView   float32       `key:"field_of_view" label:"Field of view" unit:"°" range:"1,360" doc:"Angle of view, centred on the heading. For leadership, boids always look all around (S0, P8)"`

	LonelyCount int     `key:"lonely_count" label:"Lonely count" group:"Additions" range:"0,50" slider:"20" doc:"A boid that sees fewer others also looks for company further away. 0 means off"`
	LonelyRange float32 `key:"lonely_range" label:"Lonely range" unit:"m" range:"0,100" slider:"30" with:"lonely_count" doc:"How far a lonely boid looks for company. The pull is at most as strong as at the vision radius"`
}

// Steers limits the sum of the steering forces of the social rules.
type Steers struct {
	SteerLimit float32 `key:"steer_limit" label:"Steer limit" group:"Steers" unit:"m/s" range:"0,20" slider:"3" doc:"Upper limit of the sum of the social steers per 1/30 s. 0: no limit"`
}

// Speeds holds the limits of speed (H7).
type Speeds struct {
	MinSpeed float32 `key:"min_speed" label:"Lowest speed" group:"Speed" unit:"m/s" range:"0,50" slider:"15" doc:"Lower limit of a moving boid's speed (H7)"`
	MaxSpeed float32 `key:"max_speed" label:"Highest speed" unit:"m/s" range:"0.001,50" slider:"25" varies:"" doc:"Upper limit of the speed (S3: maximal speed, H7)"`
}

// Leadership holds the parameters of the change of leadership: leaders escape along a curve (S3, H8 to H14).
type Leadership struct {
	Influence         float32       `key:"leadership" label:"Leadership X" group:"Leadership" range:"0,1" absent:"0" doc:"Influence X of the eccentricity. 0 gives exactly Reynolds' model. High values break the flock apart (S3, H10)"`
	Trigger           Form          `key:"trigger" label:"Trigger" options:"meant,printed" doc:"Step 4 of S3. meant: a boid leads if X·x > draw, as the text describes. printed: as the step is printed, X = 0 makes every boid a leader (H10)"`
	DrawSigma         float32       `key:"draw_sigma" label:"Draw spread" range:"0.01,0.5" slider:"0.3" doc:"Spread of GaussRand01, a normal distribution around 1/2 that is truncated to (0, 1) (H11)"`
	EccentricityFloor float32       `key:"eccentricity_floor" label:"Eccentricity floor" range:"0,1" doc:"Boids with a lower eccentricity never escape (H8)"`
	Crowd             int           `key:"leadership_crowd" label:"Leadership crowd" range:"0,1000000" slider:"10000" absent:"0" doc:"Number of boids up to which every decision is a chance to lead. In a flock n times as large, one in n^1.5 decisions is a chance. So large flocks do not tear. 0: no limit"`
	FrontTest         bool          `key:"front_test" label:"Front test" doc:"Only boids at the front of the flock escape (S3, H9)"`
	FrontFloor        float32       `key:"front_floor" with:"front_test" label:"Front floor" range:"-1,1" doc:"Smallest cosine -k̂·v̂ that passes the front test (S3: 0, H9)"`
	SlowSpeed         float32       `key:"slow_speed" with:"front_test" label:"Slow speed" unit:"m/s" range:"0,20" slider:"3" doc:"A slower boid passes the front test (H9)"`
	EscapeSeconds     float32       `key:"escape_seconds" label:"Escape length" unit:"s" range:"0.1,20" slider:"8" doc:"Length of an escape (S3 figure 2: about 3 s, H13)"`
	EscapeStrength    float32       `key:"escape_strength" label:"Escape strength" range:"0,1" slider:"0.3" doc:"Peak of the escape curve per 1/30 s, as a share of the scaling speed (H13)"`
	EscapeShape       EscapeShape   `key:"escape_shape" label:"Escape shape" options:"smooth,triangle,parabola,custom" doc:"Shape of the escape curve (H13)"`
	EscapePoints      EscapePoints  `key:"escape_points" label:"Escape curve" doc:"2 to 8 points of a custom curve: [time, gain], as shares of the escape's length and strength. Without points, the curve is smooth (H13)"`
	EscapeScaling     EscapeScaling `key:"escape_scaling" label:"Escape scaling" options:"departure,current" doc:"Speed that scales the escape curve: the speed on departure or the current speed. It is at least the cruise speed (H13)"`
	EscapeSpeed       float32       `key:"escape_speed" label:"Escape speed" range:"1,3" doc:"Factor on the highest speed during an escape. It returns to 1 over the last third (H13)"`

	Salience      float32 `key:"salience" label:"Salience" group:"Additions" range:"1,100" slider:"30" doc:"Weight of a leader in other boids' cohesion and alignment. 1: like any boid (H14)"`
	SalienceRange float32 `key:"salience_range" label:"Salience range" unit:"m" range:"0,100" slider:"20" doc:"Distance below which boids see a leader. It is at least the vision radius (H14)"`

	CruiseSpeed float32 `key:"cruise_speed" optional:"" varies:""` // m/s; 0 in a model without a cruise speed
}

// NoLeadership returns the values of Hartman and Beneš (S3) with an influence of 0, for a model in which no
// boid leads.
func NoLeadership() Leadership {
	return Leadership{
		DrawSigma: 0.1, FrontTest: true, SlowSpeed: 0.5,
		EscapeSeconds: 3, EscapeStrength: 0.09, EscapePoints: Smooth.Points(), EscapeSpeed: 1,
		Salience: 1,
	}
}

// isActive reports whether boids may take the lead. With the trigger Printed, every boid leads (H10).
func (l *Leadership) isActive() bool { return l.Influence > 0 || l.Trigger == Printed }

// Space holds the bounds of the world (P5).
//
// The bounds stand on the ground over the origin. x and z go from -BoundsSize/2 to BoundsSize/2, and y goes
// from 0 to BoundsSize.
type Space struct {
	Bounds       Bounds  `key:"bounds" label:"Bounds" group:"Place" options:"none,box,sphere,wrap" doc:"End of the world. none: no end. box, sphere: boids turn back. wrap: a box that wraps around. The box or sphere stands on the ground over the origin (S0, P5)"`
	BoundsSize   float32 `key:"bounds_size" with:"bounds" label:"Bounds size" unit:"m" range:"0,1000" slider:"200" doc:"Side of the box or diameter of the sphere. A world that wraps around must be more than twice as wide as boids see, and at most 990 m"`
	GroundMargin float32 `key:"ground_margin" label:"Ground margin" unit:"m" range:"0,50" slider:"10" plane:"idle" doc:"Height below which boids pull up. 0: boids ignore the ground"`
}

// Flight holds the parameters of a bird's bank and wingbeat (H16, up-vector).
type Flight struct {
	Wingspan  float32 `key:"wingspan" label:"Wingspan" group:"Flight" unit:"m" range:"0.05,20" slider:"2" doc:"Wingspan b with which a bird is drawn. Some scenes draw birds larger than in nature, so that they can be seen from afar"`
	FlapRate  float32 `key:"flap_rate" label:"Flap rate" unit:"1/s" range:"0,30" slider:"12" doc:"Wingbeats per second. They differ slightly between birds (H16)"`
	BankTime  float32 `key:"bank_time" label:"Bank time" unit:"s" range:"0,5" slider:"2" doc:"Time constant of each of the two filters that smooth the bank in turns. 0: boids bank at once"`
	GlideSink float32 `key:"glide_sink" label:"Glide sink rate" unit:"m/s" range:"0,20" slider:"4" doc:"Rate of descent above which a bird holds its wings open (H16)"`
}

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

// The presets are zero at both ends with a peak of 1.
const (
	Smooth   EscapeShape = iota // asymmetric bump, peak at a fifth
	Triangle                    // peak at a quarter
	Parabola                    // peak in the middle
	Custom                      // a monotone cubic curve through EscapePoints
)

// Bounds chooses where the world ends.
type Bounds int

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
