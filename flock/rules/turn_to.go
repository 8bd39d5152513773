package rules

import "skein/flock"

// TurnTo is the cohesion of S4: a share of the turn from the course to the direction of
// the mean place of the neighbours. Where each neighbour has one rule alone it is that
// of those beyond the flocking distance.
type TurnTo struct {
	Share    float32 `key:"turn_to_share" label:"Turn to share" group:"Steers" range:"0,1" slider:"0.3" doc:"share of the turn to the mean place of the neighbours that a boid makes (S4: cohesion)"`
	OneRule  bool    `key:"one_rule" label:"One rule each" doc:"each neighbour counts for one rule alone, by its distance: turning away, then taking its course, then turning to it (S4, chapter 3)"`
	Flocking float32 `key:"flocking_distance" label:"Flocking distance" with:"one_rule" unit:"m" range:"0,100" slider:"50" doc:"from which on a neighbour is turned to, if it has one rule alone; nearer its course is taken (S4, chapter 3)"`
}

// About says where it is from.
func (r *TurnTo) About() flock.About {
	return flock.About{Name: "turn to", Source: "S4", Social: true}
}

// On says whether there is a share.
func (r *TurnTo) On() bool { return r.Share > 0 }

// Each adds up where the neighbours are.
func (r *TurnTo) Each(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	if !r.OneRule || beyond(other, r.Flocking) {
		sums[0].Add(other.Off)
	}
}

// Steer is across the course, as long as the arc of the turn.
func (r *TurnTo) Steer(me *flock.Self, sums *flock.Sums) flock.Vec {
	return arc(me, sums[0].Mean(), r.Share)
}

// arc is what a share of the turn from a boid's course to a direction changes its
// velocity by: across the course, as long as the arc.
func arc(me *flock.Self, to flock.Vec, share float32) flock.Vec {
	return me.Vel.Way(to).Scale(float32(me.Speed * share))
}

// beyond says whether a neighbour is no nearer than a distance.
func beyond(other *flock.Neighbour, distance float32) bool {
	return other.Square >= float64(distance)*float64(distance)
}
