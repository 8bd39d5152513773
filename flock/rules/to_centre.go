package rules

import "skein/flock"

// ToCentre is the first conduct of the birds of S0: a hundredth of the way to the
// centre of the others, times a multiplier that scatters the flock where it is
// negative (P1, P7).
type ToCentre struct {
	Multiplier float32 `key:"m1" label:"To the centre m1" group:"Steers" range:"-10,10" doc:"multiplier of the steer to the perceived centre; negative scatters the flock (P1, P7)"`
	Share      float32 `key:"centre_share" label:"Share to the centre" range:"0,1" slider:"0.1" doc:"share of the way to the perceived centre (P1: 1/100)"`
}

// About says where it is from.
func (r *ToCentre) About() flock.About {
	return flock.About{Name: "to the centre", Source: "P1", Social: true}
}

// On says whether there is a multiplier and a share.
func (r *ToCentre) On() bool { return r.Multiplier != 0 && r.Share > 0 }

// Steer is to the mean place of the neighbourhood.
func (r *ToCentre) Steer(_ *flock.Self, seen *flock.Seen) flock.Vec {
	return seen.Centre.Scale(float32(r.Multiplier * r.Share))
}
