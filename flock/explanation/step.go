// Package explanation says why a boid does what it does in its next step. Package flock fills in the values,
// and this package puts them into sentences.
package explanation

import (
	"skein/flock/lead"
	"skein/flock/vec"
)

// Step lists everything that contributes to a boid's next step, recomputed rule by rule from the state in a
// tick. Steering forces are changes of velocity in m/s per 1/30 s, or per step in a model that counts in
// steps. Velocities are through the air, m/s.
type Step struct {
	Tick     int64 `json:"tick"`
	TickRate int   `json:"tick_rate"`
	Boid     int   `json:"boid"`
	Flock    int   `json:"flock"` // index of the boid's flock, from 0
	PerStep  bool  `json:"per_step,omitempty"`

	Pos   vec.Vec `json:"pos"`   // position, m
	Vel   vec.Vec `json:"vel"`   // velocity, m/s
	Speed float32 `json:"speed"` // speed, m/s

	Vision     float32 `json:"vision"`     // radius of the boid's vision sphere, m
	Protected  float32 `json:"protected"`  // radius within which others push the boid away, m; 0 if no rule separates boids
	View       float32 `json:"view"`       // width of the boid's field of view, degrees
	Visible    int     `json:"visible"`    // number of boids in the vision sphere (m in S3)
	Middle     vec.Vec `json:"middle"`     // mean position of the visible boids relative to the boid, m (k in S3)
	Neighbours []int   `json:"neighbours"` // ids of the neighbours, which are the boids that affect the steering
	Reach      float32 `json:"reach"`      // distance within which the boid looks for neighbours, m
	Weight     float32 `json:"weight"`     // sum of the neighbours' weights, which are larger for leaders
	Centre     vec.Vec `json:"centre"`     // mean position of the neighbours relative to the boid, m
	Course     vec.Vec `json:"course"`     // mean velocity of the neighbours relative to the boid

	Steers  []Steer  `json:"steers"`          // steering forces of the active rules, in order, and then of the engine
	Social  vec.Vec  `json:"social"`          // sum of the steering forces of the social rules
	Limit   float32  `json:"limit,omitempty"` // limit of Social, or 0
	Limited vec.Vec  `json:"limited"`         // Social after applying the limit
	Sum     vec.Vec  `json:"sum"`             // sum of all steering forces, with Limited instead of Social
	Gain    float32  `json:"gain"`            // factor with which the tick adds Sum to the velocity
	Slowest float32  `json:"slowest"`         // limits of speed in this tick, m/s
	Fastest float32  `json:"fastest"`
	Next    vec.Vec  `json:"next"`             // velocity after the tick
	To      vec.Vec  `json:"to"`               // position after the tick, m
	Movers  []string `json:"movers,omitempty"` // rules that changed the boid's velocity or position directly, such as hunt
	Moves   []Steer  `json:"moves,omitempty"`  // what each of the Movers added to the velocity, as a steering force
	Moved   bool     `json:"moved,omitempty"`  // whether something other than a rule moved the boid, such as a perch, the ground, an obstacle, the wind or an edge
	Traces  []Trace  `json:"traces,omitempty"` // values of the parts of the rules that are written as formulas

	Decision lead.Decision `json:"decision"`
	Hunt     *Pursuit      `json:"hunt,omitempty"` // what the boid does as a hunter; nil if it is not a hunter
}

// Steer is the contribution of a rule or of the engine to the steering. The engine adds the change of
// leadership and the turn at the edge of the world.
type Steer struct {
	Rule   string  `json:"rule"`
	Source string  `json:"source,omitempty"`
	Social bool    `json:"social,omitempty"`
	Steer  vec.Vec `json:"steer"`
}
