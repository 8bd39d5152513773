package rules

import "skein/flock"

// Space keeps a boid's nearest, all around it, at a distance: with u the unit vector to
// one of them, d its distance and n their number,
//
//	-Gain · Σ u·exp(-((d' - Core)/Width)²) / n    d' > Core; below that, Gain
//
// less Push·(1 - d/Reach)·u of each nearer than Reach, where d' is the distance with what
// of it lies along the boid's course over a stretch (H. Hildenbrandt, C. Carere and C.
// Hemelrijk, "Self-organized aerial displays of thousands of starlings", Behav. Ecol. 21,
// 2010, eq. 5; the stretches are skein's). The First of them are felt from farther off
// ahead and behind, by Stretch, and from less far above and below, by Flat: so the nearest is
// seldom ahead or behind. If that held for all, those that are pushed away would crowd where
// the seventh is; so the others are felt from farther by Others, which is to be below 1, and
// there all directions are alike, as among starlings (M. Ballerini and others, "Interaction
// ruling animal collective behavior depends on topological rather than metric distance",
// PNAS 105, 2008).
type Space struct {
	Gain    float32 `key:"space" label:"Space" group:"Starlings" unit:"m/s²" range:"0,100" slider:"30" doc:"steer away from the nearest, at most (Hildenbrandt 2010, eq. 5); 0 switches it off"`
	Nearest int     `key:"interacting" label:"Interacting" range:"1,48" slider:"20" doc:"number of the nearest whom starlings interact with (Ballerini 2008: 7)"`
	Core    float32 `key:"space_core" with:"space" label:"Space core" unit:"m" range:"0,10" slider:"2" doc:"distance below which that is at its most"`
	Width   float32 `key:"space_width" with:"space" label:"Space width" unit:"m" range:"0.05,20" slider:"4" doc:"distance over which it fades beyond that"`
	First   int     `key:"space_first" with:"space" label:"Space, first" range:"0,48" slider:"7" doc:"number of the nearest who are felt otherwise than the others by where they are"`
	Stretch float32 `key:"space_stretch" with:"space" label:"Space stretch" range:"0.2,5" slider:"2" doc:"by how much farther the first of them are felt ahead and behind"`
	Flat    float32 `key:"space_flat" with:"space" label:"Space flatness" range:"0.2,5" slider:"2" doc:"by how much less far the first of them are felt up and down"`
	Others  float32 `key:"space_others" with:"space" label:"Space, others" range:"0.2,5" slider:"2" doc:"by how much farther the others are felt ahead and behind"`
	Push    float32 `key:"space_push" with:"space" label:"Space push" unit:"m/s²" range:"0,1000" slider:"200" doc:"steer away from each of those that are all but touching, at most"`
	Reach   float32 `key:"space_reach" with:"space" label:"Push range" unit:"m" range:"0,5" slider:"1" doc:"distance below which there is that"`
}

// About says where it is from.
func (r *Space) About() flock.About {
	return flock.About{Name: "space", Source: "Hildenbrandt 2010", Social: true}
}

// On says whether there is a gain.
func (r *Space) On() bool { return r.Gain > 0 }

// Mates are those that it is kept from.
func (r *Space) Mates() int { return r.Nearest }

// Steer is away from them.
func (r *Space) Steer(me *flock.Self, mates []flock.Mate) flock.Vec {
	var away, push flock.Vec
	count := 0
	for k := range mates[:min(len(mates), r.Nearest)] {
		m := &mates[k]
		away = away.Sub(m.To.Scale(r.strength(me, m, k)))
		if m.Apart < r.Reach {
			push = push.Sub(m.To.Scale(1 - m.Apart/r.Reach))
		}
		count++
	}
	if count == 0 {
		return flock.Vec{}
	}
	return away.Scale(float32(r.Gain*perSteer) / float32(count)).Add(push.Scale(float32(r.Push * perSteer)))
}

// strength is that of one mate, the number k of the nearest from 0 on, 1 at most.
func (r *Space) strength(me *flock.Self, m *flock.Mate, k int) float32 {
	stretch, flat := r.Stretch, r.Flat
	if k >= r.First {
		stretch, flat = r.Others, 1
	}
	along := m.To.Dot(me.Heading)
	ahead := float32(along * along)
	up := m.To.Y - float32(along*me.Heading.Y)
	high := float32(up * up)
	beside := flock.Most(0, 1-ahead-high)
	d := float32(m.Apart * flock.Sqrt(beside+ahead/float32(stretch*stretch)+float32(high*float32(flat*flat))))
	if d <= r.Core {
		return 1
	}
	x := (d - r.Core) / r.Width
	return fading(float32(x * x))
}
