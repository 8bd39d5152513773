package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Gather pulls a boid towards its nearest flockmates in view, more strongly the more the boid is exposed.
// The steer is the mean vector to these flockmates, times
//
//	Gain · (Least + e),    e = min(1, 2·|m|)
//
// where m is the mean unit vector to the 24 nearest, which is long at the flock's border. The steer's parts
// along the course, level across it and upwards are weighted by Ahead, Beside and Up, because flocks of
// starlings are flat. A boid inside the flock also steers outwards, by
//
//	-Outward · (1 - e) · m · min(4, Spacing/d)³    times OutUp in height,
//
// where d is the mean distance of the 24 nearest. This steer makes the border denser than the middle, as in
// real flocks of starlings. It grows with the density, which is proportional to d⁻³. So it limits the
// density without making all neighbours equally distant. If Spacing is 0, the factor is 1 (H. Hildenbrandt,
// C. Carere and C. Hemelrijk, "Self-organized aerial displays of thousands of starlings", Behav. Ecol. 21,
// 2010, eq. 7 to 9; the weights and the outward steer are skein's own).
type Gather struct {
	Gain    float32 `key:"gather" label:"Gathering" group:"Starlings" unit:"m/s²" range:"0,100" slider:"20" doc:"How strongly an exposed boid steers towards its nearest neighbours in view (Hildenbrandt 2010, eq. 7); 0 switches this off"`
	Least   float32 `key:"gather_least" with:"gather" label:"Gathering inside" range:"0,10" slider:"1" doc:"Share of the steer for a boid that is not exposed"`
	Ahead   float32 `key:"gather_ahead" with:"gather" label:"Gathering ahead" range:"0,20" slider:"5" doc:"Weight of the part of the steer along the course"`
	Beside  float32 `key:"gather_beside" with:"gather" label:"Gathering beside" range:"0,20" slider:"5" doc:"Weight of the part of the steer to the left or right"`
	Up      float32 `key:"gather_up" with:"gather" label:"Gathering in height" range:"0,20" slider:"5" plane:"idle" doc:"Weight of the part of the steer up or down; higher values make the flock flatter"`
	Outward float32 `key:"outward" with:"gather" label:"Outward steer" unit:"m/s²" range:"0,200" slider:"50" doc:"Outward steer of boids inside the flock; it makes the border dense"`
	OutUp   float32 `key:"outward_up" with:"outward" label:"Outward in height" range:"0,1" plane:"idle" doc:"Share of the vertical part of the outward steer that acts on the boid"`

	Spacing float32 `key:"outward_spacing" with:"outward" label:"Outward spacing" unit:"m" range:"0,20" slider:"4" absent:"0" doc:"Mean distance to the 24 nearest boids at which the outward steer has its nominal strength; the steer grows with the density. 0: the steer does not depend on the density"`

	Nearest int `key:"interacting"`
}

// About returns the name and the source of the rule.
func (r *Gather) About() flock.About {
	return flock.About{Name: "gather", Source: "Hildenbrandt 2010", Social: true}
}

// IsActive reports whether the rule has a gain.
func (r *Gather) IsActive() bool { return r.Gain > 0 }

// Mates returns the number of nearest flockmates that are searched for flockmates in view. They
// also determine how exposed a boid is.
func (r *Gather) Mates() int { return matesToSearch(r.Nearest) }

// Steer returns a steer towards the nearest flockmates in view.
func (r *Gather) Steer(me *flock.Self, mates []flock.Mate) vec.Vec {
	exposed, in := exposure(mates)
	to, weight := vec.Vec{}, float32(0)
	for m := range inView(mates, r.Nearest) {
		to = to.Add(m.To.Scale(m.Weight))
		weight += m.Weight
	}
	if weight == 0 {
		return vec.Vec{}
	}
	gain := float32(r.Gain*(r.Least+exposed)) / weight
	out := float32(r.Outward*(1-exposed)) * r.crowding(mates)
	in.Y = float32(in.Y * r.OutUp)
	return r.weigh(me, to.Scale(gain)).Sub(in.Scale(out)).Scale(accelToSteer)
}

// crowding returns min(4, Spacing/d)³, where d is the mean distance of the 24 nearest flockmates. It
// returns 1 if Spacing is 0.
func (r *Gather) crowding(mates []flock.Mate) float32 {
	if r.Spacing == 0 {
		return 1
	}
	sum, count := float32(0), min(len(mates), exposureMates)
	for k := range mates[:count] {
		sum += mates[k].Apart
	}
	ratio := vec.Min(4, float32(float32(count)*r.Spacing)/sum)
	return float32(float32(ratio*ratio) * ratio)
}

// weigh multiplies the parts of a vector along the boid's course, beside it and above it by Ahead, Beside
// and Up.
func (r *Gather) weigh(me *flock.Self, v vec.Vec) vec.Vec {
	ahead := me.Heading
	level := vec.Vec{X: ahead.Z, Z: -ahead.X}.Unit()
	if level == (vec.Vec{}) {
		return v
	}
	up := ahead.Cross(level)
	return ahead.Scale(float32(v.Dot(ahead) * r.Ahead)).
		Add(level.Scale(float32(v.Dot(level) * r.Beside))).
		Add(up.Scale(float32(v.Dot(up) * r.Up)))
}

// MateKernels returns kernels that compute the same steer, bit for bit.
func (r *Gather) MateKernels(k *lanes.Kernels) lanes.MateKernels {
	all := k.Gather
	all.FirstFew = exposureMates
	return all
}

// Terms passes the rule's numbers to the kernels.
func (r *Gather) Terms(t *lanes.Terms) {
	t.Interacting, t.Exposing = float32(r.Nearest), vec.Max(1, vec.Min(t.Mates, exposureMates))
	t.GatherGain, t.GatherLeast, t.GatherOutward, t.GatherOutUp, t.GatherSpacing = r.Gain, r.Least, r.Outward, r.OutUp, r.Spacing
	t.GatherAhead, t.GatherBeside, t.GatherUp = r.Ahead, r.Beside, r.Up
}
