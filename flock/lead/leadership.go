// Package lead has the change of leadership of Hartman and Beneš (S3): its parameters, the shapes of
// an escape, and the values that decide whether a boid takes the lead.
//
// A boid that does not lead decides 30 times a second whether it takes the lead. It leaves if it passes all
// of these tests:
//
//   - Its eccentricity x is at least EccentricityFloor. x is the distance to the mean position of the boids
//     in its vision sphere, divided by the vision radius (H8).
//   - It is at the front of the flock: -k̂·v̂ is greater than FrontFloor, where k̂ is the direction to this
//     mean position and v̂ is the boid's heading. A boid that is slower than SlowSpeed passes too. The
//     algorithm as printed in S3 lacks this test (H9).
//   - X·x is greater than a random draw, where X is Influence. With PrintedTrigger, x is at least X
//     times the draw instead. This is step 4 of the algorithm in S3 (H10, H11).
//   - The decision is a chance to lead, which matters only in a flock of more than Crowd boids.
package lead

import "skein/flock/param"

// Leadership holds the parameters of the change of leadership, in which leaders escape along a curve (S3, H8
// to H14).
type Leadership struct {
	Influence         float32     `key:"leadership" label:"Leadership X" group:"Leadership" range:"0,1" absent:"0" doc:"Influence X of the eccentricity. 0 gives exactly Reynolds' model. High values break the flock apart (S3, H10)"`
	Trigger           Trigger     `key:"trigger" label:"Trigger" options:"meant,printed" doc:"Step 4 of S3. meant: a boid leads if X·x > draw, as the text describes. printed: as the step is printed, X = 0 makes every boid a leader (H10)"`
	DrawSigma         float32     `key:"draw_sigma" label:"Draw spread" range:"0.01,0.5" slider:"0.3" doc:"Spread of GaussRand01, a normal distribution around 1/2 that is truncated to (0, 1) (H11)"`
	EccentricityFloor float32     `key:"eccentricity_floor" label:"Eccentricity floor" range:"0,1" doc:"Boids with a lower eccentricity never escape (H8)"`
	Crowd             int         `key:"leadership_crowd" label:"Leadership crowd" range:"0,1000000" slider:"10000" absent:"0" doc:"Number of boids up to which every decision is a chance to lead. In a flock n times as large, one in n^1.5 decisions is a chance. This keeps large flocks from tearing apart. 0 means no limit"`
	FrontTest         bool        `key:"front_test" label:"Front test" doc:"Only boids at the front of the flock escape (S3, H9)"`
	FrontFloor        float32     `key:"front_floor" with:"front_test" label:"Front floor" range:"-1,1" doc:"Smallest cosine -k̂·v̂ that passes the front test (S3: 0, H9)"`
	SlowSpeed         float32     `key:"slow_speed" with:"front_test" label:"Slow speed" unit:"m/s" range:"0,20" slider:"3" doc:"A boid that is slower than this always passes the front test (H9)"`
	EscapeSeconds     float32     `key:"escape_seconds" label:"Escape length" unit:"s" range:"0.1,20" slider:"8" doc:"Length of an escape (S3 figure 2: about 3 s, H13)"`
	EscapeStrength    float32     `key:"escape_strength" label:"Escape strength" range:"0,1" slider:"0.3" doc:"Peak of the escape curve per 1/30 s, as a share of the scaling speed (H13)"`
	EscapeShape       Shape       `key:"escape_shape" label:"Escape shape" options:"smooth,triangle,parabola,custom" doc:"Shape of the escape curve (H13)"`
	EscapePoints      param.Curve `key:"escape_points" label:"Escape curve" doc:"2 to 8 points of a custom curve: [time, gain], as shares of the escape's length and strength. Without points, the curve is smooth (H13)"`
	EscapeScaling     Scaling     `key:"escape_scaling" label:"Escape scaling" options:"departure,current" doc:"Speed that scales the escape curve: the speed on departure or the current speed. It is at least the cruise speed (H13)"`
	EscapeSpeed       float32     `key:"escape_speed" label:"Escape speed" range:"1,3" doc:"Factor on the highest speed during an escape. It returns to 1 over the last third (H13)"`

	Salience      float32 `key:"salience" label:"Salience" group:"Extra behaviour" range:"1,100" slider:"30" doc:"Weight of a leader in other boids' cohesion and alignment. If 1, a leader counts like any other boid (H14)"`
	SalienceRange float32 `key:"salience_range" label:"Salience range" unit:"m" range:"0,100" slider:"20" body:"" doc:"Distance below which boids see a leader. It is at least the vision radius (H14)"`

	CruiseSpeed float32 `key:"cruise_speed" optional:"" varies:""` // m/s; 0 in a model that has no cruise speed
}

// None returns the values of Hartman and Beneš (S3) with an influence of 0, for a model in which no
// boid leads.
func None() Leadership {
	return Leadership{
		DrawSigma: 0.1, FrontTest: true, SlowSpeed: 0.5,
		EscapeSeconds: 3, EscapeStrength: 0.09, EscapePoints: Smooth.Curve(), EscapeSpeed: 1,
		Salience: 1,
	}
}

// IsActive reports whether boids can take the lead. With PrintedTrigger, every boid leads (H10).
func (l *Leadership) IsActive() bool { return l.Influence > 0 || l.Trigger == PrintedTrigger }

// Trigger selects one of two readings of step 4 of S3: the meaning of the text, or the printed form (H10).
type Trigger int

// Readings of step 4.
const (
	IntendedTrigger Trigger = iota // a boid leads if X·x > draw
	PrintedTrigger                 // a boid leads unless x < X·draw
)

// Shape is a preset of the escape curve, or Custom (H13).
type Shape int

// The presets are zero at both ends and have a peak of 1.
const (
	Smooth   Shape = iota // asymmetric curve with its peak at a fifth
	Triangle              // peak at a quarter
	Parabola              // peak in the middle
	Custom                // a monotone cubic curve through EscapePoints
)

// Scaling selects the speed that multiplies the escape curve.
type Scaling int

// Readings of "correlated with the actual velocity" (S3, H13).
const (
	Departure Scaling = iota // max(speed on leaving, cruise speed)
	Current                  // max(current speed, cruise speed)
)
