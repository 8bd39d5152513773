package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
)

// Cruise brings the speed back to the cruising speed (Heppner and Grenander, P9).
type Cruise struct {
	Speed float32 `key:"cruise_speed" label:"Cruise speed" group:"Speed" unit:"m/s" range:"0,50" slider:"20" doc:"speed that a boid returns to"`
	Rate  float32 `key:"cruise_rate" label:"Cruise rate" range:"0,1" slider:"0.3" doc:"share of the difference to the cruise speed regained per 1/30 s; 0 switches it off"`
}

// About says where it is from.
func (r *Cruise) About() flock.About { return flock.About{Name: "cruise", Source: "P9"} }

// On says whether there is a rate.
func (r *Cruise) On() bool { return r.Rate > 0 }

// Steer is along the heading.
func (r *Cruise) Steer(me *flock.Self) flock.Vec {
	return me.Heading.Scale(float32(r.Rate * (r.Speed - me.Speed)))
}

// Kernel does the same.
func (r *Cruise) Kernel(k *lanes.Kernels) lanes.Kernel { return k.Cruise }

// Terms gives the kernel its numbers.
func (r *Cruise) Terms(t *lanes.Terms) { t.CruiseRate, t.CruiseSpeed = r.Rate, r.Speed }
