package flock

// Sight is what a boid perceives of the others (H1, P8, S4).
type Sight struct {
	Vision        float32       `key:"vision" label:"Vision" group:"Neighbourhood" unit:"m" range:"0.1,100" slider:"15" doc:"radius e of the vision sphere, about five times a boid's size (S3, H1)"`
	Neighbourhood Neighbourhood `key:"neighbourhood" label:"Neighbourhood" options:"sphere,nearest,radius_and_nearest,nearest_in_sight,radius_plus_nearest,everyone" doc:"whom a boid steers by: all within the vision radius, its N nearest, all within the radius but N at least, N at most, all within it and N more outside (S4), or the whole flock (S0)"`
	Nearest       int           `key:"nearest" with:"neighbourhood=nearest,radius_and_nearest,nearest_in_sight,radius_plus_nearest" label:"Nearest" range:"1,100" slider:"20" doc:"N of the nearest neighbours, for the neighbourhoods that count them (S4: 7)"`
	FieldOfView   float32       `key:"field_of_view" label:"Field of view" unit:"°" range:"1,360" doc:"angle seen, centred on the heading; leadership looks all around regardless (S0, P8)"`

	LonelyCount int     `key:"lonely_count" label:"Lonely count" group:"Additions" range:"0,50" slider:"20" doc:"with fewer in sight a boid also seeks company further out; 0 switches it off"`
	LonelyRange float32 `key:"lonely_range" label:"Lonely range" unit:"m" range:"0,100" slider:"30" with:"lonely_count" doc:"how far a lonely boid looks for company; drawn no harder than to one at the vision radius"`
}

// Steers bounds the social rules together.
type Steers struct {
	SteerLimit float32 `key:"steer_limit" label:"Steer limit" group:"Steers" unit:"m/s" range:"0,20" slider:"3" doc:"cap on the three steers together per 1/30 s; 0 sets none"`
}

// Speeds are the limits of speed (H7).
type Speeds struct {
	MinSpeed float32 `key:"min_speed" label:"Lowest speed" group:"Speed" unit:"m/s" range:"0,50" slider:"15" doc:"lower limit of the speed of a boid that moves (H7)"`
	MaxSpeed float32 `key:"max_speed" label:"Highest speed" unit:"m/s" range:"0.1,50" slider:"25" doc:"upper limit of the speed (S3's maximal speed, H7)"`
}

// Leadership is the stage by which boids take the lead for a while (S3, H8 to H14).
type Leadership struct {
	Influence         float32       `key:"leadership" label:"Leadership X" group:"Leadership" range:"0,1" doc:"influence of the eccentricity; 0 is exactly Reynolds, a high one breaks the flock (S3, H10)"`
	Trigger           Form          `key:"trigger" label:"Trigger" options:"meant,printed" doc:"S3 step 4 as its text means it, X·x > draw, or as printed, where X = 0 makes everyone a leader (H10)"`
	DrawSigma         float32       `key:"draw_sigma" label:"Draw spread" range:"0.01,0.5" slider:"0.3" doc:"spread of GaussRand01, a normal about 1/2 truncated inside (0,1) (H11)"`
	EccentricityFloor float32       `key:"eccentricity_floor" label:"Eccentricity floor" range:"0,1" doc:"nobody escapes below this eccentricity (H8)"`
	FrontTest         bool          `key:"front_test" label:"Front test" doc:"only boids at the front of the flock escape (S3, H9)"`
	FrontFloor        float32       `key:"front_floor" with:"front_test" label:"Front floor" range:"-1,1" doc:"cosine -k̂·v̂ that the front test asks for (S3: 0, H9)"`
	SlowSpeed         float32       `key:"slow_speed" with:"front_test" label:"Slow speed" unit:"m/s" range:"0,20" slider:"3" doc:"a boid slower than this passes the front test (H9)"`
	EscapeSeconds     float32       `key:"escape_seconds" label:"Escape length" unit:"s" range:"0.1,20" slider:"8" doc:"length of the escape curve (S3 figure 2: about 3, H13)"`
	EscapeStrength    float32       `key:"escape_strength" label:"Escape strength" range:"0,1" slider:"0.3" doc:"peak of the escape curve per 1/30 s, as a share of the scaling speed (H13)"`
	EscapeShape       EscapeShape   `key:"escape_shape" label:"Escape shape" options:"smooth,triangle,parabola,custom" doc:"shape of the escape curve (H13)"`
	EscapePoints      EscapePoints  `key:"escape_points" label:"Escape curve" doc:"points of the custom shape: [time, gain] in shares of the escape's length and strength, 2 to 8 points; none: smooth (H13)"`
	EscapeScaling     EscapeScaling `key:"escape_scaling" label:"Escape scaling" options:"departure,current" doc:"speed that the curve is a share of: on departure or at present, the cruise speed at least (H13)"`
	EscapeSpeed       float32       `key:"escape_speed" label:"Escape speed" range:"1,3" doc:"factor on the highest speed while escaping, back to 1 over the last third of it (H13)"`

	Salience      float32 `key:"salience" label:"Salience" group:"Additions" range:"1,100" slider:"30" doc:"weight of a leader in others' cohesion and alignment; 1 as any boid (H14)"`
	SalienceRange float32 `key:"salience_range" label:"Salience range" unit:"m" range:"0,100" slider:"20" doc:"how far a leader is seen, no less than the vision (H14)"`

	CruiseSpeed float32 `key:"cruise_speed"` // m/s
}

// Space is where the world ends (P5).
//
// Bounds stand on the ground over the origin: x and z from -BoundsSize/2 to
// BoundsSize/2, y from 0 to BoundsSize.
type Space struct {
	Bounds       Bounds  `key:"bounds" label:"Bounds" group:"Place" options:"none,box,sphere,wrap" doc:"where the world ends: nowhere, at a box or sphere that boids turn back from, or it wraps around; over the origin, on the ground (S0, P5)"`
	BoundsSize   float32 `key:"bounds_size" with:"bounds" label:"Bounds size" unit:"m" range:"0,1000" slider:"200" doc:"side of the box or diameter of the sphere; one that wraps is more than twice as wide as boids look, and 990 m at most"`
	GroundMargin float32 `key:"ground_margin" label:"Ground margin" unit:"m" range:"0,50" slider:"10" plane:"idle" doc:"height below which boids pull up; 0 leaves the ground out"`
}

// Flight is what is seen of a bird that flies (H16, up-vector).
type Flight struct {
	Wingspan  float32 `key:"wingspan" label:"Wingspan" group:"Flight" unit:"m" range:"0.05,20" slider:"2" doc:"wingspan b of a bird"`
	FlapRate  float32 `key:"flap_rate" label:"Flap rate" unit:"1/s" range:"0,30" slider:"12" doc:"wingbeats a second, a little different for each bird (H16)"`
	BankTime  float32 `key:"bank_time" label:"Bank time" unit:"s" range:"0,5" slider:"2" doc:"time of each of the two filters through which the up-vector follows the turn; 0: at once"`
	GlideSink float32 `key:"glide_sink" label:"Glide sink" unit:"m/s" range:"0,20" slider:"4" doc:"rate of descent beyond which a bird holds its wings open (H16)"`
}
