package rules

import "skein/flock"

// Gather draws a boid to its nearest in view, the more the more it is exposed: the mean
// unit vector to them times
//
//	Gain · (Least + e),    e = min(1, 2·|m|)
//
// with m the mean unit vector to the 24 nearest, which is long at the flock's border. What
// of it lies along the course, level across it and up counts Ahead, Beside and Up times:
// flocks of starlings are flat. Whoever is inside is drawn outwards, by
//
//	-Outward · (1 - e) · m    up and down OutUp times that,
//
// which makes the border denser than the middle, as in the flocks of starlings that were
// measured (H. Hildenbrandt, C. Carere and C. Hemelrijk, "Self-organized aerial displays
// of thousands of starlings", Behav. Ecol. 21, 2010, eq. 7 to 9; the weights and the way
// outwards are skein's).
type Gather struct {
	Gain    float32 `key:"gather" label:"Gather" group:"Starlings" unit:"m/s²" range:"0,100" slider:"20" doc:"steer to the nearest in view, of one that is exposed (Hildenbrandt 2010, eq. 7); 0 switches it off"`
	Least   float32 `key:"gather_least" with:"gather" label:"Gather inside" range:"0,10" slider:"1" doc:"share of it that one feels who is not exposed"`
	Ahead   float32 `key:"gather_ahead" with:"gather" label:"Gather ahead" range:"0,20" slider:"5" doc:"weight of the way along the course"`
	Beside  float32 `key:"gather_beside" with:"gather" label:"Gather beside" range:"0,20" slider:"5" doc:"weight of the level way across the course"`
	Up      float32 `key:"gather_up" with:"gather" label:"Gather in height" range:"0,20" slider:"5" plane:"idle" doc:"weight of the way up and down: the more, the flatter is the flock"`
	Outward float32 `key:"outward" with:"gather" label:"Outward" unit:"m/s²" range:"0,200" slider:"50" doc:"steer outwards of those inside, over how exposed they are: it makes the border dense"`
	OutUp   float32 `key:"outward_up" with:"outward" label:"Outward in height" range:"0,1" plane:"idle" doc:"share of that up and down"`

	Nearest int `key:"interacting"`
}

// About says where it is from.
func (r *Gather) About() flock.About {
	return flock.About{Name: "gather", Source: "Hildenbrandt 2010", Social: true}
}

// On says whether there is a gain.
func (r *Gather) On() bool { return r.Gain > 0 }

// Mates are those by whom it tells how exposed it is.
func (r *Gather) Mates() int { return lookedAt(r.Nearest) }

// Steer is to the nearest in view.
func (r *Gather) Steer(me *flock.Self, mates []flock.Mate) flock.Vec {
	exposed, in := exposure(mates)
	to, count := flock.Vec{}, 0
	for m := range inView(mates, r.Nearest) {
		to = to.Add(m.To)
		count++
	}
	if count == 0 {
		return flock.Vec{}
	}
	gain := float32(r.Gain*(r.Least+exposed)) / float32(count)
	out := float32(r.Outward * (1 - exposed))
	in.Y = float32(in.Y * r.OutUp)
	return r.weighed(me, to.Scale(gain)).Sub(in.Scale(out)).Scale(perSteer)
}

// weighed is a vector with its parts along the boid's course and across it weighed.
func (r *Gather) weighed(me *flock.Self, v flock.Vec) flock.Vec {
	ahead := me.Heading
	level := flock.Vec{X: ahead.Z, Z: -ahead.X}.Unit()
	if level == (flock.Vec{}) {
		return v
	}
	up := ahead.Cross(level)
	return ahead.Scale(float32(v.Dot(ahead) * r.Ahead)).
		Add(level.Scale(float32(v.Dot(level) * r.Beside))).
		Add(up.Scale(float32(v.Dot(up) * r.Up)))
}
