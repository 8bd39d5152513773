package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Cruise brings the speed back to the cruising speed (Heppner and Grenander, P9). If Gravity is not 0,
// boids also lose speed in a climb and gain speed in a dive (skein's own). Their acceleration along the
// unit heading h is -Gravity · g · h.y, where g = 9.81 m/s².
type Cruise struct {
	Speed float32 `key:"cruise_speed" label:"Cruise speed" group:"Speed" unit:"m/s" range:"0,50" slider:"20" varies:"" doc:"Speed to which a boid returns"`
	Rate  float32 `key:"cruise_rate" label:"Cruise rate" range:"0,1" slider:"0.3" doc:"Share of the difference from the cruise speed that a boid makes up per 1/30 s. 0 means off"`

	Gravity float32 `key:"gravity" with:"cruise_rate" label:"Gravity" range:"0,1" absent:"0" plane:"idle" doc:"Share of gravity that slows climbing boids and accelerates diving ones. If 0, climbing and diving do not change the speed"`
}

// About implements [flock.Rule].
func (r *Cruise) About() flock.About { return flock.About{Name: "cruise", Source: "P9"} }

// IsActive implements [flock.Rule].
func (r *Cruise) IsActive() bool { return r.Rate > 0 }

// Steer implements [flock.Rule].
func (r *Cruise) Steer(me *flock.Self) vec.Vec {
	pull := float32(r.pull() * me.Heading.Y)
	return me.Heading.Scale(float32(r.Rate*(r.Speed-me.Speed)) - pull)
}

func (r *Cruise) pull() float32 { return r.Gravity * (9.81 * accelToSteer) }

// Kernel implements [flock.Rule].
func (r *Cruise) Kernel(k *lanes.Kernels) lanes.Kernel { return k.Cruise }

// Terms implements [flock.Rule].
func (r *Cruise) Terms(t *lanes.Terms) {
	t.CruiseRate, t.CruiseSpeed, t.CruisePull = r.Rate, r.Speed, r.pull()
}
