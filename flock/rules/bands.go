package rules

import "skein/flock"

// Bands are the interaction of Heppner and Grenander: flockmates that are too close
// move apart, those further out move closer together, and the distant do not count
// (P9). A neighbour at the distance d, in the direction û, adds
//
//	-Repel·û·(1 - d/Near)            where d < Near
//	Attract·û·4t(1 - t)              where Near ≤ d < Far, t = (d - Near)/(Far - Near)
//	0                                beyond
//
// so that nothing jumps where a neighbour passes from one band to the next. Far is the
// vision radius. One in the same place has no direction, and counts for nothing.
type Bands struct {
	Repel   float32 `key:"band_repel" label:"Repulsion" group:"Steers" unit:"m/s" range:"0,20" slider:"4" doc:"steer away from a neighbour that is almost touched, per 1/30 s; it falls to 0 at the near distance (P9)"`
	Attract float32 `key:"band_attract" label:"Attraction" unit:"m/s" range:"0,5" slider:"0.5" doc:"steer to a neighbour half way between the near distance and the vision radius per 1/30 s, 0 at both and beyond (P9)"`
	Near    float32 `key:"band_near" label:"Near distance" unit:"m" range:"0,100" slider:"10" doc:"distance below which flockmates are too close and move apart (P9)"`
	Far     float32 `key:"vision"`
}

// About says where it is from.
func (r *Bands) About() flock.About {
	return flock.About{Name: "bands", Source: "P9", Social: true}
}

// On says whether either band steers.
func (r *Bands) On() bool { return r.Repel > 0 || r.Attract > 0 }

// Within is as far as the outer band.
func (r *Bands) Within() float32 { return flock.Most(r.Near, r.Far) }

// Each adds what a neighbour is in its band: to the first sum in the near one, to the
// second in the far one.
func (r *Bands) Each(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	d := flock.Sqrt(float32(other.Square))
	if d == 0 {
		return
	}
	if d < r.Near {
		sums[0].Add(other.Off.Scale((1 - d/r.Near) / d))
		return
	}
	if t := (d - r.Near) / (r.Far - r.Near); t < 1 {
		sums[1].Add(other.Off.Scale(float32(float32(4*t)*(1-t)) / d))
	}
}

// Steer weighs the two bands.
func (r *Bands) Steer(_ *flock.Self, sums *flock.Sums) flock.Vec {
	return sums[1].Sum().Scale(r.Attract).Sub(sums[0].Sum().Scale(r.Repel))
}
