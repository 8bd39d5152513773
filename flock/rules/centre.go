package rules

import "skein/flock"

// Centre steers to the centre of those seen beyond the protected range (S2).
type Centre struct {
	Factor    float32 `key:"centering_factor" label:"Centering factor" group:"Steers" range:"0,1" slider:"0.005" doc:"gain of the steer to the centre of those seen beyond the protected range (S2: centeringfactor)"`
	Protected float32 `key:"protected_range"`
	Visual    float32 `key:"vision"`
}

// About says where it is from.
func (r *Centre) About() flock.About {
	return flock.About{Name: "centre", Source: "S2", Social: true}
}

// On says whether there is a gain.
func (r *Centre) On() bool { return r.Factor > 0 }

// Within is the visual range.
func (r *Centre) Within() float32 { return r.Visual }

// Each adds up where they are.
func (r *Centre) Each(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	if beyond(other, r.Protected) {
		sums[0].Add(other.Off)
	}
}

// Steer is to the mean.
func (r *Centre) Steer(_ *flock.Self, sums *flock.Sums) flock.Vec {
	return sums[0].Mean().Scale(r.Factor)
}

// beyond says whether a neighbour is no nearer than a distance.
func beyond(other *flock.Neighbour, distance float32) bool {
	return other.Square >= float64(distance)*float64(distance)
}
