package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Bands is the interaction of Heppner and Grenander (P9). Flockmates that are too close move apart.
// Flockmates further away move closer together. Distant flockmates have no influence. A neighbour at
// distance d, in direction û, adds
//
//	-Repel·û·(1 - d/Near)            where d < Near
//	Attract·û·4t(1 - t)              where Near ≤ d < Far, t = (d - Near)/(Far - Near)
//	0                                beyond
//
// so that the steering force is continuous between the bands. Far is the vision radius. A neighbour at the
// same place has no direction and adds nothing.
type Bands struct {
	Repel   float32 `key:"band_repel" label:"Repulsion" group:"Steering" unit:"m/s" range:"0,20" slider:"4" doc:"How strongly a boid steers away from a neighbour very close to it, per 1/30 s. The strength falls to 0 at the near distance (P9)"`
	Attract float32 `key:"band_attract" label:"Attraction" unit:"m/s" range:"0,5" slider:"0.5" doc:"How strongly a boid steers towards a neighbour halfway between the near distance and the vision radius, per 1/30 s. The strength falls to 0 at both (P9)"`
	Near    float32 `key:"band_near" label:"Near distance" unit:"m" range:"0,100" slider:"10" body:"" doc:"Distance below which flockmates are too close and move apart (P9)"`
	Far     float32 `key:"vision"`
}

// About implements [flock.Rule].
func (r *Bands) About() flock.About {
	return flock.About{Name: "bands", Source: "P9", Social: true}
}

// IsActive implements [flock.Rule].
func (r *Bands) IsActive() bool { return r.Repel > 0 || r.Attract > 0 }

// SightRange implements [flock.Rule].
func (r *Bands) SightRange() float32 { return vec.Max(r.Near, r.Far) }

// AddNeighbour adds a neighbour in the near band to the first sum, and a neighbour in the far band to the
// second sum.
func (r *Bands) AddNeighbour(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	d := vec.Sqrt(float32(other.Square))
	if d == 0 {
		return
	}
	if d < r.Near {
		sums[0].Add(other.Offset.Scale((1 - d/r.Near) / d))
		return
	}
	if t := (d - r.Near) / (r.Far - r.Near); t < 1 {
		sums[1].Add(other.Offset.Scale(float32(float32(4*t)*(1-t)) / d))
	}
}

// Steer implements [flock.Rule].
func (r *Bands) Steer(_ *flock.Self, sums *flock.Sums) vec.Vec {
	return sums[1].Sum().Scale(r.Attract).Sub(sums[0].Sum().Scale(r.Repel))
}

// NeighbourKernel implements [flock.Rule].
func (r *Bands) NeighbourKernel(k *lanes.Kernels) lanes.PairKernel { return k.Bands }

// Terms implements [flock.Rule].
func (r *Bands) Terms(t *lanes.Terms) {
	t.BandsWithin2, t.BandNear, t.BandWidth = flock.SquareRange(r.SightRange()), r.Near, r.Far-r.Near
	t.BandRepel, t.BandAttract = r.Repel, r.Attract
}

// SumsKernel implements [flock.Rule].
func (r *Bands) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerBands }
