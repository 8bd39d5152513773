package rules

import "skein/flock"

// Avoid steers away from those in the protected range, by the sum of the vectors
// from them (S2).
type Avoid struct {
	Factor    float32 `key:"avoid_factor" label:"Avoid factor" group:"Steers" range:"0,1" slider:"0.2" doc:"gain of the steer away from those in the protected range (S2: avoidfactor)"`
	Protected float32 `key:"protected_range" label:"Protected range" unit:"m" range:"0,100" slider:"20" doc:"distance below which others are kept off; they are then neither matched nor followed (S2: protectedRange)"`
	Visual    float32 `key:"vision"`
}

// About says where it is from.
func (r *Avoid) About() flock.About {
	return flock.About{Name: "avoid", Source: "S2", Social: true}
}

// On says whether there is a gain.
func (r *Avoid) On() bool { return r.Factor > 0 }

// Within is the protected range.
func (r *Avoid) Within() float32 { return r.Protected }

// Each adds up the vectors from those in range. Whoever differs by the visual range
// along an axis is not looked at.
func (r *Avoid) Each(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	off := other.Off
	if most := flock.Most(flock.Most(abs(off.X), abs(off.Y)), abs(off.Z)); most < r.Visual {
		sums[0].Add(off.Neg())
	}
}

// Steer is their sum times the factor.
func (r *Avoid) Steer(_ *flock.Self, sums *flock.Sums) flock.Vec {
	return sums[0].Sum().Scale(r.Factor)
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}
