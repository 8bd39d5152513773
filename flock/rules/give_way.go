package rules

import "skein/flock"

// GiveWay steers clear of those that the flock notices, so that flocks pass each other:
//
//	Gain · Σ d̂ · (1 - d/Range)
//
// over those nearer than Range, with d the vector from one of them.
type GiveWay struct {
	Gain  float32 `key:"give_way" label:"Give way" group:"Other species" unit:"m/s" range:"0,20" slider:"3" doc:"steer clear of each that the flock notices per 1/30 s; 0 switches it off"`
	Range float32 `key:"give_way_range" label:"Give way range" unit:"m" range:"0,500" slider:"20" with:"give_way" doc:"distance below which they are kept clear of"`
}

// About says where it is from.
func (r *GiveWay) About() flock.About { return flock.About{Name: "give way", Source: "skein's own"} }

// On says whether there is a gain.
func (r *GiveWay) On() bool { return r.Gain > 0 }

// Regards those that the flock notices.
func (r *GiveWay) Regards() flock.Regard { return flock.Noticed }

// Within is the range.
func (r *GiveWay) Within() float32 { return r.Range }

// Each adds up the ways from them.
func (r *GiveWay) Each(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(receding(other.Off, r.Range))
}

// Steer is along their sum.
func (r *GiveWay) Steer(_ *flock.Self, sums *flock.Sums) flock.Vec {
	return sums[0].Sum().Scale(r.Gain)
}
