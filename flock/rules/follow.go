package rules

import "skein/flock"

// Follow steers to the middle of those that the flock follows and that are in range:
//
//	Gain · U(mean of p_j - p_i)
type Follow struct {
	Gain  float32 `key:"follow" label:"Follow" group:"Other species" unit:"m/s" range:"0,20" slider:"3" doc:"steer to the middle of those that the flock follows per 1/30 s; 0 switches it off"`
	Range float32 `key:"follow_range" label:"Follow range" unit:"m" range:"0,1500" slider:"200" with:"follow" doc:"distance below which they are followed"`
}

// About says where it is from.
func (r *Follow) About() flock.About { return flock.About{Name: "follow", Source: "skein's own"} }

// On says whether there is a gain.
func (r *Follow) On() bool { return r.Gain > 0 }

// Regards those that the flock follows.
func (r *Follow) Regards() flock.Regard { return flock.Followed }

// Within is the range.
func (r *Follow) Within() float32 { return r.Range }

// Each adds up where they are.
func (r *Follow) Each(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(other.Off)
}

// Steer is to their middle.
func (r *Follow) Steer(_ *flock.Self, sums *flock.Sums) flock.Vec {
	return sums[0].Mean().Unit().Scale(r.Gain)
}
