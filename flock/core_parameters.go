package flock

import "skein/flock/view"

// Sight holds the parameters of a boid's perception of others (H1, P8, S4).
type Sight struct {
	Vision        float32            `key:"vision" label:"Vision radius" group:"Neighbourhood" unit:"m" range:"0.1,100" slider:"15" body:"" varies:"" doc:"Radius e of the vision sphere. It is about five times a boid's size (S3, H1)"`
	Neighbourhood view.Neighbourhood `key:"neighbourhood" label:"Neighbourhood" options:"sphere,nearest,radius_and_nearest,nearest_in_sight,radius_plus_nearest,everyone" doc:"Which boids count as neighbours. sphere: all within the vision radius. nearest: the N nearest. radius_and_nearest: all within the radius, and at least N. nearest_in_sight: at most N within the radius. radius_plus_nearest: all within the radius, and N more outside (S4). everyone: the whole flock (S0)"`
	Nearest       int                `key:"nearest" with:"neighbourhood=nearest,radius_and_nearest,nearest_in_sight,radius_plus_nearest" label:"Neighbour count" range:"1,100" slider:"20" doc:"Number N of nearest neighbours (S4: 7)"`
	FieldOfView   float32            `key:"field_of_view" label:"Field of view" unit:"°" range:"1,360" doc:"Angle of view, centred on the heading. For leadership, boids always look all around (S0, P8)"`

	LonelyCount int     `key:"lonely_count" label:"Lonely count" group:"Extra behaviour" range:"0,50" slider:"20" doc:"Number of visible boids below which a boid also looks for company farther away. 0 means off"`
	LonelyRange float32 `key:"lonely_range" label:"Lonely range" unit:"m" range:"0,100" slider:"30" body:"" with:"lonely_count" doc:"Distance up to which a lonely boid looks for company. It steers harder to more distant company. Beyond the vision radius, it steers as hard as at the vision radius"`
}

// Steers limits the sum of the steering forces of the social rules.
type Steers struct {
	SteerLimit float32 `key:"steer_limit" label:"Steer limit" group:"Steering" unit:"m/s" range:"0,20" slider:"3" doc:"Upper limit of the sum of the social steers per 1/30 s. 0 means no limit"`
}

// Speeds holds the limits of speed (H7).
type Speeds struct {
	MinSpeed float32 `key:"min_speed" label:"Lowest speed" group:"Speed" unit:"m/s" range:"0,50" slider:"15" doc:"Lower limit of a moving boid's speed (H7)"`
	MaxSpeed float32 `key:"max_speed" label:"Highest speed" unit:"m/s" range:"0.001,50" slider:"25" varies:"" doc:"Upper limit of the speed (S3: maximal speed, H7)"`
}

// Space holds the bounds of the world (P5).
//
// The bounds stand on the ground over the origin. x and z go from -BoundsSize/2 to BoundsSize/2, and y goes
// from 0 to BoundsSize.
type Space struct {
	Bounds       Bounds  `key:"bounds" label:"Bounds" group:"Place" options:"none,box,sphere,wrap" doc:"End of the world. none: no end. box, sphere: boids turn back. wrap: a box that wraps around. The box or sphere stands on the ground over the origin (S0, P5)"`
	BoundsSize   float32 `key:"bounds_size" with:"bounds" label:"Bounds size" unit:"m" range:"0,1000" slider:"200" doc:"Side of the box or diameter of the sphere. A world that wraps around must be more than twice as wide as boids see, and at most 990 m"`
	GroundMargin float32 `key:"ground_margin" label:"Ground margin" unit:"m" range:"0,50" slider:"10" plane:"idle" doc:"Height below which boids pull up. If 0, boids ignore the ground"`
}

// Flight holds the parameters of a bird's bank and wingbeat (H16, up-vector).
type Flight struct {
	Wingspan  float32 `key:"wingspan" label:"Wingspan" group:"Flight" unit:"m" range:"0.05,20" slider:"2" body:"" doc:"Wingspan b with which a bird is drawn. Some scenes draw birds larger than in nature, so that they can be seen from afar"`
	FlapRate  float32 `key:"flap_rate" label:"Flap rate" unit:"1/s" range:"0,30" slider:"12" doc:"Wingbeats per second. They differ slightly between birds (H16)"`
	BankTime  float32 `key:"bank_time" label:"Bank time" unit:"s" range:"0,5" slider:"2" doc:"Time constant of each of the two filters that smooth the bank in turns. If 0, boids bank at once"`
	GlideSink float32 `key:"glide_sink" label:"Glide sink rate" unit:"m/s" range:"0,20" slider:"4" doc:"Rate of descent above which a bird holds its wings open (H16)"`
}

// Falloff chooses the weight of a neighbour at distance d in the formula of separation.
type Falloff int

// The falloffs. Each falloff weights the vector away from the neighbour, or its unit vector.
const (
	Sum           Falloff = iota // the vector itself, S3 eq. 1
	Linear                       // unit vector × (1 - d/radius)
	Inverse                      // unit vector / d
	InverseSquare                // unit vector / d²
)

// Bounds chooses where the world ends.
type Bounds int

const (
	Unbounded  Bounds = iota
	SoftBox           // boids turn back near the sides of a box
	SoftSphere        // boids turn back near a sphere
	Wrap              // boids that leave on one side enter on the other
)
