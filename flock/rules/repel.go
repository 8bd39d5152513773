package rules

import "skein/flock"

// Repel steers away from those nearer than the desired separation: the mean of the
// unit vectors from them, each over its distance (S1). Those in the same place push
// nobody.
type Repel struct {
	Weight float32 `key:"separation_weight" label:"Separation weight" group:"Steers" range:"0,10" slider:"5" doc:"weight of the steer away from those nearer than the desired separation (S1: SEPARATION_WEIGHT)"`
	Radius float32 `key:"desired_separation" label:"Desired separation" unit:"m" range:"0,100" slider:"50" doc:"distance below which others are kept off (S1: DESIRED_SEPARATION)"`
}

// About says where it is from.
func (r *Repel) About() flock.About {
	return flock.About{Name: "repel", Source: "S1", Social: true}
}

// On says whether there is a weight.
func (r *Repel) On() bool { return r.Weight > 0 }

// Within is the desired separation.
func (r *Repel) Within() float32 { return r.Radius }

// Each adds the unit vector from a neighbour over its distance.
func (r *Repel) Each(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	if other.Square > 0 {
		sums[0].Add(other.Off.Scale(float32(-1 / other.Square)))
	}
}

// Steer is their mean times the weight.
func (r *Repel) Steer(_ *flock.Self, sums *flock.Sums) flock.Vec {
	return sums[0].Mean().Scale(r.Weight)
}
