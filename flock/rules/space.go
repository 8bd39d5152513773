package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Space keeps a boid at a distance from its nearest flockmates in all directions. Let u be the unit vector
// to a flockmate, d its distance, and n the number of these flockmates. The steering force is
//
//	-Gain · Σ u·f(d') / n    with f(d') = exp(-((d' - Core)/Width)²) if d' > Core, otherwise 1
//
// minus Push·(1 - d'/Reach)·u for each flockmate with d' below Reach. The source is eq. 5 of H.
// Hildenbrandt, C. Carere and C. Hemelrijk, "Self-organized aerial displays of thousands of starlings",
// Behav. Ecol. 21, 2010.
//
// The distance d' is skein's own. It is d, but with the part of the vector along the boid's course divided
// by a stretch. For the nearest First flockmates, the stretch is Stretch, and the vertical part is
// multiplied by Flat. So these flockmates act from a greater distance ahead and behind, and from a smaller
// distance above and below. The nearest flockmate is then seldom ahead or behind.
//
// For all other flockmates, the stretch is Others, which is below 1. Without it, too many boids would be
// ahead and behind at the distance of the seventh flockmate. Real starlings at this distance are equally
// frequent in all directions (M. Ballerini and others, "Interaction ruling animal collective behavior
// depends on topological rather than metric distance", PNAS 105, 2008).
type Space struct {
	Gain    float32 `key:"space" label:"Spacing" group:"Starlings" unit:"m/s²" range:"0,100" slider:"30" varies:"" doc:"Largest steering force away from the nearest birds (Hildenbrandt 2010, eq. 5). 0 means off"`
	Nearest int     `key:"interacting" label:"Interaction count" range:"1,48" slider:"20" doc:"Number of nearest birds with which a starling interacts (Ballerini 2008: 7)"`
	Core    float32 `key:"space_core" with:"space" label:"Spacing core" unit:"m" range:"0,10" slider:"2" body:"" doc:"Distance below which the spacing force has its full strength"`
	Width   float32 `key:"space_width" with:"space" label:"Spacing width" unit:"m" range:"0.05,20" slider:"4" body:"" doc:"Distance over which the spacing force fades beyond the core"`
	First   int     `key:"space_first" with:"space" label:"Spacing count" range:"0,48" slider:"7" doc:"Number of nearest birds to which Spacing stretch and Spacing flatness apply"`
	Stretch float32 `key:"space_stretch" with:"space" label:"Spacing stretch" range:"0.2,5" slider:"2" doc:"Distance kept from the nearest birds ahead and behind, divided by the distance kept from those beside"`
	Flat    float32 `key:"space_flat" with:"space" label:"Spacing flatness" range:"0.2,5" slider:"2" doc:"Distance kept from the nearest birds beside, divided by the distance kept from those above and below"`
	Others  float32 `key:"space_others" with:"space" label:"Spacing of others" range:"0.2,5" slider:"2" doc:"Like Spacing stretch, but for birds beyond the spacing count"`
	Push    float32 `key:"space_push" with:"space" label:"Spacing push" unit:"m/s²" range:"0,1000" slider:"200" doc:"Largest steering force away from each bird that is nearly in contact"`
	Reach   float32 `key:"space_reach" with:"space" label:"Push range" unit:"m" range:"0,5" slider:"1" body:"" doc:"Distance below which birds push each other"`
}

// About implements [flock.Rule].
func (r *Space) About() flock.About {
	return flock.About{Name: "space", Source: "Hildenbrandt 2010", Social: true}
}

// IsActive implements [flock.Rule].
func (r *Space) IsActive() bool { return r.Gain > 0 }

// Mates implements [flock.Rule].
func (r *Space) Mates() int { return r.Nearest }

// Steer implements [flock.Rule].
func (r *Space) Steer(me *flock.Self, mates []flock.Mate) vec.Vec {
	var away, push vec.Vec
	count := 0
	for k := range mates[:min(len(mates), r.Nearest)] {
		m := &mates[k]
		d := r.distance(me, m, k)
		away = away.Sub(m.Direction.Scale(r.strength(d)))
		if d < r.Reach {
			push = push.Sub(m.Direction.Scale(1 - d/r.Reach))
		}
		count++
	}
	if count == 0 {
		return vec.Vec{}
	}
	return away.Scale(float32(r.Gain*accelToSteer) / float32(count)).Add(push.Scale(float32(r.Push * accelToSteer)))
}

// distance returns d' of the k-th nearest mate, from 0.
func (r *Space) distance(me *flock.Self, m *flock.Mate, k int) float32 {
	stretch, flat := r.Stretch, r.Flat
	if k >= r.First {
		stretch, flat = r.Others, 1
	}
	along := m.Direction.Dot(me.Heading)
	ahead := float32(along * along)
	up := m.Direction.Y - float32(along*me.Heading.Y)
	high := float32(up * up)
	beside := vec.Max(0, 1-ahead-high)
	return float32(m.Distance * vec.Sqrt(beside+ahead/float32(stretch*stretch)+float32(high*float32(flat*flat))))
}

func (r *Space) strength(d float32) float32 {
	if d <= r.Core {
		return 1
	}
	x := (d - r.Core) / r.Width
	return expNeg(float32(x * x))
}

// MateKernels implements [flock.Rule].
func (r *Space) MateKernels(k *lanes.Kernels) lanes.MateKernels {
	all := k.Space
	all.FirstFew = r.First
	return all
}

// Terms implements [flock.Rule].
func (r *Space) Terms(t *lanes.Terms) {
	t.SpaceStretch2, t.SpaceFlat2, t.SpaceOthers2 = float32(r.Stretch*r.Stretch), float32(r.Flat*r.Flat), float32(r.Others*r.Others)
	t.SpaceCore, t.SpaceWidth, t.SpaceReach = r.Core, r.Width, r.Reach
	t.SpaceGain = float32(r.Gain*accelToSteer) / vec.Min(float32(r.Nearest), t.Mates)
	t.SpacePush = float32(r.Push * accelToSteer)
}
