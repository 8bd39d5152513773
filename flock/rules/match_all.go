package rules

import "skein/flock"

// MatchAll is the third conduct of the birds of S0: a share of the way to the mean
// velocity of the others (P3).
type MatchAll struct {
	Multiplier float32 `key:"m3" label:"Match m3" group:"Steers" range:"-10,10" doc:"multiplier of the steer to the perceived velocity; negative oscillates (P3, P7)"`
	Share      float32 `key:"velocity_share" label:"Share to the velocity" range:"0,1" slider:"0.5" doc:"share of the difference to the perceived velocity (P3: 1/4)"`
}

// About says where it is from.
func (r *MatchAll) About() flock.About {
	return flock.About{Name: "match all", Source: "P3", Social: true}
}

// On says whether there is a multiplier and a share.
func (r *MatchAll) On() bool { return r.Multiplier != 0 && r.Share > 0 }

// Steer is to the mean velocity of the neighbourhood.
func (r *MatchAll) Steer(_ *flock.Self, seen *flock.Seen) flock.Vec {
	return seen.Velocity.Scale(float32(r.Multiplier * r.Share))
}
