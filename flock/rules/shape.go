package rules

import (
	"math"

	"skein/flock"
	"skein/flock/vec"
)

// Shape makes the flock keep its proportions. Let σ be the standard deviation of the flock along each of its
// two level axes and in height. Let q be σ divided by Long, Wide and 1 for these axes, and let q̄ be the mean
// of the three q. A boid at a distance of m metres from the flock's middle along an axis steers by
//
//	-(Gain·(q/q̄ - 1) + Damp·e)·m
//
// along that axis. e is the relative rate at which σ grows. The magnitude of the steering force is at most
// Most. If a turn has stretched or compressed the flock, it returns to the proportions Long : Wide : 1,
// whatever its direction and number of boids. Real flocks have 5.6 : 2.8 : 1 (M. Ballerini and others,
// "Empirical investigation of starling flocks", Animal Behaviour 76, 2008). The rule does not act on a flat
// flock. Real birds could not follow it, because they cannot perceive the shape of their flock from within.
type Shape struct {
	Gain float32 `key:"shape" label:"Shape" group:"Starlings" unit:"1/s²" range:"0,10" slider:"2" doc:"How strongly a boid steers towards the flock's middle where the flock is twice as long as desired, per metre of distance. 0 means off"`
	Damp float32 `key:"shape_damp" with:"shape" label:"Shape damping" unit:"1/s" range:"0,10" slider:"2" doc:"How strongly a boid steers against the flock's growth along an axis. The steering force is this value times the boid's distance from the flock's middle times the relative growth rate"`
	Wide float32 `key:"shape_wide" with:"shape" label:"Shape width" range:"1,20" slider:"6" doc:"Desired ratio of the flock's width to its thickness (Ballerini 2008: 2.8)"`
	Long float32 `key:"shape_long" with:"shape" label:"Shape length" range:"1,40" slider:"12" doc:"Desired ratio of the flock's length to its thickness (Ballerini 2008: 5.6)"`
	Most float32 `key:"shape_most" with:"shape" label:"Shape limit" unit:"m/s²" range:"0,100" slider:"20" doc:"Upper limit of the steering force that shapes the flock"`

	middle, along, across vec.Vec
	pull                  [3]float32 // pull along the long axis, along the short axis and in height, 1/s²
}

// About implements [flock.Rule].
func (r *Shape) About() flock.About {
	return flock.About{Name: "shape", Source: "skein"}
}

// IsActive implements [flock.Rule].
func (r *Shape) IsActive() bool { return r.Gain > 0 }

// Imposes returns the keys of the rows of the scorecard that this rule controls directly: the flock's
// length and width, and the direction of its thinnest axis, which the rule makes vertical.
func (r *Shape) Imposes() []string { return []string{"length", "width", "gravity"} }

// BeforeTick measures the shape of the flock and the rate at which it changes.
func (r *Shape) BeforeTick(_ *flock.Tick, all *flock.AllBoids) {
	r.pull = [3]float32{}
	if all.Len() == 0 {
		return
	}
	var level, grows spread
	var high, rises int64
	middle, course := all.Mean()
	for k := range all.Len() {
		off, vel := all.Pos(k).Sub(middle), all.Vel(k).Sub(course)
		level.add(off)
		grows.addRate(off, vel)
		y := toUnits(off.Y)
		high, rises = high+y*y, rises+2*y*toUnits(vel.Y)
	}
	long, wide, along := level.axes()
	if wide <= 0 || high == 0 {
		return
	}
	r.middle, r.along, r.across = middle, along, vec.Vec{X: -along.Z, Z: along.X}
	sizes := [3]float64{long, wide, float64(high)}
	rates := [3]float64{grows.along(r.along), grows.along(r.across), float64(rises)}
	wanted := [3]float64{float64(r.Long), float64(r.Wide), 1}
	var q [3]float64
	for k := range q {
		q[k] = math.Sqrt(sizes[k]) / wanted[k]
	}
	mean := (q[0] + q[1] + q[2]) / 3
	for k := range q {
		off, rate := float32(q[k]/mean-1), float32(rates[k]/sizes[k]/2)
		r.pull[k] = float32(r.Gain*off) + float32(r.Damp*rate)
	}
}

// Steer implements [flock.Rule].
func (r *Shape) Steer(me *flock.Self) vec.Vec {
	off := me.Pos.Sub(r.middle)
	a := r.along.Scale(float32(off.Dot(r.along) * r.pull[0])).Add(r.across.Scale(float32(off.Dot(r.across) * r.pull[1])))
	a.Y += float32(off.Y * r.pull[2])
	if l := a.Length(); l > r.Most {
		a = a.Scale(r.Most / l)
	}
	return a.Scale(-accelToSteer)
}
